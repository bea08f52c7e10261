// How often readings go out: at most one in a while, the newest of those in between, and results surely.

const mostResults = 100;

/** Hands readings to `send`, which says whether they went, at most one every `interval` milliseconds. */
export class ReadingPace {
    #send;
    #interval;
    #sentAt = -Infinity;
    #newest = null;
    #results = [];
    #timer = null;

    constructor(send, interval = 200) {
        this.#send = send;
        this.#interval = interval;
    }

    /** A reading that may be passed over for a newer one; the last one goes out. */
    offer(reading) {
        this.#newest = reading;
        this.#schedule();
    }

    /** A result: it replaces the reading that waits, and is kept until it can be sent. */
    insist(reading) {
        this.#newest = null;
        this.#results = [...this.#results, reading].slice(-mostResults);
        this.#schedule();
    }

    /** Sending is possible again. */
    resume() {
        this.#schedule();
    }

    stop() {
        clearTimeout(this.#timer);
        this.#timer = this.#newest = null;
        this.#results = [];
    }

    #schedule() {
        if (this.#timer !== null || (this.#results.length === 0 && this.#newest === null)) return;
        const wait = this.#sentAt + this.#interval - Date.now();
        if (wait <= 0) return this.#next();
        this.#timer = setTimeout(() => {
            this.#timer = null;
            this.#next();
        }, wait);
    }

    #next() {
        const isResult = this.#results.length > 0;
        const isSent = this.#send(isResult ? this.#results[0] : this.#newest);
        if (isResult && !isSent) return;
        if (isResult) this.#results.shift();
        else this.#newest = null;
        if (isSent) this.#sentAt = Date.now();
        this.#schedule();
    }
}
