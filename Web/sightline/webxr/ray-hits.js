// Casts a ray at the planes and landmarks of a frame, with the engine's own uncertainty of what it meets (HitTester and
// NearLandmarks). A frame does not have what the engine also asks: where a plane's surface is open or covered, and the
// landmarks of the last seconds.

import { add, cross, dot, invert, rotate, scaled, subtract, transformPoint, unit } from "./transform.js";

/** How well a person hits a pixel, pixels: the engine's `World.pixelSigma`. */
const pixelSigma = 1;
/** A ray that meets a plane at a smaller sine than this is no hit, as in the engine. */
const leastSlope = 0.02;
/** The angle from the ray within which a landmark may lie, radians: the engine's `landmarkAngle`. */
const landmarkAngle = 0.035;
/** The angle within which landmarks say how uneven the surface is, radians, as in the engine. */
const neighborAngle = 4 * landmarkAngle;
/** The largest standard deviation of a landmark that is hit, as a share of its distance; by hand. */
const pointSigmaShare = 0.05;
/** The engine's `NearLandmarks.Tuning`: `supportDepth`, `outlineDensity` and `farther`, which give its reasons. */
const surfaces = { supportDepth: 0.05, outlineDensity: 10, farther: [[0.5, 0.25], [1, 0.5], [2, 0.25]] };
/** The shares of a normal distribution within one and two standard deviations. */
const normalShares = [0.6827, 0.9545];

/** The variance of a ray's direction, radians². */
const angleVarianceOf = ({ intrinsics }) => (pixelSigma / intrinsics[0]) ** 2;

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
        const covariance = planeCovariance(frame, direction, up, distance, planeVariance(plane, inPlane));
        const normal = scaled(up, Math.sign(height) || 1);
        return [{ type: "plane", distance, point: add(origin, scaled(direction, distance)), normal, covariance, anchor: identifier }];
    });
}

/** The variance of a plane along its normal at a point: its offset, its tilt about its middle, and the drift of poses; m². */
function planeVariance({ center, offsetSigma, normalSigma, driftSigma }, point) {
    const lever = Math.hypot(...subtract(point, center)) * normalSigma;
    return offsetSigma ** 2 + lever ** 2 + driftSigma ** 2;
}

/** The covariance of where a ray meets a plane; `offset` is the variance of the plane along its normal, m². */
function planeCovariance(frame, direction, normal, distance, offset) {
    const slope = dot(normal, direction);
    const along = offset / (slope * slope);
    const sideways = (distance ** 2 + along) * angleVarianceOf(frame);
    // A turn of the ray moves the point across the ray by δ, and with it along the ray, so that it stays in the plane.
    const moved = [0, 1, 2].map((axis) => {
        const across = subtract(unitVectors[axis], scaled(direction, direction[axis]));
        return subtract(across, scaled(direction, dot(normal, across) / slope));
    });
    const entry = (i, k) => sideways * moved.reduce((sum, each) => sum + each[i] * each[k], 0) + along * direction[i] * direction[k];
    return symmetric(entry);
}

const unitVectors = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** The point of a ray as far away as the landmark nearest to it by angle, if one is near. */
export function pointHits({ frame, landmarks }, { origin, direction }) {
    const near = [];
    for (const { point, sigma } of landmarks()) {
        const offset = subtract(point, origin);
        const distance = dot(offset, direction);
        if (distance <= 0.05 || sigma > pointSigmaShare * distance) continue;
        const across = subtract(offset, scaled(direction, distance));
        const angle = Math.hypot(...across) / Math.hypot(...offset);
        if (angle < neighborAngle) near.push({ distance, sigma, angle, across: scaled(across, 1 / distance) });
    }
    near.sort((a, b) => a.angle - b.angle);
    const [best] = near;
    if (!best || best.angle >= landmarkAngle) return [];
    const { distance } = best;
    // Off the ray the distance changes by the slope of a steep surface, and the landmark may be of another surface.
    const along = (2 * distance * best.angle) ** 2 + depthSigma(near, direction) ** 2;
    const [own, sideways] = [best.sigma ** 2, (distance ** 2 + along) * angleVarianceOf(frame)];
    const covariance = symmetric((i, k) => (i === k ? own + sideways : 0) + (along - sideways) * direction[i] * direction[k]);
    return [{ type: "point", distance, point: add(origin, scaled(direction, distance)), normal: scaled(direction, -1), covariance, anchor: null }];
}

/**
 * The standard deviation of the distance at which a ray meets the surface of the nearest of its landmarks, metres
 * (NearLandmarks.depthSigma); `near` are sorted by angle.
 */
function depthSigma(near, direction) {
    const { distance } = near[0];
    const scale = Math.max(0.05 * neighborAngle, near[Math.min(2, near.length - 1)].angle);
    const errors = near.map((each) => ({ size: Math.abs(each.distance - distance), weight: (1 + (each.angle / scale) ** 2) ** -2, ...each }));
    const support = errors.filter(({ size, angle }) => size < distance * Math.max(surfaces.supportDepth, 2 * angle));
    const expected = (surfaces.outlineDensity * outlineMeasure(support, direction)) / 2;
    const chance = expected / (1 + expected);
    const total = errors.reduce((sum, { weight }) => sum + weight, 0);
    const mixture = [
        ...errors.map(({ size, weight }) => [size, ((1 - chance) * weight) / total]),
        ...surfaces.farther.map(([share, weight]) => [share * distance, chance * weight]),
    ].sort((a, b) => a[0] - b[0]);
    return Math.max(...normalShares.map((share, index) => quantile(mixture, share) / (index + 1)));
}

/** The size below which a share of errors lies; the weights sum to 1. */
function quantile(errors, share) {
    let sum = 0;
    return errors.find(([, weight]) => (sum += weight) >= share * (1 - 1e-12))?.[0] ?? errors.at(-1)[0];
}

/** The measure of the lines across the view that separate a ray from landmarks, radians (NearLandmarks.outlineMeasure). */
function outlineMeasure(support, direction) {
    const axisU = unit(Math.abs(direction[1]) < 0.999 ? cross(direction, [0, 1, 0]) : [1, 0, 0]);
    const axisV = cross(direction, axisU);
    const seen = support.map(({ across }) => [dot(across, axisU), dot(across, axisV)]);
    return Math.max(0, hullPerimeter([...seen, [0, 0]]) - hullPerimeter(seen));
}

/** The perimeter of the convex hull of points in a plane (Andrew's monotone chain); twice the length of a line. */
function hullPerimeter(points) {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const chain = (ordered) => ordered.reduce((hull, point) => {
        while (hull.length > 1 && turn(hull.at(-2), hull.at(-1), point) <= 0) hull.pop();
        hull.push(point);
        return hull;
    }, []);
    const length = (hull) => hull.slice(1).reduce((sum, point, index) => sum + Math.hypot(point[0] - hull[index][0], point[1] - hull[index][1]), 0);
    return length(chain(sorted)) + length(chain(sorted.reverse()));
}

const turn = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

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
