// How a call's pictures begin: browsers start with 300 kbit/s, for which they send a small, blurred picture, and feel their way up for many seconds.

/** What may be sent at first, kbit/s; from there the browser's own estimate goes up or down. */
const startBitrate = 1000;

/** The other side's description with a hint for this side's video that Chromium reads, and other browsers pass over. */
export function withStartBitrate({ type, sdp }) {
    const sections = sdp.split(/^(?=m=)/m);
    return { type, sdp: sections.map((section) => (section.startsWith("m=video") ? hinted(section) : section)).join("") };
}

/** A section for video with the hint at each of its codecs. */
function hinted(section) {
    const hint = `x-google-start-bitrate=${startBitrate}`;
    const codecs = [...section.matchAll(/^a=rtpmap:(\d+) (?:VP8|VP9|H264|H265|AV1)\//gm)].map(([, number]) => number);
    return codecs.reduce((text, number) => {
        const parameters = new RegExp(`^a=fmtp:${number} .*`, "m");
        if (parameters.test(text)) return text.replace(parameters, `$&;${hint}`);
        return text.replace(new RegExp(`^a=rtpmap:${number} .*`, "m"), `$&\r\na=fmtp:${number} ${hint}`);
    }, section);
}
