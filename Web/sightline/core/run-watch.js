// Whether a live run goes on, and what it waits for if it does not.

import { ImageFlow } from "./image-flow.js";

/** Milliseconds between two looks. */
const interval = 500;

/**
 * Watches a live run from the moment its sensors are open. It says what the run waits for, once, and has an engine asked again that keeps
 * images and gives no frames.
 */
export class RunWatch {
    /** The images between the page and the engine. */
    flow = new ImageFlow();
    /** Called with a text for a person, or null when the run goes on. */
    onnotice = null;
    /** Called when the engine must be asked again. */
    onstalled = null;
    #timer = null;
    #loading = null;
    #sensorNotice = null;
    #notice = null;

    /** A run begins; nothing is watched before `start`. */
    begin(generation) {
        this.stop();
        this.flow.begin(generation);
    }

    /** The sensors are open. */
    start() {
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
        this.#look();
    }

    /** So many bytes of the engine are here; `total` is null if it is not known. */
    showLoading(loaded, total) {
        this.#loading = { loaded, total };
        this.#look();
    }

    /** Why the sensors are out for a while; null when they are back. */
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
        this.#announce(this.flow.isOpen ? this.#sensorNotice : this.#loadingText());
    }

    #loadingText() {
        if (!this.#loading) return "Loading the engine…";
        const { loaded, total } = this.#loading;
        if (total === null) return `Loading the engine, ${(loaded / 1e6).toFixed(1)} MB`;
        return loaded < total ? `Loading the engine, ${Math.floor((100 * loaded) / total)} %` : "Starting the engine…";
    }

    /** Says a text once. */
    #announce(text) {
        if (text === this.#notice) return;
        this.#notice = text;
        this.onnotice?.(text);
    }
}
