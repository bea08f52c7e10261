// What a session shows: the camera's picture beneath, the page's own canvas over it, the page's overlay (DOM Overlays §2) over that, our notices on
// top. Each lies in the page, so the browser composites them; a picture and the pixels drawn for it change in one animation frame.

import { PictureCanvas } from "./picture.js";
import { styled } from "./styled.js";

const highest = 2147483647;

/** Puts an element into the top layer; false where it cannot be. */
export function raise(element) {
    if (!("showPopover" in element) || element.hasAttribute("popover") || element.contains(document.body)) return false;
    element.setAttribute("popover", "manual");
    element.showPopover();
    return true;
}

/** Takes an element out of the top layer. */
function lower(element) {
    element.hidePopover();
    element.removeAttribute("popover");
}
const whole = {
    position: "fixed", left: "0", top: "0", right: "auto", bottom: "auto", width: "100%", height: "100%", margin: "0", padding: "0", border: "0",
    "max-width": "none", "max-height": "none", "min-width": "0", "min-height": "0", transform: "none", visibility: "visible", opacity: "1",
};

export class Stage {
    #container = document.createElement("div");
    #picture = new PictureCanvas();
    #lent = null;
    #root = null;
    #view = null;
    /** Lies over everything of the page's canvas and takes touches. */
    surface = document.createElement("div");

    constructor() {
        this.#container.dataset.sightline = "session";
        styled(this.#container, { ...whole, "z-index": String(highest - 1), background: "#000", overflow: "hidden", "touch-action": "none" }, "important");
        styled(this.#picture.canvas, { ...whole, position: "absolute", "object-fit": "cover", display: "block" }, "important");
        styled(this.surface, { ...whole, position: "absolute", "touch-action": "none", "user-select": "none", "-webkit-user-select": "none" }, "important");
        this.#container.append(this.#picture.canvas, this.surface);
        document.documentElement.append(this.#container);
    }

    /** The view's size in CSS pixels. */
    get size() {
        return [Math.max(1, this.#container.clientWidth), Math.max(1, this.#container.clientHeight)];
    }

    /** The canvas with the camera's picture as it is shown. */
    get picture() {
        return this.#picture.canvas;
    }

    /** Shows a page's canvas over the picture; null gives the last one back. */
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

    #giveBack() {
        if (!this.#lent) return;
        const { canvas, marker, css } = this.#lent;
        this.#lent = null;
        if (css === null) canvas.removeAttribute("style");
        else canvas.setAttribute("style", css);
        if (marker) marker.replaceWith(canvas);
        else canvas.remove();
    }

    /** Shows the page's overlay over the view: in the browser's top layer, so that nothing around it confines it, where the browser has one for it. */
    setRoot(root) {
        this.#root = { root, css: root.getAttribute("style"), isRaised: raise(root) };
        styled(root, { ...whole, "z-index": String(highest), background: "transparent", overflow: "auto", contain: "paint" }, "important");
    }

    /** Shows the picture of a view, turned as the screen is. */
    paint(view) {
        if (this.#view === view || !view.picture) return;
        this.#view = view;
        this.#picture.draw(view.picture, view.turn, view.sourceOf);
    }

    close() {
        this.#giveBack();
        if (this.#root) {
            const { root, css, isRaised } = this.#root;
            if (isRaised) lower(root);
            if (css === null) root.removeAttribute("style");
            else root.setAttribute("style", css);
        }
        this.#container.remove();
    }
}
