// A session's depth maps on the page's side: starts the worker that makes them, and keeps the last one and the surfaces.

import { meshFileFormats, planCorrectionKinds, planFileFormats } from "../generated/records.js";

/** The memory of the surfaces, MiB: `MeshTracker.Tuning.blockCapacity`. */
const usualMegabytes = 24;

/** Starts and stops the maps of one session. */
export class DepthMaps {
    #worker = null;
    #starting = null;
    /** Whether the worker can make files and floor plans. */
    #hasFiles = false;
    /** What each user of the maps wants: `{ mapsPerSecond, hasMesh, meshMegabytes, hasFiles, isForOcclusion }`. */
    #wishes = new Map();
    #last = null;
    /** Those who wait for an answer of the worker, by number. */
    #waiting = new Map();
    #asked = 0;
    /** The mesh anchors, once they were wanted, and what meets them with a ray. */
    #mesh = null;
    #meshHits = null;
    #send;

    /** `send(message, transfer)` sends a message to the engine's worker. */
    constructor(send) {
        this.#send = send;
    }

    /**
     * Makes `mapsPerSecond` maps per second of the recording or camera at most, and surfaces of them if `mesh`, which take
     * `meshMegabytes` of memory at most, and can be saved and read as a floor plan if `files`; a later call changes all, and the first one with files begins the surfaces anew. Maps are made until every `user` that started them has stopped them, as many as the most
     * demanding one wants. The user "occlusion" gets what a view hides things behind.
     */
    async start({ mapsPerSecond = 5, mesh: hasMesh = false, meshMegabytes = usualMegabytes, files: hasFiles = false } = {}, user = "page") {
        if (!(mapsPerSecond > 0 && mapsPerSecond <= 60)) throw new TypeError("mapsPerSecond must be above 0 and at most 60.");
        if (!(meshMegabytes >= 8 && meshMegabytes <= 256)) throw new TypeError("meshMegabytes must be 8 to 256.");
        this.#wishes.set(user, { mapsPerSecond, hasMesh, meshMegabytes, hasFiles, isForOcclusion: user === "occlusion" });
        try {
            if (hasMesh && !this.#mesh) {
                const [{ MeshAnchors }, hits] = await Promise.all([import("./mesh-anchors.js"), import("./mesh-hit.js")]);
                this.#meshHits ??= hits;
                this.#mesh ??= new MeshAnchors();
            }
            // Stopped meanwhile.
            if (!this.#wishes.has(user)) return;
            if (this.#worker && (this.#hasFiles || !hasFiles)) return this.#sendWishes(null);
            this.#close();
            await this.#open();
        } catch (error) {
            this.#wishes.delete(user);
            throw error;
        }
    }

    async #open() {
        const starting = this.#starting = {};
        const { startDepthWorker } = await import("./depth-start.js");
        const hasFiles = [...this.#wishes.values()].some((wish) => wish.hasFiles);
        const { worker, port } = await startDepthWorker({ hasFiles });
        // Stopped, or started again, meanwhile.
        if (this.#starting !== starting) return worker.terminate();
        [this.#worker, this.#hasFiles] = [worker, hasFiles];
        worker.onmessage = ({ data }) => this.#answer(data);
        // Another worker knows nothing of earlier surfaces.
        this.#mesh?.reset();
        this.#sendWishes(port);
    }

    #sendWishes(port) {
        const wishes = [...this.#wishes.values()];
        const [mapsPerSecond, meshMegabytes] = ["mapsPerSecond", "meshMegabytes"].map((name) => Math.max(...wishes.map((wish) => wish[name])));
        const [hasMesh, isForOcclusion] = ["hasMesh", "isForOcclusion"].map((name) => wishes.some((wish) => wish[name]));
        this.#send({ kind: "depth", port, wishes: { mapsPerSecond, hasMesh, meshMegabytes, isForOcclusion } }, port ? [port] : []);
    }

    /** Makes no maps for a user any more. */
    stop(user = "page") {
        this.#wishes.delete(user);
        if (this.#wishes.size > 0) return this.#worker ? this.#sendWishes(null) : undefined;
        this.#close();
    }

    #close() {
        this.#starting = null;
        if (!this.#worker) return;
        this.#worker.terminate();
        this.#worker = null;
        this.#send({ kind: "depthEnd" });
        for (const id of [...this.#waiting.keys()]) this.#answer({ id, fault: "Depth was stopped." });
    }

    /** What stands on a level surface at a point of the world, measured from the maps that were fused (`MeshAnchors.thing`). */
    async measureThing(point, scaleSigma) {
        const pointInMesh = this.#worker && this.#mesh?.pointInMesh(point);
        if (!pointInMesh) return { result: "unseen" };
        return this.#mesh.thing(await this.#ask("measure", pointInMesh, scaleSigma));
    }

    /** The surface of all that was fused as a file, with what the last floor plan adds to it if `closesGaps`; null if none is known. */
    async meshFile(format, closesGaps) {
        if (!meshFileFormats.includes(format)) throw new TypeError(`A mesh is saved as ${meshFileFormats.join(", ")}.`);
        return this.#worker ? this.#askFiles("meshFile", format, closesGaps) : null;
    }

    /**
     * A floor plan of what was fused.
     *
     * @returns {Promise<import("../generated/types.js").FloorPlanAnswer>}
     */
    async floorPlan(scaleSigma) {
        if (!this.#worker) return { result: "noFloor" };
        const [{ readFloorPlan }, bytes] = await Promise.all([import("./floor-plan.js"), this.#askFiles("plan", scaleSigma)]);
        return readFloorPlan(bytes);
    }

    /**
     * The last floor plan with one more correction; null if that cannot be.
     *
     * @param {import("../generated/types.js").PlanCorrection} correction
     * @returns {Promise<import("../generated/types.js").FloorPlanAnswer | null>}
     */
    async correctFloorPlan(correction) {
        if (!("name" in correction) && !planCorrectionKinds.includes(correction.kind)) throw new TypeError(`A correction is a name or one of ${planCorrectionKinds.join(", ")}.`);
        return this.#changedPlan("correctPlan", correction);
    }

    /** The last floor plan without its last correction; null if there is none. */
    async undoFloorPlan() {
        return this.#changedPlan("undoPlan");
    }

    async #changedPlan(question, ...values) {
        if (!this.#worker) return null;
        const [{ readFloorPlan }, bytes] = await Promise.all([import("./floor-plan.js"), this.#askFiles(question, ...values)]);
        return bytes && readFloorPlan(bytes);
    }

    /** The last floor plan as a file; null without one. */
    async floorPlanFile(format) {
        if (!planFileFormats.includes(format)) throw new TypeError(`A floor plan is saved as ${planFileFormats.join(", ")}.`);
        return this.#worker ? this.#askFiles("planFile", format) : null;
    }

    /** The same of a method that makes a file or a floor plan. */
    async #askFiles(question, ...values) {
        if (!this.#hasFiles) throw new Error("Files and floor plans need startDepth({ mesh: true, files: true }).");
        return this.#ask(question, ...values);
    }

    /** A promise of what a method of the worker's `DepthEngine` returns. */
    #ask(question, ...values) {
        const id = ++this.#asked;
        this.#worker.postMessage({ id, question, values });
        return new Promise((done, fail) => this.#waiting.set(id, { done, fail }));
    }

    #answer({ id, answer = null, fault = undefined }) {
        const { done, fail } = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (fault === undefined) done(answer);
        else fail(new Error(fault));
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

    /** What meets mesh anchors with a ray (mesh-hit.js); null before they were wanted. */
    get meshHits() {
        return this.#meshHits;
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
