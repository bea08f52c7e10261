// What another member of a call sends: whatever it is, it is read or dropped, soon, and without using up memory.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readCamera, readWish } from "../../../Web/assist/camera/camera-notes.js";
import { AnnotationHost } from "../../../Web/assist/sides/annotation-host.js";
import { Chat } from "../../../Web/assist/people/chat.js";
import { Signals } from "../../../Web/assist/call/signals.js";
import { withStartBitrate } from "../../../Web/assist/call/start-bitrate.js";
import { AnnotationReader } from "../../../Web/sightline/tools/annotations.js";
import { random } from "./random.mjs";

const inputs = Number(process.env.FUZZ_INPUTS ?? 20_000);
const words = ["null", "true", "1", "0", "0.01", "8", "1e999", "-1", "0.5", "2147483648", "[]", "{}", "\"\"", "\"__proto__\"", "\"constructor\"", "[\"#ff0000\"]", "\\u0000", "\ud800"];
const annotations = [
    { v: 1, t: "begin", n: 1, kind: "stroke", color: "#ff0000", width: 0.004, frame: 7, text: "a" },
    { v: 1, t: "points", n: 1, frame: 7, p: [0.1, 0.2, 0.3, 0.4], more: [[8, 0.5, 0.5]] },
    { v: 1, t: "end", n: 1 }, { v: 1, t: "undo" }, { v: 1, t: "remove", author: 1, n: 1 }, { v: 1, t: "clear", whose: "all" },
    { v: 1, t: "erase", frame: 7, x: 0.5, y: 0.5, r: 0.05 }, { v: 1, t: "freeze", frame: 7 }, { v: 1, t: "release", frame: 7 },
    { v: 1, t: "measure", n: 2, kind: "area", frame: 7, p: [0, 0, 1, 0, 1, 1], seen: [7, 8, 9] },
    { v: 1, t: "hello", author: 3 }, { v: 1, t: "refused", n: 1, why: "toString" }, { v: 1, t: "tracking", state: "normal", advice: "" },
].map((message) => JSON.stringify(message));

