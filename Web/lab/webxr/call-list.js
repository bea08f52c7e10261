// The calls of the page in the frame, one line for equal calls with their number. What the page sends is text of strangers: it is only ever shown as text.

import { numberText, translated } from "../../studio/language/language.js";

const longest = { name: 80, text: 600 };
const mostLines = 700;
const mostPoints = 60;

const isRecord = (value) => typeof value === "object" && value !== null;

export class CallList {
    /** The last points of hits, x, y, z in metres. */
    points = [];
    #body;
    #empty;
    #lines = new Map();
    #showsOnlyErrors = false;

    /** `body` is a table's body; `empty` is shown while it has no lines. */
    constructor(body, empty) {
        this.#body = body;
        this.#empty = empty;
    }

    /** Takes a message of the page's call log; what has another form is left out. */
    take({ kind, lines, points }) {
        if (kind !== "calls") return;
        if (Array.isArray(lines)) lines.filter(isRecord).forEach((line) => this.#set(line));
        const isPoint = (value) => Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
        if (Array.isArray(points)) this.points = [...this.points, ...points.filter(isPoint)].slice(-mostPoints);
    }

    /** Adds a line of the lab's own. */
    say(text, isFault = false) {
        this.#set({ number: `lab ${this.#lines.size}`, name: translated("Lab"), detail: "", result: text, isFault, count: 1 });
    }

    clear() {
        this.#lines.clear();
        this.#body.replaceChildren();
        this.points = [];
        this.#empty.hidden = false;
    }

    /** Shows only errors, or all. */
    set showsOnlyErrors(isWanted) {
        this.#showsOnlyErrors = isWanted;
        for (const { row, isFault } of this.#lines.values()) row.hidden = isWanted && !isFault;
    }

    #set({ number, name, detail, result, isFault, count }) {
        const key = String(number).slice(0, longest.name);
        const line = this.#lines.get(key) ?? this.#add(key, { name, detail, result, isFault: isFault === true });
        if (line) line.count.textContent = numberText(Number.isFinite(count) ? count : 1);
    }

    #add(key, { name, detail, result, isFault }) {
        if (this.#lines.size >= mostLines) return null;
        this.#empty.hidden = true;
        const row = document.createElement("tr");
        const call = Object.assign(document.createElement("td"), { className: "call data" });
        const argumentsText = Object.assign(document.createElement("span"), { className: "detail", textContent: shortened(detail) });
        call.append(Object.assign(document.createElement("b"), { textContent: shortened(name, longest.name) }), " ", argumentsText);
        const answer = Object.assign(document.createElement("td"), { className: "answer data", textContent: shortened(result) });
        const count = Object.assign(document.createElement("td"), { className: "count figure" });
        row.append(call, answer, count);
        row.dataset.fault = String(isFault);
        row.hidden = this.#showsOnlyErrors && !isFault;
        this.#body.append(row);
        const line = { row, count, isFault };
        this.#lines.set(key, line);
        return line;
    }
}

const shortened = (value, most = longest.text) => String(value ?? "").slice(0, most);
