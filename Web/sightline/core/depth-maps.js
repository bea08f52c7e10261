// A session's depth maps on the page's side: starts the worker that makes them, and keeps the last one and the surfaces.

/** Starts and stops the maps of one session. */
export class DepthMaps {
    #worker = null;
    #starting = null;
    #last = null;
    /** The mesh anchors, once they were wanted. */
    #mesh = null;
    #send;

    /** `send(message, transfer)` sends a message to the engine's worker. */
    constructor(send) {
        this.#send = send;
    }

    /**
     * Makes `mapsPerSecond` maps per second of the recording or camera at most, and surfaces of them if `mesh`; a later
     * call changes both.
     */
    async start({ mapsPerSecond = 5, mesh: hasMesh = false } = {}) {
        if (!(mapsPerSecond > 0 && mapsPerSecond <= 60)) throw new TypeError("mapsPerSecond must be above 0 and at most 60.");
        const starting = this.#starting = {};
        if (hasMesh) this.#mesh ??= new (await import("./mesh-anchors.js")).MeshAnchors();
        if (this.#starting !== starting) return;
        if (this.#worker) return this.#send({ kind: "depth", port: null, mapsPerSecond, hasMesh });
        const { startDepthWorker } = await import("./depth-start.js");
        const { worker, port } = await startDepthWorker();
        // Stopped, or started again, meanwhile.
        if (this.#starting !== starting) return worker.terminate();
        this.#worker = worker;
        // Another worker knows nothing of earlier surfaces.
        this.#mesh?.reset();
        this.#send({ kind: "depth", port, mapsPerSecond, hasMesh }, [port]);
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
        this.#mesh?.reset();
    }

    /** Keeps a map of the engine's worker. */
    take(map) {
        this.#last = map;
    }

    /** Keeps what a map changed in the surfaces; returns the identifiers `{ added, updated, removed }`. */
    takeMesh(update) {
        return this.#mesh.take(update);
    }

    /** The mesh anchors of a frame that still has the engine's record of its map. */
    meshAnchorsOf(frame) {
        return this.#mesh?.of(frame) ?? [];
    }

    /** The map of a frame, with the pose that the frame knows of it; null without one. */
    of({ depth }) {
        const isLast = depth !== null && this.#last?.timestampNanoseconds === depth.timestampNanoseconds;
        return isLast ? { ...this.#last, worldFromCamera: depth.worldFromCamera } : null;
    }
}
