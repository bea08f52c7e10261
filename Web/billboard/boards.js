// The available boards: the studio's, the visitor's own, and the events that switch between them.

import { Channels } from "../sightline/channels.js";
import { translated } from "../studio/language/language.js";

const welcome = {
    identifier: null, name: translated("A greeting"), reference: null, region: null, event: null,
    items: [
        { kind: "text", text: "Your poster\nhere", ground: 0xbf3d0a, link: "", from: null, until: null, duration: 5 },
        { kind: "text", text: "Tap another\nto move it", ground: 0x15191d, link: "", from: null, until: null, duration: 5 },
    ],
};

/** The boards, and the shown one. */
export class Boards {
    /** Called when another board must be shown. */
    onchange = null;
    /** Called after the boards were fetched or their owner changed them. */
    onlist = null;
    list = [welcome];
    #shown = 0;
    #isChosen = false;
    #channel = null;
    #events = new Set();

    get shown() {
        return this.list[this.#shown];
    }

    get shownNumber() {
        return this.#shown;
    }

    /** Fetches the studio's boards and subscribes to their switches and changes. */
    async fetch() {
        await this.#load();
        this.#listen().catch(() => {});
    }

    /** Shows a board as the chosen one, without a change to what is shown. */
    select(board) {
        const number = this.list.indexOf(board);
        if (number >= 0) this.#shown = number;
    }

    /** A board as its owner has it now; null if it is gone. */
    present(board) {
        if (this.list.includes(board)) return board;
        return this.list.find(({ identifier }) => identifier !== null && identifier === board.identifier) ?? null;
    }

    choose(number) {
        if (!this.list[number]) return;
        this.#isChosen = true;
        this.#shown = number;
        this.onchange?.();
    }

    /** Adds a board of the visitor's own and shows it. */
    add(board) {
        this.list.push(board);
        this.choose(this.list.length - 1);
    }

    /** Loads the studio's boards; the visitor's own remain, and the choice unless it is gone. */
    async #load() {
        const response = await fetch("../api/billboards");
        if (!response.ok) return;
        const { billboards } = await response.json();
        const { shown } = this;
        const isStill = (board) => board === shown || (shown.identifier !== null && board.identifier === shown.identifier);
        this.list = [...billboards, ...this.list.filter(({ identifier }) => identifier === null)];
        this.#shown = this.#isChosen ? Math.max(0, this.list.findIndex(isStill)) : 0;
        this.#bindEvents();
        this.onlist?.();
    }

    /** The owner's changes, channel events and beacon regions come over one public channel. */
    async #listen() {
        const response = await fetch("../api/channels");
        if (!response.ok) return;
        this.#channel = new Channels({ key: (await response.json()).key }).subscribe("billboards");
        this.#channel.bind("switch", ({ billboard }) => this.#switch(({ identifier }) => identifier === billboard));
        this.#channel.bind("enter", ({ region: entered }) => this.#switch(({ region }) => region && region === entered));
        this.#channel.bind("changed", () => this.#load());
        this.#bindEvents();
    }

    #bindEvents() {
        for (const { event } of this.list) {
            if (!event || !this.#channel || this.#events.has(event)) continue;
            this.#events.add(event);
            this.#channel.bind(event, () => this.#switch((board) => board.event === event));
        }
    }

    /** Shows the first matching board, which may have been created since the page was opened. */
    async #switch(fits) {
        if (!this.list.some(fits)) await this.#load();
        this.choose(this.list.findIndex(fits));
    }
}

/** The ground on which a model stands. */
const modelGround = 0x15191d;

/** An item in the engine's form; times are seconds since 1970 or null. The page itself puts a model on its ground. */
export function engineItem(item, sources) {
    const { kind, text, ground, from, until, duration } = item;
    const time = { from: from ?? -Infinity, until: until ?? Infinity, duration: duration ?? 6 };
    if (kind === "text") return { kind, text, ground, ...time };
    if (kind === "model") return { kind: "text", text: " ", ground: ground ?? modelGround, ...time };
    return { kind: "picture", source: sources.numberOf(item), ...time };
}
