// The results of a run on a phone: frames, times, the scale's sigma, the sensors.

const sorted = (values) => [...values].sort((a, b) => a - b);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))];

/** A bank card's long edge (ISO/IEC 7810, ID-1), metres. */
export const cardLength = 0.0856;

/** Collects data from a session's frames and the device's motion events. */
export class PhoneFigures {
    #frames = [];
    #firstPose = null;
    #motion = [];
    #last = null;
    #card = null;

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
        this.#card = { value, sigma };
    }

    /** Seconds of the recording or camera so far. */
    get seconds() {
        return this.#frames.length > 1 ? Number(this.#frames.at(-1).stamp - this.#frames[0].stamp) / 1e9 : 0;
    }

    /** The sigma of the scale, relative; 1 before anything is known. */
    get scaleSigma() {
        return this.#last?.scaleSigma ?? 1;
    }

    /** Lines of a table: name, text, the good range, and whether the value is in it (null: neither). */
    lines() {
        if (this.#frames.length < 2) return [];
        const engine = this.#frames.map((frame) => frame.engine);
        const rate = (this.#frames.length - 1) / this.seconds;
        const tracked = this.#frames.filter(({ isTracked }) => isTracked).length / this.#frames.length;
        const { timeOffset, readoutTime } = this.#last;
        return [
            line("Frames", rate, `${rate.toFixed(1)} per second`, "25 or more", rate >= 25, rate < 12),
            line("Engine, median", at(engine, 0.5), `${at(engine, 0.5).toFixed(1)} ms`, "below 15 ms", at(engine, 0.5) < 15, at(engine, 0.5) > 40),
            line("Engine, 95 %", at(engine, 0.95), `${at(engine, 0.95).toFixed(1)} ms`, "below 33 ms", at(engine, 0.95) < 33, at(engine, 0.95) > 80),
            line("First pose", this.#firstPose, this.#firstPose === null ? "none" : `${this.#firstPose.toFixed(1)} s`, "below 3 s", this.#firstPose !== null && this.#firstPose < 3, this.#firstPose === null),
            line("Tracked", tracked, `${Math.round(100 * tracked)} % of the frames`, "90 % or more", tracked >= 0.9, tracked < 0.6),
            line("Scale", this.scaleSigma, `± ${(100 * this.scaleSigma).toFixed(1)} %`, "± 2 % or less", this.scaleSigma <= 0.02, this.scaleSigma > 0.06),
            line("Image's lag behind motion", timeOffset, `${(1000 * timeOffset).toFixed(0)} ms`, "estimated", null, null),
            line("Rolling shutter", readoutTime, `${(1000 * readoutTime).toFixed(0)} ms`, "estimated", null, null),
            ...this.#motionLines(),
            ...this.#cardLines(),
        ];
    }

    #motionLines() {
        if (this.#motion.length < 2) return [];
        const steps = this.#motion.slice(1).map((time, index) => time - this.#motion[index]);
        const rate = 1000 * steps.length / (this.#motion.at(-1) - this.#motion[0]);
        return [
            line("Motion samples", rate, `${rate.toFixed(0)} per second`, "60 or more", rate >= 55, rate < 30),
            line("Longest gap in them", at(steps, 1), `${at(steps, 1).toFixed(0)} ms`, "below 50 ms", at(steps, 1) < 50, at(steps, 1) > 200),
        ];
    }

    #cardLines() {
        if (!this.#card) return [];
        const { value, sigma } = this.#card;
        const error = Math.abs(value - cardLength);
        const text = `${(1000 * value).toFixed(1)} mm ± ${(1000 * sigma).toFixed(1)} mm; truly ${(1000 * cardLength).toFixed(1)} mm`;
        return [line("Card", value, text, "within 2 mm", error < 0.002, error > 0.006)];
    }
}

function line(name, value, text, good, isGood, isPoor) {
    return { name, value, text, good, grade: isGood ? "good" : isPoor ? "poor" : "" };
}
