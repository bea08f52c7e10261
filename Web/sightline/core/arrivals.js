// A live camera's images before the engine processes them: only the newest waits.

/** Whenever the engine is free it gets the newest image; earlier ones are dropped. */
export class Arrivals {
    #settled = 0;
    #newest = null;

    add(arrival) {
        this.#release();
        this.#newest = arrival;
    }

    /** The newest image; null if none came since the last call. */
    take() {
        const newest = this.#newest;
        this.#newest = null;
        if (newest) this.#settled += 1;
        return newest;
    }

    /** The number of images that were processed or dropped since the last call. */
    settle() {
        const settled = this.#settled;
        this.#settled = 0;
        return settled;
    }

    get isEmpty() {
        return this.#newest === null;
    }

    close() {
        this.#release();
    }

    #release() {
        this.#newest?.image.close();
        if (this.#newest) this.#settled += 1;
        this.#newest = null;
    }
}
