// How the camera took the image of a frame: its lens, and its motion while the rows were read.

import { inverse, product } from "../core/rigid.js";

/**
 * `intrinsics` are a frame's (focal lengths, principal point, distortion), in pixels of an image of `width` × `height`;
 * `readoutTime` is from the first row to the last, seconds; `angularVelocity`, rad/s, and `linearVelocity`, m/s, are the
 * camera's in its own axes (+X right, +Y up), or null if they are not known. `inverseDepth` is that of the scene, 1/m, by
 * the tangents x and y of a direction: c₀ + c₁x + c₂y, which holds for every plane.
 *
 * @typedef {{ width: number, height: number, intrinsics: ArrayLike<number>, distortionKind: string, readoutTime: number,
 *     angularVelocity: number[] | null, linearVelocity: number[] | null, inverseDepth: number[] }} ImageLens
 */

/** Two poses further apart than this, seconds, say nothing about the velocity between them. */
const longestGap = 0.2;
/** The words of a landmark's record, with the point at 1 to 3. */
const landmarkWords = 8;
/** Landmarks nearer than this, metres, are none of the scene; by hand. */
const leastDepth = 0.1;
/** How far to the sides landmarks count, as the tangent; by hand: a wide lens sees 1.2. */
const widestTangent = 1.2;
/** What keeps the slope of few or bunched landmarks small, as a variance of tangents; by hand, of 0.001 to 0.01 the figures differ little. */
const slopeRidge = 0.003;

/** The lens of each frame of a run, in order. */
export class FrameLens {
    #calibration;
    #before = null;

    /** @param {{ width: number, height: number, distortion: { kind: string } }} calibration a run's */
    constructor(calibration) {
        this.#calibration = calibration;
    }

    /** The lens of the next frame; null if it takes images as an ideal camera does. @returns {ImageLens | null} */
    of({ intrinsics, readoutTime, worldFromCamera, timestampNanoseconds, landmarks }) {
        const motion = this.#motionTo(worldFromCamera, timestampNanoseconds);
        this.#before = worldFromCamera && { worldFromCamera, timestampNanoseconds };
        const { width, height, distortion } = this.#calibration;
        const isBent = distortion.kind !== "none" || (readoutTime > 0 && motion.angularVelocity !== null);
        if (!isBent) return null;
        const inverseDepth = motion.linearVelocity && landmarks ? inverseDepthOf(landmarks, worldFromCamera) : [0, 0, 0];
        return { width, height, intrinsics, distortionKind: distortion.kind, readoutTime, ...motion, inverseDepth };
    }

    /** The velocities since the last frame; a frame's pose is that of its middle row. */
    #motionTo(worldFromCamera, timestampNanoseconds) {
        const unknown = { angularVelocity: null, linearVelocity: null };
        if (!this.#before || !worldFromCamera) return unknown;
        const seconds = Number(timestampNanoseconds - this.#before.timestampNanoseconds) / 1e9;
        if (!(seconds > 0 && seconds < longestGap)) return unknown;
        const [x, y, z, w] = product(inverse(this.#before.worldFromCamera), worldFromCamera).rotation;
        const back = product(inverse(worldFromCamera), this.#before.worldFromCamera).translation;
        return {
            angularVelocity: [x, y, z].map((value) => (2 * Math.sign(w) * value) / seconds),
            linearVelocity: back.map((value) => -value / seconds),
        };
    }
}

/** The scene's inverse depth by landmarks in the world: a least-squares fit, of slope 0 where they do not tell; 0 without any. */
function inverseDepthOf(landmarks, worldFromCamera) {
    const cameraFromWorld = inverse(worldFromCamera);
    const points = [];
    for (let at = 1; at + 2 < landmarks.length; at += landmarkWords) {
        const { translation: [x, y, z] } = product(cameraFromWorld, { rotation: [0, 0, 0, 1], translation: [...landmarks.subarray(at, at + 3)] });
        const [a, b] = [x / -z, y / -z];
        if (-z > leastDepth && Math.abs(a) < widestTangent && Math.abs(b) < widestTangent) points.push([a, b, 1 / -z]);
    }
    if (points.length === 0) return [0, 0, 0];
    const mean = [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
    const covariance = (i, k) => points.reduce((sum, point) => sum + (point[i] - mean[i]) * (point[k] - mean[k]), 0) / points.length;
    const [aa, ab, bb, ad, bd] = [covariance(0, 0) + slopeRidge, covariance(0, 1), covariance(1, 1) + slopeRidge, covariance(0, 2), covariance(1, 2)];
    const determinant = aa * bb - ab * ab;
    const slope = [(bb * ad - ab * bd) / determinant, (aa * bd - ab * ad) / determinant];
    return [mean[2] - slope[0] * mean[0] - slope[1] * mean[1], ...slope];
}
