// The estimator of depth maps: an instance of depth.wasm, keyframes as input, maps and their surfaces as output; all as
// bytes whose layout generated/records.js has. Runs in a worker and under node.

import { hostFunctions } from "../core/host-functions.js";
import { meshFileFormats, planCorrectionKinds, planFileFormats, version } from "../generated/records.js";

/** One estimator with its memory; `DepthEngine.load` makes it. */
export class DepthEngine {
    #exports;

    /** Loads from compiled code or bytes. */
    static async load(source) {
        let exports = null;
        const made = /** @type {any} */ (await WebAssembly.instantiate(source, { wasi_snapshot_preview1: hostFunctions(() => exports.memory) }));
        // Instantiation of compiled code returns only the instance.
        exports = (made.instance ?? made).exports;
        exports._initialize();
        if (exports.sightline_depth_version() !== version) throw new Error("The estimator of depth and this library are of different versions.");
        return new DepthEngine(exports);
    }

    constructor(exports) {
        this.#exports = exports;
    }

    /** Adds a keyframe of `EngineSession.takeDepthKeyframe`. */
    add(keyframe) {
        const isTaken = this.#with(keyframe, (address, count) => this.#exports.sightline_depth_add(address, count) === 1);
        if (!isTaken) throw new Error("The estimator of depth cannot use a keyframe.");
    }

    /**
     * Makes the map of the newest keyframe, for `EngineSession.setDepthMap`; null if the camera has not moved enough. A view
     * that hides things behind it needs it made with `isForOcclusion`, which takes longer.
     */
    estimate({ isForOcclusion = false } = {}) {
        const count = this.#exports.sightline_depth_estimate(isForOcclusion ? 1 : 0);
        return count === 0 ? null : this.#result(count);
    }

    /** Fuses the last map into the surfaces; what changed in them, for `MeshAnchors.take`; null without a map. */
    fuse() {
        const count = this.#exports.sightline_depth_fuse();
        return count === 0 ? null : this.#result(count);
    }

    /** Measures what stands on a level surface at a point of the keyframes' world, for `MeshAnchors.thing`. */
    measure([x, y, z], scaleSigma) {
        return this.#result(this.#exports.sightline_depth_measure(x, y, z, scaleSigma));
    }

    /** The memory that the estimator and its surfaces have taken, bytes. */
    get byteCount() {
        return this.#exports.memory.buffer.byteLength;
    }

    /** How much memory the surfaces may take from now on, MiB; when it is full, the parts farthest from the camera go. */
    keep(megabytes) {
        this.#exports.sightline_depth_keep(megabytes);
    }

    /** The surface of all that was fused as a file of a format, with what the last floor plan adds to it if `closesGaps`; null if no surface is known. */
    meshFile(format, closesGaps = false) {
        return this.#file(this.#exports.sightline_depth_mesh_file(meshFileFormats.indexOf(format), Number(closesGaps)));
    }

    /** Makes a floor plan of what was fused, for `readFloorPlan`. */
    plan(scaleSigma) {
        return this.#result(this.#exports.sightline_depth_plan(scaleSigma));
    }

    /**
     * Corrects the last floor plan, for `readFloorPlan`, by a `PlanCorrection`, in place of its last correction if
     * `replacesLast`; null if it cannot be.
     */
    correctPlan({ kind, number = 0, metres = 0, middle, width = 0, from, to = [0, 0], name, room = 0, replacesLast = false }) {
        if (name === undefined) {
            const values = from ? [...from, ...to] : [middle ?? metres, width, 0, 0];
            return this.#file(this.#exports.sightline_depth_plan_correct(planCorrectionKinds.indexOf(kind), number, ...values, replacesLast ? 1 : 0));
        }
        return this.#with(new TextEncoder().encode(name), (address, count) => this.#file(this.#exports.sightline_depth_plan_name(room, address, count)));
    }

    /** Takes the last correction of the floor plan back, for `readFloorPlan`; null if there is none. */
    undoPlan() {
        return this.#file(this.#exports.sightline_depth_plan_undo());
    }

    /** The last floor plan as a file of a format; null without one. */
    planFile(format) {
        return this.#file(this.#exports.sightline_depth_plan_file(planFileFormats.indexOf(format)));
    }

    /** What `use(address, count)` returns of bytes that lie in the module's memory meanwhile. */
    #with(bytes, use) {
        const address = this.#exports.sightline_depth_allocate(bytes.length);
        try {
            new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
            return use(address, bytes.length);
        } finally {
            this.#exports.sightline_depth_free(address);
        }
    }

    #file(count) {
        return count === 0 ? null : this.#result(count);
    }

    #result(count) {
        return new Uint8Array(this.#exports.memory.buffer, this.#exports.sightline_depth_result(), count).slice();
    }

    /** Forgets the keyframes and the surfaces. */
    reset() {
        this.#exports.sightline_depth_reset();
    }
}
