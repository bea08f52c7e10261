// Where a ray meets mesh anchors, and how well it is known: the same as natively (Reconstruction/Anchors/MeshCrossing.swift
// and SessionMesh.swift).

import { inverse, product } from "../core/rigid.js";

/** The least sine of the angle between a ray and a triangle that a covariance counts with: `MeshTracker.Tuning.leastSlope`. */
const leastSlope = 0.25;
/** How well a person hits a pixel, pixels: the engine's `World.pixelSigma`. */
const pixelSigma = 1;

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const along = ({ origin, direction }, distance) => origin.map((value, axis) => value + direction[axis] * distance);
const turned = (rotation, translation) => product({ rotation, translation: [0, 0, 0] }, { rotation: [0, 0, 0, 1], translation }).translation;

/** The spheres that hold an anchor's vertices, by these: one ray a frame must not ask every triangle of a room. */
const spheres = new WeakMap();

function sphereOf(vertices) {
    const known = spheres.get(vertices);
    if (known) return known;
    const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    vertices.forEach((value, at) => {
        low[at % 3] = Math.min(low[at % 3], value);
        high[at % 3] = Math.max(high[at % 3], value);
    });
    const sphere = { center: low.map((value, axis) => (value + high[axis]) / 2), radius: Math.hypot(...minus(high, low)) / 2 };
    spheres.set(vertices, sphere);
    return sphere;
}

/** Whether a ray in an anchor's axes may meet it before a distance. */
function isNear({ vertices }, { origin, direction }, before) {
    const { center, radius } = sphereOf(vertices);
    const offset = minus(center, origin);
    const closest = dot(offset, direction);
    return closest > -radius && closest - radius < before && dot(offset, offset) - closest * closest <= radius * radius * (1 + 1e-9);
}

/** The first triangle of an anchor that a ray in its axes meets, from either side, before a distance; null if there is none. */
function crossingOf({ vertices, sigmas, indices }, { origin, direction }, before) {
    let nearest = null;
    const vertex = (corner) => vertices.subarray(3 * indices[corner], 3 * indices[corner] + 3);
    for (let triangle = 0; triangle < indices.length; triangle += 3) {
        const [a, b, c] = [vertex(triangle), vertex(triangle + 1), vertex(triangle + 2)];
        const [edge1, edge2] = [minus(b, a), minus(c, a)];
        const p = cross(direction, edge2);
        const determinant = dot(edge1, p);
        if (!(Math.abs(determinant) > 1e-12)) continue;
        const offset = minus(origin, a);
        const u = dot(offset, p) / determinant;
        if (!(u >= 0 && u <= 1)) continue;
        const q = cross(offset, edge1);
        const v = dot(direction, q) / determinant;
        if (!(v >= 0 && u + v <= 1)) continue;
        const distance = dot(edge2, q) / determinant;
        if (distance > 0 && distance < (nearest?.distance ?? before)) nearest = { distance, u, v, triangle, normal: cross(edge1, edge2) };
    }
    if (!nearest) return null;
    const [sigma, sigmaB, sigmaC] = [0, 1, 2].map((corner) => sigmas[indices[nearest.triangle + corner]]);
    const length = Math.hypot(...nearest.normal);
    return {
        distance: nearest.distance,
        normal: nearest.normal.map((value) => value / length),
        sigma: sigma + nearest.u * (sigmaB - sigma) + nearest.v * (sigmaC - sigma),
    };
}

/** xx, xy, xz, yy, yz, zz of the covariance of where a ray meets a surface: `Ray.covariance(ofMeeting:)`. */
function covarianceOf({ direction }, normal, alongVariance, sidewaysVariance) {
    const slope = dot(normal, direction);
    const moved = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((unit, axis) => {
        const across = minus(unit, direction.map((value) => value * direction[axis]));
        const back = dot(normal, across) / slope;
        return minus(across, direction.map((value) => value * back));
    });
    const entry = (i, k) => sidewaysVariance * moved.reduce((sum, each) => sum + each[i] * each[k], 0) + alongVariance * direction[i] * direction[k];
    return [entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)];
}

/**
 * The hit of a ray (`origin`, `direction` of length 1, in the world) on a frame's mesh anchors; null if it meets nothing, or
 * a surface from behind: then it starts in something, or comes through a hole. `angleSigma` is how well the ray's direction
 * is known, radians.
 */
export function meshHit(anchors, ray, angleSigma) {
    let nearest = null;
    for (const anchor of anchors) {
        const anchorFromWorld = inverse(anchor.worldFromAnchor);
        const own = {
            origin: product(anchorFromWorld, { rotation: [0, 0, 0, 1], translation: ray.origin }).translation,
            direction: turned(anchorFromWorld.rotation, ray.direction),
        };
        const before = nearest?.distance ?? Infinity;
        const crossing = isNear(anchor, own, before) ? crossingOf(anchor, own, before) : null;
        if (crossing) nearest = { ...crossing, normal: turned(anchor.worldFromAnchor.rotation, crossing.normal) };
    }
    if (!nearest || dot(nearest.normal, ray.direction) >= 0) return null;
    const { distance, normal, sigma } = nearest;
    const slope = Math.abs(dot(normal, ray.direction));
    const steep = slope < leastSlope ? ray.direction.map((value) => -value) : normal;
    const covariance = covarianceOf(ray, steep, (sigma / Math.max(slope, leastSlope)) ** 2, (distance * angleSigma) ** 2);
    return { type: "mesh", distance, pointInWorld: along(ray, distance), covariance, normal, anchor: null };
}

/** The hit of a ray on a frame's mesh anchors, as `meshHit`, where the ray goes through a pixel of the frame that a person aims at. */
export const meshHitOf = ({ meshAnchors, intrinsics }, ray) => meshHit(meshAnchors, ray, pixelSigma / intrinsics[0]);

/** The hits of a pixel with that on the mesh among them, nearest first; `guess` is the pixel's hit of type `instantPlacement`, which tells the ray. */
export function withMeshHit(hits, guess, frame) {
    if (!guess) return hits;
    const direction = guess.normal.map((value) => -value);
    const origin = along({ origin: guess.pointInWorld, direction }, -guess.distance);
    const hit = meshHitOf(frame, { origin, direction });
    if (!hit) return hits;
    return [...hits.filter(({ type }) => type !== "instantPlacement"), hit].sort((a, b) => a.distance - b.distance);
}

/** The pose of a hit: +Y along its normal. */
export function poseOfHit({ normal: [x, y, z], pointInWorld }) {
    // Half the turn from (0, 1, 0): the cross product (z, 0, −x) and 1 + the cosine.
    const q = y > -0.999999 ? [z, 0, -x, 1 + y] : [1, 0, 0, 0];
    const length = Math.hypot(...q);
    return { rotation: q.map((value) => value / length), translation: pointInWorld };
}
