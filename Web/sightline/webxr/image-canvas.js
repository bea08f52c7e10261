// The camera's image on a canvas of the page. A bitmap is handed over, not copied: the page's thread has nothing to draw.

import { sizeOf, turned } from "../view/turning.js";

export class ImageCanvas {
    canvas = document.createElement("canvas");
    #context = this.canvas.getContext("bitmaprenderer");
    #pen = null;

    /** Shows an image rotated counterclockwise by quarters; the image's content moves to the canvas. */
    draw(image, turn) {
        const bitmap = turned(image instanceof ImageBitmap ? image : this.#copied(image), (4 - turn) % 4);
        const { canvas } = this;
        const { width, height } = bitmap;
        if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
        this.#context.transferFromImageBitmap(bitmap);
    }

    /** A decoded image of a video as a bitmap. */
    #copied(image) {
        const [width, height] = sizeOf(image);
        this.#pen ??= new OffscreenCanvas(width, height).getContext("2d", { alpha: false });
        const { canvas } = this.#pen;
        if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
        this.#pen.drawImage(image, 0, 0, width, height);
        image.close();
        return canvas.transferToImageBitmap();
    }
}
