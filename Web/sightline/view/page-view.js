// Where a session's view is drawn: in the worker, or on the page if a worker's canvas has no WebGL 2, as in Safari
// before 17.

import { CanvasScreen } from "./canvas-screen.js";
import { drawingMeans } from "./drawing-means.js";
import { WebGLPlayer } from "./webgl-player.js";

/** The page's side of one session's view. */
export class PageView {
    /**
     * What draws: "worker" and "page" with WebGL 2; "processor" without it, which supports lines, dots and labels;
     * null until it was tested, and without a view.
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

    /**
     * The worker's stage, `[stage, transfer]`; `means` is its drawing capability from `drawingMeans`; null without a
     * view.
     */
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

    /** The engine passes its images on, which are shown on the canvas. */
    #chooseProcessor() {
        this.drawing = "processor";
        this.#screen ??= new CanvasScreen(this.#canvas);
        return [{ ...this.#stage, isHanded: true, means: "none" }, []];
    }

    /** Shows an image, which the caller keeps; returns whether there is a screen or canvas for it. */
    show(image) {
        this.#screen?.show(image);
        return Boolean(this.#screen);
    }

    /** Draws the worker's commands; returns whether a screen shows them. */
    play(commands) {
        this.#player.play(commands);
        return this.show(this.#player.canvas);
    }

    /** A promise of the answer to drawn commands, with a file of the present image if requested. */
    async answerTo({ batch, isFileWanted }) {
        const file = isFileWanted ? new Promise((done) => this.#player.canvas.toBlob(done, "image/png")) : null;
        await this.#player.finished();
        return { kind: "drawn", batch, file: await file };
    }
}
