// Files in one uncompressed archive (PKWARE APPNOTE 6.3): the format of a saved capture.

const utf8 = new TextEncoder();

const table = Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
});

/** Bytes that are read at once. */
const piece = 1 << 20;

/** A file's checksum; only a piece of it is in memory at a time. */
async function checksum(blob) {
    let value = 0xffffffff;
    for (let at = 0; at < blob.size; at += piece) {
        const bytes = new Uint8Array(await blob.slice(at, at + piece).arrayBuffer());
        for (const byte of bytes) value = table[(value ^ byte) & 255] ^ (value >>> 8);
    }
    return ~value >>> 0;
}

function record(size, fields) {
    const view = new DataView(new ArrayBuffer(size));
    for (const [at, value, width = 2] of fields) {
        if (width === 4) view.setUint32(at, value, true);
        else view.setUint16(at, value, true);
    }
    return new Uint8Array(view.buffer);
}

/** An archive of files: a map of path to Blob. */
export async function zipped(files) {
    const parts = [];
    const directory = [];
    let offset = 0;
    for (const [path, blob] of files) {
        const name = utf8.encode(path);
        const sum = await checksum(blob);
        const shared = (at) => [[at, 20], [at + 2, 0x800], [at + 8, 0x21], [at + 10, sum, 4], [at + 14, blob.size, 4], [at + 18, blob.size, 4], [at + 22, name.length]];
        parts.push(record(30, [[0, 0x04034b50, 4], ...shared(4)]), name, blob);
        directory.push(record(46, [[0, 0x02014b50, 4], [4, 20], ...shared(6), [42, offset, 4]]), name);
        offset += 30 + name.length + blob.size;
    }
    const length = directory.reduce((sum, part) => sum + part.length, 0);
    const end = record(22, [[0, 0x06054b50, 4], [8, files.size], [10, files.size], [12, length, 4], [16, offset, 4]]);
    return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** The files of an uncompressed archive; throws if it is compressed or not valid. */
export async function unzipped(blob) {
    const view = new DataView(await blob.arrayBuffer());
    let end = view.byteLength - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
    if (end < 0) throw new Error("this is no ZIP archive");
    const files = new Map();
    let at = view.getUint32(end + 16, true);
    for (let count = view.getUint16(end + 10, true); count > 0; count--) {
        if (view.getUint32(at, true) !== 0x02014b50) throw new Error("the ZIP archive is damaged");
        const nameLength = view.getUint16(at + 28, true);
        const path = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameLength));
        if (view.getUint16(at + 10, true) !== 0) throw new Error(`${path} is packed: unpack the archive and drop its folder`);
        const local = view.getUint32(at + 42, true);
        const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        if (!path.endsWith("/")) files.set(path, blob.slice(start, start + view.getUint32(at + 20, true)));
        at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return files;
}
