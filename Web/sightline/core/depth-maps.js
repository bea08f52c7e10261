// A session's depth maps on the page's side: starts the worker that makes them, and keeps the last one.

/** Starts and stops the maps of one session. */
export class DepthMaps {
    #worker = null;
    #starting = null;
    #last = null;
    #send;

    /** `send(message, transfer)` sends a message to the engine's worker. */
    constructor(send) {
        this.#send = send;
    }

    /** Makes `mapsPerSecond` maps per second of the recording or camera at most; a later call changes the number. */
    async start({ mapsPerSecond = 5 } = {}) {
        if (!(mapsPerSecond > 0 && mapsPerSecond <= 60)) throw new TypeError("mapsPerSecond must be above 0 and at most 60.");
        if (this.#worker) return this.#send({ kind: "depth", port: null, mapsPerSecond });
        const starting = this.#starting = {};
        const { startDepthWorker } = await import("./depth-start.js");
        const { worker, port } = await startDepthWorker();
        // Stopped, or started again, meanwhile.
        if (this.#starting !== starting) return worker.terminate();
        this.#worker = worker;
        this.#send({ kind: "depth", port, mapsPerSecond }, [port]);
    }

    /** Makes no maps any more. */
    stop() {
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
