// A canvas that shows what a session hands over, one canvas pixel a picture's pixel.

import { sizeOf } from "./picture-size.js";

/** Shows pictures on a canvas, whose stream can be sent. */
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

    /** What it shows, as it is shown. */
    get stream() {
        this.#stream ??= this.element.captureStream();
        return this.#stream;
    }

    /** Shows a picture, which stays the caller's. */
    show(picture) {
        const { element } = this;
        const [width, height] = sizeOf(picture);
        if (element.width !== width || element.height !== height) Object.assign(element, { width, height });
        element.getContext("2d", { alpha: false }).drawImage(picture, 0, 0);
    }

    /** Sends the same once more. */
    again() {
        this.element.getContext("2d", { alpha: false }).drawImage(this.element, 0, 0, 1, 1, 0, 0, 1, 1);
    }

    close() {
        this.#stream?.getTracks().forEach((track) => track.stop());
    }
}
