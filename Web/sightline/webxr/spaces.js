// Spaces (WebXR §7). `locate(view)` returns the pose of a space in the world for a view of the device, or null.

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
    /** A space whose origin is moved by a transform in this space. */
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

/** Not available: `bounded-floor` is not supported. */
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

/** The reference spaces of a session; a page may make one in every frame, so those that it let go are forgotten. */
export class KnownSpaces {
    #spaces = [];
    #most = 64;

    add(space) {
        if (this.#spaces.length >= this.#most) {
            this.#spaces = this.#spaces.filter((each) => each.deref());
            this.#most = Math.max(64, 2 * this.#spaces.length);
        }
        this.#spaces.push(new WeakRef(space));
    }

    *[Symbol.iterator]() {
        for (const each of [...this.#spaces]) {
            const space = each.deref();
            if (space) yield space;
        }
    }
}

/** A space at the pose that `locate` returns. */
export const spaceAt = (session, locate) => make(XRSpace, { session, locate });
