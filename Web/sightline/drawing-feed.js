// Follows a drawing as glTF, for pages that draw it with a renderer of their own, such as three.js.

/** The usual number of looks per second at what has changed. */
const usualRate = 10;

/**
 * Follows the drawing of a session with `{ drawing: true }`, stroke by stroke, with other people's too:
 * `onchange({ changed, removed })` receives the strokes that are new or have changed since the last call, each with its
 * name and its binary glTF in the world's axes and metres, and the names of those that are gone.
 */
export class DrawingFeed {
    /** @type {((change: { changed: { name: string, bytes: Uint8Array }[], removed: string[] }) => void) | null} */
    onchange = null;
    #drawing;
    #known = new Map();
    #timer;
    #isLooking = false;

    /**
     * @param {{ drawing: import("./generated/verbs.js").DrawingVerbs }} session
     * @param {{ changesPerSecond?: number }} options
     */
    constructor({ drawing }, { changesPerSecond = usualRate } = {}) {
        this.#drawing = drawing;
        this.#timer = setInterval(() => this.#look(), 1000 / changesPerSecond);
    }

    /** Follows no more. */
    stop() {
        clearInterval(this.#timer);
    }

    async #look() {
        if (this.#isLooking) return;
        this.#isLooking = true;
        try {
            await this.#compare();
        } catch {
            // The session has just ended; what changes is told when the next one runs.
        } finally {
            this.#isLooking = false;
        }
    }

    async #compare() {
        const strokes = await this.#drawing.strokes();
        const present = new Map(strokes.map(({ author, identifier, pointCount, revision, ...stroke }) => [`${author}/${identifier}`, { author, identifier, state: `${pointCount} ${revision} ${JSON.stringify(stroke)}` }]));
        const removed = [...this.#known.keys()].filter((name) => !present.has(name));
        const changed = [];
        for (const [name, { author, identifier, state }] of present) {
            if (this.#known.get(name) === state) continue;
            const bytes = await this.#drawing.strokeFile(author, identifier);
            this.#known.set(name, state);
            if (bytes.length > 0) changed.push({ name, bytes });
        }
        for (const name of removed) this.#known.delete(name);
        if (changed.length + removed.length > 0) this.onchange?.({ changed, removed });
    }
}
