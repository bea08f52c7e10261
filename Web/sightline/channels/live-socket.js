// A WebSocket of the channels' protocol that detects a dead connection.

const openPatience = 10_000;
const pongPatience = 30_000;
const checkPatience = 5_000;

/**
 * Sends and receives messages; handles pings and pongs itself. `ontell(message)` for each message, its data parsed and
 * as `text` as it came; `onend(code)` once.
 */
export class LiveSocket {
    ontell = null;
    onend = null;
    #socket;
    #timer = null;
    #silence = Infinity;

    constructor(address) {
        this.#socket = new WebSocket(address);
        this.#socket.onmessage = ({ data }) => this.#receive(data);
        this.#socket.onclose = ({ code }) => this.#end(code);
        this.#wait(openPatience, () => this.#end(1006));
    }

    /** The first message has come: after `seconds` of silence a ping is sent. */
    watch(seconds) {
        this.#silence = seconds * 1000;
        this.#listen();
    }

    /** Pings immediately, as after a sleep, with a shorter time limit. */
    check() {
        if (this.#silence !== Infinity) this.#ping(checkPatience);
    }

    /** Sends a message; returns whether it could be sent. */
    send(message) {
        if (this.#socket.readyState !== 1) return false;
        this.#socket.send(JSON.stringify(message));
        return true;
    }

    /** Ends without calling `onend`. */
    close() {
        this.onend = null;
        this.#end(1000);
    }

    #receive(text) {
        if (this.#silence !== Infinity) this.#listen();
        const message = parsed(text);
        if (typeof message?.event !== "string") return;
        if (message.event === "pusher:ping") this.send({ event: "pusher:pong", data: {} });
        else if (message.event !== "pusher:pong") this.ontell?.({ ...message, data: unwrapped(message.data), text: message.data });
    }

    #listen() {
        this.#wait(this.#silence, () => this.#ping(pongPatience));
    }

    #ping(patience) {
        this.send({ event: "pusher:ping", data: {} });
        this.#wait(patience, () => this.#end(4201));
    }

    #wait(milliseconds, act) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(act, milliseconds);
    }

    /** Does not wait for the close event of a socket that may be dead, because it can take minutes. */
    #end(code) {
        clearTimeout(this.#timer);
        this.#socket.onmessage = this.#socket.onclose = null;
        this.#socket.close();
        const notify = this.onend;
        this.onend = this.ontell = null;
        notify?.(code);
    }
}

/** Servers send data as JSON in a string; text that is not JSON remains text. */
export function unwrapped(data) {
    return typeof data === "string" ? (parsed(data) ?? (data === "null" ? null : data)) : data;
}

function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}
