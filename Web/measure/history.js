// Readings of earlier visits. They are kept in this browser's storage and are not sent.

import { dateText } from "../studio/language/language.js";
import { csvText, save } from "../studio/saving.js";
import { toldReading, toolName } from "./tools.js";

const key = "measure/history";
/** The newest so many readings are kept. */
const mostReadings = 300;
const columns = ["time", "name", "kind", "value", "sigma", "unit", "text", "rough"];

export class MeasurementHistory {
    #byId;
    /** The run that is going on: what it measures replaces its own entry alone. */
    #run = null;
    #kept = "";

    constructor(byId) {
        this.#byId = byId;
        byId("save-history").addEventListener("click", () => this.#save());
        byId("clear-history").addEventListener("click", () => this.#clear());
        this.#show();
    }

    /** A new run begins. */
    begin() {
        this.#run = { id: crypto.randomUUID(), time: new Date().toISOString() };
        this.#kept = "[]";
        this.#show();
    }

    /** Keeps what the run has measured so far. */
    take(measurements) {
        if (!this.#run) return;
        const readings = measurements.map(({ name, kind, value, sigma, unit, text, rough }) => ({ name, kind, value, sigma, unit, text, rough }));
        const now = JSON.stringify(readings);
        if (now === this.#kept) return;
        this.#kept = now;
        const others = stored().filter(({ id }) => id !== this.#run.id);
        this.#store(readings.length > 0 ? [{ ...this.#run, readings }, ...others] : others);
    }

    #store(runs) {
        let room = mostReadings;
        const kept = runs.filter(({ readings }) => (room -= readings.length) >= 0);
        try {
            localStorage.setItem(key, JSON.stringify(kept));
            this.#byId("history-trouble").hidden = true;
        } catch {
            this.#byId("history-trouble").hidden = false;
        }
    }

    #earlier() {
        return stored().filter(({ id }) => id !== this.#run?.id);
    }

    #show() {
        const runs = this.#earlier();
        this.#byId("history-block").hidden = runs.length === 0;
        this.#byId("history").replaceChildren(...runs.map(section));
    }

    #save() {
        const rows = this.#earlier().flatMap(({ time, readings }) => readings.map((reading) => ({ time, ...reading })));
        save(csvText(columns, rows), "earlier-measurements.csv", "text/csv");
    }

    #clear() {
        const current = stored().filter(({ id }) => id === this.#run?.id);
        this.#store(current);
        this.#show();
    }
}

/** The kept runs, newest first; none if what is stored cannot be read. */
function stored() {
    try {
        const runs = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(runs) ? runs.filter(isRun) : [];
    } catch {
        return [];
    }
}

const isRun = (run) => typeof run?.id === "string" && !Number.isNaN(Date.parse(run.time)) && Array.isArray(run.readings)
    && run.readings.every((reading) => typeof reading?.text === "string" && typeof reading.kind === "string");

/** A run's readings under its date. */
function section({ time, readings }) {
    const part = document.createElement("li");
    const list = document.createElement("ul");
    for (const reading of readings) {
        const row = document.createElement("li");
        const label = Object.assign(document.createElement("span"), { textContent: reading.name || toolName(reading.kind) });
        const told = Object.assign(document.createElement("span"), { className: "figure", textContent: toldReading(reading) });
        row.append(label, told);
        list.append(row);
    }
    part.append(Object.assign(document.createElement("time"), { dateTime: time, textContent: dateText(time) }), list);
    return part;
}
