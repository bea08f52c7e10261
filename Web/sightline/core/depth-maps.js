// A session's depth maps on the page's side: starts the worker that makes them, and keeps the last one.

/** Starts and stops the maps of one session. */
export class DepthMaps {
    #worker = null;
    #starting = null;
    /** The most maps per second that each user of the maps wants. */
    #wishes = new Map();
    #last = null;
    #send;

    /** `send(message, transfer)` sends a message to the engine's worker. */
    constructor(send) {
        this.#send = send;
    }

    /**
     * Makes `mapsPerSecond` maps per second of the recording or camera at most; a later call changes the number. Maps are
     * made until every `user` that started them has stopped them, as many as the most demanding one wants.
     */
    async start({ mapsPerSecond = 5 } = {}, user = "page") {
        if (!(mapsPerSecond > 0 && mapsPerSecond <= 60)) throw new TypeError("mapsPerSecond must be above 0 and at most 60.");
        this.#wishes.set(user, mapsPerSecond);
        if (this.#worker) return this.#sendRate(null);
        try {
            await this.#open();
        } catch (error) {
            this.#wishes.delete(user);
            throw error;
        }
    }

    async #open() {
        const starting = this.#starting = {};
        const { startDepthWorker } = await import("./depth-start.js");
        const { worker, port } = await startDepthWorker();
        // Stopped, or started again, meanwhile.
        if (this.#starting !== starting) return worker.terminate();
        this.#worker = worker;
        this.#sendRate(port);
    }

    #sendRate(port) {
        this.#send({ kind: "depth", port, mapsPerSecond: Math.max(...this.#wishes.values()) }, port ? [port] : []);
    }

    /** Makes no maps for a user any more. */
    stop(user = "page") {
        this.#wishes.delete(user);
        if (this.#wishes.size > 0) return this.#worker ? this.#sendRate(null) : undefined;
        this.#starting = null;
        if (!this.#worker) return;
        this.#worker.terminate();
        this.#worker = null;
        this.#send({ kind: "depthEnd" });
    }

    /** The run has ended: its maps are of another world. */
    reset() {
        this.#last = null;
    }

    /** Keeps a map of the engine's worker. */
    take(map) {
        this.#last = map;
    }

    /** The map of a frame, with the pose that the frame knows of it; null without one. */
    of({ depth }) {
        const isLast = depth !== null && this.#last?.timestampNanoseconds === depth.timestampNanoseconds;
        return isLast ? { ...this.#last, worldFromCamera: depth.worldFromCamera } : null;
    }
}
