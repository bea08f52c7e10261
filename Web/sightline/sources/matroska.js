// Matroska and WebM files (RFC 9559, RFC 8794) with one video track: written from encoded images, and read back.

const ids = {
    header: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, tracks: 0x1654ae6b, cluster: 0x1f43b675, timestampScale: 0x2ad7b1,
    duration: 0x4489, muxingApp: 0x4d80, writingApp: 0x5741, trackEntry: 0xae, trackNumber: 0xd7, trackUID: 0x73c5, trackType: 0x83,
    codecID: 0x86, codecPrivate: 0x63a2, video: 0xe0, pixelWidth: 0xb0, pixelHeight: 0xba, timestamp: 0xe7, simpleBlock: 0xa3,
    blockGroup: 0xa0, block: 0xa1, referenceBlock: 0xfb,
};

/** Matroska's names of the codecs that browsers encode and decode. */
const codecs = { vp8: "V_VP8", vp9: "V_VP9", av1: "V_AV1", avc: "V_MPEG4/ISO/AVC", hevc: "V_MPEGH/ISO/HEVC" };
const containers = new Set([ids.segment, ids.tracks, ids.cluster, ids.trackEntry, ids.video, ids.blockGroup, ids.info]);
const longestCluster = 30_000;
/**
 * Containers nest as segment, cluster and block group, or as segment, tracks, track and video; files with deeper
 * nesting are damaged.
 */
const deepestContainer = 8;

const utf8 = new TextEncoder();

function number(value) {
    const bytes = [];
    for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
    return Uint8Array.from(bytes);
}

function double(value) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    return bytes;
}

/** A length in eight bytes. */
function length(count) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(count) | (1n << 56n));
    return bytes;
}

function element(id, ...parts) {
    const contents = parts.flat();
    const count = contents.reduce((sum, part) => sum + part.length, 0);
    return [number(id), length(count), ...contents];
}

/**
 * A file's bytes as parts of a Blob. `track` is `{ codec, width, height, description }` (`vp8`, `vp9`, `av1`, `avc`, `hevc`); `images` are
 * `{ milliseconds, isKey, bytes }` in order.
 */
export function matroskaFile(track, images) {
    const isWebM = ["vp8", "vp9", "av1"].includes(track.codec);
    const begin = images[0]?.milliseconds ?? 0;
    const end = images.at(-1)?.milliseconds ?? 0;
    return [
        ...element(ids.header, element(0x4286, number(1)), element(0x42f7, number(1)), element(0x42f2, number(4)), element(0x42f3, number(8)),
            element(0x4282, utf8.encode(isWebM ? "webm" : "matroska")), element(0x4287, number(4)), element(0x4285, number(2))),
        ...element(ids.segment, info(end - begin), tracks(track), ...clusters(images, begin)),
    ];
}

function info(duration) {
    return element(ids.info, element(ids.timestampScale, number(1_000_000)), element(ids.muxingApp, utf8.encode("Sightline")),
        element(ids.writingApp, utf8.encode("Sightline")), element(ids.duration, double(duration)));
}

function tracks({ codec, width, height, description }) {
    const details = element(ids.video, element(ids.pixelWidth, number(width)), element(ids.pixelHeight, number(height)));
    return element(ids.tracks, element(ids.trackEntry, element(ids.trackNumber, number(1)), element(ids.trackUID, number(1)),
        element(ids.trackType, number(1)), element(ids.codecID, utf8.encode(codecs[codec])),
        description ? element(ids.codecPrivate, new Uint8Array(description)) : [], details));
}

function clusters(images, begin) {
    const found = [];
    let open = null;
    for (const { milliseconds, isKey, bytes } of images) {
        const time = Math.round(milliseconds - begin);
        if (!open || isKey || time - open.time > longestCluster) found.push((open = { time, blocks: [] }));
        const head = new Uint8Array([0x81, 0, 0, isKey ? 0x80 : 0]);
        new DataView(head.buffer).setInt16(1, time - open.time);
        open.blocks.push(element(ids.simpleBlock, head, bytes));
    }
    return found.map(({ time, blocks }) => element(ids.cluster, element(ids.timestamp, number(time)), ...blocks));
}

