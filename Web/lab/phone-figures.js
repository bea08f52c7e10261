// The results of a run on a phone: frames, times, the scale's sigma, the sensors.

const sorted = (values) => [...values].sort((a, b) => a - b);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))];

/** Collects data from a session's frames and the device's motion events. */
export class PhoneFigures {
    #frames = [];
    #firstPose;
    #motion = [];
    #last = null;
    #card = {};
    #size = {};

    /** The size of the tracked images, pixels. */
    setSize({ width, height }) {
        this.#size = { imageWidth: width, imageHeight: height };
    }

    /** A frame of the session at a time of the page, ms. */
    add(frame, now) {
        this.#frames.push({ now, stamp: frame.timestampNanoseconds, isTracked: frame.trackingState === "normal", engine: frame.milliseconds.engine });
        if (frame.worldFromCamera) this.#firstPose ??= Number(frame.timestampNanoseconds - this.#frames[0].stamp) / 1e9;
        this.#last = frame;
    }

    /** A motion event at its own time, ms. */
    addMotion(time) {
        this.#motion.push(time);
    }

    /** The measured edge of the card: metres and their sigma. */
    setCard({ value, sigma }) {
        this.#card = { cardLength: value, cardSigma: sigma };
    }

    /** Seconds of the recording or camera so far. */
    get seconds() {
        return this.#frames.length > 1 ? Number(this.#frames.at(-1).stamp - this.#frames[0].stamp) / 1e9 : 0;
    }

    /** The sigma of the scale, relative; 1 before anything is known. */
    get scaleSigma() {
        return this.#last?.scaleSigma ?? 1;
    }

    /** The values by the names in figure-texts.js; null before the second frame. Those that were not measured are left out. */
    values() {
        if (this.#frames.length < 2) return null;
        const engine = this.#frames.map((frame) => frame.engine);
        const { timeOffset, readoutTime, intrinsics } = this.#last;
        const all = {
            frameRate: (this.#frames.length - 1) / this.seconds,
            engineMedian: at(engine, 0.5),
            engineHigh: at(engine, 0.95),
            firstPose: this.#firstPose,
            trackedShare: this.#frames.filter(({ isTracked }) => isTracked).length / this.#frames.length,
            scaleSigma: this.scaleSigma,
            timeOffset,
            readoutTime,
            ...this.#size,
            focalLength: intrinsics[0] / Math.max(this.#size.imageWidth, this.#size.imageHeight),
            ...this.#motionValues(),
            ...this.#card,
        };
        return Object.fromEntries(Object.entries(all).filter(([, value]) => Number.isFinite(value)));
    }

    #motionValues() {
        if (this.#motion.length < 2) return {};
        const steps = this.#motion.slice(1).map((time, index) => time - this.#motion[index]);
        return { motionRate: (1000 * steps.length) / (this.#motion.at(-1) - this.#motion[0]), motionGap: at(steps, 1) };
    }
}
