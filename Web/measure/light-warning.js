// Whether there is too little light, or too little to see, for exact readings: told before the error grows.

/** Below this brightness of the image, where 1,000 is well lit, readings are less exact; and with fewer points to follow. */
const dimIntensity = 250;
const fewPoints = 40;
/** A warning comes after so many milliseconds, and goes at once. */
const patience = 1000;

/** Judges the frames of a run. */
export class LightWarning {
    #since = 0;

    /** A run begins, at a time in milliseconds. */
    begin(now) {
        this.#since = now;
    }

    /** The warning at a frame with so many points that are followed: `dim`, `bare`, or null if all is well. */
    judge({ ambientIntensity }, pointCount, now) {
        const isDim = ambientIntensity > 0 && ambientIntensity < dimIntensity;
        const isBare = pointCount < fewPoints;
        if (!isDim && !isBare) this.#since = now;
        if (now - this.#since <= patience) return null;
        return isDim ? "dim" : "bare";
    }
}
