// The received readings, newest first, and as a file.

import { toolName } from "../measure/tools.js";
import { numberText, readingText, timeText } from "../studio/language/language.js";
import { csvText, save } from "../studio/saving.js";

const longest = 5000;
const shown = 500;

export class ReadingLog {
    #byId;
    #readings = [];
    #seen = new Set();
    #showsBetween = false;

    constructor(byId) {
        this.#byId = byId;
        byId("between").addEventListener("click", () => {
            this.#showsBetween = !this.#showsBetween;
            byId("between").setAttribute("aria-pressed", String(this.#showsBetween));
            this.#draw();
        });
        byId("csv").addEventListener("click", () => save(this.#csv(), "readings.csv", "text/csv"));
        byId("json").addEventListener("click", () => save(JSON.stringify(this.#readings, null, 1), "readings.json", "application/json"));
    }

    /** Adds readings, each once, in the order of their times. */
    add(...readings) {
        for (const reading of readings) {
            const mark = `${reading.time} ${reading.value} ${reading.isFinal}`;
            if (this.#seen.has(mark)) continue;
            this.#seen.add(mark);
            this.#readings.push(reading);
        }
        this.#readings = this.#readings.toSorted((left, right) => left.time - right.time).slice(-longest);
        if (readings.some(({ isFinal }) => isFinal || this.#showsBetween)) this.#draw();
    }

    #draw() {
        const wanted = this.#readings.filter(({ isFinal }) => isFinal || this.#showsBetween).slice(-shown).toReversed();
        this.#byId("rows").replaceChildren(...wanted.map(row));
        this.#byId("empty").hidden = wanted.length > 0;
    }

    #csv() {
        const columns = ["time", "kind", "name", "value", "sigma", "unit", "text", "isFinal"];
        return csvText(columns, this.#readings.map((reading) => ({ ...reading, time: new Date(reading.time).toISOString() })));
    }
}

function row({ time, name, kind, number, text, isFinal }) {
    const made = document.createElement("tr");
    made.dataset.result = isFinal;
    const what = name || (number ? `${titled(kind)} ${numberText(number)}` : titled(kind));
    const cells = [["time", timeText(time)], ["name", what], ["told figure", readingText(text)]];
    made.append(...cells.map(([className, textContent]) => Object.assign(document.createElement("td"), { className, textContent })));
    return made;
}

/** A kind of measurement as a heading. */
export const titled = (kind) => toolName(kind).replace(/^./u, (letter) => letter.toLocaleUpperCase());
