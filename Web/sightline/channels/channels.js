// The browser's client of channels: of the studio, or of any server with the Pusher protocol, version 7.

import { Channel } from "./channel.js";
import { LiveSocket } from "./live-socket.js";
import { wayBack } from "./reconnecting.js";

export { Channel, ChannelRefusal } from "./channel.js";

const lasting = 5_000;
const unavailableAfter = 10_000;

/**
 * One connection, restored automatically, and its channels. Connects immediately; set `onstate(state, code)` to
 * receive the state.
 *
 *     const channels = new Channels({ key });
 *     const channel = channels.subscribe("presence-room");
 *     channel.bind("client-hello", (data, { user }) => …);
 *     await channel.subscribed;
 *     channel.trigger("client-hello", { text: "Hello" });
 */
export class Channels {
    onstate = null;
    /** The connection's identity while it is open; publishers exclude the connection by it. */
    socketId = null;
    /** `connecting`, `connected`, `unavailable` (retrying), `failed` (refused: no retries) or `disconnected`. */
    state = "connecting";
    #key;
    #base;
    #authorize;
    #socket = null;
    #channels = new Map();
    #attempts = 0;
    #connectedAt = null;
    #retry = null;
    #overdue = null;
    #wakers = new AbortController();

    /**
     * `key` of the application; `url` (`wss://host/prefix`), by default this page's host; `authorize`, the address
     * that returns the application's authorization for private and presence channels, or a function of `{ channel,
     * socketId }` that does.
     */
    constructor({ key, url = location.origin, authorize = "/api/channels/auth" }) {
        this.#key = key;
        this.#base = String(url).replace(/^http/, "ws").replace(/\/$/, "");
        this.#authorize = typeof authorize === "function" ? authorize : (ask) => askAt(authorize, ask);
        this.#listen();
        this.#expect();
        this.#open();
    }

    /**
     * Subscribes to the channel with a name. `filter`, a condition on the events' tags, asks for some of them only;
     * `deltas`, for the difference to the event before where that is shorter. Both hold until the channel is left.
     */
    subscribe(name, options = {}) {
        if (name.startsWith("private-encrypted-")) throw new TypeError("Encrypted channels are not opened in the browser.");
        const held = this.#channels.get(name);
        if (held && held.state !== "refused") return held;
        const channel = held ?? new Channel(name, (message) => this.#socket?.send(message) ?? false, options);
        channel.lose();
        this.#channels.set(name, channel);
        if (this.socketId) this.#join(channel);
        return channel;
    }

    unsubscribe(name) {
        const channel = this.#channels.get(name);
        if (!channel) return;
        this.#channels.delete(name);
        if (channel.state !== "refused") this.#socket?.send({ event: "pusher:unsubscribe", data: { channel: name } });
        channel.leave();
    }

    /** Disconnects permanently. */
    disconnect() {
        this.#wakers.abort();
        clearTimeout(this.#overdue);
        this.#drop();
        for (const channel of this.#channels.values()) channel.leave();
        this.#channels.clear();
        this.#become("disconnected");
    }

    #open() {
        clearTimeout(this.#retry);
        this.#retry = null;
        this.#socket = new LiveSocket(`${this.#base}/app/${this.#key}?protocol=7&client=sightline-js&version=1.0.0`);
        this.#socket.ontell = (message) => this.#receive(message);
        this.#socket.onend = (code) => this.#ended(code);
    }

    #receive(message) {
        if (message.event === "pusher:connection_established") this.#established(message.data);
        else if (message.channel !== undefined) this.#channels.get(message.channel)?.receive(message);
    }

    #established({ socket_id: id, activity_timeout: seconds }) {
        this.socketId = id;
        this.#connectedAt = Date.now();
        clearTimeout(this.#overdue);
        this.#socket.watch(Math.min(120, seconds || 120));
        this.#become("connected");
        for (const channel of this.#channels.values()) this.#join(channel);
    }

    #ended(code) {
        if (this.#connectedAt !== null) this.#expect();
        if (this.#connectedAt !== null && Date.now() - this.#connectedAt > lasting) this.#attempts = 0;
        this.#drop();
        for (const channel of this.#channels.values()) channel.lose();
        const way = wayBack(code, { attempts: this.#attempts++, isTLS: this.#base.startsWith("wss:") });
        if (!way) return this.#fail(code);
        if (way.withTLS) this.#base = this.#base.replace(/^ws:/, "wss:");
        this.#retry = setTimeout(() => this.#open(), way.after);
        if (this.state === "connected") this.#become("connecting", code);
    }

    #fail(code) {
        clearTimeout(this.#overdue);
        this.#wakers.abort();
        this.#become("failed", code);
        for (const channel of this.#channels.values()) channel.refuse({ error: `the server refuses the connection (${code})`, status: code });
    }

    #drop() {
        clearTimeout(this.#retry);
        this.#socket?.close();
        this.#socket = this.socketId = this.#connectedAt = null;
    }

    #become(state, code = null) {
        if (state === this.state) return;
        this.state = state;
        this.onstate?.(state, code);
    }

    #expect() {
        clearTimeout(this.#overdue);
        this.#overdue = setTimeout(() => this.#become("unavailable"), unavailableAfter);
    }

    /** A phone that wakes up, or has a network again, does not wait for the next attempt. */
    #listen() {
        const wake = () => {
            if (globalThis.document?.visibilityState === "hidden") return;
            if (this.#retry !== null) this.#open();
            else this.#socket?.check();
        };
        for (const event of ["online", "pageshow"]) globalThis.addEventListener?.(event, wake, { signal: this.#wakers.signal });
        globalThis.document?.addEventListener("visibilitychange", wake, { signal: this.#wakers.signal });
    }

    async #join(channel, attempt = 0) {
        const socketId = this.socketId;
        const isWanted = () => this.socketId === socketId && this.#channels.get(channel.name) === channel;
        try {
            const word = channel.isPrivate ? await this.#authorize({ channel: channel.name, socketId }) : {};
            if (isWanted()) this.#socket.send(channel.wish(word));
        } catch (error) {
            if (!isWanted()) return;
            const isForGood = error.status >= 400 && error.status < 500 && error.status !== 429;
            if (isForGood) return channel.refuse({ error: error.message, status: error.status });
            setTimeout(() => isWanted() && this.#join(channel, attempt + 1), wayBack(1006, { attempts: attempt }).after);
        }
    }
}

/** Requests authorization as other clients do: a form by POST, answered with JSON. */
async function askAt(address, { channel, socketId }) {
    const body = new URLSearchParams({ socket_id: socketId, channel_name: channel });
    const answer = await fetch(address, { method: "POST", body });
    if (answer.ok) return answer.json();
    const reason = await answer.json().catch(() => ({}));
    throw Object.assign(new Error(reason.error?.message ?? `${answer.status} ${answer.statusText}`), { status: answer.status });
}
