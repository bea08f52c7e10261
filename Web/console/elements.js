// Makes elements and the texts in them.

export function element(name, className = "", textContent = "") {
    return Object.assign(document.createElement(name), { className, textContent });
}

/** A row of a table: `[class, text]` a cell. */
export function tableRow(...cells) {
    const row = element("tr");
    row.append(...cells.map(([className, text]) => element("td", className, text)));
    return row;
}

/** The time of day to the millisecond, as this place reckons it. */
export function clockTime(milliseconds) {
    const time = new Date(milliseconds);
    const two = (value) => String(value).padStart(2, "0");
    return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}

/** A number of bytes for a person. */
export function byteCount(bytes) {
    if (bytes < 1000) return `${bytes} B`;
    return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A time for a person: seconds, minutes, hours or days. */
export function duration(seconds) {
    if (seconds < 60) return `${seconds} s`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
    return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min` : `${Math.floor(seconds / 86_400)} d`;
}
