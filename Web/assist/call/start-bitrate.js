// The initial bitrate of a call: browsers start with 300 kbit/s, which gives a small, blurred image, and increase it
// over many seconds.

/** The initial bitrate, kbit/s; from there the browser's own estimate changes it. */
const startBitrate = 1000;

/** The other side's description with a hint for this side's video that Chromium reads and other browsers ignore. */
export function withStartBitrate({ type, sdp }) {
    const sections = sdp.split(/^(?=m=)/m);
    return { type, sdp: sections.map((section) => (section.startsWith("m=video") ? hinted(section) : section)).join("") };
}

/** A video section with the hint at each of its codecs; the time is linear in its length, since another member wrote it. */
function hinted(section) {
    const hint = `x-google-start-bitrate=${startBitrate}`;
    const numbers = (pattern) => new Set([...section.matchAll(pattern)].map(([, number]) => number));
    const codecs = numbers(/^a=rtpmap:(\d+) (?:VP8|VP9|H264|H265|AV1)\//gm);
    const described = numbers(/^a=fmtp:(\d+) /gm);
    return section.replace(/^a=(rtpmap|fmtp):(\d+) .*/gm, (line, field, number) => {
        if (!codecs.has(number)) return line;
        if (field === "fmtp") return `${line};${hint}`;
        return described.has(number) ? line : `${line}\r\na=fmtp:${number} ${hint}`;
    });
}
