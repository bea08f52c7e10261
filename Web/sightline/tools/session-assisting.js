// What people in a call draw, as a page holds it: every gesture is a promise, for the engine is in a worker.

/** The annotations of a session that was made with `{ view: true, assisting: true }`; its `assisting`. A `frame` is a stamp in nanoseconds. */
export class SessionAssisting {
    #ask;

    constructor(ask) {
        this.#ask = (gesture, ...values) => ask("assisting", gesture, ...values);
    }

    /** `{ author, number, kind, tool, color, thickness, text, frame }`, `tool` what a length measures: "done" or why not. */
    begin(annotation) { return this.#ask("begin", annotation); }

    /** `{ author, number, places, frame }`: "done" or why not. */
    append(places) { return this.#ask("append", places); }

    /** `{ author, number }`: "done" or why not. */
    end(name) { return this.#ask("end", name); }

    /** `{ author }`: whether there was one. */
    undo(whose) { return this.#ask("undo", whose); }

    /** `{ author, number }`: whether there was one. */
    remove(name) { return this.#ask("remove", name); }

    /** `{ author }`, or everyone's. */
    clear(whose) { return this.#ask("clear", whose); }

    /** `{ place, radius, frame }`. */
    erase(spot) { return this.#ask("erase", spot); }

    /** `{ frame, isFrozen }`: whether the frame is known. */
    freeze(still) { return this.#ask("freeze", still); }

    /** All annotations with their points in the world. */
    list() { return this.#ask("list"); }
}
