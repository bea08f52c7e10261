// The layers of a session: the camera's image at the bottom, the page's own canvas over it, the page's overlay (DOM
// Overlays §2) over that, our notices on top. They are elements of the page, so the browser composites them; an image
// and the pixels drawn for it change in one animation frame.

import { Overlay, styled, whole } from "./overlay.js";
import { ImageCanvas } from "./image-canvas.js";

const highest = 2147483647;

export class Stage {
    #container = document.createElement("div");
    #image = new ImageCanvas();
    #lent = null;
    #overlay = null;
    #view = null;
    /** The sizes of resized canvases in pixels: the page's `own` and `ours`. */
    #sizes = new Map();
    /** Lies over the page's canvas and receives touches. */
    surface = document.createElement("div");

    constructor() {
        this.#container.dataset.sightline = "session";
        styled(this.#container, { ...whole, "z-index": String(highest - 1), background: "#000", overflow: "hidden", "touch-action": "none" }, "important");
        styled(this.#image.canvas, { ...whole, position: "absolute", "object-fit": "cover", display: "block" }, "important");
        styled(this.surface, { ...whole, position: "absolute", "touch-action": "none", "user-select": "none", "-webkit-user-select": "none" }, "important");
        this.#container.append(this.#image.canvas, this.surface);
        document.documentElement.append(this.#container);
    }

    /** The view's size in CSS pixels. */
    get size() {
        return [Math.max(1, this.#container.clientWidth), Math.max(1, this.#container.clientHeight)];
    }

    /** The canvas with the camera's image as it is shown. */
    get image() {
        return this.#image.canvas;
    }

    /** Shows a page's canvas over the image; null restores the last one. */
    setCanvas(canvas) {
        if (this.#lent?.canvas === canvas) return;
        this.#giveBack();
        if (!canvas) return;
        const marker = canvas.parentNode ? document.createComment("the canvas is in the XR session") : null;
        marker && canvas.replaceWith(marker);
        this.#lent = { canvas, marker, css: canvas.getAttribute("style") };
        styled(canvas, { ...whole, position: "absolute", display: "block", background: "transparent", "z-index": "auto" }, "important");
        this.surface.before(canvas);
    }

    /** Gives a page's canvas another size until the session ends. */
    resize(canvas, width, height) {
        const own = this.#sizes.get(canvas)?.own ?? [canvas.width, canvas.height];
        this.#sizes.set(canvas, { own, ours: [width, height] });
        Object.assign(canvas, { width, height });
    }

    #restoreSizes() {
        for (const [canvas, { own: [width, height], ours }] of this.#sizes) {
            const isOurs = canvas.width === ours[0] && canvas.height === ours[1];
            if (isOurs) Object.assign(canvas, { width, height });
        }
    }

    #giveBack() {
        if (!this.#lent) return;
        const { canvas, marker, css } = this.#lent;
        this.#lent = null;
        if (css === null) canvas.removeAttribute("style");
        else canvas.setAttribute("style", css);
        if (marker) marker.replaceWith(canvas);
        else canvas.remove();
    }

    /** Shows the page's overlay over the view. */
    setRoot(root) {
        this.#overlay = new Overlay(root);
    }

    /** Shows the image of a view, rotated like the screen. */
    paint(view) {
        if (this.#view === view || !view.image) return;
        this.#view = view;
        this.#image.draw(view.image, view.turn);
    }

    close() {
        this.#giveBack();
        this.#restoreSizes();
        this.#overlay?.close();
        this.#container.remove();
    }
}
