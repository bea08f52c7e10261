// How the camera took the image of a frame: its lens, and its turning while the rows were read.

import { inverse, product } from "../core/rigid.js";

/**
 * `intrinsics` are a frame's (focal lengths, principal point, distortion), in pixels of an image of `width` × `height`;
 * `readoutTime` is from the first row to the last, seconds; `angularVelocity` is the camera's in its own axes (+X right,
 * +Y up), rad/s, or null if it is not known.
 *
 * @typedef {{ width: number, height: number, intrinsics: ArrayLike<number>, distortionKind: string, readoutTime: number,
 *     angularVelocity: number[] | null }} ImageLens
 */

/** Two poses further apart than this, seconds, say nothing about the velocity between them. */
const longestGap = 0.2;

/** The lens of each frame of a run, in order. */
export class FrameLens {
    #calibration;
    #before = null;

    /** @param {{ width: number, height: number, distortion: { kind: string } }} calibration a run's */
    constructor(calibration) {
        this.#calibration = calibration;
    }

    /** The lens of the next frame; null if it takes images as an ideal camera does. @returns {ImageLens | null} */
    of({ intrinsics, readoutTime, worldFromCamera, timestampNanoseconds }) {
        const angularVelocity = this.#velocityTo(worldFromCamera, timestampNanoseconds);
        this.#before = worldFromCamera && { worldFromCamera, timestampNanoseconds };
        const { width, height, distortion } = this.#calibration;
        const isBent = distortion.kind !== "none" || (readoutTime > 0 && angularVelocity !== null);
        return isBent ? { width, height, intrinsics, distortionKind: distortion.kind, readoutTime, angularVelocity } : null;
    }

    /** The angular velocity since the last frame; a frame's pose is that of its middle row. */
    #velocityTo(worldFromCamera, timestampNanoseconds) {
        if (!this.#before || !worldFromCamera) return null;
        const seconds = Number(timestampNanoseconds - this.#before.timestampNanoseconds) / 1e9;
        if (!(seconds > 0 && seconds < longestGap)) return null;
        const [x, y, z, w] = product(inverse(this.#before.worldFromCamera), worldFromCamera).rotation;
        return [x, y, z].map((value) => (2 * Math.sign(w) * value) / seconds);
    }
}
