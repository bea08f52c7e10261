// The boards to choose from: the studio's, the visitor's own, and what switches between them.

import { Channels } from "../sightline/channels.js";

const welcome = {
    identifier: null, name: "A greeting", reference: null, region: null, event: null,
    items: [
        { kind: "text", text: "Your poster\nhere", ground: 0xbf3d0a, link: "", from: null, until: null, duration: 5 },
        { kind: "text", text: "Tap another\nto move it", ground: 0x15191d, link: "", from: null, until: null, duration: 5 },
    ],
};

/** The boards, and which one is shown. */
export class Boards {
    /** Told when another board is to be shown. */
    onchange = null;
    list = [welcome];
    #shown = 0;
    #channels = null;

    get shown() {
        return this.list[this.#shown];
    }

    get shownNumber() {
        return this.#shown;
    }

    /** Fetches the studio's boards and listens for what switches them. */
    async fetch() {
        const response = await fetch("../api/billboards");
        if (!response.ok) return;
        const { billboards } = await response.json();
        if (billboards.length === 0) return;
        this.list = [...billboards, welcome];
        this.#listen().catch(() => {});
    }

    choose(number) {
        if (!this.list[number]) return;
        this.#shown = number;
        this.onchange?.();
    }

    /** Adds a board of the visitor's own and shows it. */
    add(board) {
        this.list.push(board);
        this.choose(this.list.length - 1);
    }

    /** The owner's words, channel events and beacon regions come over one public channel. */
    async #listen() {
        if (!this.list.some(({ identifier }) => identifier)) return;
        const response = await fetch("../api/channels");
        if (!response.ok) return;
        this.#channels = new Channels({ key: (await response.json()).key });
        const channel = this.#channels.subscribe("billboards");
        const chooseWhere = (fits) => this.choose(this.list.findIndex(fits));
        channel.bind("switch", ({ billboard }) => chooseWhere(({ identifier }) => identifier === billboard));
        channel.bind("enter", ({ region: entered }) => chooseWhere(({ region }) => region && region === entered));
        for (const { event } of this.list.filter(({ event: wanted }) => wanted)) channel.bind(event, () => chooseWhere((board) => board.event === event));
    }
}

/** An item as the engine takes it; times come as seconds since 1970 or null. */
export function engineItem({ kind, text, ground, address, from, until, duration }, sources) {
    const time = { from: from ?? -Infinity, until: until ?? Infinity, duration: duration ?? 6 };
    if (kind === "text") return { kind, text, ground, ...time };
    return { kind: "picture", source: sources.numberOf({ kind, address }), ...time };
}
