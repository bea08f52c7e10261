// Converts a browser's images to bytes for the engine.

/** Reads the pixels of images. */
export class PixelReader {
    #canvas = new OffscreenCanvas(1, 1);
    #context = this.#canvas.getContext("2d", { willReadFrequently: true, alpha: false });

    /** Red, green, blue, alpha of an image scaled to a size, through a canvas that stays in main memory. */
    read(image, width, height) {
        if (this.#canvas.width !== width || this.#canvas.height !== height) {
            this.#canvas.width = width;
            this.#canvas.height = height;
        }
        this.#context.drawImage(image, 0, 0, width, height);
        return this.#context.getImageData(0, 0, width, height).data;
    }
}

/** An image's bytes, one per pixel, rotated clockwise by a number of quarters. */
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

/** Decodes an image file without changing its values. */
export function decode(blob) {
    return createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
}
