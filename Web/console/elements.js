// Creates elements and formats their texts.

import { numberText, timeText, translated } from "../studio/language/language.js";

export function element(name, className = "", textContent = "") {
    return Object.assign(document.createElement(name), { className, textContent });
}

/** A row of a table: `[class, text]` a cell. */
export function tableRow(...cells) {
    const row = element("tr");
    row.append(...cells.map(([className, text]) => element("td", className, text)));
    return row;
}

/** The local time of day with milliseconds. */
export function clockTime(milliseconds) {
    return timeText(milliseconds, { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" });
}

/** A number of bytes for a person. */
export function byteCount(bytes) {
    if (bytes < 1000) return translated("{bytes} B", { bytes: numberText(bytes) });
    return bytes < 1e6 ? translated("{kilobytes} kB", { kilobytes: numberText(bytes / 1000, 1) })
        : translated("{megabytes} MB", { megabytes: numberText(bytes / 1e6, 1) });
}

/** A time for a person: seconds, minutes, hours or days. */
export function duration(seconds) {
    if (seconds < 60) return translated("{seconds} s", { seconds: numberText(seconds) });
    const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit));
    if (hours < 1) return translated("{minutes} min", { minutes: numberText(minutes) });
    return days < 1 ? translated("{hours} h {minutes} min", { hours: numberText(hours), minutes: numberText(minutes % 60) })
        : translated("{days} d", { days: numberText(days) });
}
