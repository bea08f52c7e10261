// The statistics and the tracking state in words.

import { numberText, translated } from "../studio/language/language.js";

const reasons = {
    initializing: translated("Starting: move the camera a little"),
    excessiveMotion: translated("Too much movement: slow down"),
    insufficientFeatures: translated("Not enough detail: look elsewhere"),
    relocalizing: translated("Lost: finding the place again"),
};

const faults = {
    inertialSpikes: translated("Tracking; the motion sensors give single wrong values"),
    frozenInertialSensors: translated("The motion sensors repeat the same values: close other apps, or reload the page"),
    frozenImages: translated("The camera repeats the same image: start it again if it stays"),
    fixedImagePart: translated("Something moves with the camera: take the finger or the frame out of view"),
    stabilizedImages: translated("Tracking; the camera stabilises its images, so lengths may be less exact"),
};

/** The same while a recording plays, whose camera nobody can move. */
const recordedReasons = { ...reasons, initializing: translated("Starting"), excessiveMotion: translated("Too much movement"), insufficientFeatures: translated("Not enough detail") };

export class Readouts {
    #byId;
    #spent = [];
    #reasons = reasons;

    constructor(byId) {
        this.#byId = byId;
    }

    /** A source is being opened, which may be a recording. */
    begin({ isRecording }) {
        this.#reasons = isRecording ? recordedReasons : reasons;
        this.#spent = [];
        this.#state("idle", translated("Opening…"));
        for (const id of ["length", "distance", "speed", "points", "planes", "scale"]) this.#text(id, "–");
        for (const id of ["cost", "ages"]) this.#byId(id).hidden = true;
    }

    /** Nothing runs. */
    rest(text) {
        this.#state("idle", text);
    }

    /** The run waits for something. */
    wait(text) {
        this.#state("idle", text);
    }

    fail() {
        this.#state("failed", translated("Stopped"));
    }

    /** Shows a frame; `points` are the tracked ones, `length` is the path's so far. */
    show(frame, { points, length }) {
        this.#showState(frame);
        this.#showCost(frame.milliseconds.engine);
        this.#text("points", numberText(points));
        this.#text("planes", numberText(frame.anchors.filter(({ plane }) => plane).length));
        this.#byId("ages").hidden = false;
        if (!frame.worldFromCamera) return;
        this.#text("length", numberText(length, 2));
        this.#text("distance", numberText(Math.hypot(...frame.worldFromCamera.translation), 2));
        this.#text("speed", numberText(Math.hypot(...frame.velocity), 2));
        this.#text("scale", frame.scaleSigma < 1 ? numberText(100 * frame.scaleSigma, 1) : "–");
    }

    #showState({ trackingState, trackingLimit, sensorFault }) {
        if (sensorFault) this.#state(trackingState === "normal" ? "limited" : trackingState, faults[sensorFault]);
        else if (trackingState === "normal") this.#state("normal", translated("Tracking"));
        else if (trackingState === "limited") this.#state("limited", this.#reasons[trackingLimit] ?? translated("Limited"));
        else this.#state("notAvailable", translated("No tracking"));
    }

    /** The median over about the last second, so that the number is readable. */
    #showCost(milliseconds) {
        this.#spent.push(milliseconds);
        if (this.#spent.length > 30) this.#spent.shift();
        const sorted = [...this.#spent].sort((a, b) => a - b);
        this.#text("milliseconds", numberText(sorted[sorted.length >> 1], 1));
        this.#byId("cost").hidden = false;
    }

    #state(state, text) {
        const element = this.#byId("state");
        if (element.textContent !== text) element.textContent = text;
        element.dataset.state = state;
    }

    #text(id, text) {
        this.#byId(id).textContent = text;
    }
}
