// Records a film of the view with everything drawn over the image.

import { translated } from "./language/language.js";

const kinds = ["video/mp4;codecs=avc1.42E01F", "video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const imagesPerSecond = 30;

/** A film of a canvas; the canvas may have been transferred to a worker. */
export class Film {
    #view;
    #canvas = document.createElement("canvas");
    #recorder = null;
    #parts = [];
    #next = 0;

    constructor(view) {
        this.#view = view;
    }

    /** Whether this browser can record a film. */
    static get isPossible() {
        return typeof MediaRecorder === "function" && "captureStream" in HTMLCanvasElement.prototype;
    }

    get isRunning() {
        return this.#recorder !== null;
    }

    /** Starts; the size is the view's present one. */
    start() {
        const type = kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
        if (!type) throw new Error(translated("This browser cannot write a film."));
        this.#canvas.width = this.#view.clientWidth * Math.min(devicePixelRatio, 2) & ~1;
        this.#canvas.height = this.#view.clientHeight * Math.min(devicePixelRatio, 2) & ~1;
        this.#parts = [];
        this.#copy();
        this.#recorder = new MediaRecorder(this.#canvas.captureStream(imagesPerSecond), { mimeType: type, videoBitsPerSecond: 6_000_000 });
        this.#recorder.addEventListener("dataavailable", ({ data }) => data.size > 0 && this.#parts.push(data));
        this.#recorder.start(1000);
    }

    /** Ends; a promise of the film and its file's extension. */
    stop() {
        const recorder = this.#recorder;
        this.#recorder = null;
        cancelAnimationFrame(this.#next);
        return new Promise((done) => {
            recorder.addEventListener("stop", () => {
                const type = recorder.mimeType.split(";")[0];
                done({ film: new Blob(this.#parts, { type }), extension: type === "video/mp4" ? "mp4" : "webm" });
            }, { once: true });
            recorder.stop();
        });
    }

    #copy() {
        this.#canvas.getContext("2d", { alpha: false }).drawImage(this.#view, 0, 0, this.#canvas.width, this.#canvas.height);
        this.#next = requestAnimationFrame(() => this.#copy());
    }
}
