// The billboard as a page holds it: every gesture is a promise, for the engine is in a worker.

/** A billboard over a session that was made with `{ view: true, billboard: true }`; its `billboard`. */
export class SessionBillboard {
    /** Told the state after every frame and gesture, null without a rectangle. */
    onchange = null;
    /** Where it is and what it shows: width, height (m), sightCount, reference, item, pixels, corners; null without a rectangle. */
    state = null;
    #ask;
    #send;

    constructor(ask, send) {
        this.#ask = (gesture, ...values) => ask("billboard", gesture, ...values);
        this.#send = send;
    }

    /**
     * A tap where the view shows something, (0, 0) top left, (1, 1) bottom right, or a search for the best rectangle in view without a place:
     * "nothing", "found", "depthUnknown" (move a little, then tap again), "content" (what is shown was tapped), "notReady".
     */
    tap(x, y) { return this.#ask("tap", x, y); }

    /** Replaces what is shown, one item after the other; see BillboardProgram. */
    setProgram(items) { return this.#ask("setProgram", items); }

    /** Shows a source's picture, an ImageBitmap, which is given away. */
    show(source, bitmap) { this.#send({ kind: "content", source, bitmap }, [bitmap]); }

    /** `showsCorners`, `survivesInterruption`. */
    setOptions(options) { return this.#ask("setOptions", options); }

    /** Learns a poster from a picture of it alone (gray, one byte a pixel) by a number; false where it has too few features. */
    learn(number, gray, width, height) { return this.#ask("learn", number, gray, width, height); }

    /** Forgets the posters. */
    forget() { return this.#ask("forget"); }

    remove() { return this.#ask("remove"); }

    /** The session tells a new state. */
    told(state) {
        this.state = state;
        this.onchange?.(state);
    }
}
