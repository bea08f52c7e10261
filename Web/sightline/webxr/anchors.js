// The Anchors module, over the engine's own anchors, which stay correct while the map improves.

import { claim, expose, fault, make, makeSetlike, stateOf } from "./interfaces.js";
import { spaceAt } from "./spaces.js";

export class XRAnchor {
    constructor() {
        claim(this);
    }

    get anchorSpace() {
        const state = stateOf(this);
        if (state.isDeleted) throw fault("InvalidStateError", "The anchor was deleted.");
        return state.space;
    }

    /** Anchors §6: a promise of a handle by which a later session finds the anchor again. */
    async requestPersistentHandle() {
        const { isDeleted, session, identifier } = stateOf(this);
        const owner = stateOf(session);
        if (isDeleted || owner.isEnded) throw fault("InvalidStateError", "The anchor was deleted, or its session is over.");
        return owner.untilEnd(owner.device.saveMap().then((map) => owner.place.keep(identifier, map)));
    }

    delete() {
        const state = stateOf(this);
        if (state.isDeleted) return;
        state.isDeleted = true;
        const { anchors, device } = stateOf(state.session);
        anchors.delete(state.identifier);
        device.removeAnchor(state.identifier);
    }
}
expose(XRAnchor);

export class XRAnchorSet {
    constructor() {
        claim(this);
    }
}
makeSetlike(XRAnchorSet);
expose(XRAnchorSet);

/** The most anchors of a session: each is in every frame. By hand: 1,000 take some milliseconds of the worker's time. */
const mostAnchors = 1000;

/** A promise of an anchor at a pose in the world. */
export async function createAnchor(session, pose) {
    const state = stateOf(session);
    if (!state.features.has("anchors")) throw fault("NotSupportedError", "The session was made without the feature anchors.");
    if (state.isEnded) throw fault("InvalidStateError", "The session is over.");
    if (state.anchors.size + state.anchorsInWork >= mostAnchors) throw fault("OperationError", `A session has ${mostAnchors} anchors at most.`);
    if (![...pose.translation, ...pose.rotation].every(Number.isFinite)) throw fault("OperationError", "The anchor is too far away.");
    state.anchorsInWork += 1;
    try {
        const identifier = await state.untilEnd(state.device.addAnchor(pose));
        if (identifier === null) throw fault("InvalidStateError", "There is no tracking just now.");
        return anchorOf(session, identifier, pose);
    } finally {
        state.anchorsInWork -= 1;
    }
}

/** The anchor of an identifier; `pose` is where it is before the first frame that has it. */
function anchorOf(session, identifier, pose) {
    const { anchors } = stateOf(session);
    if (anchors.has(identifier)) return anchors.get(identifier);
    const anchor = make(XRAnchor, { session, identifier, isDeleted: false, wasSeen: false });
    stateOf(anchor).space = spaceAt(session, (view) => poseIn(view, anchor) ?? (stateOf(anchor).wasSeen ? null : pose));
    anchors.set(identifier, anchor);
    return anchor;
}

/** Anchors §6: a promise of an anchor that an earlier session kept, once its place is recognised. */
export function restoreAnchor(session, handle) {
    const state = stateOf(session);
    const identifier = state.place.handles.get(handle);
    if (state.isEnded || identifier === undefined) return Promise.reject(fault("InvalidStateError", "No anchor was kept under this handle."));
    return state.untilEnd(new Promise((done) => {
        state.restoring.push((view) => {
            const isThere = view.frame.anchors.some((anchor) => anchor.identifier === identifier);
            if (isThere) done(anchorOf(session, identifier, null));
            return isThere;
        });
    }));
}

function poseIn(view, anchor) {
    const state = stateOf(anchor);
    const found = view.anchors().get(state.identifier);
    if (found) state.wasSeen = true;
    return found?.worldFromAnchor ?? null;
}

/** The anchors that a frame tracks. */
export function anchorsOf(frame) {
    const { session, view } = stateOf(frame);
    const anchors = [...stateOf(session).anchors.values()];
    return make(XRAnchorSet, new Set(anchors.filter((anchor) => stateOf(stateOf(anchor).space).locate(view))));
}
