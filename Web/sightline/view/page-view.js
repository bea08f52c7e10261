// Where a session's view is drawn: by the worker, or by the page where a worker's canvas has no WebGL 2, as in Safari before 17.

import { CanvasScreen } from "./canvas-screen.js";
import { drawingMeans } from "./drawing-means.js";
import { WebGLPlayer } from "./webgl-player.js";

/** The page's side of one session's view. */
export class PageView {
    /**
     * Who draws: "worker" and "page" with WebGL 2; "processor" without it, as far as lines, dots and labels go; null until it was tried, and without a view.
     * @type {"worker" | "page" | "processor" | null}
     */
    drawing = null;
    #canvas;
    #screen;
    #view;
    #stage;
    #player = null;

    /** Options are those of `Session`. */
    constructor({ canvas, screen, view, coded, parts }) {
        if (view === true && !canvas) throw new TypeError("A session with view: true needs a canvas.");
        this.#canvas = canvas;
        this.#view = view;
        this.#stage = { parts, isCoded: coded, isHanded: view === "handed" };
        this.#screen = view === true ? null : screen ?? (canvas && new CanvasScreen(canvas));
    }

    /** Whether the engine draws. */
    get hasView() {
        return Boolean(this.#view);
    }

    /** What the worker must know, `[stage, transfer]`; `means` is what it found that it can draw with, as `drawingMeans` says it; null without a view. */
    choose(means) {
        if (!this.#view) return [this.#stage, []];
        if (means !== "none") return this.#chooseWorker(means);
        const own = drawingMeans();
        return own === "none" ? this.#chooseProcessor() : this.#choosePage(own);
    }

    #chooseWorker(means) {
        this.drawing = "worker";
        if (this.#view !== true) return [{ ...this.#stage, means }, []];
        const canvas = this.#canvas.transferControlToOffscreen();
        return [{ ...this.#stage, means, canvas }, [canvas]];
    }

    #choosePage(means) {
        this.drawing = "page";
        this.#player = new WebGLPlayer(this.#view === true ? this.#canvas : document.createElement("canvas"));
        return [{ ...this.#stage, means, page: this.#player.told }, []];
    }

    /** The engine hands its images over, which are shown on the canvas. */
    #chooseProcessor() {
        this.drawing = "processor";
        this.#screen ??= new CanvasScreen(this.#canvas);
        return [{ ...this.#stage, isHanded: true, means: "none" }, []];
    }

    /** Shows an image that was handed over, which stays the caller's; whether there is where to show it. */
    show(image) {
        this.#screen?.show(image);
        return Boolean(this.#screen);
    }

    /** Draws what the worker recorded; whether a screen shows it. */
    play(commands) {
        this.#player.play(commands);
        return this.show(this.#player.canvas);
    }

    /** A promise of the answer to what was played; a file shows it as it is now. */
    async answerTo({ batch, isFileWanted }) {
        const file = isFileWanted ? new Promise((done) => this.#player.canvas.toBlob(done, "image/png")) : null;
        await this.#player.finished();
        return { kind: "drawn", batch, file: await file };
    }
}
