// The last seconds of a live run, kept in memory for a person who notices a fault only after it happened.

import { Capture } from "./capture.js";

/** Half the bits of a capture: what matters is what the camera saw, and the bytes lie in memory all the time. */
const coding = { bitrate: 4_000_000, quality: 0.8, mostWaiting: 2 };

/** Keeps a live run's last images and samples, also after the run ended, until the next live run begins. */
export class RecentCapture {
    #capture = null;

    /** A live run begins: keeps its last `seconds`, within `bytes` of images. What cannot be kept does not disturb the run. */
    async begin(calibration, { seconds, bytes }) {
        this.#capture?.close();
        this.#capture = null;
        this.#capture = await Capture.begin(calibration, { seconds, bytes, ...coding }).catch(() => null);
        return this.#capture;
    }

    /** The run ended: what was kept stays. */
    async rest() {
        await this.#capture?.settle();
    }

    /**
     * `{ files, imageCount, droppedCount, seconds, isFromStart }`, the recording as `Capture.files` gives it; null if
     * nothing was kept.
     */
    async answer() {
        const capture = this.#capture;
        const files = (await capture?.files()) ?? new Map();
        return files.size === 0 ? null : { files, ...capture.figures, isFromStart: capture.isWhole };
    }
}
