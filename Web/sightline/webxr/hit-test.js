// The Hit Test module: sources of rays, and their hits in a frame. Rays are cast over the planes, landmarks and meshes of
// the shown frame, so a result belongs to its image.

import { createAnchor } from "./anchors.js";
import { argument, claim, enumeration, expose, fault, make, sequence, stateOf } from "./interfaces.js";
import { poseBetween } from "./poses.js";
import { planeHits, pointHits } from "./ray-hits.js";
import { spaceAt, XRSpace } from "./spaces.js";
import { compose, cross, dot, rotate, rotationOfAxes, scaled, subtract, transformPoint, unit, XRRay } from "./transform.js";

const trackableTypes = ["point", "plane", "mesh"];

export class XRHitTestSource {
    constructor() {
        claim(this);
    }

    cancel() {
        cancel(this);
    }
}
expose(XRHitTestSource);

export class XRTransientInputHitTestSource {
    constructor() {
        claim(this);
    }

    cancel() {
        cancel(this);
    }
}
expose(XRTransientInputHitTestSource);

function cancel(source) {
    const { session } = stateOf(source);
    if (!stateOf(session).hitTestSources.delete(source)) throw fault("InvalidStateError", "The hit test source was cancelled before.");
}

export class XRHitTestResult {
    constructor() {
        claim(this);
    }

    getPose(baseSpace) {
        const { frame, space } = stateOf(this);
        const { isActive, view, session } = stateOf(frame);
        argument(baseSpace, XRSpace);
        if (!isActive) throw fault("InvalidStateError", "The result's XRFrame is over.");
        if (stateOf(baseSpace).session !== session) throw fault("InvalidStateError", "The space is of another session.");
        return poseBetween(view, space, baseSpace);
    }

    // Anchors §4. The specification refuses this after the frame has ended; Chrome does not, and pages keep a result
    // until a tap.
    async createAnchor() {
        const { frame, pose } = stateOf(this);
        return createAnchor(stateOf(frame).session, pose);
    }

    /** Ours: `{ type, distance, covariance, anchor }`; metres, and xx, xy, xz, yy, yz, zz in m² in the axes of the space `local`. */
    get sightline() {
        return stateOf(this).told;
    }
}
expose(XRHitTestResult);

export class XRTransientInputHitTestResult {
    constructor() {
        claim(this);
    }

    get inputSource() { return stateOf(this).inputSource; }
    get results() { return stateOf(this).results; }
}
expose(XRTransientInputHitTestResult);

/** Hit Test §4.2: a source of rays; `own` is what its interface adds to it. */
export function makeSource(session, Interface, { entityTypes, offsetRay = new XRRay() }, own) {
    const state = stateOf(session);
    const types = entityTypes === undefined ? ["plane"] : sequence(entityTypes).map((type) => enumeration(type, trackableTypes));
    const ray = argument(offsetRay, XRRay);
    if (!state.features.has("hit-test")) throw fault("NotSupportedError", "The session was made without the feature hit-test.");
    if (state.isEnded) throw fault("InvalidStateError", "The session is over.");
    const source = make(Interface, { session, types, ray, ...own });
    state.hitTestSources.add(source);
    if (types.includes("mesh")) state.wantMeshes();
    return source;
}

export function hitResults(frame, source) {
    const { session, view } = stateOf(frame);
    demandKnown(session, source);
    const { space, ray, types } = stateOf(source);
    return resultsAlong(frame, stateOf(space).locate(view), ray, types);
}

export function transientHitResults(frame, source) {
    const { session, view } = stateOf(frame);
    demandKnown(session, source);
    const { profile, ray, types } = stateOf(source);
    return Object.freeze([...session.inputSources].filter(({ profiles }) => profiles.includes(profile)).map((inputSource) => {
        const results = resultsAlong(frame, stateOf(inputSource.targetRaySpace).locate(view), ray, types);
        return make(XRTransientInputHitTestResult, { inputSource, results });
    }));
}

function demandKnown(session, source) {
    const state = stateOf(source);
    if (state.session !== session) throw fault("InvalidStateError", "The hit test source is of another session.");
    if (!stateOf(session).hitTestSources.has(source)) throw fault("InvalidStateError", "The hit test source was cancelled.");
}

function resultsAlong(frame, pose, ray, types) {
    const { session, view } = stateOf(frame);
    if (!pose || !view.frame) return Object.freeze([]);
    const cast = { origin: transformPoint(pose, ray.origin), direction: rotate(pose.rotation, ray.direction) };
    const hits = [
        ...(types.includes("plane") ? planeHits(view.frame, cast) : []),
        ...(types.includes("point") ? pointHits(view, cast) : []),
        ...(types.includes("mesh") ? stateOf(session).device.meshHits(view, cast) : []),
    ].sort((a, b) => a.distance - b.distance);
    return Object.freeze(hits.map((hit) => {
        const standing = { rotation: rotationAt(hit.normal, cast), translation: hit.point };
        const told = { type: hit.type, distance: hit.distance, covariance: hit.covariance, anchor: hit.anchor };
        return make(XRHitTestResult, { frame, pose: standing, space: spaceAt(session, () => standing), told });
    }));
}

/** Hit Test §5.2: +Y along the normal, +Z towards the ray's origin. */
function rotationAt(normal, { direction }) {
    const towards = subtract(scaled(direction, -1), scaled(normal, -dot(direction, normal)));
    const z = Math.hypot(...towards) > 1e-3 ? unit(towards) : unit(cross(normal, Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1]));
    return rotationOfAxes(cross(normal, z), normal, z);
}

/** The pose, in the world, of the ray from the camera through a position of the view (0…1 from the top left). */
export function rayPose(worldFromViewer, projection, [x, y]) {
    const direction = unit([(2 * x - 1 + projection[8]) / projection[0], (1 - 2 * y + projection[9]) / projection[5], -1]);
    const back = scaled(direction, -1);
    const right = unit(cross([0, 1, 0], back));
    return compose(worldFromViewer, { rotation: rotationOfAxes(right, cross(back, right), back), translation: [0, 0, 0] });
}
