// Sets the scale from the last measured length, if a person knows its true length.

import { numberText, readingText, translated } from "../studio/language/language.js";

const things = [[translated("Bank card, 85.6 mm"), 0.0856], [translated("A4 sheet, short side, 210 mm"), 0.21], [translated("A4 sheet, long side, 297 mm"), 0.297]];
/** An object is offered if the reading is at most this many times longer or shorter; the engine's limit is two. */
const likeness = 1.5;

export class ScalePin {
    #byId;
    #measuring;
    #number = null;

    constructor(byId, measuring, onchange) {
        this.#byId = byId;
        this.#measuring = measuring;
        byId("known").addEventListener("change", () => {
            this.#showCustom();
            if (!byId("custom-label").hidden) byId("custom").focus();
        });
        byId("pin").addEventListener("click", async () => {
            await this.#pin();
            onchange();
        });
        byId("unpin").addEventListener("click", async () => {
            await measuring.unpin();
            byId("unpin").hidden = true;
            byId("pinned").textContent = translated("The scale comes from the motion sensors again.");
            byId("pin").focus();
            onchange();
        });
    }

    /** A new session has no length. */
    reset() {
        this.#byId("unpin").hidden = true;
        this.#byId("pinned").textContent = "";
    }

    /** Offers the last measured length. */
    update(items) {
        const last = items.findLast(({ unit }) => unit === "m");
        this.#number = last?.number ?? null;
        this.#byId("pin-block").hidden = !last;
        if (last) this.#offer(last.value);
        if (last) this.#byId("pin-hint").textContent = translated("Is the last length, {length}, one that you know? Then every reading takes its scale from it.", { length: readingText(last.text) });
    }

    /** Offers the objects of about the reading's length. */
    #offer(metres) {
        const known = this.#byId("known");
        const fitting = things.filter(([, length]) => Math.max(length / metres, metres / length) < likeness);
        const options = [...fitting, [translated("Another length…"), "custom"]];
        if (options.length === known.length && options.every(([name], index) => known.options[index].text === name)) return;
        const chosen = known.value;
        known.replaceChildren(...options.map(([name, value]) => new Option(name, value)));
        if (options.some(([, value]) => String(value) === chosen)) known.value = chosen;
        this.#showCustom();
    }

    #showCustom() {
        this.#byId("custom-label").hidden = this.#byId("known").value !== "custom";
    }

    async #pin() {
        const { value } = this.#byId("known");
        const metres = value === "custom" ? this.#byId("custom").valueAsNumber / 1000 : Number(value);
        const told = this.#byId("pinned");
        if (!(metres > 0)) {
            told.textContent = translated("Give the length in millimetres.");
        } else if (await this.#measuring.pin(this.#number, metres)) {
            this.#byId("unpin").hidden = false;
            told.textContent = translated("Pinned: that is {millimetres} mm.", { millimetres: numberText(Math.round(metres * 1e6) / 1e3) });
        } else {
            told.textContent = translated("That cannot be: the reading and the known length are more than twice apart.");
        }
    }
}
