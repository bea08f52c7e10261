// One channel of a page.

import { DeltaReader } from "./delta-reader.js";
import { unwrapped } from "./live-socket.js";

/** Why a subscription was refused; `status` is the refusing server's. */
export class ChannelRefusal extends Error {
    name = "ChannelRefusal";

    constructor(channel, { error = "refused", status = null } = {}) {
        super(`The channel ${channel} cannot be joined: ${error}`);
        this.channel = channel;
        this.status = status;
    }
}

/**
 * A channel to which a `Channels` subscribes, again after every reconnect.
 *
 * `bind` also accepts the protocol's own events: `pusher:subscription_succeeded`, `pusher:subscription_error`,
 * `pusher:member_added`,
 * `pusher:member_removed`, `pusher:subscription_count` and `pusher:cache_miss`.
 */
export class Channel {
    /** Called with `members` whenever a member joins or leaves; presence channels only. */
    onmembers = null;
    /** The members, id to info; presence channels only. */
    members = new Map();
    /** This connection's own `{ id, info }` once it is on a presence channel. */
    me = null;
    /**
     * Resolves when the channel is subscribed, or rejects with a `ChannelRefusal`; a new promise after the connection
     * was lost.
     */
    subscribed;
    /** `pending`, `subscribed`, `refused` or `left`. */
    state = "pending";
    #handlers = new Map();
    #send;
    #position = null;
    #settle;
    #options;
    #deltas = new DeltaReader();

    constructor(name, send, { filter = null, deltas = false } = {}) {
        this.name = name;
        this.#send = send;
        this.#options = { ...(filter ? { filter } : {}), ...(deltas ? { delta: true } : {}) };
        this.#promise();
    }

    /** Whether joining needs the application's authorization. */
    get isPrivate() {
        return /^(private|presence)-/.test(this.name);
    }

    /** Calls `handle(data, { event, user })` for every event with a name; `*` matches all but the protocol's own. */
    bind(event, handle) {
        this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handle]);
        return this;
    }

    unbind(event, handle) {
        this.#handlers.set(event, (this.#handlers.get(event) ?? []).filter((each) => each !== handle));
        return this;
    }

    /**
     * Publishes to the channel's other subscribers; returns whether it was sent. Servers allow a connection ten per
     * second.
     */
    trigger(event, data) {
        if (!event.startsWith("client-") || !this.isPrivate) {
            throw new TypeError("A client's event is called client-… and goes over private and presence channels.");
        }
        return this.state === "subscribed" && this.#send({ event, channel: this.name, data });
    }

    // MARK: For the connection

    /** The message that requests the subscription. */
    wish(word) {
        if (word.channel_data) this.me = member(JSON.parse(word.channel_data));
        const recover = this.#position ? { recover: this.#position } : {};
        return { event: "pusher:subscribe", data: { channel: this.name, auth: word.auth ?? "", ...channelData(word), ...this.#options, ...recover } };
    }

    /** Processes a message of this channel. */
    receive(message) {
        if (message.event === "pusher:delta") return this.#rebuild(message);
        if (message.delta) this.#deltas.keep(message, message.text);
        const { event, data, user_id: user, position } = message;
        const name = event.replace("pusher_internal:", "pusher:");
        if (position && this.#isSeen(position)) return;
        if (name === "pusher:subscription_succeeded") this.#joined(data);
        else if (name === "pusher:subscription_error") this.refuse(data);
        else if (name === "pusher:member_added") this.#count(() => this.members.set(String(data.user_id), data.user_info ?? null));
        else if (name === "pusher:member_removed") this.#count(() => this.members.delete(String(data.user_id)));
        if (name !== "pusher:subscription_error") this.#emit(name, data, user);
    }

    /** The server or the application has refused the channel. */
    refuse(reason) {
        this.state = "refused";
        this.#settle.reject(new ChannelRefusal(this.name, reason ?? {}));
        this.#emit("pusher:subscription_error", reason);
    }

    /** The connection is lost, or will be requested again. */
    lose() {
        this.#deltas = new DeltaReader();
        if (this.state === "subscribed" || this.state === "refused") this.#promise();
        if (this.state !== "left") this.state = "pending";
        if (this.members.size > 0) this.#count(() => this.members.clear());
    }

    leave() {
        this.state = "left";
        this.#settle.reject(new ChannelRefusal(this.name, { error: "it was left" }));
        this.#handlers.clear();
        this.onmembers = null;
    }

    /** An event that comes as the difference to an earlier one. */
    #rebuild(message) {
        const rebuilt = this.#deltas.rebuilt(message.data ?? {});
        if (rebuilt?.request) this.#send({ event: "pusher:delta_sync_error", data: { channel: this.name, ...rebuilt.request } });
        else if (rebuilt) this.receive({ ...message, event: rebuilt.event, data: unwrapped(rebuilt.text), delta: undefined });
    }

    #joined(data) {
        this.state = "subscribed";
        if (data?.position && data.position.epoch !== this.#position?.epoch) this.#position = data.position;
        if (data?.presence) this.#count(() => (this.members = new Map(Object.entries(data.presence.hash))));
        this.#settle.resolve(this);
    }

    /** Recovered events may overlap with live ones. */
    #isSeen(position) {
        if (position.epoch === this.#position?.epoch && position.serial <= this.#position.serial) return true;
        this.#position = position;
        return false;
    }

    #count(change) {
        change();
        this.onmembers?.(this.members);
    }

    #emit(event, data, user) {
        const isOwn = event.startsWith("pusher:");
        const handlers = [...(this.#handlers.get(event) ?? []), ...(isOwn ? [] : (this.#handlers.get("*") ?? []))];
        for (const handle of handlers) handle(data, { event, user });
    }

    #promise() {
        this.subscribed = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
        // Without this, callers that do not wait would cause an unhandled rejection.
        this.subscribed.catch(() => {});
    }
}

function member({ user_id: id, user_info: info = null }) {
    return { id: String(id), info };
}

function channelData({ channel_data: text }) {
    return text ? { channel_data: text } : {};
}
