// The list of measurements: names can be changed, entries deleted.

import { numberText, translated } from "../studio/language/language.js";
import { toldReading, toolName } from "./tools.js";

export class MeasurementList {
    /** What was measured, oldest first. */
    items = [];
    #byId;
    #measuring;
    #heaps;
    #onchange;

    constructor(byId, measuring, heaps, onchange) {
        this.#byId = byId;
        this.#measuring = measuring;
        this.#heaps = heaps;
        this.#onchange = onchange;
    }

    /** Fetches the measurements and shows them; rows that stay keep their focus. */
    async update() {
        this.items = this.#measuring.state ? [...await this.#measuring.list(), ...this.#heaps.items] : [];
        const list = this.#byId("list");
        const rows = new Map(Array.from(list.children, (row) => [Number(row.dataset.number), row]));
        for (const [index, item] of this.items.entries()) {
            const row = rows.get(item.number) ?? list.appendChild(this.#row(item));
            rows.delete(item.number);
            row.querySelector(".told").textContent = toldReading(item);
            name(row, `${toolName(item.kind)} ${numberText(index + 1)}`);
        }
        rows.forEach((row) => row.remove());
        this.#byId("empty").hidden = this.items.length > 0;
        this.#byId("count").textContent = numberText(this.items.length);
    }

    /** Who keeps a measurement. */
    #owner(number) {
        return number < 0 ? this.#heaps : this.#measuring;
    }

    #row({ number, name }) {
        const row = Object.assign(document.createElement("li"), { className: "item" });
        row.dataset.number = number;
        const input = Object.assign(document.createElement("input"), {
            className: "name", value: name, maxLength: 60, autocomplete: "off", spellcheck: false,
        });
        input.addEventListener("change", () => this.#owner(number).rename(number, input.value.trim()));
        input.addEventListener("keydown", ({ key }) => key === "Enter" && input.blur());
        const told = Object.assign(document.createElement("span"), { className: "told figure" });
        const remove = Object.assign(document.createElement("button"), { className: "button delete", type: "button", textContent: "✕" });
        remove.addEventListener("click", async () => {
            await this.#owner(number).delete(number);
            this.#onchange();
        });
        row.append(input, told, remove);
        return row;
    }
}

/** Names a row by its kind and its index in the list; a person's own name has priority. */
function name(row, usual) {
    row.querySelector(".name").placeholder = usual;
    row.querySelector(".name").setAttribute("aria-label", translated("Name of {measurement}", { measurement: usual }));
    row.querySelector(".delete").setAttribute("aria-label", translated("Delete {measurement}", { measurement: usual }));
}
