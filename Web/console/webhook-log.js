// The table of webhook results, newest first.

import { numberText, translated } from "../studio/language/language.js";
import { clockTime, element, tableRow } from "./elements.js";

const longest = 200;

export class WebhookLog {
    #body;
    #targets;
    #empty;
    #entries = [];
    #application = null;

    constructor(byId) {
        this.#body = byId("webhook-rows");
        this.#targets = byId("webhook-targets");
        this.#empty = byId("webhooks-empty");
    }

    /** Shows the results of one application, and the addresses of its webhooks. */
    choose(application) {
        const targets = application?.webhookTargets ?? [];
        const addresses = targets.flatMap((target, index) => [...(index ? [", "] : []), element("span", "address", target)]);
        const [before, after] = translated("Sent to {addresses}").split("{addresses}");
        this.#targets.replaceChildren(...(targets.length > 0
            ? [before, ...addresses, after]
            : [translated("This application has no address for webhooks.")]));
        if (application?.id === this.#application) return;
        this.#application = application?.id;
        this.#body.replaceChildren(...this.#entries.filter((entry) => this.#fits(entry)).map(row));
        this.#count();
    }

    add(news) {
        this.#entries = [...news.toReversed(), ...this.#entries].slice(0, longest);
        this.#body.prepend(...news.filter((entry) => this.#fits(entry)).toReversed().map(row));
        while (this.#body.rows.length > longest) this.#body.lastElementChild.remove();
        this.#count();
    }

    #fits(entry) {
        return entry.app === this.#application;
    }

    #count() {
        this.#empty.hidden = this.#body.rows.length > 0;
    }
}

function row({ time, event, data }) {
    const isTaken = /^2\d\d$/.test(event);
    const made = tableRow(
        ["time", clockTime(time)], ["kind", event],
        ["fate", isTaken ? attempts(data.attempt) : data.retry ? translated("again in {seconds} s", { seconds: numberText(data.retry / 1000) }) : translated("given up")],
        ["names", data.events.join(", ")], ["data", data.url],
    );
    made.dataset.fault = !isTaken;
    return made;
}

const attempts = (count) => (count > 1 ? translated("attempt {number}", { number: numberText(count) }) : "");
