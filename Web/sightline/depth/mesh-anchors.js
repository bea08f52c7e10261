// A session's mesh anchors on the page's side: keeps the surfaces that the worker of depth maps sends, cube by cube, and
// says where they are in the world of a frame.

import { meshAnchorFields, meshUpdateFields, thingFields, thingResults } from "../generated/records.js";
import { inverse, product } from "../core/rigid.js";

/** Half a turn about x: from the camera's axes (+Y up, −Z forward) to the optical ones. */
const opticalFromCamera = { rotation: [1, 0, 0, 0], translation: [0, 0, 0] };

const poseAt = (words, at) => ({ rotation: [...words.subarray(at, at + 4)], translation: [...words.subarray(at + 4, at + 7)] });
const stampAt = (words, at) => new BigInt64Array(words.buffer, words.byteOffset + 8 * at, 1)[0];

/**
 * What `DepthEngine.fuse` returns, read: the keyframe's timestamp and pose, and the changed anchors; an anchor without
 * triangles is gone. The numbers lie in `bytes`.
 */
export function readMeshUpdate(bytes) {
    const words = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
    const anchors = [];
    for (let at = meshUpdateFields.count; anchors.length < words[meshUpdateFields.anchorCount];) {
        const [vertices, triangles] = [words[at + meshAnchorFields.vertexCount], words[at + meshAnchorFields.triangleCount]];
        const start = bytes.byteOffset + 8 * (at + meshAnchorFields.count);
        anchors.push({
            identifier: words[at + meshAnchorFields.identifier],
            changedNanoseconds: stampAt(words, at + meshAnchorFields.changedNanoseconds),
            origin: [...words.subarray(at + meshAnchorFields.origin, at + meshAnchorFields.origin + 3)],
            vertices: new Float32Array(bytes.buffer, start, 3 * vertices),
            sigmas: new Float32Array(bytes.buffer, start + 12 * vertices, vertices),
            colors: new Uint8Array(bytes.buffer, start + 16 * vertices, 4 * vertices),
            indices: new Uint32Array(bytes.buffer, start + 20 * vertices, 3 * triangles),
        });
        at += meshAnchorFields.count + Math.ceil((5 * vertices + 3 * triangles) / 2);
    }
    return { timestampNanoseconds: stampAt(words, meshUpdateFields.timestampNanoseconds), worldFromOptical: poseAt(words, meshUpdateFields.worldFromOptical), anchors };
}

/** The mesh anchors of one session. */
export class MeshAnchors {
    #anchors = new Map();
    /** The keyframe that was fused last. */
    #keyframe = null;
    /** From the world of the keyframes, in which the anchors stand, to the user's, as it was last known. */
    #worldFromMesh = null;

    /** The run has ended: its surfaces are of another world. */
    reset() {
        this.#anchors.clear();
        this.#keyframe = this.#worldFromMesh = null;
    }

    /** Takes what a map changed; returns the identifiers `{ added, updated, removed }`. */
    take(bytes) {
        const { timestampNanoseconds, worldFromOptical, anchors } = readMeshUpdate(bytes);
        const events = { added: [], updated: [], removed: [] };
        for (const anchor of anchors) {
            const { identifier } = anchor;
            if (anchor.indices.length === 0) {
                if (this.#anchors.delete(identifier)) events.removed.push(identifier);
                continue;
            }
            events[this.#anchors.has(identifier) ? "updated" : "added"].push(identifier);
            this.#anchors.set(identifier, anchor);
        }
        this.#keyframe = { timestampNanoseconds, worldFromCamera: product(worldFromOptical, opticalFromCamera) };
        return events;
    }

    /** A point of the user's world in that of the keyframes; null while that is not known. */
    pointInMesh(point) {
        return this.#worldFromMesh && product(inverse(this.#worldFromMesh), { rotation: [0, 0, 0, 1], translation: point }).translation;
    }

    /** What `DepthEngine.measure` returns, read, in the user's world: `{ result }`, and what was measured if that is `done`. */
    thing(bytes) {
        const words = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
        const result = thingResults[words[thingFields.result]];
        if (result !== "done" || !this.#worldFromMesh) return { result: result === "done" ? "unseen" : result };
        const [volume, volumeSigma, height, heightSigma, area, hiddenShare] =
            ["volume", "volumeSigma", "height", "heightSigma", "area", "hiddenShare"].map((field) => words[thingFields[field]]);
        const outline = Array.from({ length: words[thingFields.outlineCount] }, (_, index) => {
            const at = thingFields.count + 3 * index;
            return product(this.#worldFromMesh, { rotation: [0, 0, 0, 1], translation: [...words.subarray(at, at + 3)] }).translation;
        });
        return { result, volume, volumeSigma, height, heightSigma, area, hiddenShare, outline };
    }

    /**
     * The anchors in the world of a frame, whose `depth` is the engine's record of the last depth map; none while the
     * frame knows no map, as in a new world.
     */
    of({ depth }) {
        if (!depth) this.#worldFromMesh = null;
        else if (depth.timestampNanoseconds === this.#keyframe?.timestampNanoseconds) {
            this.#worldFromMesh = product(depth.worldFromCamera, inverse(this.#keyframe.worldFromCamera));
        }
        if (!this.#worldFromMesh) return [];
        return Array.from(this.#anchors.values(), ({ origin, ...anchor }) => (
            { ...anchor, worldFromAnchor: product(this.#worldFromMesh, { rotation: [0, 0, 0, 1], translation: origin }) }
        ));
    }
}
