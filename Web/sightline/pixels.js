// From a browser's pictures to bytes the engine reads.

/** Brightness as cameras code it, 16…235, as the engine wants it, 0…255. */
const fullRange = Uint8Array.from({ length: 256 }, (_, code) => Math.min(255, Math.max(0, Math.round(((code - 16) * 255) / 219))));

/** Formats whose first plane is the brightness, a byte a pixel. */
const brightFormats = new Set(["I420", "I420A", "I422", "I444", "NV12"]);

/** Reads the pixels of pictures. */
export class PixelReader {
    #canvas = new OffscreenCanvas(1, 1);
    #context = this.#canvas.getContext("2d", { willReadFrequently: true, alpha: false });
    #planes = new ArrayBuffer(0);

    /** Red, green, blue, alpha of a picture scaled to a size, through a canvas that stays in main memory. */
    read(picture, width, height) {
        if (this.#canvas.width !== width || this.#canvas.height !== height) {
            this.#canvas.width = width;
            this.#canvas.height = height;
        }
        this.#context.drawImage(picture, 0, 0, width, height);
        return this.#context.getImageData(0, 0, width, height).data;
    }

    /** A promise of the brightness of a VideoFrame of exactly that size; null where it is coded otherwise. */
    async readBrightness(frame, width, height) {
        const { format, visibleRect: { width: across, height: down }, rotation = 0, flip = false } = frame;
        if (!brightFormats.has(format) || across !== width || down !== height || rotation !== 0 || flip) return null;
        const size = frame.allocationSize();
        if (this.#planes.byteLength < size) this.#planes = new ArrayBuffer(size);
        const planes = this.#planes;
        const [{ offset, stride }] = await frame.copyTo(planes);
        const coded = new Uint8Array(planes, offset);
        const bright = new Uint8Array(width * height);
        const isFull = frame.colorSpace?.fullRange === true;
        for (let y = 0, at = 0; y < height; y++) {
            const row = coded.subarray(y * stride, y * stride + width);
            if (isFull) bright.set(row, at);
            else for (let x = 0; x < width; x++) bright[at + x] = fullRange[row[x]];
            at += width;
        }
        return bright;
    }
}

/** A picture's bytes, one a pixel, turned clockwise by a number of quarters. */
export function turnedBytes(bytes, width, height, quarters) {
    if (quarters === 0) return bytes;
    const out = new Uint8Array(bytes.length);
    for (let y = 0, at = 0; y < height; y++) {
        for (let x = 0; x < width; x++, at++) {
            if (quarters === 1) out[x * height + height - 1 - y] = bytes[at];
            else if (quarters === 2) out[bytes.length - 1 - at] = bytes[at];
            else out[(width - 1 - x) * height + y] = bytes[at];
        }
    }
    return out;
}

/** Decodes a picture file without changing its values. */
export function decode(blob) {
    return createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
}
