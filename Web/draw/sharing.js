// One drawing for everyone with the link: each page sends its own strokes in parts over a presence channel and adds the
// others'.

import { Channels } from "../sightline/channels.js";
import { translated } from "../studio/language/language.js";

const period = 150;
const pointsAPart = 200;
const name = /^[a-z0-9]{6,40}$/;

/** A drawing shared in a room. */
export class Sharing {
    /** Called with `{ people }`, or `{ fault }`. */
    onchange = null;
    #drawing;
    #channels = null;
    #channel = null;
    #author = 1 + crypto.getRandomValues(new Uint32Array(1))[0] % 0x7ffffff0;
    #sent = new Map();
    #authors = new Map();
    #timer = null;
    #isSending = false;

    constructor(drawing) {
        this.#drawing = drawing;
    }

    /** The room in an address; null if there is none. */
    static roomOf(address) {
        const room = new URL(address).hash.slice(1);
        return name.test(room) ? room : null;
    }

    /** A room's name that cannot be guessed. */
    static newRoom() {
        return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");
    }

    get isOn() {
        return this.#channel !== null;
    }

    async start(room) {
        const response = await fetch("../api/channels");
        if (!response.ok) throw new Error(translated("This server has no channels to share over."));
        const { key } = await response.json();
        this.#channels = new Channels({ key });
        this.#channel = this.#channels.subscribe(`presence-drawing-${room}`);
        this.#channel.onmembers = () => this.#members();
        this.#channel.bind("client-part", (part) => this.#take(part));
        this.#channel.bind("client-remove", ({ author, identifier }) => this.#remove(author, identifier));
        await this.#channel.subscribed;
        this.#members();
        this.#timer = setInterval(() => this.#send(), period);
    }

    stop() {
        clearInterval(this.#timer);
        this.#channels?.disconnect();
        this.#channels = this.#channel = null;
        this.#sent.clear();
    }

    /** A new session has no strokes: all are sent again. */
    restart() {
        this.#sent.clear();
    }

    /** A member joined or left: a new one needs every stroke; strokes remain when their author leaves. */
    #members() {
        this.#sent.clear();
        this.onchange?.({ people: this.#channel?.members.size ?? 0 });
    }

    /** One message at a time, so that the server's rate limit holds. */
    async #send() {
        if (!this.#channel || !this.#drawing.state || this.#isSending) return;
        this.#isSending = true;
        try {
            const strokes = (await this.#drawing.strokes()).filter(({ author }) => author === 0);
            const gone = [...this.#sent.keys()].find((identifier) => !strokes.some((stroke) => stroke.identifier === identifier));
            if (gone !== undefined) {
                if (this.#channel?.trigger("client-remove", { author: this.#author, identifier: gone })) this.#sent.delete(gone);
                return;
            }
            for (const stroke of strokes) if (await this.#sendPart(stroke)) return;
        } catch {
            // The session has just ended; the rest is sent when the next one runs.
        } finally {
            this.#isSending = false;
        }
    }

    /**
     * Sends the missing part of a stroke: points at its end, or all from its start after another change; returns false
     * if nothing is missing.
     */
    async #sendPart({ identifier, pointCount, revision }) {
        const known = this.#sent.get(identifier) ?? { points: 0, revision: -1 };
        if (known.points === pointCount && known.revision === revision) return false;
        const from = known.revision === revision ? Math.min(known.points, pointCount) : 0;
        const bytes = await this.#drawing.share(identifier, from, pointsAPart);
        if (bytes.length === 0 || !this.#channel) return false;
        if (!this.#channel.trigger("client-part", { author: this.#author, bytes: base64(bytes) })) return true;
        this.#sent.set(identifier, { points: Math.min(pointCount, from + pointsAPart), revision });
        return true;
    }

    async #take({ author, bytes }) {
        if (!Number.isInteger(author) || author <= 0 || author > 0x7fffffff || author === this.#author || typeof bytes !== "string") return;
        if (!this.#drawing.state) return;
        this.#authors.set(author, true);
        await this.#drawing.take(author, bytesOf(bytes));
    }

    #remove(author, identifier) {
        if (!this.#authors.has(author) || !Number.isInteger(identifier) || identifier <= 0 || !this.#drawing.state) return;
        this.#drawing.remove(author, identifier);
    }
}

function base64(bytes) {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
}

function bytesOf(text) {
    try {
        return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    } catch {
        return new Uint8Array(0);
    }
}
