// The values that a channel's events bring, as numbers or words, with their times.

/** Values that are kept for the line of their history. */
export const mostValues = 60;
/** Letters of a text that are shown. */
const longestText = 80;
/** Members of an event that hold its value, if nobody named one. */
const usualNames = ["value", "temperature", "humidity", "distance", "level", "count", "text", "message", "title", "name"];
/**
 * A channel is silent once nothing came for five of its usual intervals, but not before ten seconds; as long as the
 * interval is unknown, after five minutes (by hand: a phone's network sleeps for seconds, sensors publish once a minute).
 */
const silence = { intervals: 5, least: 10_000, unknown: 300_000, fewest: 3 };

/**
 * The value of an event's data `{ number, text }`: of the named member (`a.b` for a member of a member), else of the
 * first usual one, else of the first that is a number or a text. `number` is null for words. Null if there is none.
 */
export function valueIn(data, field = "") {
    const found = field ? memberOf(data, field) : usualMember(data);
    const number = numberOf(found);
    if (number === null && typeof found !== "string" && typeof found !== "boolean") return null;
    // A reading says itself how it is written, with its unit and how certain it is.
    const written = !field && typeof data?.text === "string" ? data.text : null;
    const unit = number !== null && typeof data?.unit === "string" ? ` ${data.unit}` : "";
    return { number, text: clipped(written ?? (number === null ? String(found) : "")), unit: clipped(unit) };
}

function memberOf(data, path) {
    return path.split(".").reduce((part, name) => (part !== null && typeof part === "object" && Object.hasOwn(part, name) ? part[name] : undefined), data);
}

function usualMember(data) {
    if (data === null || typeof data !== "object") return data;
    const name = usualNames.find((each) => Object.hasOwn(data, each) && isShown(data[each]));
    return name ? data[name] : Object.values(data).find(isShown);
}

const isShown = (value) => numberOf(value) !== null || (typeof value === "string" && value.trim() !== "");

/** A number, or a text that is one. */
function numberOf(value) {
    const number = typeof value === "string" && /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value;
    return typeof number === "number" && Number.isFinite(number) ? number : null;
}

function clipped(text) {
    const letters = Array.from(text.replace(/\s+/g, " "));
    return letters.length > longestText ? `${letters.slice(0, longestText - 1).join("")}…` : letters.join("");
}

/** The last values of one channel. */
export class ChannelValues {
    /** `{ number, text, unit, time }`, oldest first. */
    values;

    /** `kept` is what `values` was before. */
    constructor(kept = []) {
        this.values = kept.filter(isValue).slice(-mostValues);
    }

    /** Takes an event's data, at milliseconds since 1970; returns whether it has a value. */
    take(data, field, time) {
        const value = valueIn(data, field);
        if (!value) return false;
        this.values.push({ ...value, time });
        if (this.values.length > mostValues) this.values.shift();
        return true;
    }

    get last() {
        return this.values.at(-1) ?? null;
    }

    /** Whether nothing came for much longer than usual, or for a while since a subscription in `since`. */
    isSilent(now, since) {
        const last = Math.max(this.last?.time ?? 0, since);
        return now - last > this.#patience;
    }

    /** The numbers for a line, each as its share of the width and of the height, 0…1; none for less than two. */
    get line() {
        const points = this.values.filter(({ number }) => number !== null);
        if (points.length < 2) return [];
        const [from, to] = [points[0].time, points.at(-1).time];
        const low = Math.min(...points.map(({ number }) => number));
        const high = Math.max(...points.map(({ number }) => number));
        // Halves, since the difference of two large numbers may be infinite.
        const height = high / 2 - low / 2;
        return points.map(({ number, time }) => [to > from ? (time - from) / (to - from) : 1, height > 0 ? (number / 2 - low / 2) / height : 0.5]);
    }

    get #patience() {
        const times = this.values.map(({ time }) => time);
        if (times.length < silence.fewest) return silence.unknown;
        const gaps = times.slice(1).map((time, index) => time - times[index]).sort((a, b) => a - b);
        return Math.max(silence.least, silence.intervals * gaps[gaps.length >> 1]);
    }
}

const isValue = (value) => typeof value?.text === "string" && typeof value.unit === "string" && Number.isFinite(value.time)
    && (value.number === null || Number.isFinite(value.number));