/**
 * Reads a file into `{ codec, width, height, description, images: [{ milliseconds, isKey, bytes }] }`; throws if it is
 * not valid.
 */
export function readMatroska(buffer) {
    const view = new DataView(buffer);
    if (view.byteLength < 4 || view.getUint32(0) !== ids.header) throw new Error("this is no Matroska or WebM file");
    const state = { scale: 1, cluster: 0, track: null, tracks: [], images: [] };
    try {
        walk(view, 0, view.byteLength, state);
    } catch (error) {
        // An element ends outside the file, or its container is missing.
        if (error instanceof RangeError || error instanceof TypeError) throw new Error("the file is damaged", { cause: error });
        throw error;
    }
    const video = state.tracks.find(({ type }) => type === 1);
    if (!video) throw new Error("the file holds no video");
    const [codec] = Object.entries(codecs).find(([, name]) => name === video.codecID) ?? [];
    if (!codec) throw new Error(`the video's coding, ${video.codecID}, is not known`);
    const images = state.images.filter(({ track }) => track === video.number);
    return { codec, width: video.width, height: video.height, description: video.description ?? null, images };
}

function walk(view, from, to, state, depth = 0) {
    if (depth > deepestContainer) throw new Error("the file is damaged");
    let at = from;
    while (at < to - 1) {
        const [id, afterId] = variable(view, at, true);
        const [size, start] = variable(view, afterId, false);
        const end = size === null ? to : start + size;
        if (end > to) return;
        take(view, id, start, end, state);
        if (containers.has(id)) walk(view, start, end, state, depth + 1);
        at = end;
    }
}

/**
 * A number of variable length and the offset after it; null for an unknown size, which here means "to the end of the
 * container".
 */
function variable(view, at, keepsMark) {
    const first = view.getUint8(at);
    const count = Math.clz32(first) - 23;
    if (count > 8 || at + count > view.byteLength) throw new Error("the file is damaged");
    let value = keepsMark ? first : first & (0xff >> count);
    let isUnknown = !keepsMark && value === 0xff >> count;
    for (let i = 1; i < count; i++) {
        const byte = view.getUint8(at + i);
        isUnknown &&= byte === 0xff;
        value = value * 256 + byte;
    }
    return [isUnknown ? null : value, at + count];
}

function take(view, id, start, end, state) {
    const whole = () => {
        let value = 0;
        for (let at = start; at < end; at++) value = value * 256 + view.getUint8(at);
        return value;
    };
    const bytes = () => new Uint8Array(view.buffer, view.byteOffset + start, end - start);
    const track = state.tracks.at(-1);
    switch (id) {
        case ids.timestampScale: state.scale = whole() / 1e6; break;
        case ids.trackEntry: state.tracks.push({}); break;
        case ids.trackNumber: track.number = whole(); break;
        case ids.trackType: track.type = whole(); break;
        case ids.codecID: track.codecID = new TextDecoder().decode(bytes()); break;
        case ids.codecPrivate: track.description = bytes().slice(); break;
        case ids.pixelWidth: track.width = whole(); break;
        case ids.pixelHeight: track.height = whole(); break;
        case ids.timestamp: state.cluster = whole(); break;
        case ids.simpleBlock: takeBlock(view, start, end, state, null); break;
        case ids.blockGroup: state.isKey = true; break;
        case ids.block: takeBlock(view, start, end, state, true); break;
        case ids.referenceBlock: state.images.at(-1).isKey = false; break;
    }
}

function takeBlock(view, start, end, state, isKey) {
    const [track, at] = variable(view, start, false);
    const time = state.cluster + view.getInt16(at);
    state.images.push({
        track,
        milliseconds: time * state.scale,
        isKey: isKey ?? (view.getUint8(at + 2) & 0x80) !== 0,
        bytes: new Uint8Array(view.buffer, view.byteOffset + at + 3, end - at - 3),
    });
}
