// From a browser's pictures to bytes the engine reads.

/** Reads the pixels of pictures through one canvas that stays in main memory. */
export class PixelReader {
    #canvas = new OffscreenCanvas(1, 1);
    #context = this.#canvas.getContext("2d", { willReadFrequently: true, alpha: false });

    /** Red, green, blue, alpha of a picture scaled to a size. */
    read(picture, width, height) {
        if (this.#canvas.width !== width || this.#canvas.height !== height) {
            this.#canvas.width = width;
            this.#canvas.height = height;
        }
        this.#context.drawImage(picture, 0, 0, width, height);
        return this.#context.getImageData(0, 0, width, height).data;
    }
}

/** Decodes a picture file without changing its values. */
export function decode(blob) {
    return createImageBitmap(blob, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
}
