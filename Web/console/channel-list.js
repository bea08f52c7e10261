// The occupied channels of an application; presence channels expand to their members.

import { translated, translatedCount } from "../studio/language/language.js";
import { element } from "./elements.js";

export class ChannelList {
    #place;
    #names;
    #request;
    #choose;
    #open = new Set();

    /** `request(path)` fetches from the console; `choose(name)` receives the tapped channel. */
    constructor(place, names, request, choose) {
        this.#place = place;
        this.#names = names;
        this.#request = request;
        this.#choose = choose;
    }

    show(application) {
        const channels = application?.channels ?? [];
        this.#names.replaceChildren(...channels.map(({ name }) => new Option(name, name)));
        const rows = channels.map((channel) => this.#row(application, channel));
        this.#place.replaceChildren(...(rows.length > 0 ? rows : [element("li", "empty", translated("No channel is occupied."))]));
    }

    #row(application, { name, subscriptions, users }) {
        const row = element("li");
        const button = Object.assign(element("button"), { type: "button" });
        const isPresence = name.startsWith("presence-");
        const count = isPresence ? translatedCount(users, "{count} user", "{count} users")
            : translatedCount(subscriptions, "{count} subscriber", "{count} subscribers");
        button.append(element("span", "name", name), element("span", "label", count));
        button.addEventListener("click", () => {
            this.#choose(name);
            if (isPresence) this.#unfold(application, name, row, button, !this.#open.has(name));
        });
        row.append(button);
        if (isPresence) this.#unfold(application, name, row, button, this.#open.has(name));
        return row;
    }

    async #unfold(application, name, row, button, isOpen) {
        button.setAttribute("aria-expanded", String(isOpen));
        row.querySelector(".members")?.remove();
        if (!isOpen) return this.#open.delete(name);
        this.#open.add(name);
        const { users } = await this.#request(`applications/${application.id}/channels/${encodeURIComponent(name)}`).catch(() => ({ users: [] }));
        const list = element("ul", "members");
        list.append(...users.map(({ id }) => element("li", "", id)));
        if (button.getAttribute("aria-expanded") === "true" && !row.querySelector(".members")) row.append(list);
    }
}
