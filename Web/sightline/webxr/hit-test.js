// The Hit Test module: sources of rays, and their hits in a frame. Rays are cast over the planes and landmarks of the
// shown frame, so a result belongs to its image.

import { createAnchor } from "./anchors.js";
import { argument, claim, enumeration, expose, fault, make, sequence, stateOf } from "./interfaces.js";
import { poseBetween } from "./frame.js";
import { spaceAt, XRSpace } from "./spaces.js";
import {
    add, compose, cross, dot, invert, rotate, rotationOfAxes, scaled, subtract, transformPoint, unit, XRRay,
} from "./transform.js";

const trackableTypes = ["point", "plane", "mesh"];
/** A landmark counts as hit if its distance from the ray is below this share of its distance from the ray's origin. */
const pointShare = 0.02;
/** A landmark's standard deviation must be below this share of its distance. */
const pointSigmaShare = 0.05;
/** How well a person hits a pixel, pixels: the engine's `World.pixelSigma`. */
const pixelSigma = 1;
/** A ray that meets a plane at a smaller sine than this is no hit, as in the engine. */
const leastSlope = 0.02;

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
    ].sort((a, b) => a.distance - b.distance);
    return Object.freeze(hits.map((hit) => {
        const standing = { rotation: rotationAt(hit.normal, cast), translation: hit.point };
        const told = { type: hit.type, distance: hit.distance, covariance: hit.covariance, anchor: hit.anchor };
        return make(XRHitTestResult, { frame, pose: standing, space: spaceAt(session, () => standing), told });
    }));
}

/** The sigma of a ray's direction, radians. */
const angleSigmaOf = ({ intrinsics }) => pixelSigma / intrinsics[0];

/** The planes of a frame that a ray hits within their outlines. */
export function planeHits(frame, { origin, direction }) {
    return frame.anchors.filter(({ plane }) => plane).flatMap(({ identifier, worldFromAnchor, plane }) => {
        const back = invert(worldFromAnchor);
        const [from, along] = [transformPoint(back, origin), rotate(back.rotation, direction)];
        const height = from[1] - plane.center[1];
        const distance = -height / along[1];
        if (Math.abs(along[1]) < leastSlope || !(distance > 0)) return [];
        const inPlane = add(from, scaled(along, distance));
        if (!isInside(plane.boundary, inPlane[0], inPlane[2])) return [];
        const up = rotate(worldFromAnchor.rotation, [0, 1, 0]);
        const covariance = planeCovariance(direction, up, (distance * angleSigmaOf(frame)) ** 2, plane.offsetSigma ** 2);
        const normal = scaled(up, Math.sign(height) || 1);
        return [{ type: "plane", distance, point: add(origin, scaled(direction, distance)), normal, covariance, anchor: identifier }];
    });
}

/**
 * The covariance of where a ray meets a plane, as the engine's (HitTester.planeHit) without the plane's tilt and the
 * drift of poses, which a frame does not say: `sideways` is the variance of the ray across its direction, `offset` of
 * the plane along its normal; m².
 */
function planeCovariance(direction, normal, sideways, offset) {
    const slope = dot(normal, direction);
    // A turn of the ray moves the point across the ray by δ, and with it along the ray, so that it stays in the plane.
    const moved = [0, 1, 2].map((axis) => {
        const across = subtract(unitVectors[axis], scaled(direction, direction[axis]));
        return subtract(across, scaled(direction, dot(normal, across) / slope));
    });
    const entry = (i, k) => sideways * moved.reduce((sum, each) => sum + each[i] * each[k], 0) + (offset * direction[i] * direction[k]) / (slope * slope);
    return symmetric(entry);
}

const unitVectors = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** The landmark of a view that a ray hits, if there is one. */
export function pointHits({ frame, landmarks }, { origin, direction }) {
    let best = null;
    for (const { point, sigma } of landmarks()) {
        const offset = subtract(point, origin);
        const distance = dot(offset, direction);
        if (distance <= 0.05 || sigma > pointSigmaShare * distance) continue;
        const share = Math.hypot(...subtract(offset, scaled(direction, distance))) / distance;
        if (share < pointShare && (!best || share < best.share)) best = { share, distance, sigma, point };
    }
    if (!best) return [];
    // The landmark's own uncertainty, and across the ray the pixel's.
    const [own, sideways] = [best.sigma ** 2, (best.distance * angleSigmaOf(frame)) ** 2];
    const covariance = symmetric((i, k) => (i === k ? own + sideways : 0) - sideways * direction[i] * direction[k]);
    return [{ type: "point", distance: best.distance, point: best.point, normal: scaled(direction, -1), covariance, anchor: null }];
}

/** xx, xy, xz, yy, yz, zz of a matrix's entries. */
const symmetric = (entry) => [entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)];

/** Whether a point is inside an outline of alternating x and z. */
function isInside(boundary, x, z) {
    let isIn = false;
    const count = boundary.length / 2;
    for (let i = 0, k = count - 1; i < count; k = i++) {
        const [xi, zi, xk, zk] = [boundary[2 * i], boundary[2 * i + 1], boundary[2 * k], boundary[2 * k + 1]];
        if ((zi > z) !== (zk > z) && x < ((xk - xi) * (z - zi)) / (zk - zi) + xi) isIn = !isIn;
    }
    return isIn;
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
