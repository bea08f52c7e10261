// What happened in a session, for those who look for a fault later.

/** Earlier events are forgotten. */
const mostEvents = 400;
/** The engine's times of so many frames are kept. */
const mostTimes = 900;
const longestText = 300;

/** The last events of a session and the figures of its present run. */
export class SessionLog {
    #events = [];
    #times = [];
    #frames = 0;
    #tracked = 0;
    #tracking = null;
    #sensorFault = null;
    #now;

    /** `now` returns milliseconds since the page was opened. */
    constructor(now = () => performance.now()) {
        this.#now = now;
    }

    /** The events, the oldest first: `{ seconds, kind, text }`. */
    get events() {
        return [...this.#events];
    }

    /**
     * The present run's `frames`, `trackedShare` (of the frames, with a pose), and the engine's milliseconds for a frame
     * that half (`engineMedian`) and 95 % (`engineHigh`) of the last frames do not exceed; null without frames.
     */
    get figures() {
        if (this.#frames === 0) return null;
        const times = [...this.#times].sort((a, b) => a - b);
        const at = (share) => Math.round(10 * times[Math.floor(share * (times.length - 1))]) / 10;
        return { frames: this.#frames, trackedShare: this.#tracked / this.#frames, engineMedian: at(0.5), engineHigh: at(0.95) };
    }

    /** Adds an event of a kind, one word, with a text. */
    note(kind, text) {
        this.#events.push({ seconds: Math.round(this.#now()) / 1000, kind, text: String(text).slice(0, longestText) });
        if (this.#events.length > mostEvents) this.#events.shift();
    }

    /** A run begins with a source: "camera", "recording" or "xr". */
    begin(source) {
        this.#times = [];
        this.#frames = this.#tracked = 0;
        this.#tracking = this.#sensorFault = null;
        this.note("run", source);
    }

    /** Adds a fault. */
    noteFault({ code, message, cause }) {
        this.note("fault", [code, message, typeof cause === "string" && cause].filter(Boolean).join(": "));
    }

    /** Adds a frame: only changes of its states are events. */
    takeFrame({ trackingState, trackingLimit, sensorFault, odometryFromBody, milliseconds }) {
        this.#frames += 1;
        if (odometryFromBody) this.#tracked += 1;
        this.#times.push(milliseconds.engine);
        if (this.#times.length > mostTimes) this.#times.shift();
        const tracking = trackingState === "limited" ? `limited, ${trackingLimit}` : trackingState;
        if (tracking !== this.#tracking) this.note("tracking", `frame ${this.#frames}: ${tracking}`);
        if (sensorFault && sensorFault !== this.#sensorFault) this.note("sensorFault", sensorFault);
        [this.#tracking, this.#sensorFault] = [tracking, sensorFault];
    }
}
