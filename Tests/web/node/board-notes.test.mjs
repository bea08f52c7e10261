// A board in a call: what members write about it is sound or nothing, and its picture goes to one member alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readBoard, readBoardWish } from "../../../Web/assist/boards/board-notes.js";
import { Chat } from "../../../Web/assist/people/chat.js";

test("wishes for a board are sound or nothing", () => {
    for (const wish of [{ use: "plan.png" }, { at: [0, 1], frame: 7 }, { scale: 1.25 }, { remove: true }]) assert.deepEqual(readBoardWish(wish), wish);
    assert.deepEqual(readBoardWish({ use: "a", extra: 1, at: null }), { use: "a" });
    const unsound = [
        null, "plan.png", 7, {}, { use: "" }, { use: 1 }, { use: "x".repeat(121) }, { at: [0.5], frame: 1 }, { at: [0.5, 2], frame: 1 }, { at: ["0", 0], frame: 1 }, { at: [0.5, 0.5] },
        { at: [0.5, 0.5], frame: -1 }, { scale: 0 }, { scale: -1 }, { scale: 1e9 }, { scale: null }, { scale: "2" }, { remove: 1 }, [],
    ];
    for (const wish of unsound) assert.equal(readBoardWish(wish), null, JSON.stringify(wish));
});

test("what the site tells of its board is sound or nothing", () => {
    assert.deepEqual(readBoard({ isAllowed: 1, name: "plan.png", isPlaced: true }), { isAllowed: false, name: "plan.png", isPlaced: true });
    assert.deepEqual(readBoard({ fault: "noSurface" }), { fault: "noSurface" });
    for (const note of [null, {}, { name: 7 }, { fault: "toString" }, { name: "x".repeat(121) }]) assert.equal(readBoard(note), null);
});

test("a board's picture goes to one member, marked as such, and two files do not mix", async () => {
    const sent = { ann: [], bob: [] };
    const chat = new Chat();
    for (const id of Object.keys(sent)) chat.add(id, id, { chat: { bufferedAmount: 0 }, send: (_, data) => sent[id].push(data) });
    const file = (name, size) => Object.assign(new Blob([new Uint8Array(size)]), { name });
    await Promise.all([chat.send(file("plan.jpg", 20_000), { to: "ann", use: "board" }), chat.send(file("all.bin", 9))]);
    assert.deepEqual(sent.bob.map((data) => data.byteLength ?? JSON.parse(data).name), ["all.bin", 9]);
    assert.deepEqual(sent.ann.map((data) => data.byteLength ?? JSON.parse(data).name), ["plan.jpg", 16_000, 4_000, "all.bin", 9]);
    assert.deepEqual([0, 3].map((index) => JSON.parse(sent.ann[index]).use), ["board", undefined]);

    const files = [];
    const site = new Chat();
    const peer = {};
    site.onfile = (received) => files.push([received.name, received.use]);
    site.add("ann", "Ann", peer);
    for (const data of sent.ann) peer.onchat(data);
    peer.onchat(JSON.stringify({ t: "file", name: "odd", size: 1, type: "", use: "owner" }));
    peer.onchat(new ArrayBuffer(1));
    assert.deepEqual(files, [["plan.jpg", "board"], ["all.bin", null], ["odd", null]]);
});
