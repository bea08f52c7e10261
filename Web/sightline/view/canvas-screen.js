// A canvas that shows a session's images, one canvas pixel per image pixel.

import { sizeOf } from "./turning.js";

/** Shows images on a canvas, whose stream can be sent. */
export class CanvasScreen {
    #stream = null;

    constructor(canvas) {
        this.element = canvas;
    }

    get width() {
        return this.element.width;
    }

    get height() {
        return this.element.height;
    }

    /** The canvas's stream. */
    get stream() {
        this.#stream ??= this.element.captureStream();
        return this.#stream;
    }

    /** Shows an image, which the caller keeps. */
    show(image) {
        const { element } = this;
        const [width, height] = sizeOf(image);
        if (element.width !== width || element.height !== height) Object.assign(element, { width, height });
        element.getContext("2d", { alpha: false }).drawImage(image, 0, 0);
    }

    /** Sends the same image again. */
    again() {
        this.element.getContext("2d", { alpha: false }).drawImage(this.element, 0, 0, 1, 1, 0, 0, 1, 1);
    }

    close() {
        this.#stream?.getTracks().forEach((track) => track.stop());
    }
}
