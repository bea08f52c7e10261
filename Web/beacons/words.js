// How things are said.

export const zoneWords = { immediate: "Immediate", near: "Near", far: "Far", unknown: "Unknown" };
export const stateWords = { inside: "Inside", outside: "Outside", unknown: "Unknown" };
export const permissionWords = { allowed: "Allowed", denied: "Denied", restricted: "Restricted", notDetermined: "Not determined" };

export function distance({ distance, accuracy }) {
    return distance < 0 ? "–" : `${distance.toFixed(1)} m ± ${accuracy.toFixed(1)}`;
}

export const age = (seconds) => `${seconds.toFixed(seconds < 9.95 ? 1 : 0)} s`;

/** A beacon's numbers, for persons: `1/2` of a UUID, or the end of an Eddystone's identity. */
export function shortKey(key) {
    const [identity] = key.split("@");
    const parts = identity.split("/");
    return parts.length === 3 ? `${parts[1]}/${parts[2]} · ${parts[0].slice(0, 8)}…` : `Eddystone ${parts[1] ?? key}`;
}

/** A time of today as hours, minutes and seconds; of another day with the day. */
export function clock(milliseconds) {
    const date = new Date(milliseconds);
    const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
    const isToday = date.toDateString() === new Date().toDateString();
    return isToday ? time : `${date.toLocaleDateString([], { day: "numeric", month: "short" })} ${time}`;
}

/** One line of history. */
export function crossingWords({ event, name, who, whoName, detail }) {
    const somebody = whoName ?? (who ? shortKey(who) : null);
    switch (event) {
        case "enter": return `${name}: ${somebody ?? "somebody"} came`;
        case "exit": return `${name}: ${somebody ? `${somebody} left` : "all gone"}`;
        case "determined": return `${name}: ${{ inside: "somebody is there", outside: "nobody is there" }[detail] ?? detail}`;
        default: return `${name}: no receiver can tell (${faultWords[detail] ?? detail})`;
    }
}

const faultWords = { adapterLost: "the radio is gone", denied: "no permission to listen", disconnected: "no report for 15 s" };
