// The form for a label that shows a beacon of the studio's venue.

import { translated } from "../../studio/language/language.js";
import { made } from "../../studio/live-values/wish-form.js";

export class BeaconForm {
    element = made("form", { className: "wish-form", id: "beacon-form" });
    #venue;
    #choice = made("select", { className: "button", name: "beacon" });
    #label = made("label", { className: "field", hidden: true });
    #button = made("button", { className: "button" });
    #fault = made("p", { className: "label", role: "alert" });
    #isOpen = false;

    /** `add(wish)` returns what is wrong with a wish; empty if nothing is. */
    constructor(venue, add) {
        this.#venue = venue;
        this.#label.append(made("span", { className: "label", textContent: translated("Beacon") }), this.#choice);
        this.#button.textContent = translated("Choose a beacon");
        this.element.append(this.#label, this.#button, this.#fault);
        this.element.addEventListener("submit", (event) => {
            event.preventDefault();
            if (!this.#isOpen) return this.#open();
            this.#fault.textContent = add({ beacon: this.#choice.value, title: "" });
        });
    }

    /** The studio is asked only once somebody wishes for a beacon: most people may not see its venue. */
    async #open() {
        this.#button.disabled = true;
        const isSeen = await this.#venue.open();
        this.#button.disabled = false;
        const { beacons, trouble } = this.#venue;
        this.#fault.textContent = !isSeen ? trouble : beacons.length === 0 ? translated("No beacon is known or near by.") : "";
        if (!isSeen || beacons.length === 0) return;
        this.#isOpen = true;
        this.#choice.replaceChildren(...beacons.map(({ beacon, name }) => made("option", { value: beacon, textContent: name })));
        this.#label.hidden = false;
        this.#button.textContent = translated("Add the beacon's label");
        this.#choice.focus();
    }
}
