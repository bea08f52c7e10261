// The measuring tool as a page holds it: every gesture is a promise, for the engine is in a worker.

/** Measures over a session that was made with `{ view: true, measuring: true }`; its `measuring`. */
export class SessionMeasuring {
    /** Told the tool's state after every frame and gesture. */
    onchange = null;
    /** The last state: mode, advice, adviceText, tool, confidence, snap, pointCount, measurementCount, live, last, scale, scaleSigma, isRoughOffered. */
    state = null;
    #ask;
    #configure;

    constructor(ask, configure) {
        this.#ask = (gesture, ...values) => ask("measuring", gesture, ...values);
        this.#configure = configure;
    }

    /** Sets a point at the aim; false where nothing is known there, and at the first tap where it is not known well: a second takes a rough point. */
    place() { return this.#ask("place"); }

    /** Sets a point where the view shows it, (0, 0) top left, (1, 1) bottom right; false where nothing is known there. */
    placeAt(x, y) { return this.#ask("placeAt", x, y); }

    /** Ends the measurement being made; `isClosed` joins its last point to the first. */
    finish(isClosed = false) { return this.#ask("finish", isClosed); }

    /** Takes the last point or measurement back; false where there is nothing. */
    undo() { return this.#ask("undo"); }

    /** Chooses what is measured: "distance", "chain", "area", "height", "angle", "volume"; one being made is dropped. */
    choose(tool) {
        this.#configure({ tool });
        return this.state ? this.#ask("choose", tool) : Promise.resolve();
    }

    /** "metric" or "imperial". */
    setUnit(unit) {
        this.#configure({ unit });
        return this.state ? this.#ask("setUnit", unit) : Promise.resolve();
    }

    /** Whether the aim is drawn to corners and straight edges that the picture shows near it; it is at first. */
    setSnapping(isWanted) {
        this.#configure({ snaps: isWanted });
        return this.state ? this.#ask("setSnapping", isWanted) : Promise.resolve();
    }

    delete(number) { return this.#ask("delete", number); }

    rename(number, name) { return this.#ask("rename", number, name); }

    /** Pins the scale by a measurement whose length in metres is known; false where that cannot be. */
    pin(number, metres) { return this.#ask("pin", number, metres); }

    unpin() { return this.#ask("unpin"); }

    /** What was measured: number, name, kind, value and sigma in SI units, unit, text, points. */
    list() { return this.#ask("list"); }

    /** A file's bytes: "csv", "json", "gltf" (binary) or "report" (SVG). */
    file(kind) { return this.#ask("file", kind); }

    /** The session tells a new state. */
    take(state) {
        if (!state) return;
        this.state = state;
        this.onchange?.(state);
    }
}