/** A text with one value replaced, or with letters changed. */
function mutated(text, chance) {
    if (chance(3) > 0) {
        const values = [...text.matchAll(/"[^"]*"(?!:)|-?\d+(?:\.\d+)?/g)];
        const value = values[chance(values.length)];
        return text.slice(0, value.index) + words[chance(words.length)] + text.slice(value.index + value[0].length);
    }
    const at = chance(text.length);
    const word = words[chance(words.length)];
    return chance(2) ? text.slice(0, at) + word + text.slice(at + chance(4)) : text.slice(0, at) + text.slice(Math.max(0, at - chance(30)));
}

/** An engine's drawing that accepts values of the right types alone. */
function strictAssisting() {
    const isWhole = (value) => assert.ok(Number.isInteger(value), String(value));
    const isStamp = (value) => assert.ok(value === null || typeof value === "bigint", String(value));
    const isPosition = (position) => position.forEach((value) => assert.ok(Number.isFinite(value), String(value)));
    const calls = { count: 0 };
    const took = (result) => { calls.count += 1; return Promise.resolve(result); };
    return {
        calls,
        begin({ author, number, kind, color, thickness, text = "", frame }) {
            [author, number, color].forEach(isWhole);
            assert.deepEqual([typeof kind, typeof text, Number.isFinite(thickness)], ["string", "string", true]);
            isStamp(frame);
            return took("done");
        },
        append({ author, number, positions, frame }) {
            [author, number].forEach(isWhole);
            positions.forEach(isPosition);
            isStamp(frame);
            return took("done");
        },
        end({ author, number }) { [author, number].forEach(isWhole); return took("done"); },
        undo({ author }) { isWhole(author); return took(); },
        remove({ author, number }) { [author, number].forEach(isWhole); return took(); },
        clear() { return took(); },
        erase({ position, radius, frame }) { isPosition([...position, radius]); isStamp(frame); return took(); },
        freeze({ frame }) { isStamp(frame); return took(); },
        list() { return took([]); },
    };
}

test("a member's drawing reaches the engine with values of the right types, or is refused", async () => {
    const chance = random(0x5167);
    const assisting = strictAssisting();
    const errors = [];
    const info = console.info;
    console.info = (text) => errors.push(text);
    try {
        const reader = new AnnotationReader();
        let accepted = 0;
        for (let round = 0; round < inputs; round++) {
            const text = mutated(annotations[round % annotations.length], chance);
            accepted += reader.read(text, 1000 * round) ? 1 : 0;
            if (round % 100 > 0) continue;
            // A member who has not sent too many of them yet.
            const host = new AnnotationHost({ assisting, frame: { timestampNanoseconds: 5_000_000_000n, trackingState: "normal" } });
            const answers = [];
            host.addMember("eve", "Eve", (answer) => answers.push(JSON.parse(answer)));
            for (let n = 0; n < 50; n++) host.take("eve", mutated(annotations[(round + n) % annotations.length], chance));
            await new Promise((done) => setImmediate(done));
            assert.ok(answers.length <= 52 + 1);
        }
        assert.ok(accepted > inputs / 50 && accepted < inputs, `the mutations are too wild, or too tame: ${accepted} were accepted`);
        assert.ok(assisting.calls.count > inputs / 100, String(assisting.calls.count));
        assert.deepEqual([...new Set(errors)], []);
    } finally {
        console.info = info;
    }
});

test("a colour in a list is none", () => {
    const begin = JSON.parse(annotations[0]);
    const reads = [begin, { ...begin, color: [begin.color] }].map((message) => new AnnotationReader().read(JSON.stringify(message)));
    assert.deepEqual(reads, [begin, null]);
});

/** Signals of members, with what was received. */
function listening() {
    let deliver;
    const taken = [];
    const signals = new Signals({ bind: (event, take) => { deliver = take; }, trigger: () => true }, "me", 1);
    signals.onsignal = (from, message) => taken.push([from, message]);
    return { taken, deliver: (data, user) => deliver(data, { user }) };
}

test("signals that were changed are taken whole or dropped", () => {
    const chance = random(0x21);
    const whole = JSON.stringify({ to: "me", instance: 1, id: 1, part: 0, of: 1, text: "{\"description\":{\"type\":\"offer\",\"sdp\":\"v=0\"}}" });
    const { taken, deliver } = listening();
    let read = 0;
    for (let round = 0; round < inputs; round++) {
        let data;
        try { data = JSON.parse(mutated(whole, chance)); } catch { continue; }
        read += 1;
        deliver(data, "eve");
    }
    assert.ok(taken.length > read / 20 && taken.length < read, `${taken.length} of ${read}`);
    assert.ok(taken.every(([from, message]) => from === "eve" && typeof message === "object"));
});

test("a member who begins messages without end displaces nobody's", () => {
    const { taken, deliver } = listening();
    const piece = (part) => ({ to: null, instance: 1, id: 7, part, of: 2, text: ["{\"hello\":", "true}"][part] });
    deliver(piece(0), "ann");
    for (let id = 0; id < 1000; id++) deliver({ to: null, instance: 2, id, part: 0, of: 40, text: "x".repeat(100) }, "eve");
    deliver(piece(1), "ann");
    assert.deepEqual(taken, [["ann", { hello: true }]]);
});

test("a description is hinted whatever is in it, in time that its length sets", () => {
    const chance = random(0x5d9);
    const sound = ["v=0", "m=video 9 UDP/TLS/RTP/SAVPF 96", "a=rtpmap:96 VP8/90000", "a=fmtp:96 x=1", "a=rtpmap:97 H264/90000", ""].join("\r\n");
    for (let round = 0; round < inputs / 4; round++) {
        const sdp = mutated(sound, chance);
        const hinted = withStartBitrate({ type: "offer", sdp }).sdp;
        // The hints, and the lines that hold nothing else, are all that was added.
        assert.equal(hinted.replaceAll(/\r\na=fmtp:\d+ x-google-start-bitrate=1000/g, "").replaceAll(";x-google-start-bitrate=1000", ""), sdp);
    }
    const hostile = "m=video 9\r\n" + Array.from({ length: 10_000 }, (_, index) => `a=rtpmap:${index} VP8/90000\r\n`).join("");
    const began = performance.now();
    withStartBitrate({ type: "offer", sdp: hostile });
    assert.ok(performance.now() - began < 1000, `${performance.now() - began} ms`);
});

/** A chat with a member, with what was received. */
function chatting() {
    const peer = { say: () => true };
    const files = [];
    const chat = new Chat();
    chat.onfile = (file) => files.push(file);
    chat.add("eve", "Eve", peer);
    return { files, chat, say: (data) => peer.onchat(data) };
}

test("a file comes in pieces of a sender's size, and ends with a smaller one that is not its last", async () => {
    const { files, say } = chatting();
    const announce = () => say(JSON.stringify({ t: "file", name: "a<b>.png", size: 20_000, type: "text/html" }));
    announce();
    say(new ArrayBuffer(16_000));
    say(new ArrayBuffer(4_000));
    assert.deepEqual(files.map(({ name, blob }) => [name, blob.size, blob.type]), [["a_b_.png", 20_000, "application/octet-stream"]]);
    for (const sizes of [[0], [1], [16_000, 0], [16_000, 1], [16_000, 5_000]]) {
        announce();
        for (const size of sizes) say(new ArrayBuffer(size));
        // Whatever follows belongs to no file.
        for (let n = 0; n < 10; n++) say(new ArrayBuffer(20_000));
        assert.equal(files.length, 1, String(sizes));
    }
});

test("chat messages that were changed are read or dropped, and no more per second than a member may send", () => {
    const chance = random(0xc4a7);
    const messages = [{ t: "word", text: "hello" }, { t: "measured", by: "Sam", text: "1 m" }, { t: "file", name: "a", size: 9, type: "image/png" }, { t: "note", note: { kind: "ask" } }];
    let taken = 0;
    for (let round = 0; round < inputs / 100; round++) {
        const { chat, say } = chatting();
        let own = 0;
        chat.onword = ({ from, text }) => { own += 1; assert.deepEqual([from, typeof text], ["Eve", "string"]); };
        chat.onmeasured = ({ by, text }) => { own += 1; assert.deepEqual([typeof by, typeof text], ["string", "string"]); };
        for (let n = 0; n < 200; n++) say(mutated(JSON.stringify(messages[n % messages.length]), chance));
        assert.ok(own <= 50, String(own));
        taken += own;
    }
    assert.ok(taken > inputs / 100);
});

test("what another member says of a camera, and wishes of it, is sound or nothing", () => {
    const chance = random(9);
    const abilities = { torch: true, zoom: { min: 1, max: 4, step: 0.1 }, focus: true, cameras: ["back", "front"] };
    const notes = [
        { abilities, now: { torch: false, zoom: 1, camera: 0 }, isAllowed: true }, { torch: true }, { zoom: 2 }, { focus: true }, { camera: 1 }, { still: true }, { ask: true },
    ].map((note) => JSON.stringify(note));
    for (let i = 0; i < inputs; i += 1) {
        let note;
        try { note = JSON.parse(mutated(notes[chance(notes.length)], chance)); } catch { continue; }
        const seen = readCamera(note);
        if (seen) assert.ok(seen.cameras.length <= 8 && (seen.zoom === null || seen.zoom.min < seen.zoom.max) && [true, false].includes(seen.isAllowed));
        const wish = readWish(note, abilities);
        if (!wish) continue;
        assert.equal(Object.keys(wish).length, 1);
        if ("zoom" in wish) assert.ok(wish.zoom >= 1 && wish.zoom <= 4);
        if ("camera" in wish) assert.ok([0, 1].includes(wish.camera));
    }
    assert.equal(readWish({ torch: true }, { ...abilities, torch: false }), null, "the camera has no light");
    assert.equal(readCamera(null), null);
});
