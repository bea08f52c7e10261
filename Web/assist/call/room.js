// A room: admission, members, and a connection to each of them.

import { Channels } from "../../sightline/channels.js";
import { translated } from "../../studio/language/language.js";
import { Peer } from "./peer.js";
import { Signals } from "./signals.js";

/**
 * Sends a request to the studio; returns the JSON of its answer, or with `isPicture` a blob. An error has the server's own message
 * and its `code`.
 */
export async function request(path, { method = "GET", pass = null, body = undefined, isPicture = false } = {}) {
    const isData = body instanceof Blob || body === undefined;
    const headers = { ...(pass ? { "X-Assist-Pass": pass } : {}), ...(isData ? {} : { "Content-Type": "application/json" }) };
    const answer = await fetch(`/api/assist/${path}`, { method, headers, body: isData ? body : JSON.stringify(body) });
    if (answer.status === 204) return null;
    if (answer.ok && isPicture) return answer.blob();
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) return told;
    throw Object.assign(new Error(told.error?.message ?? translated("The studio answered {status}.", { status: answer.status })), { code: told.error?.code ?? "unknown" });
}

export class Room {
    /** Called with the state: "joining", "waiting", "inside", "offline" (no signalling), "left". */
    onstate = null;
    /** Called with the members, `[{ id, name, role, isHost, isMe }]`. */
    onmembers = null;
    /** Called with a new peer before it connects: `(peer, member)`; and with a closed one. */
    onpeer = null;
    ongone = null;
    /** Called with the waiting people, `[{ member, name, role }]`; only for the host. */
    onwaiting = null;
    /** Called with an event of the studio: `(name, data)`. */
    onevent = null;
    peers = new Map();
    me = null;
    #channels = null;
    #channel = null;
    #signals = null;
    #instance = Math.random().toString(36).slice(2, 10);
    #isRelayed;
    #renewal = null;
    #ending = new AbortController();

    constructor({ name, role, person, invite = null, isRelayed = false }) {
        Object.assign(this, { name, role, person, invite });
        this.#isRelayed = isRelayed;
        addEventListener("online", () => this.#mend(), { signal: this.#ending.signal });
        // Timers stop while a phone sleeps.
        document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#renew(), { signal: this.#ending.signal });
    }

    /** Requests admission; resolves when inside. An earlier token of this tab restores the same member. */
    async join() {
        this.onstate?.("joining");
        const pass = sessionStorage.getItem(this.#key) ?? undefined;
        // Another page of this device may have been the member, and may have ended without a message.
        const place = localStorage.getItem(this.#key) ?? undefined;
        const { role, person, invite } = this;
        let told = await request(`rooms/${this.name}/join`, { method: "POST", body: { role, name: person, pass, place, invite: invite ?? undefined } });
        this.#open(told.key);
        if (told.state === "waiting") told = await this.#waitOutside(told);
        await this.#enter(told);
    }

    /** Admits or rejects a waiting person. */
    decide(member, isAdmitted) {
        return request(`rooms/${this.name}/waiting/${member}`, { method: "POST", pass: this.pass, body: { admitted: isAdmitted } });
    }

    /** The host's setting: whether experts wait for admission. */
    setDoor(hasWaitingRoom) {
        return request(`rooms/${this.name}`, { method: "PATCH", pass: this.pass, body: { hasWaitingRoom } });
    }

    leave() {
        this.#channel?.trigger("client-signal", this.#signals.piece({ bye: true }));
        if (this.pass) request(`rooms/${this.name}/leave`, { method: "POST", pass: this.pass, body: {} }).catch(() => {});
        sessionStorage.removeItem(this.#key);
        this.close();
        this.onstate?.("left");
    }

    /** Releases everything without a message to the others. */
    close() {
        this.#ending.abort();
        clearTimeout(this.#renewal);
        for (const id of [...this.peers.keys()]) this.#drop(id);
        this.#signals?.close();
        this.#channels?.disconnect();
        this.#channels = null;
    }

    get members() {
        return [...(this.#channel?.members ?? [])].map(([id, { name = "", role = "expert", isHost } = {}]) => ({
            id, name, role, isHost: isHost === "true", isMe: id === this.me,
        }));
    }

    get #key() {
        return `assist/${this.name}/${this.role}`;
    }

    #open(key) {
        this.#channels = new Channels({ key, authorize: (ask) => this.#authorize(ask) });
        this.#channels.onstate = (state) => {
            if (this.#channel) this.onstate?.(state === "connected" ? "inside" : state === "disconnected" ? "left" : "offline");
        };
    }

    async #authorize({ channel, socketId }) {
        if (this.passEnds - 30_000 < Date.now()) await this.#renew();
        const answer = await fetch("/api/channels/auth", {
            method: "POST",
            headers: { "X-Assist-Pass": this.pass },
            body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
        });
        if (answer.ok) return answer.json();
        throw Object.assign(new Error(translated("The room's door is shut to this pass.")), { status: answer.status });
    }

    async #waitOutside({ pass, member }) {
        this.pass = pass;
        this.onstate?.("waiting");
        const lobby = this.#channels.subscribe(`private-lobby-${member}`);
        const decided = await new Promise((done, fail) => {
            lobby.bind("decided", done);
            // The decision may have come before this channel was subscribed.
            lobby.subscribed.then(() => request(`rooms/${this.name}/waiting`, { pass })).then((told) => told.state !== "waiting" && done(told)).catch(fail);
        });
        this.#channels.unsubscribe(lobby.name);
        if (decided.state !== "inside") throw Object.assign(new Error(translated("The host did not let you in.")), { code: "refused" });
        return request(`rooms/${this.name}/join`, { method: "POST", body: { role: this.role, name: this.person, pass: decided.pass } });
    }

