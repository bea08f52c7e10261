// Draws a wall into a floor plan: from where the pointer goes down to where it goes up, or between two places of the keyboard.

import { element } from "./plan-drawing.js";

/** What a press of an arrow key moves the cross by, and with the shift key, metres. */
const [step, largeStep] = [0.1, 0.5];
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The pen of one drawing. */
export class WallPen {
    #place;
    #done;
    #cancel;
    #layout = null;
    #isActive = false;
    /** Where the wall begins, and where the pointer or the cross is, in the drawing; null before. */
    #from = null;
    #at = null;
    #pointer = null;

    /** `done([from, to])` gets the ends in the plan; `cancel()` is called if there shall be no wall. */
    constructor(place, done, cancel) {
        [this.#place, this.#done, this.#cancel] = [place, done, cancel];
        place.addEventListener("pointerdown", (event) => this.#press(event));
        place.addEventListener("pointermove", (event) => this.#follow(event));
        place.addEventListener("pointerup", (event) => this.#release(event));
        place.addEventListener("pointercancel", () => this.#isActive && this.#cancel());
        place.addEventListener("keydown", (event) => this.#key(event));
    }

    get isActive() {
        return this.#isActive;
    }

    set isActive(isActive) {
        [this.#isActive, this.#from, this.#at, this.#pointer] = [isActive, null, null, null];
        if (!isActive) this.#place.removeAttribute("tabindex");
        else if (this.#layout) {
            // The keyboard's cross begins in the middle.
            this.#at = this.#layout.size.map((size) => size / 2);
            this.#place.tabIndex = 0;
            this.#place.focus({ preventScroll: true });
        }
        this.#mark();
    }

    /** Draws into another layout from now on. */
    show(layout) {
        this.#layout = layout;
        if (!layout && this.#isActive) return this.#cancel();
        this.#mark();
    }

    #placeOf({ clientX, clientY }) {
        const box = this.#place.firstElementChild.getBoundingClientRect();
        return [(clientX - box.x) / box.width, (clientY - box.y) / box.height].map((share, axis) => share * this.#layout.size[axis]);
    }

    #press(event) {
        if (!this.#isActive || event.button !== 0 || this.#pointer !== null) return;
        event.preventDefault();
        this.#pointer = event.pointerId;
        this.#from = this.#at = this.#placeOf(event);
        this.#place.setPointerCapture(event.pointerId);
        this.#mark();
    }

    #follow(event) {
        if (this.#pointer !== event.pointerId) return;
        this.#at = this.#placeOf(event);
        this.#mark();
    }

    #release(event) {
        if (this.#pointer !== event.pointerId) return;
        this.#at = this.#placeOf(event);
        this.#finish();
    }

    #key(event) {
        if (!this.#isActive || event.altKey || event.ctrlKey || event.metaKey) return;
        const arrow = arrows[event.key];
        if (event.key === "Escape") this.#cancel();
        else if (arrow) {
            const units = (event.shiftKey ? largeStep : step) * this.#layout.scale;
            this.#at = this.#at.map((value, axis) => Math.min(Math.max(value + arrow[axis] * units, 0), this.#layout.size[axis]));
            this.#mark();
        } else if (event.key === "Enter" || event.key === " ") {
            if (this.#from) this.#finish();
            else this.#from = this.#at;
            this.#mark();
        } else return;
        event.preventDefault();
        // Escape leaves the pen, not the sheet.
        event.stopPropagation();
    }

    #finish() {
        const ends = [this.#from, this.#at].map((place) => this.#layout.point(place));
        this.#done(ends);
    }

    /** The cross, and the wall so far. */
    #mark() {
        const drawing = this.#place.firstElementChild;
        drawing?.querySelector(".pen")?.remove();
        if (!this.#isActive || !this.#at || !drawing) return;
        const [x, y] = this.#at;
        const pen = element("g", { class: "pen" });
        if (this.#from) pen.append(element("line", { x1: this.#from[0], y1: this.#from[1], x2: x, y2: y }));
        pen.append(element("path", { d: `M${x - 9} ${y}h18M${x} ${y - 9}v18` }));
        drawing.append(pen);
    }
}
