// The sheet's block for live readings: a switch, the address for another device, and the connection's state.

import { translated, translatedMessage } from "../studio/language/language.js";
import { Publishing } from "./publishing.js";

const states = {
    off: "", connecting: translated("Connecting…"), connected: translated("Live: whoever has this address sees the readings."),
    unavailable: translated("The studio cannot be reached; results are kept and sent later."), failed: translated("The studio refuses the connection."),
    refused: translated("The studio refuses this channel."),
};

/** Fills `place` and publishes the readings of `measuring` once it is switched on; pass the tool's states to `take`. */
export class Sharing {
    #publishing;
    #switch = element("button", { className: "button", type: "button", id: "share", textContent: translated("Share live") });
    #link = element("a", { className: "figure", id: "share-address", target: "_blank" });
    #copy = element("button", { className: "button", type: "button", id: "share-copy", textContent: translated("Copy address") });
    #state = element("p", { className: "label", id: "share-state", role: "status" });

    constructor(place, measuring) {
        this.#publishing = new Publishing(() => measuring.list());
        this.#publishing.onstate = (state) => this.#show(state);
        this.#switch.addEventListener("click", () => this.#toggle());
        this.#copy.addEventListener("click", () => this.#hand());
        const row = element("div", { className: "row" });
        row.append(this.#switch, this.#copy);
        place.append(row, this.#link, this.#state);
        this.#show("off");
    }

    /** The measuring tool's state. */
    take(state) {
        this.#publishing.take(state);
    }

    #toggle() {
        if (this.#publishing.isOn) return this.#publishing.stop();
        this.#publishing.start().catch((error) => (this.#state.textContent = translatedMessage(error.message)));
    }

    #show(state) {
        const isOn = state !== "off";
        this.#switch.setAttribute("aria-pressed", String(isOn));
        this.#switch.textContent = isOn ? translated("Stop sharing") : translated("Share live");
        this.#link.hidden = this.#copy.hidden = !isOn;
        if (isOn) this.#link.href = this.#link.textContent = this.#publishing.address;
        this.#state.textContent = states[state];
    }

    async #hand() {
        const { address: url } = this.#publishing;
        if (navigator.share) return navigator.share({ title: translated("Live readings"), url }).catch(() => {});
        await navigator.clipboard.writeText(url);
        this.#state.textContent = translated("Copied.");
    }
}

function element(name, { role, ...properties }) {
    const made = Object.assign(document.createElement(name), properties);
    if (role) made.setAttribute("role", role);
    return made;
}
