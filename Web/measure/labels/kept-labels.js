// The labels that this browser keeps: which channel or beacon each shows, and its last values.

const key = "measure/labels";
/** The largest number of labels; each is a channel's subscription. */
export const mostLabels = 12;
const names = ["identifier", "channel", "event", "field", "title"];

/**
 * The kept labels `{ identifier, channel, event, field, title, history, beacon, source, handle }`: `beacon` for one that shows a
 * beacon, the last two for one that was put in a place: its source's name and the place's handle; none if what is stored
 * cannot be read.
 */
export function keptLabels() {
    try {
        const labels = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(labels) ? labels.filter(isLabel).slice(0, mostLabels) : [];
    } catch {
        return [];
    }
}

/** Keeps labels; returns whether the browser could. */
export function keepLabels(labels) {
    try {
        if (labels.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(labels));
        return true;
    } catch {
        return false;
    }
}

const isLabel = (label) => names.every((name) => typeof label?.[name] === "string") && Array.isArray(label.history)
    && ["undefined", "string"].includes(typeof label.beacon);
