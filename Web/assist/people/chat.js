// Chat texts and files, on a separate data channel; received content is shown as text, never as HTML.

import { numberText, translated } from "../../studio/language/language.js";

const mostText = 2000;
const mostBytes = 25_000_000;
const pieceBytes = 16_000;
/** A file's pieces but the last are not smaller, so that their number is limited too. */
const leastPieceBytes = 4_000;
const mostBuffered = 500_000;
/** The number of messages from a member at once, and per second; more are dropped. */
const burst = 40;
const perSecond = 10;

export class Chat {
    /** Called with `{ from, text }`. */
    onword = null;
    /** Called with `{ from, name, blob, use }` when a file is complete; `use` is "board" for a board's picture, else null. */
    onfile = null;
    /** Called with `{ by, text }` after a measurement. */
    onmeasured = null;
    #peers = new Map();
    /** The readers of notes by the member that their notes have. */
    #readers = new Map();

    /** Adds a member's peer, by identifier and name. */
    add(id, name, peer) {
        this.#peers.set(id, { name, peer, incoming: null, outgoing: Promise.resolve(), allowance: burst, then: performance.now() });
        peer.onchat = (data) => this.#take(id, data);
    }

    drop(id) {
        this.#peers.delete(id);
    }

    /** Sends a text to everyone. */
    say(text) {
        this.#send({ t: "word", text: text.slice(0, mostText) });
    }

    /** Sends a measurement to everyone. */
    measured(by, text) {
        this.#send({ t: "measured", by, text });
    }

    /** Sends a note to everyone, or to one member. */
    note(message, to = null) {
        this.#send({ t: "note", note: message }, to);
    }

    /** Calls `take(from, note)` for notes with a member of this name: messages between the pages, such as consent to a record. */
    read(name, take) {
        this.#readers.set(name, take);
    }

    /** Sends a file to everyone, or to one member; throws if it is too large. `use` as of `onfile`. */
    async send(file, { to = null, use = null } = {}) {
        if (file.size > mostBytes) throw new Error(translated("The file is larger than {megabytes} MB.", { megabytes: numberText(mostBytes / 1e6) }));
        const bytes = await file.arrayBuffer();
        const receivers = [...this.#peers].filter(([id]) => to === null || to === id);
        // One after the other: the pieces of two files cannot be told apart.
        await Promise.all(receivers.map(([, entry]) => (entry.outgoing = entry.outgoing.then(() => sendTo(entry.peer, file, bytes, use)))));
    }

    #send(message, to = null) {
        for (const [id, { peer }] of this.#peers) if (to === null || to === id) peer.send("chat", JSON.stringify(message));
    }

    #take(id, data) {
        const entry = this.#peers.get(id);
        if (!entry) return;
        if (typeof data !== "string") return this.#collect(entry, data);
        if (!isAllowed(entry) || data.length > 2 * mostText + 200) return;
        let message;
        try { message = JSON.parse(data); } catch { return; }
        if (message?.t === "word" && typeof message.text === "string") this.onword?.({ from: entry.name, text: message.text.slice(0, mostText) });
        if (message?.t === "measured" && isName(message.by) && isName(message.text)) this.onmeasured?.({ by: message.by, text: message.text });
        if (message?.t === "file") entry.incoming = announced(message);
        if (message?.t === "note") this.#passNote(id, message.note);
    }

    #passNote(from, note) {
        if (note === null || typeof note !== "object") return;
        for (const [name, take] of this.#readers) if (Object.hasOwn(note, name)) take(from, note);
    }

    #collect(entry, data) {
        const { incoming, name: from } = entry;
        if (!incoming) return;
        incoming.pieces.push(data);
        incoming.left -= data.byteLength;
        if (incoming.left > 0 && data.byteLength >= leastPieceBytes) return;
        entry.incoming = null;
        // The sender must not choose the type: an image, or bytes to save.
        if (incoming.left === 0) this.onfile?.({ from, name: incoming.name, blob: new Blob(incoming.pieces, { type: incoming.type }), use: incoming.use });
    }
}

const isName = (text) => typeof text === "string" && text.length > 0 && text.length <= 120;

function isAllowed(entry) {
    const now = performance.now();
    entry.allowance = Math.min(burst, entry.allowance + ((now - entry.then) / 1000) * perSecond);
    entry.then = now;
    if (entry.allowance < 1) return false;
    entry.allowance -= 1;
    return true;
}

const imageTypes = ["image/png", "image/jpeg", "image/webp"];

function announced({ name, size, type, use }) {
    if (typeof name !== "string" || !Number.isInteger(size) || size <= 0 || size > mostBytes) return null;
    const bare = name.replace(/[^\p{L}\p{N}._ -]/gu, "_").slice(-80) || "file";
    return { name: bare, left: size, pieces: [], type: imageTypes.includes(type) ? type : "application/octet-stream", use: use === "board" ? use : null };
}

async function sendTo(peer, file, bytes, use) {
    if (!peer.send("chat", JSON.stringify({ t: "file", name: file.name ?? "picture.png", size: bytes.byteLength, type: file.type, ...(use ? { use } : {}) }))) return;
    for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
        while (peer.chat.bufferedAmount > mostBuffered) await new Promise((done) => setTimeout(done, 20));
        if (!peer.send("chat", bytes.slice(at, at + pieceBytes))) return;
    }
}
