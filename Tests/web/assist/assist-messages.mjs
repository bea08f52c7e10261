// The call's frame codes and messages under node; fails by an exception.

import assert from "node:assert/strict";
import { cellsOf, codeOf, codeOfBrightness, codeSpan, stampOf } from "../../../Web/sightline/view/frame-code.js";
import { AnnotationReader, AnnotationWriter, positionCounts } from "../../../Web/sightline/tools/annotations.js";

const brightness = (code, noise = 0) => cellsOf(code).map((isWhite, i) => (isWhite ? 210 : 35) + noise * (((i * 7919) % 11) - 5));
for (let i = 0; i < 3000; i++) {
    const code = (i * 5591 + 13) % codeSpan;
    assert.equal(codeOfBrightness(brightness(code, 6)), code);
    // One or two wrong cells are noticed.
    const wrong = brightness(code);
    for (const k of [2 + (i % 30), 2 + ((i * 13 + 5) % 30)]) wrong[k] = 245 - wrong[k];
    if (i % 30 !== (i * 13 + 5) % 30) assert.equal(codeOfBrightness(wrong), null);
}
assert.equal(codeOfBrightness(new Array(32).fill(120)), null);
assert.equal(codeOfBrightness(new Array(32).fill(0)), null);
for (const stamp of [0n, 1_003_205_400_000n, 2n ** 40n * 1_000_000n]) {
    for (const late of [0n, 300_000_000n, 15_000_000_000n]) {
        const found = stampOf(codeOf(stamp), stamp + late);
        assert.ok(found - stamp <= 500_000n && stamp - found <= 500_000n, `${stamp} ${late} ${found}`);
    }
}

const sound = { v: 1, t: "points", n: 3, frame: 77, p: [0.1, 0.2, 1.2, -0.3] };
const read = (message, reader = new AnnotationReader()) => reader.read(typeof message === "string" ? message : JSON.stringify(message), 0);
assert.deepEqual(read(sound), sound);
const asked = { v: 1, t: "measure", n: 1, frame: 9, p: [0.1, 0.2, 0.3, 0.4] };
const unsound = [
    "", "{", "null", "7", "[]", { ...sound, v: 2 }, { ...sound, t: "constructor" }, { ...sound, n: -1 }, { ...sound, n: 1.5 }, { ...sound, frame: codeSpan },
    { ...sound, p: [0.1] }, { ...sound, p: [] }, { ...sound, p: [0.1, "0.2"] }, { ...sound, p: [0.1, 1e9] }, { ...sound, p: [0.1, null] },
    { ...sound, p: new Array(400).fill(0.5) }, { ...sound, more: [[1, 0.5]] }, { ...sound, more: [[-1, 0.5, 0.5]] }, { ...sound, more: {} },
    { ...asked, seen: [1, -1] }, { ...asked, seen: [1] }, { ...asked, seen: "12" }, { ...asked, p: [0.1, 0.2] },
    { ...asked, kind: "weight" }, { ...asked, kind: "toString" }, { ...asked, kind: 7 }, { ...asked, kind: "angle" }, { ...asked, kind: "area" },
    { ...asked, p: new Array(6).fill(0.5) }, { ...asked, kind: "chain", p: new Array(26).fill(0.5) }, { v: 1, t: "begin", n: 1, kind: "bomb", color: "#ffffff", width: 0.01, frame: 1 },
    { v: 1, t: "begin", n: 1, kind: "stroke", color: "red", width: 0.01, frame: 1 }, { v: 1, t: "begin", n: 1, kind: "stroke", color: "#ffffff", width: 5, frame: 1 },
    { v: 1, t: "begin", n: 1, kind: "text", color: "#ffffff", width: 0.01, frame: 1, text: "x".repeat(300) }, { v: 1, t: "clear", whose: "theirs" },
    { v: 1, t: "undo", filler: "x".repeat(2000) },
];
for (const each of unsound) assert.equal(read(each), null, JSON.stringify(each).slice(0, 80));
assert.ok(read(asked) && read({ ...asked, seen: [1, 9] }) && read({ ...asked, kind: "height" }));
for (const [kind, [least, most]] of Object.entries(positionCounts)) {
    for (const count of [least, most]) assert.ok(read({ ...asked, kind, p: new Array(2 * count).fill(0.1234), seen: new Array(count).fill(codeSpan - 1) }));
}
const flooded = new AnnotationReader();
let taken = 0;
for (let i = 0; i < 1000; i++) if (flooded.read(JSON.stringify(sound), i)) taken += 1;
assert.ok(taken >= 60 && taken <= 100, `${taken} of 1,000 messages in a second were taken`);

// What is short goes at once.
const short = [];
const quick = new AnnotationWriter((text) => short.push(JSON.parse(text).t));
quick.begin({ n: 1, kind: "marker", color: "#ff5a52", width: 0.006, frame: 1 });
quick.add(1, 1, [0.5, 0.5]);
quick.end(1);
await new Promise((done) => setTimeout(done, 5));
assert.deepEqual(short, ["begin", "points", "end"]);

// What is asked for bears the frames only where they differ, and is taken as it is written.
const wishes = [];
const asking = new AnnotationWriter((text) => wishes.push(text));
asking.measure({ n: 1, positions: [[0.1, 0.2], [0.3, 0.4]], frames: [5, 5] });
asking.measure({ n: 2, kind: "angle", positions: [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], frames: [5, 6, 7] });
await new Promise((done) => setTimeout(done, 50));
assert.deepEqual(wishes.map((text) => read(text)), [
    { v: 1, t: "measure", n: 1, kind: "distance", frame: 5, p: [0.1, 0.2, 0.3, 0.4] },
    { v: 1, t: "measure", n: 2, kind: "angle", frame: 7, p: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], seen: [5, 6, 7] },
]);

// A hand at 1,000 places a second for a second and a half: every place arrives, in messages that keep the limits.
const sent = [];
const writer = new AnnotationWriter((text) => sent.push({ text, time: performance.now() }));
writer.begin({ n: 1, kind: "stroke", color: "#ff5a52", width: 0.006, frame: 1 });
for (let i = 0; i < 1500; i++) {
    writer.add(1, 1 + Math.floor(i / 8), [i / 1500, 0.123456789]);
    if (i % 10 === 9) await new Promise((done) => setTimeout(done, 10));
}
writer.end(1);
await new Promise((done) => setTimeout(done, 2000));
const reader = new AnnotationReader();
const messages = sent.map(({ text, time }) => reader.read(text, time));
assert.ok(messages.every(Boolean), "the reader takes what the writer writes");
assert.ok(sent.every(({ text }) => text.length <= 1024));
assert.equal(messages.filter(({ t }) => t === "points").reduce((sum, { p }) => sum + p.length / 2, 0)
    + messages.flatMap(({ more = [] }) => more).reduce((sum, run) => sum + (run.length - 1) / 2, 0), 1500);
assert.deepEqual([messages[0].t, messages.at(-1).t], ["begin", "end"]);
for (const { time } of sent) assert.ok(sent.filter((each) => each.time >= time && each.time < time + 1000).length <= 32);
console.log(`${sent.length} messages, the longest ${Math.max(...sent.map(({ text }) => text.length))} bytes`);
