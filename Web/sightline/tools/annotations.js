// The messages of a call's drawing: JSON texts on an ordered, reliable data channel. docs/tools/assist.md has the format.

import { annotationKinds } from "../generated/records.js";
import { codeSpan } from "../view/frame-code.js";

export const messageVersion = 1;
/** A sender's limits. */
export const mostBytes = 1024;
export const mostMessagesASecond = 30;
/**
 * The number of messages that may be sent at once, so that a short stroke does not wait; the others are spaced evenly.
 */
const burst = 4;
const evenly = mostMessagesASecond - burst;
const mostPositions = 48;
const mostText = 200;
/** The number of positions of a measurement: minimum, maximum. */
export const positionCounts = { distance: [2, 2], chain: [2, 12], area: [3, 12], height: [2, 2], angle: [3, 3], volume: [4, 4] };
const utf8 = new TextEncoder();

/** Collects strokes and sends them in batches, so that the limits hold at any speed of the hand. */
export class AnnotationWriter {
    #send;
    #waiting = [];
    #isDue = false;
    #allowance = burst;
    #last = performance.now();

    /** `send(text)` sends a message on the channel. */
    constructor(send) {
        this.#send = send;
    }

    /**
     * Starts an annotation with the sender's number `n`: `kind`, `color` "#rrggbb", `width` a fraction of the image's,
     * `frame` a code, `text`.
     */
    begin({ n, kind, color, width, frame, text = "" }) {
        this.#put({ t: "begin", n, kind, color, width, frame, ...(text ? { text: text.slice(0, mostText) } : {}) });
    }

    /** Adds a position, (0, 0) top left of the image, (1, 1) bottom right, as it was seen in a frame. */
    add(n, frame, [x, y]) {
        const last = this.#waiting.at(-1);
        const position = [round(x), round(y)];
        const isOpen = last?.t === "points" && last.n === n && last.count < mostPositions;
        if (!isOpen) return this.#put({ t: "points", n, frame, p: position, count: 1 });
        last.count += 1;
        // Positions of later frames follow with their codes, so that a batch does not end at every image.
        const run = last.more?.at(-1);
        if (run ? run[0] === frame : last.frame === frame) (run ?? last.p).push(...position);
        else (last.more ??= []).push([frame, ...position]);
    }

