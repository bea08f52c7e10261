// The estimator of depth maps: an instance of depth.wasm, keyframes as input, maps and their surfaces as output; all as
// bytes whose layout generated/records.js has. Runs in a worker and under node.

import { hostFunctions } from "../core/host-functions.js";
import { meshFileFormats, planFileFormats, version } from "../generated/records.js";

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
        const address = this.#exports.sightline_depth_allocate(keyframe.length);
        new Uint8Array(this.#exports.memory.buffer, address, keyframe.length).set(keyframe);
        const isTaken = this.#exports.sightline_depth_add(address, keyframe.length) === 1;
        this.#exports.sightline_depth_free(address);
        if (!isTaken) throw new Error("The estimator of depth cannot use a keyframe.");
    }

    /** Makes the map of the newest keyframe, for `EngineSession.setDepthMap`; null if the camera has not moved enough. */
    estimate() {
        const count = this.#exports.sightline_depth_estimate();
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

    /** The surface of all that was fused as a file of a format; null if no surface is known. */
    meshFile(format) {
        return this.#file(this.#exports.sightline_depth_mesh_file(meshFileFormats.indexOf(format)));
    }

    /** Makes a floor plan of what was fused, for `readFloorPlan`. */
    plan(scaleSigma) {
        return this.#result(this.#exports.sightline_depth_plan(scaleSigma));
    }

    /** The last floor plan as a file of a format; null without one. */
    planFile(format) {
        return this.#file(this.#exports.sightline_depth_plan_file(planFileFormats.indexOf(format)));
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
