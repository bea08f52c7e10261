// The aim: the image's middle; the arrow keys move it, Home resets it, and in a recording, whose camera nobody can
// turn, a pointer moves it too.

const step = 0.02;
const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Aiming {
    #view;
    #session;
    #isFree;
    #place = null;

    /** `isFree()` returns whether a pointer may move the aim; `place()` sets a point. */
    constructor(view, session, { isFree, place }) {
        this.#view = view;
        this.#session = session;
        this.#isFree = isFree;
        view.addEventListener("pointermove", (event) => this.#follow(event));
        view.addEventListener("pointerdown", (event) => this.#follow(event));
        view.addEventListener("click", (event) => this.#isFree() && event.pointerType === "mouse" && place());
        view.addEventListener("keydown", (event) => this.#nudge(event));
    }

    /** Where the aim is in the view, (0, 0) top left. */
    get place() {
        return this.#place ?? [0.5, 0.5];
    }

    /** Back to the middle. */
    reset() {
        this.#place = null;
    }

    #follow({ offsetX, offsetY }) {
        if (!this.#isFree()) return;
        const { clientWidth, clientHeight } = this.#view;
        this.#aim([offsetX / clientWidth, offsetY / clientHeight]);
    }

    #nudge(event) {
        const direction = directions[event.key];
        if (event.key === "Home") this.#home();
        if (!direction) return;
        event.preventDefault();
        const from = this.#place ?? [0.5, 0.5];
        this.#aim(from.map((value, axis) => Math.min(1, Math.max(0, value + step * direction[axis]))));
    }

    #home() {
        this.#place = null;
        this.#session.aimAt();
    }

    #aim(place) {
        this.#place = place;
        this.#session.aimAt(...place);
    }
}
