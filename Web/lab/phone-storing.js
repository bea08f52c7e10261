// Storing a phone's figures on the studio: asked for, with everything that is sent in view; before the tap nothing is sent.

import { translated, translatedMessage } from "../studio/language/language.js";
import { root } from "../studio/root.js";

export class PhoneStoring {
    #elements;
    #report = null;

    /** `elements`: the section `place`, the text `what` of the report, the button `store` and the line `told`. */
    constructor(elements) {
        this.#elements = elements;
        elements.store.addEventListener("click", () => this.#store());
    }

    /** Offers to store a report; null takes the offer back. */
    offer(report) {
        const { place, what, store, told } = this.#elements;
        this.#report = report;
        place.hidden = report === null;
        what.textContent = report ? JSON.stringify(report, null, 2) : "";
        Object.assign(store, { hidden: false, disabled: false });
        told.textContent = "";
    }

    async #store() {
        const { store, told } = this.#elements;
        store.disabled = true;
        try {
            await send(this.#report);
            store.hidden = true;
            told.textContent = translated("Stored. The lab's table shows it.");
        } catch (error) {
            store.disabled = false;
            told.textContent = error.message;
        }
    }
}

async function send(report) {
    const answer = await fetch(new URL("api/phones", root), {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(report),
    }).catch(() => { throw new Error(translated("The studio does not answer.")); });
    if (answer.ok) return;
    const { error } = await answer.json().catch(() => ({}));
    throw new Error(translatedMessage(error?.message ?? "") || translated("The studio does not answer."));
}
