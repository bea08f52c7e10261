// Corrects a floor plan by hand: the pointer or the arrow keys move a wall or an opening of its drawing, or draw a wall.

import { directions, movables, planDrawing, PlanLayout } from "./plan-drawing.js";
import { WallPen } from "./wall-pen.js";

/** The drawing's size and margin, and the height of its letters, units. */
const sizes = { width: 400, height: 400, margin: 32 };
const letter = 13;
/** The same with several rooms, whose texts stand closer. */
const smallLetter = 10.5;
/** From so many pixels on a touch is a drag. */
const slack = 4;
/** What a press of an arrow key moves, and with the shift key, metres. */
const [step, largeStep] = [0.01, 0.1];
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * What a motion in the drawing (x, y) moves something by, units: a wall outwards, an opening towards its side's end; null if the
 * motion is across that.
 */
export function motionOf({ kind, shape }, layout, [dx, dy]) {
    if (kind === "partition") return null;
    const { along, outward } = directions(layout.place(shape.start), layout.place(shape.end));
    const axis = kind === "moveWall" ? outward : along;
    const way = axis[0] * dx + axis[1] * dy;
    return Math.abs(way) < 0.3 * Math.hypot(dx, dy) ? null : way;
}

/** The drawing of one plan, and what moves in it. */
export class PlanEditing {
    #place;
    #correct;
    #report;
    #plan = null;
    #layout = null;
    #selected = null;
    /** What is moved: `{ movable, metres, applied }`, the metres wanted and those of the correction (null before it), and while a pointer drags it `{ pointer, from, at, base, layout }`: where it began to, where it is, and the metres there. */
    #gesture = null;
    /** The newest motion that was not sent yet: `{ gesture, metres }`. */
    #next = null;
    #isSending = false;
    #pen;

