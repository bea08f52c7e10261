// XRRenderState (WebXR §4.4): a page's settings, which change between two frames.

import { argument, claim, dictionary, expose, fault, finite, stateOf } from "./interfaces.js";
import { XRWebGLLayer } from "./layer.js";

/** The smallest and the largest vertical field of view of an inline session, radians. */
const leastField = 0.01;
const greatestField = Math.PI - leastField;
const numbers = ["depthNear", "depthFar", "inlineVerticalFieldOfView"];

export class XRRenderState {
    constructor() {
        claim(this);
    }

    get depthNear() { return stateOf(this).depthNear; }
    get depthFar() { return stateOf(this).depthFar; }
    get passthroughFullyObscured() { return stateOf(this).passthroughFullyObscured; }
    get inlineVerticalFieldOfView() { return stateOf(this).inlineVerticalFieldOfView; }
    get baseLayer() { return stateOf(this).baseLayer; }
}
expose(XRRenderState);

/** The initial state of a session. */
export function initialRender(mode) {
    const isInline = mode === "inline";
    return { depthNear: 0.1, depthFar: 1000, passthroughFullyObscured: isInline ? null : false, inlineVerticalFieldOfView: isInline ? Math.PI / 2 : null, baseLayer: null };
}

/**
 * The members of an XRRenderStateInit that are set, each validated; InvalidStateError if the session cannot have them.
 */
export function renderChanges(session, init) {
    const { passthroughFullyObscured, baseLayer, layers, ...given } = dictionary(init);
    const changes = Object.fromEntries(numbers.filter((name) => given[name] !== undefined).map((name) => [name, finite(given[name])]));
    if (passthroughFullyObscured !== undefined) changes.passthroughFullyObscured = Boolean(passthroughFullyObscured);
    if (baseLayer !== undefined) changes.baseLayer = baseLayer;
    if (baseLayer && argument(baseLayer, XRWebGLLayer).session !== session) throw fault("InvalidStateError", "The layer is of another session.");
    if ("inlineVerticalFieldOfView" in changes && stateOf(session).mode !== "inline") {
        throw fault("InvalidStateError", "Only inline sessions have a field of view to choose.");
    }
    if (layers !== undefined && layers !== null) throw fault("NotSupportedError", "The session was made without the feature layers.");
    return changes;
}

/** Applies changes, within what can be drawn. */
export function applyChanges(render, changes) {
    Object.assign(render, changes);
    render.depthNear = Math.max(render.depthNear, 0);
    render.depthFar = Math.max(render.depthFar, 0);
    if (render.inlineVerticalFieldOfView === null) return;
    render.inlineVerticalFieldOfView = Math.min(Math.max(render.inlineVerticalFieldOfView, leastField), greatestField);
}
