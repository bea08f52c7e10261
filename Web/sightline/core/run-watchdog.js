// Whether a run makes progress, and what it waits for if it does not.

import { ImageFlow } from "./image-flow.js";

/** Milliseconds between two checks. */
const interval = 500;
/** Milliseconds without a frame after which a playing recording is late: its images are being fetched. */
const recordingPatience = 2000;

/**
 * Watches a run, a live one from the moment its sensors are open. It reports once what the run waits for, and
 * restarts an engine that holds images and returns no frames.
 */
export class RunWatchdog {
    /** The images between the page and the engine. */
    flow = new ImageFlow();
    /** Called with a text for a person, or null when the run continues. */
    onnotice = null;
    /** Called when the engine must be restarted. */
    onstalled = null;
    #timer = null;
    #loading = null;
    #sensorNotice = null;
    #notice = null;
    #isRecording = false;
    #isHeld = false;
    #latestFrame = 0;
    #now;

    /** `now` returns milliseconds. */
    constructor(now = () => performance.now()) {
        this.#now = now;
    }

    /** A run begins; nothing is watched before `start`. */
    begin(generation) {
        this.stop();
        this.flow.begin(generation);
    }

    /** The sensors are open, or a recording is being opened. */
    start({ isRecording = false } = {}) {
        this.#isRecording = isRecording;
        this.#isHeld = false;
        this.#timer = setInterval(() => this.#look(), interval);
        this.#look();
    }

    stop() {
        clearInterval(this.#timer);
        this.#timer = this.#sensorNotice = this.#notice = null;
    }

    /** The engine is ready for images. */
    open() {
        this.flow.open();
        this.#latestFrame = this.#now();
        this.#look();
    }

    /** A frame came. */
    takeFrame() {
        this.#latestFrame = this.#now();
        if (this.#isRecording && this.#notice) this.#look();
    }

    /** A person has paused the recording, or continues it. */
    hold(isHeld) {
        this.#isHeld = isHeld;
        this.#latestFrame = this.#now();
    }

    /** The engine's `{ loaded, total, isBuilding }`, as `engineCode` counts them. */
    showLoading(progress) {
        this.#loading = progress;
        this.#look();
    }

    /** Why the sensors have failed for a while; null when they work again. */
    showSensors(text) {
        this.#sensorNotice = text;
        this.#look();
    }

    #look() {
        if (this.#timer === null) return;
        if (this.flow.isStalled && !this.#sensorNotice) {
            this.flow.recover();
            this.onstalled?.();
            return this.#announce("The engine gave no frame for some seconds. It is asked again.");
        }
        if (!this.flow.isOpen) return this.#announce(this.#loadingText());
        const isLate = this.#isRecording && !this.#isHeld && this.#now() - this.#latestFrame > recordingPatience;
        this.#announce(isLate ? "Loading the recording's next images…" : this.#sensorNotice);
    }

    #loadingText() {
        if (!this.#loading) return "Loading the engine…";
        const { loaded, total, isBuilding } = this.#loading;
        if (isBuilding) return "The engine is still being built. It starts by itself.";
        if (total === null) return `Loading the engine, ${(loaded / 1e6).toFixed(1)} MB`;
        if (loaded < total) return `Loading the engine, ${Math.floor((100 * loaded) / total)} %`;
        return this.#isRecording ? "Opening the recording…" : "Starting the engine…";
    }

    /** Reports a text once. */
    #announce(text) {
        if (text === this.#notice) return;
        this.#notice = text;
        this.onnotice?.(text);
    }
}
