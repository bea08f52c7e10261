// The owner's drawings on the studio; hidden from everyone else.

import { translated, translatedMessage } from "../studio/language/language.js";
import { openedText } from "./status-text.js";

export class SavedDrawings {
    #byId;
    #session;
    #notify;

    constructor(byId, session, notify) {
        this.#byId = byId;
        this.#session = session;
        this.#notify = notify;
        byId("keep").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#keep(byId("keep-name").value.trim());
        });
        this.#open();
    }

    async #open() {
        const response = await fetch("../api/owner");
        if (!response.ok || !(await response.json()).isOwner) return;
        this.#byId("saved-drawings").hidden = false;
        await this.#list();
    }

    async #list() {
        const response = await fetch("../api/drawings");
        const { drawings } = response.ok ? await response.json() : { drawings: [] };
        this.#byId("kept").replaceChildren(...drawings.map((drawing) => this.#row(drawing)));
    }

    #row({ identifier, name }) {
        const row = document.createElement("li");
        const label = Object.assign(document.createElement("span"), { textContent: name });
        row.append(label, this.#button(translated("Open"), translated("Open {name}", { name }), () => this.#load(identifier, name)));
        row.append(this.#button("✕", translated("Delete {name}", { name }), () => this.#delete(identifier)));
        return row;
    }

    #button(text, label, act) {
        const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text });
        button.setAttribute("aria-label", label);
        button.addEventListener("click", act);
        return button;
    }

    async #keep(name) {
        if (!this.#session.drawing.state?.strokeCount) return this.#notify(translated("There is nothing to keep yet."));
        const body = await this.#session.drawing.file("drawing");
        const address = `../api/drawings?name=${encodeURIComponent(name)}`;
        const response = await fetch(address, { method: "POST", body, headers: { "Content-Type": "application/octet-stream" } });
        if (!response.ok) return this.#notify(await faultOf(response));
        this.#byId("keep-name").value = "";
        this.#notify(translated("Kept “{name}”.", { name }));
        await this.#list();
    }

    async #load(identifier, name) {
        if (!this.#session.drawing.state) return this.#notify(translated("Start the camera or a recording first, then open the drawing."));
        const response = await fetch(`../api/drawings/${identifier}`);
        if (!response.ok) return this.#notify(await faultOf(response));
        const isTaken = await this.#session.drawing.load(new Uint8Array(await response.arrayBuffer()));
        this.#notify(isTaken ? openedText(translated("“{name}”", { name }), this.#session.drawing.state) : translated("“{name}” is damaged.", { name }));
    }

    async #delete(identifier) {
        const response = await fetch(`../api/drawings/${identifier}`, { method: "DELETE" });
        if (!response.ok) this.#notify(await faultOf(response));
        await this.#list();
    }
}

async function faultOf(response) {
    const body = await response.json().catch(() => null);
    return translatedMessage(body?.error?.message ?? "") || translated("The studio answered {status}.", { status: response.status });
}
