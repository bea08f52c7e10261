// Signalling over the room's presence channel: messages are split into the channel's message size, and sent within its
// rate limit.

const pieceLength = 6000;
const pause = 130;
const mostPieces = 40;
/** The number of incomplete messages that are kept of each member, and of members. */
const mostHeld = 8;
const mostSenders = 64;

export class Signals {
    /** Called with `(from, message)`. */
    onsignal = null;
    #channel;
    #instance;
    #me;
    #queue = [];
    #timer = null;
    #held = new Map();
    #count = 0;

    /** Over a presence channel, as `me`; `instance` distinguishes this page from an earlier one of the same person. */
    constructor(channel, me, instance) {
        this.#channel = channel;
        this.#me = me;
        this.#instance = instance;
        channel.bind("client-signal", (data, { user }) => this.#take(data, user));
    }

    /** Sends to a member, or to everyone without one. */
    send(message, to = null) {
        const text = JSON.stringify(message);
        const of = Math.ceil(text.length / pieceLength);
        const id = ++this.#count;
        for (let part = 0; part < of; part++) {
            const piece = text.slice(part * pieceLength, (part + 1) * pieceLength);
            this.#queue.push({ to, instance: this.#instance, id, part, of, text: piece });
        }
        this.#flush();
    }

    /** Drops waiting messages for a member. */
    forget(to) {
        this.#queue = this.#queue.filter((piece) => piece.to !== to);
    }

    close() {
        clearTimeout(this.#timer);
        this.#queue = [];
    }

    /** A short message in the channel's form, for senders that cannot wait. */
    piece(message) {
        return { to: null, instance: this.#instance, id: ++this.#count, part: 0, of: 1, text: JSON.stringify(message) };
    }

    #flush() {
        if (this.#timer !== null || this.#queue.length === 0) return;
        // Kept while the channel is not connected.
        if (this.#channel.trigger("client-signal", this.#queue[0])) this.#queue.shift();
        this.#timer = setTimeout(() => {
            this.#timer = null;
            this.#flush();
        }, pause);
    }

    #take(data, from) {
        const isSound = data && typeof data.text === "string" && Number.isInteger(data.part) && Number.isInteger(data.of)
            && data.of > 0 && data.of <= mostPieces && data.part >= 0 && data.part < data.of;
        if (!isSound || !from || (data.to && data.to !== this.#me)) return;
        // By sender, so that no one's incomplete messages displace another's.
        const held = entryOf(this.#held, from, mostSenders, () => new Map());
        const name = `${data.instance}/${data.id}`;
        const pieces = entryOf(held, name, mostHeld, () => []);
        pieces[data.part] = data.text;
        if (Object.keys(pieces).length < data.of) return;
        held.delete(name);
        if (held.size === 0) this.#held.delete(from);
        try {
            const message = JSON.parse(pieces.join(""));
            if (message !== null && typeof message === "object") this.onsignal?.(String(from), message);
        } catch (error) {
            if (!(error instanceof SyntaxError)) throw error;
        }
    }
}

/** The value of a key, made if there is none; of more than `most` the oldest is removed. */
function entryOf(map, key, most, make) {
    if (!map.has(key)) {
        map.set(key, make());
        if (map.size > most) map.delete(map.keys().next().value);
    }
    return map.get(key);
}
