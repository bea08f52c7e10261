// How many camera images are on their way to the engine. One owner counts them, so that none is lost count of.

/** How many images may be on their way at once; the engine takes the newest, and a camera has few to lend. */
const capacity = 4;
/** Milliseconds without any image given back after which an engine that has images is stalled. */
const patience = 4000;

/**
 * Counts the images between the page and the engine's worker. Every image that is handed over is given back once: taken, dropped, or failed.
 * A run's number (`generation`) comes back with it, so that what an earlier run gives back late does not count for the present one.
 */
export class ImageFlow {
    #generation = 0;
    #inFlight = 0;
    #isOpen = false;
    #latest = 0;
    #now;

    /** `now` gives milliseconds. */
    constructor(now = () => performance.now()) {
        this.#now = now;
    }

    /** Begins a run: nothing is on its way, and the engine is not ready for images yet. */
    begin(generation) {
        this.#generation = generation;
        this.#inFlight = 0;
        this.#isOpen = false;
    }

    /** The engine is ready for images. */
    open() {
        this.#isOpen = true;
        this.#latest = this.#now();
    }

    /** Whether the engine has opened the run. */
    get isOpen() {
        return this.#isOpen;
    }

    /** Whether an image may be handed over now. */
    get hasRoom() {
        return this.#isOpen && this.#inFlight < capacity;
    }

    get inFlight() {
        return this.#inFlight;
    }

    /** One image was handed over. */
    handOver() {
        if (this.#inFlight === 0) this.#latest = this.#now();
        this.#inFlight += 1;
    }

    /** The engine's worker gave images of a run back. */
    giveBack(generation, count) {
        if (generation !== this.#generation) return;
        this.#inFlight = Math.max(0, this.#inFlight - count);
        this.#latest = this.#now();
    }

    /** Whether images are on their way and none came back for some seconds. */
    get isStalled() {
        return this.#isOpen && this.#inFlight > 0 && this.#now() - this.#latest > patience;
    }

    /** Counts all images as given back, after the worker was told to begin afresh. */
    recover() {
        this.#inFlight = 0;
        this.#latest = this.#now();
    }
}
