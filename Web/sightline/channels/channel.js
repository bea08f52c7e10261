// One channel as a page holds it.

/** Why a subscription does not stand; `status` is the refusing server's. */
export class ChannelRefusal extends Error {
    name = "ChannelRefusal";

    constructor(channel, { error = "refused", status = null } = {}) {
        super(`The channel ${channel} cannot be joined: ${error}`);
        this.channel = channel;
        this.status = status;
    }
}

/**
 * A channel that a `Channels` subscribes to, again after every reconnect.
 *
 * `bind` also takes the protocol's own events: `pusher:subscription_succeeded`, `pusher:subscription_error`, `pusher:member_added`,
 * `pusher:member_removed`, `pusher:subscription_count` and `pusher:cache_miss`.
 */
export class Channel {
    /** Called with `members` whenever someone comes or goes; presence channels only. */
    onmembers = null;
    /** Who is there, id to info; presence channels only. */
    members = new Map();
    /** This connection's own `{ id, info }` once it is on a presence channel. */
    me = null;
    /** Settles when the subscription stands, or is refused (a `ChannelRefusal`); a new promise after the connection was lost. */
    subscribed;
    /** `pending`, `subscribed`, `refused` or `left`. */
    state = "pending";
    #handlers = new Map();
    #send;
    #position = null;
    #settle;

    constructor(name, send) {
        this.name = name;
        this.#send = send;
        this.#promise();
    }

    /** Whether joining takes the application's word. */
    get isPrivate() {
        return /^(private|presence)-/.test(this.name);
    }

    /** Calls `handle(data, { event, user })` for every event of a name; all but the protocol's own where it is `*`. */
    bind(event, handle) {
        this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handle]);
        return this;
    }

    unbind(event, handle) {
        this.#handlers.set(event, (this.#handlers.get(event) ?? []).filter((each) => each !== handle));
        return this;
    }

    /** Tells the channel's other subscribers; says whether it was sent. Servers take ten a second from a connection. */
    trigger(event, data) {
        if (!event.startsWith("client-") || !this.isPrivate) {
            throw new TypeError("A client's event is called client-… and goes over private and presence channels.");
        }
        return this.state === "subscribed" && this.#send({ event, channel: this.name, data });
    }

    // MARK: For the connection

    /** What to ask the server for. */
    wish(word) {
        if (word.channel_data) this.me = member(JSON.parse(word.channel_data));
        const recover = this.#position ? { recover: this.#position } : {};
        return { event: "pusher:subscribe", data: { channel: this.name, auth: word.auth ?? "", ...channelData(word), ...recover } };
    }

    /** A message about this channel came. */
    receive({ event, data, user_id: user, position }) {
        const name = event.replace("pusher_internal:", "pusher:");
        if (position && this.#isSeen(position)) return;
        if (name === "pusher:subscription_succeeded") this.#joined(data);
        else if (name === "pusher:subscription_error") this.refuse(data);
        else if (name === "pusher:member_added") this.#count(() => this.members.set(String(data.user_id), data.user_info ?? null));
        else if (name === "pusher:member_removed") this.#count(() => this.members.delete(String(data.user_id)));
        if (name !== "pusher:subscription_error") this.#tell(name, data, user);
    }

    /** Someone says no: the server, or who speaks for the application. */
    refuse(reason) {
        this.state = "refused";
        this.#settle.reject(new ChannelRefusal(this.name, reason ?? {}));
        this.#tell("pusher:subscription_error", reason);
    }

    /** The connection is gone, or about to be asked again. */
    lose() {
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

    #joined(data) {
        this.state = "subscribed";
        if (data?.position && data.position.epoch !== this.#position?.epoch) this.#position = data.position;
        if (data?.presence) this.#count(() => (this.members = new Map(Object.entries(data.presence.hash))));
        this.#settle.resolve(this);
    }

    /** What is caught up with may overlap with what comes live. */
    #isSeen(position) {
        if (position.epoch === this.#position?.epoch && position.serial <= this.#position.serial) return true;
        this.#position = position;
        return false;
    }

    #count(change) {
        change();
        this.onmembers?.(this.members);
    }

    #tell(event, data, user) {
        const isOwn = event.startsWith("pusher:");
        const handlers = [...(this.#handlers.get(event) ?? []), ...(isOwn ? [] : (this.#handlers.get("*") ?? []))];
        for (const handle of handlers) handle(data, { event, user });
    }

    #promise() {
        this.subscribed = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
        // Who does not ask is not troubled with an unhandled rejection.
        this.subscribed.catch(() => {});
    }
}

function member({ user_id: id, user_info: info = null }) {
    return { id: String(id), info };
}

function channelData({ channel_data: text }) {
    return text ? { channel_data: text } : {};
}
