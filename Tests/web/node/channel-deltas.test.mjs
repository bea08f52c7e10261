// Events that come as deltas to the browser's channels client, without a socket: node --test channel-deltas.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { Channel } from "../../../Web/sightline/channels/channel.js";
import { DeltaReader } from "../../../Web/sightline/channels/delta-reader.js";
import { applyFossilDelta } from "../../../Web/sightline/channels/fossil-delta.js";

const bytes = (text) => new TextEncoder().encode(text);
const base = '{"room":"hall","people":[{"id":1,"x":0.25,"y":1.5},{"id":2,"x":2.75,"y":3.125}],"open":true}';
const target = '{"room":"hall","people":[{"id":1,"x":0.25,"y":1.5},{"id":2,"x":2.80,"y":3.125}],"open":false}';
// By Fossil's own code, as in FossilDeltaTests.
const golden = '1T\n11@0,S:80,"y":3.125}],"open":false}5pG1R;';

const whole = (seq, key) => ({ event: "state", channel: "news", data: JSON.parse(base), text: base, delta: { seq, ...(key ? { conflation_key: key } : {}) } });
const delta = (seq, baseSequence, key) => ({
    event: "pusher:delta",
    channel: "news",
    data: { event: "state", delta: btoa(golden), seq, base_seq: baseSequence, ...(key ? { conflation_key: key } : {}) },
});

test("a delta of Fossil's own code is applied", () => {
    assert.equal(new TextDecoder().decode(applyFossilDelta(bytes(base), bytes(golden), 1000)), target);
});

test("what is no delta, or one of another base, or too long, is refused", () => {
    for (const text of [
        "", "1T", "1T\n", "1T\n11@0,", "~~~~~~~\n0;", "1T\n11@1S,0;", "3\n4@0,0;", "3\n3:ab", "3\n3:abc", "3\n2:ab0;", "3\n3:abc0", "3\n3:abcOWo00;x",
    ]) assert.throws(() => applyFossilDelta(bytes(base), bytes(text), 1000), RangeError, JSON.stringify(text));
    assert.throws(() => applyFossilDelta(bytes(base.replace("hall", "hell")), bytes(golden), 1000), RangeError);
    assert.throws(() => applyFossilDelta(bytes(base), bytes(golden), target.length - 1), RangeError);
    assert.throws(() => applyFossilDelta(bytes(base), bytes("3~~~~~\n0;"), 1000), RangeError);
});

test("a channel asks for what it wants, and handlers see whole events", () => {
    const sent = [];
    const filter = { key: "room", cmp: "eq", val: "hall" };
    const channel = new Channel("news", (message) => sent.push(message), { filter, deltas: true });
    assert.deepEqual(channel.wish({}).data, { channel: "news", auth: "", filter, delta: true });
    assert.deepEqual(new Channel("news", () => true).wish({}).data, { channel: "news", auth: "" });
    const seen = [];
    channel.bind("state", (data, { user }) => seen.push([data.open, user]));
    channel.receive(whole(1));
    channel.receive({ ...delta(2, 1), user_id: "ann" });
    assert.deepEqual(seen, [[true, undefined], [false, "ann"]]);
    assert.deepEqual(sent, []);
});

test("an event that cannot be rebuilt is requested once, and the next whole one mends it", () => {
    const sent = [];
    const seen = [];
    const channel = new Channel("news", (message) => sent.push(message), { deltas: true });
    channel.bind("*", (data) => seen.push(data.open));
    channel.receive(delta(2, 1, "k"));
    channel.receive(delta(3, 2, "k"));
    assert.deepEqual(sent, [{ event: "pusher:delta_sync_error", data: { channel: "news", event: "state", conflation_key: "k" } }]);
    channel.receive(whole(4, "k"));
    channel.receive(delta(5, 4, "k"));
    assert.deepEqual(seen, [true, false]);
    channel.receive(delta(6, 4, "other"));
    assert.equal(sent.length, 2, "each key has its own event before");
    channel.lose();
    channel.receive(delta(6, 5, "k"));
    assert.equal(sent.length, 3, "another connection has another memory");
    for (const data of [null, 7, {}, { event: "state", delta: 7, seq: 1, base_seq: 1 }, { event: "state", delta: "!", seq: 6, base_seq: 5 }]) {
        channel.receive({ event: "pusher:delta", channel: "news", data });
    }
    assert.deepEqual(seen, [true, false]);
});

test("the memory is bounded, also before a faulty server", () => {
    const reader = new DeltaReader();
    for (let number = 0; number < 1000; number++) reader.keep(whole(number, `${number}`), base);
    const rebuilt = (number) => reader.rebuilt(delta(number + 1, number, `${number}`).data);
    assert.equal(rebuilt(999).text, target);
    assert.deepEqual(rebuilt(0), { request: { event: "state", conflation_key: "0" } });
    let requests = 0;
    for (let number = 0; number < 700; number++) requests += rebuilt(number)?.request ? 1 : 0;
    assert.ok(requests <= 256, `${requests}`);
});
