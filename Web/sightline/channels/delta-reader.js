// A client's memory of one channel's events, from which it rebuilds those that come as deltas.

import { applyFossilDelta } from "./fossil-delta.js";

/** Above the server's own limit, so that only a faulty server exceeds it. */
const mostKeys = 256;
/** Bytes; a longer text is refused before it is made. */
const longestText = 1 << 20;

/**
 * `keep` takes each whole event with a mark, `rebuilt` a delta. Each delta is made of the last event with the same name
 * and conflation key.
 */
export class DeltaReader {
    #bases = new Map();
    #requested = new Set();

    /** Remembers a whole event that later ones may be deltas of; `text` is its data before it was parsed. */
    keep({ event, delta }, text) {
        if (typeof text === "string") this.#keep(keyOf(event, delta.conflation_key), delta.seq, new TextEncoder().encode(text));
    }

    /**
     * The event of a delta as `{ event, text }`; `{ request }`, the data of the message that asks for it whole, if its
     * base is missing; null if that has been asked.
     */
    rebuilt(data) {
        const { event, delta, seq, base_seq: baseSequence, conflation_key: conflationKey } = data;
        const key = keyOf(event, conflationKey);
        const base = this.#bases.get(key);
        try {
            if (base?.sequence !== baseSequence) throw new RangeError("The delta is of another event.");
            const bytes = applyFossilDelta(base.bytes, Uint8Array.from(atob(delta), (each) => each.charCodeAt(0)), longestText);
            const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
            this.#keep(key, seq, bytes);
            return { event, text };
        } catch {
            this.#bases.delete(key);
            if (this.#requested.has(key) || this.#requested.size >= mostKeys) return null;
            this.#requested.add(key);
            return { request: conflationKey === undefined ? { event } : { event, conflation_key: conflationKey } };
        }
    }

    #keep(key, sequence, bytes) {
        this.#requested.delete(key);
        this.#bases.delete(key);
        if (bytes.length > longestText) return;
        this.#bases.set(key, { sequence, bytes });
        if (this.#bases.size > mostKeys) this.#bases.delete(this.#bases.keys().next().value);
    }
}

function keyOf(event, conflationKey) {
    return JSON.stringify([event, conflationKey ?? null]);
}
