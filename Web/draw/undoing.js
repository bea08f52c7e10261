// Undo and redo of strokes: whether there is one to redo.

export class Undoing {
    #drawing;
    #undone = 0;

    constructor(drawing) {
        this.#drawing = drawing;
    }

    get canRedo() {
        return this.#undone > 0;
    }

    /** A new session has nothing to redo. */
    reset() {
        this.#undone = 0;
    }

    /** New ink clears the strokes to redo. */
    take({ isPressed }) {
        if (isPressed) this.#undone = 0;
    }

    async undo() {
        if (await this.#drawing.undo()) this.#undone += 1;
    }

    async redo() {
        this.#undone = (await this.#drawing.redo()) ? this.#undone - 1 : 0;
    }

    async clear() {
        await this.#drawing.clear();
        this.#undone = 0;
    }
}
