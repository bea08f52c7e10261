// MP4 and QuickTime files (ISO/IEC 14496-12) with one video track: whole files, not fragmented ones.

const codecs = { avc1: "avc", avc3: "avc", hvc1: "hevc", hev1: "hevc", vp08: "vp8", vp09: "vp9", av01: "av1" };
const descriptions = new Set(["avcC", "hvcC", "av1C", "vpcC"]);

/** Reads a file into `{ codec, width, height, description, images: [{ milliseconds, isKey, bytes }] }` in the order of decoding. */
export function readMP4(buffer) {
    try {
        return readMovie(new DataView(buffer));
    } catch (error) {
        // A table points outside the file, or a box is missing.
        if (error instanceof RangeError || error instanceof TypeError) throw new Error("the file is damaged", { cause: error });
        throw error;
    }
}

function readMovie(view) {
    const movie = child(view, { start: 0, end: view.byteLength }, "moov");
    if (!movie) throw new Error("this is no MP4 file, or one in fragments");
    for (const track of children(view, movie).filter(({ type }) => type === "trak")) {
        const media = child(view, track, "mdia");
        const handler = media && child(view, media, "hdlr");
        if (handler && text(view, handler.start + 8) === "vide") return readTrack(view, media);
    }
    throw new Error("the file holds no video");
}

function* boxes(view, { start, end }) {
    let at = start;
    while (at + 8 <= end) {
        let size = view.getUint32(at);
        let head = 8;
        if (size === 1) {
            size = Number(view.getBigUint64(at + 8));
            head = 16;
        }
        const stop = size === 0 ? end : at + size;
        if (stop < at + head || stop > end) throw new Error("the file is damaged");
        yield { type: text(view, at + 4), start: at + head, end: stop };
        at = stop;
    }
}

const children = (view, box) => [...boxes(view, box)];
const child = (view, box, type) => children(view, box).find((each) => each.type === type);
const text = (view, at) => String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));

function readTrack(view, media) {
    const clock = child(view, media, "mdhd");
    const scale = view.getUint32(clock.start + (view.getUint8(clock.start) === 1 ? 20 : 12));
    const tables = child(view, child(view, media, "minf"), "stbl");
    const table = (type) => child(view, tables, type);
    const entry = describe(view, table("stsd"));
    const sizes = sampleSizes(view, table("stsz"));
    const starts = sampleStarts(view, table("stsc"), table("co64") ?? table("stco"), sizes);
    const durations = runs(view, table("stts"), sizes.length);
    const shifts = table("ctts") ? runs(view, table("ctts"), sizes.length) : null;
    const keys = table("stss") && new Set(list(view, table("stss")));
    let time = 0;
    const images = sizes.map((size, index) => {
        const milliseconds = (1000 * (time + (shifts?.[index] ?? 0))) / scale;
        time += durations[index];
        return { milliseconds, isKey: !keys || keys.has(index + 1), bytes: new Uint8Array(view.buffer, view.byteOffset + starts[index], size) };
    });
    return { ...entry, images };
}

function describe(view, box) {
    const [entry] = children(view, { start: box.start + 8, end: box.end });
    const codec = codecs[entry.type];
    if (!codec) throw new Error(`the video's coding, ${entry.type}, is not known`);
    const inner = children(view, { start: entry.start + 78, end: entry.end }).find(({ type }) => descriptions.has(type));
    return {
        codec,
        width: view.getUint16(entry.start + 24),
        height: view.getUint16(entry.start + 26),
        description: inner && inner.type !== "vpcC" ? new Uint8Array(view.buffer, view.byteOffset + inner.start, inner.end - inner.start).slice() : null,
    };
}

function sampleSizes(view, box) {
    const same = view.getUint32(box.start + 4);
    const count = view.getUint32(box.start + 8);
    // No file contains more images than bytes; a table of this length would use all memory.
    if (count * Math.max(1, same) > view.byteLength) throw new Error("the file is damaged");
    return Array.from({ length: count }, (_, index) => same || view.getUint32(box.start + 12 + 4 * index));
}

/** The offset of each image in the file: chunks contain runs of images. */
function sampleStarts(view, groups, chunks, sizes) {
    const isWide = chunks.type === "co64";
    const offsets = Array.from({ length: view.getUint32(chunks.start + 4) }, (_, index) => (
        isWide ? Number(view.getBigUint64(chunks.start + 8 + 8 * index)) : view.getUint32(chunks.start + 8 + 4 * index)
    ));
    const rules = Array.from({ length: view.getUint32(groups.start + 4) }, (_, index) => (
        [view.getUint32(groups.start + 8 + 12 * index), view.getUint32(groups.start + 12 + 12 * index)]
    ));
    const starts = [];
    offsets.forEach((offset, chunk) => {
        const count = rules.findLast(([first]) => first <= chunk + 1)[1];
        for (let at = offset, i = 0; i < count && starts.length < sizes.length; i++) {
            const size = sizes[starts.length];
            starts.push(at);
            at += size;
        }
    });
    return starts;
}

/** Expands a table of counts and values to one value per image. */
function runs(view, box, count) {
    const values = [];
    for (let entry = 0; entry < view.getUint32(box.start + 4) && values.length < count; entry++) {
        const repeat = view.getUint32(box.start + 8 + 8 * entry);
        const value = view.getInt32(box.start + 12 + 8 * entry);
        for (let i = 0; i < repeat && values.length < count; i++) values.push(value);
    }
    return values;
}

function list(view, box) {
    return Array.from({ length: view.getUint32(box.start + 4) }, (_, index) => view.getUint32(box.start + 8 + 4 * index));
}
