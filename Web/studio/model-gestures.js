// Gestures on the view: one pointer drags the model under it, two turn and scale it, the wheel scales it, or turns it with Shift.

/** The motion below which a pointer is a tap, CSS pixels. */
const tapReach = 8;

export class Gestures {
    #stage;
    #placing;
    #hooks;
    #pointers = new Map();
    /** Whether the first pointer has moved beyond a tap. */
    #hasMoved = false;
    /** A promise of whether it has grabbed a model. */
    #grabbed = Promise.resolve(false);
    /** Distance and angle of two pointers at their last event. */
    #pair = null;

    /**
     * `hooks.ontap(place)` is called for a tap; `hooks.isOn(event)` returns whether a gesture may begin, always without
     * it.
     */
    constructor(stage, placing, hooks) {
        this.#stage = stage;
        this.#placing = placing;
        this.#hooks = hooks;
        const { view } = stage;
        view.addEventListener("pointerdown", (event) => this.#down(event));
        view.addEventListener("pointermove", (event) => this.#move(event));
        for (const kind of ["pointerup", "pointercancel"]) view.addEventListener(kind, (event) => this.#up(event));
        view.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        view.addEventListener("contextmenu", (event) => this.#isOn(event) && event.preventDefault());
    }

    /** Resets the state for a new run. */
    reset() {
        this.#pointers.clear();
        this.#pair = null;
        this.#grabbed = Promise.resolve(false);
    }

    #isOn(event) {
        return this.#hooks.isOn?.(event) ?? true;
    }

    #down(event) {
        if (!this.#isOn(event) || event.button > 0 || !this.#placing.state || this.#pointers.size === 2) return;
        this.#stage.view.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, event);
        if (this.#pointers.size === 1) {
            this.#hasMoved = false;
            this.#grabbed = this.#placing.grab(...this.#stage.placeOf(event));
        } else {
            this.#hasMoved = true;
            this.#placing.release();
            this.#pair = this.#measure();
        }
    }

    async #move(event) {
        const before = this.#pointers.get(event.pointerId);
        if (!before) return;
        const isSingle = this.#pointers.size === 1;
        if (isSingle && !this.#hasMoved && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < tapReach) return;
        this.#hasMoved = true;
        this.#pointers.set(event.pointerId, event);
        if (!isSingle) return this.#turnAndScale();
        const place = this.#stage.placeOf(event);
        if (await this.#grabbed) this.#placing.drag(...place);
    }

    async #up(event) {
        if (!this.#pointers.delete(event.pointerId)) return;
        this.#pair = null;
        if (this.#pointers.size > 0) {
            // The remaining finger moves nothing until it is lifted.
            this.#grabbed = Promise.resolve(false);
            return;
        }
        const isGrabbed = await this.#grabbed;
        if (isGrabbed) this.#placing.release();
        else if (!this.#hasMoved && event.type === "pointerup") this.#hooks.ontap(this.#stage.placeOf(event));
    }

    #measure() {
        const [a, b] = [...this.#pointers.values()];
        const [x, y] = [b.clientX - a.clientX, b.clientY - a.clientY];
        return { distance: Math.max(1, Math.hypot(x, y)), angle: Math.atan2(y, x) };
    }

    #turnAndScale() {
        const now = this.#measure();
        const { distance, angle } = this.#pair;
        this.#pair = now;
        this.#placing.scaleBy(now.distance / distance);
        // The screen's y points down, so a twist to the right is clockwise from above.
        const twist = now.angle - angle;
        this.#placing.turn(-Math.atan2(Math.sin(twist), Math.cos(twist)));
    }

    #wheel(event) {
        if (!this.#isOn(event) || !this.#placing.state?.modelCount || event.ctrlKey) return;
        event.preventDefault();
        // With Shift some browsers scroll sideways.
        const step = (event.deltaY || event.deltaX) * (event.deltaMode === 1 ? 20 : 1);
        if (event.shiftKey) this.#placing.turn(step / 300);
        else this.#placing.scaleBy(Math.exp(-step / 1000));
    }
}
