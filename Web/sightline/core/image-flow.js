// The number of camera images in transit to the engine, with one owner so that none is miscounted.

/** The maximum number of images in transit; the engine processes the newest, and a camera has few buffers. */
const capacity = 4;
/** Milliseconds without a returned image after which an engine with images counts as stalled. */
const patience = 4000;

/**
 * Counts the images between the page and the engine's worker. Every image passed on is returned once: processed,
 * dropped, or failed. It comes back with its run's number (`generation`), so that late returns of an earlier run do not
 * count for the present one.
 */
export class ImageFlow {
    #generation = 0;
    #inFlight = 0;
    #isOpen = false;
    #latest = 0;
    #now;

    /** `now` returns milliseconds. */
    constructor(now = () => performance.now()) {
        this.#now = now;
    }

    /** Starts a run: no image is in transit, and the engine is not ready for images yet. */
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

    /** Whether an image may be passed on now. */
    get hasRoom() {
        return this.#isOpen && this.#inFlight < capacity;
    }

    get inFlight() {
        return this.#inFlight;
    }

    /** One image was passed on. */
    handOver() {
        if (this.#inFlight === 0) this.#latest = this.#now();
        this.#inFlight += 1;
    }

    /** The engine's worker returned images of a run. */
    giveBack(generation, count) {
        if (generation !== this.#generation) return;
        this.#inFlight = Math.max(0, this.#inFlight - count);
        this.#latest = this.#now();
    }

    /** Whether images are in transit and none was returned for some seconds. */
    get isStalled() {
        return this.#isOpen && this.#inFlight > 0 && this.#now() - this.#latest > patience;
    }

    /** Counts all images as returned, after the worker was reset. */
    recover() {
        this.#inFlight = 0;
        this.#latest = this.#now();
    }
}
