// What a page called, with counts: equal calls are one line, so that sixty per second do not flood the lab.

/** Milliseconds between two messages to the lab. */
const messagePause = 250;
/** The maximum number of lines of one name, and in all; further ones share a line. */
const most = { ofName: 20, lines: 300 };
/** The maximum number of points of hits in a message. */
const mostPoints = 24;

export class CallLog {
    #send;
    #lines = new Map();
    #countsOfNames = new Map();
    #changed = new Set();
    #points = [];
    #isDue = false;

    /** `send(message)` sends to the lab. */
    constructor(send) {
        this.#send = send;
    }

    /** Notes a call: what was called, with what, what came of it, and whether that is an error. */
    note({ name, detail, result, isFault }) {
        const line = this.#line(name, detail, result, isFault);
        line.count += 1;
        this.#changed.add(line);
        this.#plan();
    }

    /** Notes where a ray met something: x, y, z in metres, in the session's `local` space. */
    notePoint(point) {
        this.#points.push(point);
        if (this.#points.length > mostPoints) this.#points.shift();
        this.#plan();
    }

    #line(name, detail, result, isFault) {
        const key = [name, detail, result, isFault].join("\n");
        const known = this.#lines.get(key);
        if (known) return known;
        const ofName = this.#countsOfNames.get(name) ?? 0;
        if (detail !== "…" && (ofName >= most.ofName || this.#lines.size >= most.lines)) return this.#line(name, "…", "…", isFault);
        const line = { number: this.#lines.size, name, detail, result, isFault, count: 0 };
        this.#lines.set(key, line);
        this.#countsOfNames.set(name, ofName + 1);
        return line;
    }

    #plan() {
        if (this.#isDue) return;
        this.#isDue = true;
        setTimeout(() => this.#flush(), messagePause);
    }

    #flush() {
        this.#isDue = false;
        this.#send({ kind: "calls", lines: [...this.#changed].map((line) => ({ ...line })), points: this.#points });
        this.#changed.clear();
        this.#points = [];
    }
}
