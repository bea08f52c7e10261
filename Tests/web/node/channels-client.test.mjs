// The browser's channels client over a socket that the test plays: node --test channels-client.test.mjs

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Channels } from "../../../Web/sightline/channels.js";
import { wayBack } from "../../../Web/sightline/channels/reconnecting.js";

class PlayedSocket {
    static all = [];
    readyState = 1;
    sent = [];

    constructor(address) {
        this.address = address;
        PlayedSocket.all.push(this);
    }

    send(text) {
        this.sent.push(JSON.parse(text));
    }

    close() {
        this.readyState = 3;
    }

    says(message) {
        this.onmessage?.({ data: JSON.stringify(message) });
    }

    greets(id = "1.1", seconds = 120) {
        this.says({ event: "pusher:connection_established", data: JSON.stringify({ socket_id: id, activity_timeout: seconds }) });
    }

    admits(channel, data = {}) {
        this.says({ event: "pusher_internal:subscription_succeeded", channel, data: JSON.stringify(data) });
    }

    ends(code) {
        this.onclose?.({ code });
    }
}

globalThis.WebSocket = PlayedSocket;
const last = () => PlayedSocket.all.at(-1);
const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
let channels;

function connect(options = {}) {
    channels = new Channels({ key: "k", url: "https://here.test", authorize: async () => ({ auth: "k:s" }), ...options });
    return channels;
}

beforeEach(() => {
    PlayedSocket.all = [];
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
});
afterEach(() => {
    channels?.disconnect();
    mock.timers.reset();
});

test("it asks for the application's path and says which protocol it speaks", () => {
    connect();
    assert.equal(last().address, "wss://here.test/app/k?protocol=7&client=sightline-js&version=1.0.0");
});

test("a public channel is joined without a word, and events reach whoever bound them", async () => {
    connect();
    const heard = [];
    const channel = channels.subscribe("news").bind("hello", (data) => heard.push(data)).bind("*", (data, { event }) => heard.push(event));
    last().greets();
    await settled();
    assert.deepEqual(last().sent, [{ event: "pusher:subscribe", data: { channel: "news", auth: "" } }]);
    last().admits("news");
    assert.equal(await channel.subscribed, channel);
    last().says({ event: "hello", channel: "news", data: '{"text":"é"}' });
    last().says({ event: "hello", channel: "other", data: "not for us" });
    last().says({ event: "plain", channel: "news", data: "no JSON" });
    assert.deepEqual(heard, [{ text: "é" }, "hello", "plain"]);
});

test("members come, go and are counted with one's own self", async () => {
    const asked = [];
    connect({
        authorize: async (ask) => asked.push(ask) && { auth: "k:s", channel_data: '{"user_id":7,"user_info":{"name":"Ann"}}' },
    });
    const room = channels.subscribe("presence-room");
    const counts = [];
    room.onmembers = (members) => counts.push([...members.keys()]);
    last().greets("4.2");
    await settled();
    assert.deepEqual(asked, [{ channel: "presence-room", socketId: "4.2" }]);
    assert.equal(last().sent[0].data.channel_data, '{"user_id":7,"user_info":{"name":"Ann"}}');
    last().admits("presence-room", { presence: { ids: ["7"], hash: { 7: { name: "Ann" } }, count: 1 } });
    last().says({ event: "pusher_internal:member_added", channel: "presence-room", data: '{"user_id":"8"}' });
    last().says({ event: "pusher_internal:member_removed", channel: "presence-room", data: '{"user_id":"8"}' });
    assert.deepEqual(counts, [["7"], ["7", "8"], ["7"]]);
    assert.deepEqual(room.me, { id: "7", info: { name: "Ann" } });
    last().ends(1006);
    assert.equal(room.members.size, 0);
});

test("client events go out once the subscription stands, and from private channels only", async () => {
    connect();
    const channel = channels.subscribe("private-a");
    assert.equal(channel.trigger("client-x", 1), false);
    last().greets();
    await settled();
    last().admits("private-a");
    assert.equal(channel.trigger("client-x", { n: 1 }), true);
    assert.deepEqual(last().sent.at(-1), { event: "client-x", channel: "private-a", data: { n: 1 } });
    assert.throws(() => channel.trigger("x", 1), TypeError);
    assert.throws(() => channels.subscribe("news").trigger("client-x", 1), TypeError);
});

test("who is refused learns why, and may ask again", async () => {
    let status = 403;
    connect({ authorize: async () => (status ? Promise.reject(Object.assign(new Error("not the owner"), { status })) : { auth: "k:s" }) });
    const channel = channels.subscribe("private-a");
    last().greets();
    await assert.rejects(channel.subscribed, { name: "ChannelRefusal", status: 403, channel: "private-a" });
    status = 0;
    assert.equal(channels.subscribe("private-a"), channel);
    await settled();
    last().admits("private-a");
    await channel.subscribed;
});

test("a server's own refusal is told, too", async () => {
    connect();
    const channel = channels.subscribe("news");
    const told = [];
    channel.bind("pusher:subscription_error", (data) => told.push(data.type));
    last().greets();
    last().says({ event: "pusher:subscription_error", channel: "news", data: { type: "LimitReached", error: "full", status: 4100 } });
    await assert.rejects(channel.subscribed, { status: 4100 });
    assert.deepEqual(told, ["LimitReached"]);
});

