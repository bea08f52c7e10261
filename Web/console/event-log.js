// The table of events, newest first: filtered, paused, copied.

import { translated, translatedCount } from "../studio/language/language.js";
import { clockTime, tableRow } from "./elements.js";

const longest = 1000;
const words = {
    connected: translated("connected"), disconnected: translated("disconnected"), subscribed: translated("subscribed"), unsubscribed: translated("unsubscribed"), published: translated("event"),
    clientEvent: translated("client event"), webhook: translated("webhook"), skipped: translated("skipped"),
};

export class EventLog {
    #byId;
    #entries = [];
    #held = [];
    #isPaused = false;
    #application = null;

    constructor(byId) {
        this.#byId = byId;
        byId("filter").addEventListener("input", () => this.#redraw());
        byId("pause").addEventListener("click", () => this.#pause(!this.#isPaused));
        byId("copy").addEventListener("click", () => this.#copy());
        byId("clear").addEventListener("click", () => this.#clear());
    }

    /** Shows only the events of one application. */
    choose(application) {
        if (application === this.#application) return;
        this.#application = application;
        this.#redraw();
    }

    add(news) {
        if (this.#isPaused) {
            this.#held = [...this.#held, ...news].slice(-longest);
            return this.#notify(translatedCount(this.#held.length, "{count} held back", "{count} held back"));
        }
        this.#entries = [...news.toReversed(), ...this.#entries].slice(0, longest);
        const body = this.#byId("events");
        body.prepend(...news.filter((entry) => this.#fits(entry)).toReversed().map(row));
        while (body.rows.length > longest) body.lastElementChild.remove();
        this.#count();
    }

    #pause(isPaused) {
        this.#isPaused = isPaused;
        const button = this.#byId("pause");
        button.setAttribute("aria-pressed", String(isPaused));
        button.textContent = isPaused ? translated("Go on") : translated("Pause");
        this.#notify("");
        if (!isPaused) this.add(this.#held.splice(0));
    }

    async #copy() {
        const text = this.#entries.filter((entry) => this.#fits(entry)).map((entry) => JSON.stringify(entry)).join("\n");
        await navigator.clipboard.writeText(text);
        this.#notify(translated("Copied as JSON, a line an event."));
    }

    #clear() {
        this.#entries = [];
        this.#redraw();
    }

    #redraw() {
        this.#byId("events").replaceChildren(...this.#entries.filter((entry) => this.#fits(entry)).map(row));
        this.#count();
    }

    #fits(entry) {
        if (this.#application && entry.app && entry.app !== this.#application) return false;
        const wanted = this.#byId("filter").value.trim().toLowerCase();
        return !wanted || [words[entry.kind], entry.channel, entry.event, entry.socket, text(entry.data)].join(" ").toLowerCase().includes(wanted);
    }

    #count() {
        this.#byId("events-empty").hidden = this.#byId("events").rows.length > 0;
    }

    #notify(text) {
        this.#byId("told").textContent = text;
    }
}

function row(entry) {
    const data = entry.data === undefined ? (entry.socket ?? "") : text(entry.data);
    const made = tableRow(
        ["time", clockTime(entry.time)], ["kind", words[entry.kind] ?? entry.kind], ["name", entry.channel ?? ""],
        ["name", entry.event ?? ""], ["data", data],
    );
    made.dataset.kind = entry.kind;
    return made;
}

const text = (data) => (typeof data === "string" ? data : JSON.stringify(data ?? ""));