    /**
     * Draws into an element. `correct(correction)` returns the corrected plan, or null if it cannot be; `report` has
     * `changed(plan)`, `chosen(movable)`, `refused()` and `drawing(isDrawing)`.
     */
    constructor(place, correct, report) {
        [this.#place, this.#correct, this.#report] = [place, correct, report];
        place.addEventListener("pointerdown", (event) => this.#press(event));
        place.addEventListener("pointermove", (event) => this.#drag(event));
        for (const end of ["pointerup", "pointercancel"]) place.addEventListener(end, (event) => this.#release(event));
        place.addEventListener("keydown", (event) => this.#key(event));
        this.#pen = new WallPen(place, (ends) => this.#draw(ends), () => this.draw(false));
        place.addEventListener("focusin", ({ target }) => this.choose(target.closest("[data-key]")?.dataset.key ?? null));
    }

    /** Shows a plan; null shows none. */
    show(plan) {
        this.#plan = plan;
        const isRescaled = plan && this.#isDragging && !this.#layout.holds(plan);
        if (!this.#isDragging || isRescaled) this.#layout = plan && new PlanLayout(plan, { ...sizes, turnedAs: this.#layout });
        if (isRescaled) this.#continue();
        if (plan && !movables(plan).some(({ key }) => key === this.#selected)) this.#selected = null;
        const hasFocus = this.#place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
        this.#place.replaceChildren(...(plan ? [planDrawing(plan, this.#layout, { letter: plan.rooms.length > 1 ? smallLetter : letter, isEditable: true, selected: this.#selected })] : []));
        this.#pen.show(this.#layout);
        if (hasFocus) this.#place.querySelector(`[data-key="${hasFocus}"]`)?.focus({ preventScroll: true });
    }

    /** Whether the pointer draws a wall from now on, once. */
    draw(isDrawing) {
        this.rest();
        this.#pen.isActive = isDrawing;
        this.#place.classList.toggle("is-drawing", isDrawing);
        this.#report.drawing(isDrawing);
    }

    get isDrawing() {
        return this.#pen.isActive;
    }

    async #draw([from, to]) {
        this.draw(false);
        const plan = await this.#correct({ kind: "addWall", from, to });
        if (plan) this.#report.changed(plan);
        else this.#report.refused();
    }

    /** The drag goes on in the drawing's new scale from where the pointer is. */
    #continue() {
        const gesture = this.#gesture;
        Object.assign(gesture, { from: gesture.at, base: gesture.metres, layout: this.#layout });
    }

    /** Forgets what was moved: the next motion is a correction of its own. */
    rest() {
        this.#gesture = this.#next = null;
    }

    /** Chooses what the arrow keys move, by its key; null for nothing. */
    choose(key) {
        if (key === this.#selected) return;
        this.#selected = key;
        if (this.#gesture?.movable.key !== key) this.rest();
        for (const handle of this.#place.querySelectorAll("[data-key]")) handle.setAttribute("aria-pressed", handle.dataset.key === key);
        this.#report.chosen(this.chosen);
    }

    /** What is chosen; null for nothing. */
    get chosen() {
        return this.#plan && (movables(this.#plan).find(({ key }) => key === this.#selected) ?? null);
    }

    /** Whether a pointer drags something; its number may be 0. */
    get #isDragging() {
        return (this.#gesture?.pointer ?? null) !== null;
    }

    #press(event) {
        const key = event.target.closest("[data-key]")?.dataset.key;
        if (!key || event.button !== 0 || this.#isDragging || this.isDrawing) return;
        this.choose(key);
        const at = [event.clientX, event.clientY];
        this.#gesture = { movable: this.chosen, metres: 0, base: 0, applied: null, pointer: event.pointerId, from: at, at, layout: this.#layout };
        this.#place.setPointerCapture(event.pointerId);
    }

    #drag(event) {
        const gesture = this.#gesture;
        if (!this.#isDragging || gesture.pointer !== event.pointerId) return;
        gesture.at = [event.clientX, event.clientY];
        const motion = [event.clientX - gesture.from[0], event.clientY - gesture.from[1]];
        if (gesture.applied === null && Math.hypot(...motion) < slack) return;
        const pixels = this.#place.firstElementChild.getBoundingClientRect().width / gesture.layout.size[0];
        const way = motionOf(gesture.movable, gesture.layout, motion);
        if (way !== null) this.#move(gesture, gesture.base + way / pixels / gesture.layout.scale);
    }

    #release(event) {
        if (!this.#isDragging || this.#gesture.pointer !== event.pointerId) return;
        // What is still under way keeps its gesture; the next motion is a correction of its own.
        this.#gesture = null;
        this.show(this.#plan);
        this.#place.querySelector(`[data-key="${this.#selected}"]`)?.focus({ preventScroll: true });
    }

    #key(event) {
        const direction = arrows[event.key];
        if (!direction || !this.chosen || event.altKey || event.ctrlKey || event.metaKey || this.#isDragging || this.isDrawing) return;
        event.preventDefault();
        this.#gesture ??= { movable: this.chosen, metres: 0, applied: null, pointer: null };
        const way = motionOf(this.#gesture.movable, this.#layout, direction);
        if (way !== null) this.#move(this.#gesture, this.#gesture.metres + Math.sign(way) * (event.shiftKey ? largeStep : step));
    }

    /** Sends the newest motion as soon as the one before it was answered. */
    async #move(gesture, metres) {
        gesture.metres = Math.round(metres * 1000) / 1000;
        this.#next = { gesture, metres: gesture.metres };
        if (this.#isSending) return;
        this.#isSending = true;
        try {
            while (this.#next) {
                const { gesture: current, metres: wanted } = this.#next;
                this.#next = null;
                const { kind, number } = current.movable;
                const plan = await this.#correct({ kind, number, metres: wanted, replacesLast: current.applied !== null });
                if (plan) {
                    current.applied = wanted;
                    this.#report.changed(plan);
                } else {
                    current.metres = current.applied ?? 0;
                    this.#report.refused();
                }
            }
        } finally {
            this.#isSending = false;
        }
    }
}
