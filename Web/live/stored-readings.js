// The owner's switch that stores a channel's readings on the studio.

import { translated, translatedCount } from "../studio/language/language.js";
import { isOwner } from "../studio/owner.js";
import { root } from "../studio/root.js";

export class StoredReadings {
    #byId;
    #address;
    #isKept = false;

    constructor(byId, code) {
        this.#byId = byId;
        this.#address = new URL(`api/readings/${code}`, root);
        byId("keeping").addEventListener("click", () => this.#set(!this.#isKept));
        byId("forget").addEventListener("click", () => this.#forget());
    }

    /** Shows the switch to the owner and returns the stored readings. */
    async open() {
        if (!(await isOwner())) return [];
        this.#byId("keep").hidden = false;
        const answer = await fetch(this.#address);
        if (!answer.ok) return [];
        const { isKept, readings } = await answer.json();
        this.#show(isKept, readings.length);
        return readings;
    }

    async #set(isKept) {
        const answer = await fetch(this.#address, {
            method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ isKept }),
        });
        if (!answer.ok) return this.#notify(translated("The studio did not take it."));
        this.#show(isKept, (await answer.json()).count);
    }

    async #forget() {
        const answer = await fetch(this.#address, { method: "DELETE" });
        if (answer.ok) this.#show(false, 0);
    }

    #show(isKept, count) {
        this.#isKept = isKept;
        this.#byId("keeping").setAttribute("aria-pressed", String(isKept));
        this.#byId("keeping").textContent = isKept ? translated("Stop keeping") : translated("Keep on this studio");
        this.#byId("forget").hidden = count === 0;
        this.#notify(isKept ? translated("Every reading from now on is kept.") : count > 0 ? translatedCount(count, "{count} kept.", "{count} kept.") : "");
    }

    #notify(text) {
        this.#byId("kept").textContent = text;
    }
}
