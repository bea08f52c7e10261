// The pen on the image: a dragged pointer draws, and each further finger a stroke of its own; a tap while a finger is
// being chosen selects it, arrow keys move the pen in a recording.

const step = 0.02;
const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Pointing {
    #stage;
    #session;
    #place = null;
    #pointer = null;
    /** Further fingers that draw. */
    #fingers = new Set();
    #wants;

    /**
     * `wants` has `picks()`, whether the next tap selects a finger, `pick(place)`, and `leads()`, whether a pointer may
     * draw.
     */
    constructor(stage, session, wants) {
        Object.assign(this, { onpress: null });
        this.#stage = stage;
        this.#session = session;
        this.#wants = wants;
        const { view } = stage;
        view.addEventListener("pointerdown", (event) => this.#down(event));
        view.addEventListener("pointermove", (event) => this.#move(event));
        for (const kind of ["pointerup", "pointercancel"]) view.addEventListener(kind, (event) => this.#up(event));
        view.addEventListener("keydown", (event) => this.#nudge(event));
    }

    /** Back to the middle. */
    reset() {
        this.#place = null;
        this.#pointer = null;
        this.#fingers.clear();
        this.#session.aimAt();
    }

    #down(event) {
        if (event.button > 0) return;
        if (this.#pointer !== null) return this.#touch(event);
        const place = this.#stage.placeOf(event);
        if (this.#wants.picks()) return this.#wants.pick(place);
        if (!this.#wants.leads()) return;
        this.#pointer = event.pointerId;
        this.#stage.view.setPointerCapture(event.pointerId);
        this.#session.drawing.press(...place);
    }

    /** A finger beside the first draws with it; pulling and rubbing out are the first one's alone. */
    #touch(event) {
        if (event.pointerType !== "touch" || !this.#wants.leads()) return;
        this.#fingers.add(event.pointerId);
        this.#stage.view.setPointerCapture(event.pointerId);
        this.#session.drawing.touch(event.pointerId, ...this.#stage.placeOf(event));
    }

    #move(event) {
        if (this.#fingers.has(event.pointerId)) return this.#session.drawing.touch(event.pointerId, ...this.#stage.placeOf(event));
        if (!this.#wants.leads() || this.#wants.picks()) return;
        if (event.pointerId !== this.#pointer && !(this.#stage.isRecording && event.pointerType === "mouse")) return;
        this.#aim(this.#stage.placeOf(event));
    }

    #up(event) {
        if (this.#fingers.delete(event.pointerId)) return this.#session.drawing.touch(event.pointerId);
        if (event.pointerId !== this.#pointer) return;
        this.#pointer = null;
        this.#session.drawing.release();
        // A finger that left the screen no longer moves the pen; a mouse still hovers.
        if (!this.#stage.isRecording) this.#session.aimAt();
    }

    #nudge(event) {
        const direction = directions[event.key];
        if (!direction || !this.#stage.isRecording) return;
        event.preventDefault();
        const from = this.#place ?? [0.5, 0.5];
        this.#aim(from.map((value, axis) => Math.min(1, Math.max(0, value + step * direction[axis]))));
    }

    #aim(place) {
        this.#place = place;
        this.#session.aimAt(...place);
    }
}