    end(n) { this.#put({ t: "end", n }); }

    undo() { this.#put({ t: "undo" }); }

    remove(author, n) { this.#put({ t: "remove", author, n }); }

    /** `whose` is "mine" or "all". */
    clear(whose) { this.#put({ t: "clear", whose }); }

    erase(frame, [x, y], r) {
        const last = this.#waiting.at(-1);
        const spot = { t: "erase", frame, x: round(x), y: round(y), r };
        // An eraser has one present position; but every position that it passed counts.
        if (last?.t === "erase" && Math.hypot(last.x - x, last.y - y) < r / 2) Object.assign(last, spot);
        else this.#put(spot);
    }

    freeze(frame) { this.#put({ t: "freeze", frame }); }

    release(frame) { this.#put({ t: "release", frame }); }

    /** Requests a measurement, a `kind` of `positionCounts`, through positions, each drawn on its own frame. */
    measure({ n, kind = "distance", positions, frames }) {
        const frame = frames.at(-1);
        const seen = frames.every((each) => each === frame) ? {} : { seen: frames };
        this.#put({ t: "measure", n, kind, frame, p: positions.flat().map(round), ...seen });
    }

    #put(message) {
        this.#waiting.push({ v: messageVersion, ...message });
        this.#flushSoon();
    }

    /** Sends all messages of one gesture together: immediately if allowed, because timers wait behind other work. */
    #flushSoon() {
        if (this.#isDue) return;
        this.#isDue = true;
        this.#refill();
        const wait = ((1 - this.#allowance) * 1000) / evenly;
        if (wait > 0) setTimeout(() => this.#flush(), wait);
        else queueMicrotask(() => this.#flush());
    }

    #refill() {
        const now = performance.now();
        this.#allowance = Math.min(burst, this.#allowance + ((now - this.#last) * evenly) / 1000);
        this.#last = now;
    }

    #flush() {
        this.#isDue = false;
        this.#refill();
        // A timer may fire a little early.
        while (this.#waiting.length > 0 && this.#allowance > 0.99) {
            const message = this.#waiting.shift();
            this.#allowance -= 1;
            delete message.count;
            this.#send(JSON.stringify(message));
        }
        if (this.#waiting.length > 0) this.#flushSoon();
    }
}

/** Reads a peer's messages: too long, too many or invalid ones are rejected before any use. */
export class AnnotationReader {
    /** The number of rejected messages. */
    refusals = 0;
    #allowance = 2 * mostMessagesASecond;
    #then = 0;

    /** The validated message of a text; null if it is rejected. `now` in milliseconds. */
    read(text, now = performance.now()) {
        const message = this.#isAllowed(now) && typeof text === "string" && utf8.encode(text).length <= mostBytes ? parse(text) : null;
        if (!message) this.refusals += 1;
        return message;
    }

    /** Allows twice the rate for a second, so that network delay does no harm. */
    #isAllowed(now) {
        const most = 2 * mostMessagesASecond;
        this.#allowance = Math.min(most, this.#allowance + ((now - this.#then) / 1000) * mostMessagesASecond * 1.2);
        this.#then = now;
        if (this.#allowance < 1) return false;
        this.#allowance -= 1;
        return true;
    }
}

const round = (value) => Math.round(value * 1e4) / 1e4;
const isWhole = (value, most) => Number.isInteger(value) && value >= 0 && value < most;
const isCoordinate = (value) => typeof value === "number" && value >= -0.5 && value <= 1.5;
const isFrame = (value) => isWhole(value, codeSpan);
const isNumber = (value) => isWhole(value, 2 ** 31);
const isShort = (value) => value === undefined || (typeof value === "string" && value.length <= mostText);
const isColor = (value) => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
const isPath = (p, most) => Array.isArray(p) && p.length % 2 === 0 && p.length > 0 && p.length <= most && p.every(isCoordinate);
const isRun = (run) => Array.isArray(run) && isFrame(run[0]) && isPath(run.slice(1), 2 * mostPositions);
const areRuns = (more) => more === undefined || (Array.isArray(more) && more.length <= mostPositions && more.every(isRun));
const isMeasure = ({ kind = "distance", p, seen }) => Object.hasOwn(positionCounts, kind) && isPath(p, 2 * positionCounts[kind][1])
    && p.length >= 2 * positionCounts[kind][0]
    && (seen === undefined || (Array.isArray(seen) && seen.length === p.length / 2 && seen.every(isFrame)));
const isWidth = (value) => typeof value === "number" && value >= 5e-4 && value <= 0.1;

/** The required fields of each kind of message. */
const checks = {
    begin: (m) => isNumber(m.n) && annotationKinds.includes(m.kind) && isColor(m.color) && isWidth(m.width)
        && isFrame(m.frame) && isShort(m.text),
    points: (m) => isNumber(m.n) && isFrame(m.frame) && isPath(m.p, 2 * mostPositions) && areRuns(m.more),
    end: (m) => isNumber(m.n),
    undo: () => true,
    remove: (m) => isNumber(m.author) && isNumber(m.n),
    clear: (m) => m.whose === "mine" || m.whose === "all",
    erase: (m) => isFrame(m.frame) && isCoordinate(m.x) && isCoordinate(m.y) && isWidth(m.r),
    freeze: (m) => isFrame(m.frame),
    release: (m) => isFrame(m.frame),
    measure: (m) => isNumber(m.n) && isFrame(m.frame) && isMeasure(m),
    // From the site to the experts.
    hello: (m) => isNumber(m.author),
    shown: (m) => isNumber(m.n) && isNumber(m.count) && isFrame(m.frame),
    refused: (m) => isNumber(m.n) && typeof m.why === "string" && m.why.length < 40,
    measured: (m) => isNumber(m.n) && isShort(m.text) && (m.kind === undefined || Object.hasOwn(positionCounts, m.kind)),
    tracking: (m) => typeof m.state === "string" && m.state.length < 40 && isShort(m.advice),
};

function parse(text) {
    try {
        const message = JSON.parse(text);
        const isKnown = message?.v === messageVersion && Object.hasOwn(checks, message.t);
        return isKnown && checks[message.t](message) ? message : null;
    } catch {
        return null;
    }
}
