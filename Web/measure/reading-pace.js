// The rate of readings: at most one per interval, the newest of those in between, and results always.

const mostResults = 100;

/** Passes readings to `send`, which returns whether they were sent, at most one every `interval` milliseconds. */
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

    /** A reading that a newer one may replace; the last one is sent. */
    offer(reading) {
        this.#newest = reading;
        this.#schedule();
    }

    /** A result: it replaces the waiting reading, and is kept until it can be sent. */
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
