// The figures and the tracking state in words.

const reasons = {
    initializing: "Starting: move the camera a little",
    excessiveMotion: "Too much movement: slow down",
    insufficientFeatures: "Not enough detail: look elsewhere",
    relocalizing: "Lost: finding the place again",
};

const faults = {
    inertialSpikes: "Tracking; the motion sensors give single wrong values",
    frozenInertialSensors: "The motion sensors repeat the same values: close other apps, or reload the page",
    frozenImages: "The camera repeats the same image: start it again if it stays",
    fixedImagePart: "Something moves with the camera: take the finger or the frame out of view",
};

/** The same while a recording plays: nobody there can move the camera. */
const recordedReasons = { ...reasons, initializing: "Starting", excessiveMotion: "Too much movement", insufficientFeatures: "Not enough detail" };

export class Readouts {
    #byId;
    #spent = [];
    #reasons = reasons;

    constructor(byId) {
        this.#byId = byId;
    }

    /** A source is opened, which may be a recording. */
    begin({ isRecording }) {
        this.#reasons = isRecording ? recordedReasons : reasons;
        this.#spent = [];
        this.#state("idle", "Opening…");
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
        this.#state("failed", "Stopped");
    }

    /** Shows a frame; `points` are the followed ones, `length` is the path's so far. */
    show(frame, { points, length }) {
        this.#showState(frame);
        this.#showCost(frame.milliseconds.engine);
        this.#text("points", String(points));
        this.#text("planes", String(frame.anchors.filter(({ plane }) => plane).length));
        this.#byId("ages").hidden = false;
        if (!frame.worldFromCamera) return;
        this.#text("length", length.toFixed(2));
        this.#text("distance", Math.hypot(...frame.worldFromCamera.translation).toFixed(2));
        this.#text("speed", Math.hypot(...frame.velocity).toFixed(2));
        this.#text("scale", frame.scaleSigma < 1 ? (100 * frame.scaleSigma).toFixed(1) : "–");
    }

    #showState({ trackingState, trackingLimit, sensorFault }) {
        if (sensorFault) this.#state(trackingState === "normal" ? "limited" : trackingState, faults[sensorFault]);
        else if (trackingState === "normal") this.#state("normal", "Tracking");
        else if (trackingState === "limited") this.#state("limited", this.#reasons[trackingLimit] ?? "Limited");
        else this.#state("notAvailable", "No tracking");
    }

    /** The median over the last second or so, so that the figure can be read. */
    #showCost(milliseconds) {
        this.#spent.push(milliseconds);
        if (this.#spent.length > 30) this.#spent.shift();
        const sorted = [...this.#spent].sort((a, b) => a - b);
        this.#text("milliseconds", sorted[sorted.length >> 1].toFixed(1));
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