test("an application that cannot be reached is asked again", async () => {
    let calls = 0;
    connect({ authorize: async () => (++calls < 3 ? Promise.reject(new TypeError("fetch failed")) : { auth: "k:s" }) });
    channels.subscribe("private-a");
    last().greets();
    for (let round = 0; round < 3; round++) {
        await settled();
        mock.timers.tick(5_000);
    }
    assert.equal(calls, 3);
});

test("after a loss it comes back, joins again and asks for what it missed", async () => {
    connect();
    const states = [];
    channels.onstate = (state, code) => states.push([state, code]);
    const heard = [];
    const channel = channels.subscribe("news").bind("n", (data) => heard.push(data));
    last().greets();
    await settled();
    last().admits("news", { position: { epoch: "e", serial: 4 } });
    last().says({ event: "n", channel: "news", data: "5", position: { epoch: "e", serial: 5 } });
    const before = channel.subscribed;
    last().ends(1006);
    assert.notEqual(channel.subscribed, before);
    mock.timers.tick(1_500);
    assert.equal(PlayedSocket.all.length, 2);
    last().greets("2.2");
    await settled();
    assert.deepEqual(last().sent[0].data.recover, { epoch: "e", serial: 5 });
    last().admits("news", { position: { epoch: "e", serial: 6 }, recovered: true });
    last().says({ event: "n", channel: "news", data: "5", position: { epoch: "e", serial: 5 } });
    last().says({ event: "n", channel: "news", data: "6", position: { epoch: "e", serial: 6 } });
    assert.deepEqual(heard, [5, 6]);
    assert.deepEqual(states, [["connected", null], ["connecting", 1006], ["connected", null]]);
});

test("it pings a silent server and leaves one that does not answer", () => {
    connect();
    last().greets("1.1", 30);
    mock.timers.tick(29_000);
    last().says({ event: "pusher:pong", data: "{}" });
    mock.timers.tick(29_000);
    assert.deepEqual(last().sent, []);
    mock.timers.tick(1_000);
    assert.deepEqual(last().sent, [{ event: "pusher:ping", data: {} }]);
    mock.timers.tick(30_000);
    assert.equal(channels.state, "connecting");
    mock.timers.tick(250);
    assert.equal(PlayedSocket.all.length, 2);
});

test("it answers a server's ping", () => {
    connect();
    last().greets();
    last().says({ event: "pusher:ping", data: "{}" });
    assert.deepEqual(last().sent, [{ event: "pusher:pong", data: {} }]);
});

test("a connection that never opens is shown as unavailable and tried again", () => {
    connect();
    mock.timers.tick(10_000);
    assert.equal(channels.state, "unavailable");
    mock.timers.tick(1_500);
    assert.equal(PlayedSocket.all.length, 2);
    last().greets();
    assert.equal(channels.state, "connected");
});

test("a refused connection is not tried again", async () => {
    connect();
    const channel = channels.subscribe("news");
    last().ends(4001);
    await assert.rejects(channel.subscribed, { status: 4001 });
    assert.equal(channels.state, "failed");
    mock.timers.tick(100_000);
    assert.equal(PlayedSocket.all.length, 1);
});

test("a server that takes TLS only is asked with TLS", () => {
    connect({ url: "ws://here.test" });
    last().ends(4000);
    mock.timers.tick(0);
    assert.match(last().address, /^wss:/);
});

test("a server that says “at once” again and again is not hammered", () => {
    connect();
    for (let time = 0; time < 60_000; time += 50) {
        if (last().onclose) {
            last().greets();
            last().ends(4200);
        }
        mock.timers.tick(50);
    }
    assert.ok(PlayedSocket.all.length < 9, `${PlayedSocket.all.length} attempts in a minute`);
});

test("what is left is told to the server and heard no more", async () => {
    connect();
    const heard = [];
    const channel = channels.subscribe("news").bind("n", (data) => heard.push(data));
    last().greets();
    await settled();
    last().admits("news");
    channels.unsubscribe("news");
    assert.deepEqual(last().sent.at(-1), { event: "pusher:unsubscribe", data: { channel: "news" } });
    last().says({ event: "n", channel: "news", data: "1" });
    assert.deepEqual(heard, []);
    assert.equal(channel.state, "left");
});

test("close codes say whether and when to come back", () => {
    const random = () => 0.5;
    assert.equal(wayBack(4009, { random }), null);
    assert.equal(wayBack(4301, { random }), null);
    assert.equal(wayBack(4100, { random }).after, 1250);
    assert.equal(wayBack(1006, { attempts: 3, random }).after, 10_000);
    assert.equal(wayBack(1006, { attempts: 30, random }).after, 37_500);
    assert.equal(wayBack(4201, { random }).after, 125);
    assert.equal(wayBack(4200, { attempts: 1, random }).after, 2500);
    assert.equal(wayBack(4000, { isTLS: true, random }), null);
});
