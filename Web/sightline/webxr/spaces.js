// Spaces (WebXR §7). A space knows where it is: `locate(view)` gives its pose in the world as a view of the device has it, or null.

import { claim, expose, make, stateOf } from "./interfaces.js";
import { compose, poseOf, XRRigidTransform } from "./transform.js";

export class XRSpace extends EventTarget {
    constructor() {
        super();
        claim(this);
    }
}
expose(XRSpace);

export class XRReferenceSpace extends XRSpace {
    /** A space with its origin moved by a transform of this space. */
    getOffsetReferenceSpace(originOffset) {
        const { session, type, locate, root } = stateOf(this);
        if (!(originOffset instanceof XRRigidTransform)) throw new TypeError("originOffset must be an XRRigidTransform.");
        const offset = poseOf(originOffset);
        const space = make(XRReferenceSpace, {
            session,
            type,
            locate: (view) => {
                const base = locate(view);
                return base && compose(base, offset);
            },
        });
        stateOf(space).root = root ?? this;
        stateOf(session).spaces.add(space);
        return space;
    }
}
expose(XRReferenceSpace, { events: ["reset"] });

export class XRReferenceSpaceEvent extends Event {
    #referenceSpace;
    #transform;

    constructor(type, { referenceSpace, transform = null, ...init }) {
        super(type, init);
        if (!(referenceSpace instanceof XRReferenceSpace)) throw new TypeError("referenceSpace must be an XRReferenceSpace.");
        this.#referenceSpace = referenceSpace;
        this.#transform = transform;
    }

    get referenceSpace() { return this.#referenceSpace; }
    get transform() { return this.#transform; }
}
expose(XRReferenceSpaceEvent);

/** A space that stands in the world wherever `locate` says. */
export const spaceAt = (session, locate) => make(XRSpace, { session, locate });
