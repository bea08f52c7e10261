// Plane Detection (real-world-geometry): the engine's planes.

import { claim, expose, make, makeSetlike, stateOf } from "./interfaces.js";
import { spaceAt } from "./spaces.js";
import { compose } from "./transform.js";

export class XRPlane {
    constructor() {
        claim(this);
    }

    get planeSpace() { return stateOf(this).space; }
    get polygon() { return stateOf(this).polygon; }
    get orientation() { return stateOf(this).orientation; }
    get lastChangedTime() { return stateOf(this).lastChangedTime; }
    get semanticLabel() { return null; }
}
expose(XRPlane);

export class XRPlaneSet {
    constructor() {
        claim(this);
    }
}
makeSetlike(XRPlaneSet);
expose(XRPlaneSet);

/** The planes of a frame: the same object for a plane as long as it exists. */
export function planesOf(frame) {
    const { session, view } = stateOf(frame);
    const { planes, features } = stateOf(session);
    if (!features.has("plane-detection") || !view.frame) return make(XRPlaneSet, new Set());
    return make(XRPlaneSet, new Set(view.frame.anchors.filter(({ plane }) => plane).map(({ identifier }) => planes.get(identifier))));
}

/** Brings a session's planes up to date with a new view. */
export function updatePlanes(session, view, time) {
    const { planes } = stateOf(session);
    const found = new Map(view.frame.anchors.filter(({ plane }) => plane).map((anchor) => [anchor.identifier, anchor.plane]));
    for (const identifier of planes.keys()) {
        if (!found.has(identifier)) planes.delete(identifier);
    }
    for (const [identifier, plane] of found) {
        const known = planes.get(identifier) ?? makePlane(session, identifier);
        planes.set(identifier, known);
        change(stateOf(known), plane, time);
    }
}

function makePlane(session, identifier) {
    const space = spaceAt(session, ({ anchors }) => {
        const anchor = anchors().get(identifier);
        return anchor ? compose(anchor.worldFromAnchor, { rotation: [0, 0, 0, 1], translation: [...anchor.plane.center] }) : null;
    });
    return make(XRPlane, { space, boundary: null });
}

/** The outline relative to the plane's centre, which is the origin of its space: y is 0. */
function change(state, { alignment, center, boundary }, time) {
    const isSame = state.boundary?.length === boundary.length && boundary.every((value, index) => value === state.boundary[index]);
    if (isSame) return;
    const corners = Array.from({ length: boundary.length / 2 }, (_, i) => new DOMPointReadOnly(boundary[2 * i] - center[0], 0, boundary[2 * i + 1] - center[2], 1));
    state.polygon = Object.freeze(corners);
    state.boundary = boundary;
    state.orientation = alignment === "tilted" ? null : alignment;
    state.lastChangedTime = time;
}
