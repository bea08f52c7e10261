// Mesh Detection (immersive-web real-world-meshing): the library's mesh anchors.

import { claim, expose, make, makeSetlike, stateOf } from "./interfaces.js";
import { spaceAt } from "./spaces.js";

export class XRMesh {
    constructor() {
        claim(this);
    }

    get meshSpace() { return stateOf(this).space; }
    // The specification's text has a list of arrays; Chrome and all engines have one array.
    get vertices() { return stateOf(this).vertices; }
    get indices() { return stateOf(this).indices; }
    get lastChangedTime() { return stateOf(this).lastChangedTime; }
    get semanticLabel() { stateOf(this); return null; }
}
expose(XRMesh);

export class XRMeshSet {
    constructor() {
        claim(this);
    }
}
makeSetlike(XRMeshSet);
expose(XRMeshSet);

/** The meshes of a frame: the same object for a mesh as long as it exists. */
export function meshesOf(frame) {
    const { session, view } = stateOf(frame);
    const { meshes, features } = stateOf(session);
    if (!features.has("mesh-detection") || !view.frame) return make(XRMeshSet, new Set());
    return make(XRMeshSet, new Set(view.frame.meshAnchors.map(({ identifier }) => meshes.get(identifier))));
}

/** Brings a session's meshes up to date with a new view. */
export function updateMeshes(session, view, time) {
    const { meshes, features } = stateOf(session);
    if (!features.has("mesh-detection")) return;
    const found = new Map(view.frame.meshAnchors.map((anchor) => [anchor.identifier, anchor]));
    for (const identifier of meshes.keys()) {
        if (!found.has(identifier)) meshes.delete(identifier);
    }
    for (const [identifier, { vertices, indices, changedNanoseconds }] of found) {
        if (!meshes.has(identifier)) meshes.set(identifier, makeMesh(session, identifier));
        const state = stateOf(meshes.get(identifier));
        if (state.changedNanoseconds === changedNanoseconds) continue;
        Object.assign(state, { vertices, indices, changedNanoseconds, lastChangedTime: time });
    }
}

function makeMesh(session, identifier) {
    const space = spaceAt(session, ({ frame }) => frame?.meshAnchors.find((each) => each.identifier === identifier)?.worldFromAnchor ?? null);
    return make(XRMesh, { space, changedNanoseconds: null });
}