    /** Stores a token for this tab, and the host's for the device, and renews it after a third of its validity. */
    #keep({ pass, expiresIn, iceServers }) {
        Object.assign(this, { pass, iceServers, passEnds: Date.now() + expiresIn * 1000 });
        sessionStorage.setItem(this.#key, pass);
        if (this.isHost) localStorage.setItem(this.#key, pass);
        clearTimeout(this.#renewal);
        this.#renewal = setTimeout(() => this.#renew(), expiresIn * 1000 / 3);
    }

    /** Renews a token that ends; without an answer the page retries soon. */
    async #renew() {
        if (this.passEnds === undefined || this.#ending.signal.aborted) return;
        clearTimeout(this.#renewal);
        try {
            const renewed = await request(`rooms/${this.name}/pass`, { method: "POST", pass: this.pass, body: {} });
            if (this.#ending.signal.aborted) return;
            this.#keep(renewed);
            for (const { peer } of this.peers.values()) peer.use(renewed.iceServers);
        } catch (error) {
            if (error.code === "pass_expired") return this.#comeBack();
            // A revoked token is not renewed; without a code the studio was not reached.
            if (!error.code || error.code === "unknown") this.#renewal = setTimeout(() => this.#renew(), 20_000);
        }
    }

    /** After a long sleep: requests admission again, as the same member. */
    async #comeBack() {
        const { role, person, pass, invite } = this;
        const told = await request(`rooms/${this.name}/join`, { method: "POST", body: { role, name: person, pass, invite: invite ?? undefined } }).catch(() => null);
        if (told?.state === "inside" && told.member === this.me) this.#keep(told);
    }

    async #enter({ pass, expiresIn, member, isHost, iceServers, room }) {
        Object.assign(this, { me: member, isHost, room });
        this.#keep({ pass, expiresIn, iceServers });
        const channel = this.#channels.subscribe(`presence-room-${this.name}`);
        this.#channel = channel;
        channel.onmembers = () => this.#compare();
        channel.bind("waiting", ({ waiting }) => this.onwaiting?.(waiting));
        channel.bind("told", (data) => this.onevent?.(data.event, data));
        this.#signals = new Signals(channel, member, this.#instance);
        this.#signals.onsignal = (from, message) => this.#take(from, message);
        channel.bind("pusher:subscription_succeeded", () => this.#greetAll());
        await channel.subscribed;
        this.onstate?.("inside");
        if (isHost) request(`rooms/${this.name}/waiting`, { pass }).then(({ waiting }) => this.onwaiting?.(waiting)).catch(() => {});
    }

    /** Greets all members, with the number of our connection to each. */
    #greetAll() {
        for (const { id, isMe } of this.members) if (!isMe) this.#signals.send({ hello: true, link: this.peers.get(id)?.link }, id);
    }

    /**
     * Removes members who left the room, unless the connection to them is open: their signalling may be interrupted
     * only briefly.
     */
    #compare() {
        const { members } = this.#channel;
        for (const [id, { peer }] of this.peers) if (!members.has(id) && peer.state !== "connected") this.#dropLater(id);
        this.onmembers?.(this.members);
    }

    #dropLater(id) {
        const held = this.peers.get(id);
        setTimeout(() => {
            const isBack = this.#channel?.members.has(id);
            if (this.peers.get(id) === held && !isBack && held.peer.state !== "connected") this.#drop(id);
        }, 4000);
    }

