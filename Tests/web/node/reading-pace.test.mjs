// How often the measuring page publishes: node --test reading-pace.test.mjs

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { newCode } from "../../../Web/measure/publishing.js";
import { ReadingPace } from "../../../Web/measure/reading-pace.js";

let sent;
let isOpen;
let pace;

beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
    sent = [];
    isOpen = true;
    pace = new ReadingPace((reading) => isOpen && sent.push([Date.now() - 1_000_000, reading]) > 0);
});

test("of sixty readings in a second six go out, and the last is one of them", () => {
    for (let frame = 0; frame < 60; frame++) {
        pace.offer(frame);
        mock.timers.tick(1000 / 60);
    }
    mock.timers.tick(1000);
    assert.equal(sent.length, 6);
    assert.equal(sent.at(-1)[1], 59);
    for (let index = 1; index < sent.length; index++) assert.ok(sent[index][0] - sent[index - 1][0] >= 199);
});

test("a result takes the place of the reading that waits", () => {
    pace.offer("first");
    pace.offer("waits");
    pace.insist("result");
    mock.timers.tick(1000);
    assert.deepEqual(sent.map(([, reading]) => reading), ["first", "result"]);
});

test("results are kept while nothing can be sent, and go out in order and in time", () => {
    isOpen = false;
    for (let number = 1; number <= 3; number++) pace.insist(number);
    pace.offer("live");
    mock.timers.tick(10_000);
    assert.deepEqual(sent, []);
    isOpen = true;
    pace.resume();
    for (let turn = 0; turn < 10; turn++) mock.timers.tick(100);
    assert.deepEqual(sent.map(([, reading]) => reading), [1, 2, 3, "live"]);
    assert.deepEqual(sent.map(([time]) => time), [10_000, 10_200, 10_400, 10_600]);
});

test("what waits is forgotten when it is stopped", () => {
    pace.offer(1);
    pace.offer(2);
    pace.stop();
    mock.timers.tick(1000);
    assert.deepEqual(sent.map(([, reading]) => reading), [1]);
});

test("codes are of twelve letters that are not mistaken for each other, and differ", () => {
    const codes = new Set(Array.from({ length: 100 }, newCode));
    assert.equal(codes.size, 100);
    for (const code of codes) assert.match(code, /^[abcdefghjkmnpqrstuvwxyz2-9]{12}$/);
});
