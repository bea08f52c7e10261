// Rays of hands and controllers against the surfaces that a browser's own tracking found. Poses are `{ rotation, translation }`,
// surfaces `{ number, pose, outline }`: +Y of the pose is the normal, the outline is convex, in its X and Z; metres.

import { inverse } from "../core/rigid.js";
import { rotated, transformed } from "../core/projection.js";

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** The point at a distance along a ray. */
export const pointAt = ({ origin, direction }, distance) => origin.map((value, axis) => value + distance * direction[axis]);

/** The convex hull of `[x, z]` points, by Andrew's monotone chain, counterclockwise. @param {number[][]} points */
export function convexHull(points) {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (sorted.length < 3) return sorted;
    const hull = [];
    for (const pass of [sorted, [...sorted].reverse()]) {
        const start = hull.length;
        for (const point of pass) {
            while (hull.length >= start + 2 && turn(hull.at(-2), hull.at(-1), point) <= 0) hull.pop();
            hull.push(point);
        }
        hull.pop();
    }
    return hull;
}

/** Positive if a → b → c turns left. */
const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);

/** Whether a convex outline, counterclockwise, holds a point `[x, z]`. @param {number[][]} outline @param {number[]} point */
export function holds(outline, point) {
    return outline.length > 2 && outline.every((corner, index) => turn(corner, outline[(index + 1) % outline.length], point) >= 0);
}

/** The ray that a pose points along: its −Z. */
export function rayOf({ rotation, translation }) {
    return { origin: translation, direction: rotated(rotation, [0, 0, -1]) };
}

/** A ray in other axes. */
export function movedRay(pose, { origin, direction }) {
    return { origin: transformed(pose, origin), direction: rotated(pose.rotation, direction) };
}

/** Where a ray meets a surface: `{ surface, distance, point, normal }`, the normal towards the ray's origin; null if it does not. */
export function surfaceHit(surface, ray) {
    const normal = rotated(surface.pose.rotation, [0, 1, 0]);
    const slope = dot(normal, ray.direction);
    if (Math.abs(slope) < 0.02) return null;
    const distance = dot(surface.pose.translation.map((value, axis) => value - ray.origin[axis]), normal) / slope;
    if (!(distance > 0.02 && distance < 50)) return null;
    const point = pointAt(ray, distance);
    const [x, , z] = transformed(inverse(surface.pose), point);
    if (!holds(surface.outline, [x, z])) return null;
    return { surface, distance, point, normal: slope < 0 ? normal : normal.map((value) => -value) };
}

/** The first surface that a ray meets; null if there is none. */
export function nearestHit(surfaces, ray) {
    let best = null;
    for (const surface of surfaces) {
        const hit = surfaceHit(surface, ray);
        if (hit && hit.distance < (best?.distance ?? Infinity)) best = hit;
    }
    return best;
}

/**
 * A ray straight onto the nearest surface that a fingertip is within `reach` of, before or behind it; null if there is none.
 * It starts above the surface, so that what the fingertip touches is what it meets.
 */
export function touchingRay(surfaces, tip, reach) {
    let best = null;
    for (const surface of surfaces) {
        const local = transformed(inverse(surface.pose), tip);
        const height = Math.abs(local[1]);
        if (height > reach || height >= (best?.height ?? Infinity) || !holds(surface.outline, [local[0], local[2]])) continue;
        best = { height, surface, foot: transformed(surface.pose, [local[0], 0, local[2]]) };
    }
    if (!best) return null;
    const up = { origin: best.foot, direction: rotated(best.surface.pose.rotation, [0, 1, 0]) };
    const ceiling = nearestHit(surfaces.filter((each) => each !== best.surface), up);
    return { origin: pointAt(up, ceiling ? Math.min(above, 0.9 * ceiling.distance) : above), direction: up.direction.map((value) => -value) };
}

/**
 * How far above the surface a touching ray starts, metres. Measuring wants a point to be known to 3 % of its distance; from here the accuracy that is
 * assumed of a headset's surfaces is enough. Under another surface it starts below that.
 */
const above = 0.35;

/** Where a ray meets a rectangle in the middle of a pose's X and Y: `{ distance, x, y }`, (0, 0) top left, (1, 1) bottom right; null if it does not. @param {number[]} size */
export function rectangleHit(pose, size, ray) {
    const [width, height] = size;
    const { origin, direction } = movedRay(inverse(pose), ray);
    const distance = -origin[2] / direction[2];
    if (!(distance > 0) || !Number.isFinite(distance)) return null;
    const [x, y] = pointAt({ origin, direction }, distance);
    if (Math.abs(x) > width / 2 || Math.abs(y) > height / 2) return null;
    return { distance, x: x / width + 0.5, y: 0.5 - y / height };
}

/**
 * A pose at a point that faces another, upright: its +Z points there, its +X is level.
 * @param {number[]} point @param {number[]} towards
 */
export function facing(point, towards) {
    const away = towards.map((value, axis) => value - point[axis]);
    const level = Math.hypot(away[0], away[2]);
    const [yaw, pitch] = [Math.atan2(away[0], away[2]), Math.atan2(away[1], level)];
    const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(-pitch / 2), Math.cos(-pitch / 2)];
    return { rotation: [cy * sp, sy * cp, -sy * sp, cy * cp], translation: point };
}