    /** The network changed: restarts ICE on every connection. */
    #mend() {
        for (const { peer } of this.peers.values()) peer.restart();
    }

    #drop(id) {
        const held = this.peers.get(id);
        if (!held) return;
        this.peers.delete(id);
        this.#signals.forget(id);
        held.peer.close();
        this.ongone?.(held.peer, held.member);
    }

    #take(from, message) {
        const member = this.members.find(({ id }) => id === from);
        if (!member || member.isMe) return;
        if (message.bye) return this.#drop(from);
        if (message.hello) return this.#greet(member, message);
        const held = this.peers.get(from);
        const isOfThisLink = held !== undefined && (message.link ?? held.link) === held.link;
        if (isOfThisLink) return held.peer.take(message);
        // Signals of an earlier connection are ignored; only the leading side starts another.
        const isLater = held === undefined || message.link > held.link;
        if (this.#leads(member) || message.description?.type !== "offer" || !isLater) return;
        this.#drop(from);
        this.#meet(member, message.link).take(message);
    }

    /**
     * Of two people one leads: numbers their connection, offers first, and ignores a colliding offer. Every signal
     * has its connection's number, so that late signals from before a page's reload are ignored.
     */
    #leads({ id, role }) {
        return role === this.role ? this.me > id : this.role === "site";
    }

    /** A member is present, and states the number of their connection to us. */
    #greet(member, { hello, link = null }) {
        const held = this.peers.get(member.id);
        if (held && held.link === link) return;
        const isUnderWay = held && hello === "back" && !held.peer.isAnswered;
        if (isUnderWay && this.#leads(member)) return;
        this.#drop(member.id);
        if (this.#leads(member)) this.#meet(member, newLink());
        else if (hello === true) this.#signals.send({ hello: "back" }, member.id);
    }

    #meet(member, link = null) {
        const { id } = member;
        const peer = new Peer({
            iceServers: this.iceServers,
            isPolite: !this.#leads(member),
            isRelayed: this.#isRelayed,
            signal: (message) => this.#signals.send(link === null ? message : { link, ...message }, id),
        });
        peer.onlost = () => !this.#channel?.members.has(id) && this.#dropLater(id);
        this.peers.set(id, { peer, member, link });
        this.onpeer?.(peer, member);
        return peer;
    }
}

/** Later connections have larger numbers, also after the page was reloaded. */
let lastLink = 0;
const newLink = () => (lastLink = Math.max(lastLink + 1, Date.now()));
