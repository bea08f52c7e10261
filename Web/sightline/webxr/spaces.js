// Spaces (WebXR §7). A space knows where it is: `locate(view)` gives its pose in the world as a view of the device has it, or null.

import { argument, claim, dictionary, expose, hold, make, stateOf } from "./interfaces.js";
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

/** There is none with known bounds here: `bounded-floor` is not supported. */
export class XRBoundedReferenceSpace extends XRReferenceSpace {
    get boundsGeometry() { return stateOf(this).boundsGeometry; }
}
expose(XRBoundedReferenceSpace);

export class XRReferenceSpaceEvent extends Event {
    constructor(type, eventInitDict) {
        super(type, eventInitDict);
        const { referenceSpace, transform = null } = dictionary(eventInitDict);
        argument(referenceSpace, XRReferenceSpace);
        if (transform !== null) argument(transform, XRRigidTransform);
        hold(this, { referenceSpace, transform });
    }

    get referenceSpace() { return stateOf(this).referenceSpace; }
    get transform() { return stateOf(this).transform; }
}
expose(XRReferenceSpaceEvent);

/** A space that stands in the world wherever `locate` says. */
export const spaceAt = (session, locate) => make(XRSpace, { session, locate });
