// A live camera's images before the engine takes them: none waits behind another.

/** Whenever the engine is free it is given the newest image; those that came before it are let go. */
export class Arrivals {
    #settled = 0;
    #newest = null;

    add(arrival) {
        this.#letGo();
        this.#newest = arrival;
    }

    /** The newest image; null if none came since the last. */
    take() {
        const newest = this.#newest;
        this.#newest = null;
        if (newest) this.#settled += 1;
        return newest;
    }

    /** How many images were taken or let go since this was last asked. */
    settle() {
        const settled = this.#settled;
        this.#settled = 0;
        return settled;
    }

    get isEmpty() {
        return this.#newest === null;
    }

    close() {
        this.#letGo();
    }

    #letGo() {
        this.#newest?.image.close();
        if (this.#newest) this.#settled += 1;
        this.#newest = null;
    }
}
