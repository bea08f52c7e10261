// The engine's answers: an address, and a number of bytes. They are copied immediately, because the next call may move
// them.

const decoder = new TextDecoder();

/** Reads a session's answers and passes bytes to it. */
export class Answers {
    constructor(exports, handle) {
        this.exports = exports;
        this.handle = handle;
    }

    bytes(address) {
        return new Uint8Array(this.exports.memory.buffer, address, this.#length).slice();
    }

    numbers(address) {
        return Array.from(new Float64Array(this.exports.memory.buffer, address, this.#length / 8));
    }

    text(address) {
        return decoder.decode(this.bytes(address));
    }

    /** Provides bytes to the engine during a call: `call(address, count)`. */
    withBytes(bytes, call) {
        const address = this.exports.sightline_allocate(bytes.length);
        new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
        try {
            return call(address, bytes.length);
        } finally {
            this.exports.sightline_free(address);
        }
    }

    get #length() {
        return this.exports.sightline_answer_length(this.handle);
    }
}
