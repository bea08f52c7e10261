// The initial bitrate of a call: browsers start with 300 kbit/s, which gives a small, blurred image, and increase it
// over many seconds.

/** The initial bitrate, kbit/s; from there the browser's own estimate changes it. */
const startBitrate = 1000;

/** The other side's description with a hint for this side's video that Chromium reads and other browsers ignore. */
export function withStartBitrate({ type, sdp }) {
    const sections = sdp.split(/^(?=m=)/m);
    return { type, sdp: sections.map((section) => (section.startsWith("m=video") ? hinted(section) : section)).join("") };
}

/** A video section with the hint at each of its codecs. */
function hinted(section) {
    const hint = `x-google-start-bitrate=${startBitrate}`;
    const codecs = [...section.matchAll(/^a=rtpmap:(\d+) (?:VP8|VP9|H264|H265|AV1)\//gm)].map(([, number]) => number);
    return codecs.reduce((text, number) => {
        const parameters = new RegExp(`^a=fmtp:${number} .*`, "m");
        if (parameters.test(text)) return text.replace(parameters, `$&;${hint}`);
        return text.replace(new RegExp(`^a=rtpmap:${number} .*`, "m"), `$&\r\na=fmtp:${number} ${hint}`);
    }, section);
}
