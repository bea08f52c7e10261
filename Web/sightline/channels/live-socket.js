// A WebSocket of the channels' protocol that finds out by itself when the other side is gone.

const openPatience = 10_000;
const pongPatience = 30_000;
const checkPatience = 5_000;

/** Messages in and out; pings and pongs are seen to in here. `ontell(message)` for each message, `onend(code)` once. */
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

    /** The greeting has come: after `seconds` of silence the other side is asked whether it is there. */
    watch(seconds) {
        this.#silence = seconds * 1000;
        this.#listen();
    }

    /** Asks at once, as after a sleep; gives up sooner than usual. */
    check() {
        if (this.#silence !== Infinity) this.#ping(checkPatience);
    }

    /** Sends a message and says whether it could be sent. */
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
        else if (message.event !== "pusher:pong") this.ontell?.({ ...message, data: unwrapped(message.data) });
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

    /** Does not wait for the close event of a socket that may be dead: it can take minutes. */
    #end(code) {
        clearTimeout(this.#timer);
        this.#socket.onmessage = this.#socket.onclose = null;
        this.#socket.close();
        const tell = this.onend;
        this.onend = this.ontell = null;
        tell?.(code);
    }
}

/** Servers wrap data as JSON in a string; text that is no JSON stays text. */
function unwrapped(data) {
    return typeof data === "string" ? (parsed(data) ?? (data === "null" ? null : data)) : data;
}

function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}
