// The form before a call: name, room, source, and a check of the devices.

import { translated } from "../../studio/language/language.js";
import { offerScanner } from "./code-scanner.js";
import { fetchRecordings } from "../../studio/recordings.js";
import { DeviceCheck } from "./device-check.js";
import { proposeRoomName } from "./room-names.js";

const withoutCalls = translated("This browser cannot hold calls: it has no WebRTC. Open this page in a current Chrome, Edge, Firefox or Safari.");
const tooShort = translated("Three letters or digits at least.");

export class Entrance {
    invite;
    #byId;
    #check;
    #proposed = "";
    #isCapable = "RTCPeerConnection" in globalThis;

    /** Fills the form from the page's address; `onenter` is called when a person submits it. */
    constructor(byId, onenter) {
        this.#byId = byId;
        this.#check = new DeviceCheck(byId);
        const query = new URLSearchParams(location.search);
        this.invite = new URLSearchParams(location.hash.slice(1)).get("invite");
        byId("room-name").value = tidy(query.get("room") ?? "");
        byId("person").value = localStorage.getItem("assist/person") ?? "";
        this.#choose(query.get("role") === "expert" ? "expert" : "site");
        byId("join").addEventListener("submit", (event) => {
            event.preventDefault();
            onenter();
        });
        for (const id of ["roles", "source"]) byId(id).addEventListener("change", () => this.#dress());
        byId("another").onclick = () => this.#propose();
        byId("room-name").oninput = () => this.#complain("");
        offerScanner(byId, (found) => this.#takeScanned(found), (text) => this.showTrouble(text));
        if (!this.#isCapable) this.showTrouble(withoutCalls);
        // A tap before this would be lost.
        this.setBusy(false);
        this.#listRecordings(query.get("recording")).catch(() => {});
    }

    get role() {
        return document.querySelector("[name=role]:checked").value;
    }

    /**
     * The options of a call, `{ name, role, person, invite, source, media }`; null if the room's name is not valid, and
     * the form then shows the error.
     */
    options() {
        const { role, invite } = this;
        const name = tidy(this.#byId("room-name").value);
        this.#byId("room-name").value = name;
        this.showTrouble("");
        this.#complain(name.length < 3 ? tooShort : "");
        if (name.length < 3) return null;
        const given = this.#byId("person").value.trim();
        localStorage.setItem("assist/person", given);
        const person = given || (role === "site" ? "On site" : "Expert");
        return { name, role, person, invite, source: this.#byId("source").value, media: this.#check.take() };
    }

    /** Disables the form while a room is being entered. */
    setBusy(isBusy) {
        this.#byId("enter").disabled = isBusy || !this.#isCapable;
    }

    /** Shows why the room cannot be entered; nothing with an empty text. */
    showTrouble(text) {
        this.#byId("trouble").textContent = text;
        this.#byId("trouble").hidden = !text;
    }

    /** The error stands beside the field's label, so that no element moves. */
    #complain(text) {
        this.#byId("room-fault").textContent = text;
        this.#byId("room-name").setAttribute("aria-invalid", text !== "");
        if (text) this.#byId("room-name").focus();
    }

    #choose(role) {
        document.querySelector(`[name=role][value="${role}"]`).checked = true;
        this.#dress();
    }

    #dress() {
        const isSite = this.role === "site";
        const field = this.#byId("room-name");
        this.#byId("source-field").hidden = this.#byId("another").hidden = !isSite;
        this.#byId("enter").textContent = isSite ? translated("Open the room") : translated("Join the room");
        field.placeholder = isSite ? translated("e.g. pump-room-7") : translated("The name you were told");
        if (isSite && !field.value) this.#propose();
        if (!isSite && field.value === this.#proposed) field.value = "";
        const isLive = isSite && this.#byId("source").value === "camera";
        this.#check.use(isLive ? "view" : isSite ? null : "face");
    }

    #propose() {
        this.#proposed = this.#byId("room-name").value = proposeRoomName();
        this.#complain("");
    }

    #takeScanned({ room, role, invite }) {
        this.#byId("room-name").value = tidy(room);
        this.invite = invite ?? this.invite;
        this.#choose(role);
    }

    async #listRecordings(wanted) {
        const recordings = await fetchRecordings();
        this.#byId("source").append(...recordings.map(({ name, url }) => new Option(translated("Recording: {name}", { name }), url)));
        const found = recordings.find(({ name }) => name === wanted);
        if (found) this.#byId("source").value = found.url;
        this.#dress();
    }
}

function tidy(name) {
    return name.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);
}
