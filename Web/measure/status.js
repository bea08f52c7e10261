// The status: the state, the advice, the reading, and the buttons' actions.

import { accuracyAdvices, featureWords } from "../sightline/generated/records.js";
import { numberText, readingText, translated, translatedMessage } from "../studio/language/language.js";
import { recorded, roughAdvice } from "../studio/tracking-advice.js";
import { LightWarning } from "./light-warning.js";

const modes = { notReady: translated("NOT READY"), ready: translated("READY"), measuring: translated("MEASURING") };
const refusalSeconds = 2;

/** Whether a person finishes the measurement, because its number of points is open. */
const isOpenEnded = (tool) => tool === "chain" || tool === "area";

/** The advice while a recording plays: nobody there can move the camera. */
const recordingAdvice = {
    ...recorded,
    unavailable: translated("The recording has no pose yet."),
    scaleUnknown: translated("Finding the scale: the recorded camera has not moved far enough yet."),
    scaleRough: translated("The scale is not exact yet: the recorded camera has to move farther."),
    noSurface: translated("Nothing is known there yet: aim at another surface, or let the recording go on."),
    comeNearer: translated("Not exact from here: the recorded camera is too far away."),
    moveSideways: translated("Not exact yet: let the recording go on until its camera has moved."),
};

const lightAdvice = {
    dim: translated("Little light: readings are less exact. More light helps."),
    bare: translated("Little to see here: readings are less exact. Aim where there is more detail."),
};

/** While one of these holds, the page shows how to move. */
const coached = new Set(["initializing", "scaleUnknown", "scaleRough", "noSurface", "unavailable"]);
/** The scale's sigma at the start, and the one that a length needs. */
const scaleRange = { start: 0.5, ready: 0.05 };

export class Status {
    #byId;
    #refusedUntil = 0;
    #notice = null;
    #light = new LightWarning();
    #lightAdvice = "";

    constructor(byId) {
        this.#byId = byId;
    }

    begin() {
        this.notice(null);
        this.#light.begin(performance.now());
        this.#byId("coach").hidden = true;
        this.#reading(null, false);
    }

    /** The run is over. */
    end() {
        this.#byId("coach").hidden = true;
    }

    /** The sensors have failed for a while, with a reason; null when they work again. */
    notice(text) {
        this.#notice = text;
        if (!text) return;
        // While the engine loads, the page's first sheet still covers the advice.
        this.#state("notReady", this.#byId("welcome").hidden ? translated("WAITING") : text);
        this.#text("advice", text);
        this.#byId("coach").hidden = true;
    }

    /** A point was refused. */
    refuse() {
        this.#refusedUntil = performance.now() + 1000 * refusalSeconds;
        this.#text("advice", translated("Nothing is known there yet: aim at a surface where the ring lies."));
    }

    /**
     * Shows the measuring tool's state; between measurements with `kept`, the last one of the list. While heaps are measured
     * (heaps.js), their advice takes the place of the tool's.
     */
    show(state, kept = null, heaps = { isOn: false, advice: "", items: [] }) {
        if (this.#notice) return;
        document.body.dataset.mode = state.mode;
        this.#state(state.mode, modes[state.mode]);
        if (performance.now() > this.#refusedUntil) this.#text("advice", heaps.isOn ? heaps.advice : this.#advice(state));
        const live = heaps.isOn ? null : state.live;
        this.#reading(live ?? kept ?? state.last, live === null);
        this.#text("count", numberText(state.measurementCount + heaps.items.length));
        this.#buttons(state);
        if (heaps.isOn) this.#heapButtons(state, heaps);
    }

    /** A frame was shown: warns of little light, and shows how to move until READY. */
    follow(state, frame) {
        const warning = this.#light.judge(frame, frame.features.length / featureWords, performance.now());
        this.#lightAdvice = warning ? lightAdvice[warning] : "";
        this.#coach(state, frame);
    }

    /** Shows how to move, and the progress until READY. */
    #coach({ mode, advice }, { trackingState, scaleSigma }) {
        const isRecording = document.body.dataset.source === "recording";
        const isShown = mode === "notReady" && coached.has(advice) && !this.#notice && !isRecording;
        this.#byId("coach").hidden = !isShown;
        if (!isShown) return;
        const { start, ready } = scaleRange;
        const known = Math.log(start / Math.min(start, Math.max(ready, scaleSigma || start))) / Math.log(start / ready);
        const share = trackingState === "normal" ? 0.3 + 0.7 * known : 0.1;
        this.#byId("readiness").style.setProperty("--share", share.toFixed(3));
        this.#byId("readiness").setAttribute("aria-valuenow", String(Math.round(100 * share)));
    }

    #advice({ mode, advice, adviceText, tool, pointCount, isRoughOffered }) {
        const isRecording = document.body.dataset.source === "recording";
        const text = (isRecording && recordingAdvice[advice]) || translatedMessage(adviceText);
        if (isRoughOffered) return roughAdvice(text);
        if (advice !== "normal") return text;
        if (this.#lightAdvice) return this.#lightAdvice;
        if (mode === "ready") return translated("Aim with the ring and set the first point.");
        if (tool === "area" && pointCount > 2) return translated("Set more corners, or finish to close the area.");
        if (tool === "chain" && pointCount > 1) return translated("Set more points, or finish.");
        if (tool === "height") return translated("Aim above the point and set the top.");
        return translated("Move, and set the next point.");
    }

    #reading(reading, isKept) {
        const [value, rest = ""] = readingText(reading?.text ?? "–").split(" ± ");
        this.#text("value", value);
        this.#text("sigma", rest && `± ${rest}`);
        this.#text("what", reading ? (isKept ? translated("Last reading") : translated("To the ring")) : "");
        this.#byId("reading").dataset.kept = isKept;
        this.#byId("reading").hidden = !reading;
    }

    #buttons({ advice, mode, tool, pointCount, measurementCount, isRoughOffered }) {
        this.#byId("place").disabled = advice !== "normal" && !accuracyAdvices.has(advice);
        if (isRoughOffered) this.#text("place-label", translated("Set a rough point"));
        else this.#text("place-label", mode === "measuring" ? translated("Set the next point") : translated("Set the first point"));
        this.#byId("undo").disabled = pointCount + measurementCount === 0;
        const canFinish = mode === "measuring" && isOpenEnded(tool) && pointCount > (tool === "area" ? 2 : 1);
        this.#byId("finish").hidden = !canFinish;
        this.#byId("hold").hidden = canFinish || document.body.dataset.source !== "recording";
        this.#byId("capture").hidden = canFinish || document.body.dataset.source !== "camera";
    }

    /** A heap takes one tap, wherever the camera is tracked. */
    #heapButtons({ advice }, { items }) {
        this.#byId("place").disabled = advice === "unavailable" || advice === "initializing";
        this.#text("place-label", translated("Measure the heap"));
        this.#byId("undo").disabled = items.length === 0;
    }

    #state(mode, text) {
        this.#byId("state").dataset.mode = mode;
        this.#text("state", text);
    }

    /** Sets a text only if it changes, so that a screen reader reads it once. */
    #text(id, text) {
        const element = this.#byId(id);
        if (element.textContent !== text) element.textContent = text;
    }
}
