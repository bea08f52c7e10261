// The pointers on an image: one draws; two fingers, or a wheel, move and scale the image.

/** How long a finger waits for a second one, ms, unless it moves by so many CSS pixels. */
const patience = 120;
const slack = 8;
/** The maximum of a wheel's step, CSS pixels, when it scales. */
const mostStep = 25;
const pixelsOfLine = 16;

export class PointerInput {
    #surface;
    #hand;
    #framing;
    #isOn;
    /** The state of each pressed pointer: "waits", "draws", or "nothing" after a pinch. */
    #pointers = new Map();
    #pinch = null;
    #ending = new AbortController();

    /**
     * `hand` is a `Pen`: `press(event, frame)` returns whether it accepts the pointer, then `move(event, frame)` and
     * `lift(event)` or `cancel(event)` follow; `frame` is its `frame` when the event came. Without a `framing` fingers
     * only draw. `isOn(event)` returns whether an event belongs to the image.
     */
    constructor(surface, hand, { isOn = () => true, framing = null } = {}) {
        this.#surface = surface;
        this.#hand = hand;
        this.#framing = framing;
        this.#isOn = isOn;
        const listen = (name, take, options = {}) => surface.addEventListener(name, take, { ...options, signal: this.#ending.signal });
        listen("pointerdown", (event) => event.button === 0 && isOn(event) && this.#down(event));
        listen("pointermove", (event) => this.#move(event));
        listen("pointerup", (event) => this.#up(event));
        listen("pointercancel", (event) => this.#up(event));
        listen("contextmenu", (event) => isOn(event) && event.preventDefault());
        if (framing) listen("wheel", (event) => this.#turn(event), { passive: false });
    }

    /** Removes the listeners from the surface. */
    close() {
        for (const { timer } of this.#pointers.values()) clearTimeout(timer);
        this.#ending.abort();
    }

    #down(event) {
        const isFinger = event.pointerType === "touch" && this.#framing !== null;
        if (!isFinger) {
            if (this.#hand.press(event, this.#hand.frame)) this.#hold(event, { state: "draws" });
            return;
        }
        const pointer = { state: "waits", first: event, last: event, frame: this.#hand.frame, moves: [], timer: null };
        this.#hold(event, pointer);
        if (this.#fingers.length >= 2) return this.#beginPinch();
        if (!this.#hand.isTap) pointer.timer = setTimeout(() => this.#draw(pointer), patience);
    }

    #hold(event, pointer) {
        event.preventDefault();
        this.#surface.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, pointer);
    }

    get #fingers() {
        return [...this.#pointers.values()].filter(({ first }) => first);
    }

    /** A finger that waited draws its movements so far, and continues to draw. */
    #draw(pointer) {
        clearTimeout(pointer.timer);
        pointer.state = this.#hand.press(pointer.first, pointer.frame) ? "draws" : "nothing";
        if (pointer.state === "draws") for (const { event, frame } of pointer.moves) this.#hand.move(event, frame);
    }

    #move(event) {
        const pointer = this.#pointers.get(event.pointerId);
        if (!pointer) return;
        pointer.last = event;
        if (this.#pinch) return this.#followPinch();
        if (pointer.state === "draws") return this.#hand.move(event, this.#hand.frame);
        if (pointer.state !== "waits") return;
        pointer.moves.push({ event, frame: this.#hand.frame });
        const { first } = pointer;
        const isFar = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) > slack;
        if (isFar && !this.#hand.isTap) this.#draw(pointer);
    }

    #up(event) {
        const pointer = this.#pointers.get(event.pointerId);
        if (!pointer) return;
        this.#pointers.delete(event.pointerId);
        clearTimeout(pointer.timer);
        if (this.#fingers.length < 2) this.#pinch = null;
        if (pointer.state === "waits" && event.type === "pointerup") this.#draw(pointer);
        if (pointer.state === "draws") this.#hand.lift(event);
    }

    /** A second finger: cancels the stroke of the first one. */
    #beginPinch() {
        for (const pointer of this.#fingers) {
            clearTimeout(pointer.timer);
            if (pointer.state === "draws") this.#hand.cancel(pointer.first);
            pointer.state = "nothing";
        }
        this.#pinch = { grip: this.#framing.box, ...spanOf(this.#fingers) };
    }

    #followPinch() {
        const { middle, length } = spanOf(this.#fingers);
        this.#framing.drag(this.#pinch.grip, this.#pinch.middle, middle, length / this.#pinch.length);
    }

    /** A wheel moves an image that is not whole; with Ctrl, as for a pinch on a touchpad, it scales. */
    #turn(event) {
        const isScaling = event.ctrlKey || event.metaKey;
        if (!this.#isOn(event) || (!isScaling && this.#framing.isWhole)) return;
        event.preventDefault();
        const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsOfLine : 1;
        const [x, y] = [unit * event.deltaX, unit * event.deltaY];
        const to = isScaling ? event : { clientX: event.clientX - x, clientY: event.clientY - y };
        const factor = isScaling ? Math.exp(-0.01 * Math.min(mostStep, Math.max(-mostStep, y))) : 1;
        this.#framing.drag(this.#framing.box, event, to, factor);
    }
}

/** The middle of the first two fingers and their distance. */
function spanOf([{ last: a }, { last: b }]) {
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    return { middle, length: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)) };
}
