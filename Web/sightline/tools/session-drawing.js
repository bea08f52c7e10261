// The pen as a page holds it: every gesture is a promise, for the engine is in a worker.

/** Draws over a session that was made with `{ view: true, drawing: true }`; its `drawing`. */
export class SessionDrawing {
    /** Told the pen's state after every frame and gesture. */
    onchange = null;
    /** The last state: mode, isPressed, isFollowing, followsFinger, confidence, surface, distance, tip, strokeCount, waitingCount, hasBoard, pulledHeight. */
    state = null;
    #ask;

    constructor(ask) {
        this.#ask = (gesture, ...values) => ask("drawing", gesture, ...values);
    }

    /** Follows what the view shows at a place, (0, 0) top left, (1, 1) bottom right: "finger", "thing", or null where that cannot be. */
    followAt(x, y) { return this.#ask("followAt", x, y); }

    /** Lets what is followed go. */
    letGo() { return this.#ask("gesture", "letGo"); }

    /** Puts the tip down where it is, or where the view shows it. */
    press(x, y) { return this.#ask("press", x, y); }

    release() { return this.#ask("gesture", "release"); }

    /** Takes one's last stroke back; false where there is none. */
    undo() { return this.#ask("gesture", "undo"); }

    redo() { return this.#ask("gesture", "redo"); }

    clear() { return this.#ask("gesture", "clear"); }

    /** Lays the board, and what waits for it, where the tip is; false where it is on no surface. */
    placeBoard() { return this.#ask("gesture", "placeBoard"); }

    /** What the tip does: "ink", "erase" or "pull". */
    choose(mode) { return this.#ask("choose", mode); }

    /** "plain", "wood", "metal" or "glazed". */
    setFinish(finish, isForAll = false) { return this.#ask("setFinish", finish, isForAll); }

    /** Colour (0xRRGGBB) and thickness in metres of the next stroke. */
    setPen(color, thickness) { return this.#ask("setPen", color, thickness); }

    /** A file's bytes: "gltf" (binary), "stl" or "drawing". */
    file(kind) { return this.#ask("file", kind); }

    load(bytes) { return this.#ask("load", bytes); }

    strokes() { return this.#ask("strokes"); }

    share(identifier, from, count) { return this.#ask("share", identifier, from, count); }

    take(author, bytes) { return this.#ask("take", author, bytes); }

    remove(author, identifier) { return this.#ask("remove", author, identifier); }

    /** The session tells a new state. */
    told(state) {
        if (!state) return;
        this.state = state;
        this.onchange?.(state);
    }
}
