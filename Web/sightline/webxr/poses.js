// Poses (WebXR §8).

import { claim, expose, make, stateOf } from "./interfaces.js";
import { compose, invert, transformOf } from "./transform.js";

export class XRPose {
    constructor() {
        claim(this);
    }

    get transform() { return stateOf(this).transform; }
    get linearVelocity() { return null; }
    get angularVelocity() { return null; }
    get emulatedPosition() { return stateOf(this).emulatedPosition; }
}
expose(XRPose);

export class XRViewerPose extends XRPose {
    get views() { return stateOf(this).views; }
}
expose(XRViewerPose);

/** The pose of a space in a base space for a view; null if one of them is not known. */
export function poseBetween(view, space, base) {
    const worldFromSpace = stateOf(space).locate(view);
    const worldFromBase = stateOf(base).locate(view);
    if (!worldFromSpace || !worldFromBase) return null;
    return make(XRPose, { transform: transformOf(compose(invert(worldFromBase), worldFromSpace)), emulatedPosition: false });
}
