// Video files that someone else made: whatever their bytes are, they are read or refused in words, and soon.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matroskaFile, readMatroska } from "../../../Web/sightline/sources/matroska.js";
import { readMP4 } from "../../../Web/sightline/sources/mp4.js";
import { random } from "./random.mjs";

const inputs = Number(process.env.FUZZ_INPUTS ?? 5_000);
const images = [0, 33, 66].map((milliseconds, index) => ({ milliseconds, isKey: index === 0, bytes: Uint8Array.of(index, 7, 7) }));

const joined = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const number = (value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const box = (type, ...parts) => {
    const content = joined(parts);
    return joined([number(content.length + 8), new TextEncoder().encode(type), content]);
};
const table = (type, ...numbers) => box(type, number(0), ...numbers.map(number));

/** A movie of three images of three bytes, which begin at an offset. */
function movie({ offset, sizes = [0, 3, 3, 3, 3] }) {
    const entry = box("avc1", new Uint8Array(24), [0, 64, 0, 48], new Uint8Array(50), box("avcC", [1, 2, 3]));
    const tables = box("stbl", box("stsd", number(0), number(1), entry), table("stsz", ...sizes), table("stsc", 1, 1, 3, 1), table("stco", 1, offset),
        table("stts", 1, 3, 40), table("stss", 1, 1), table("ctts", 1, 3, 2));
    return box("moov", box("trak", box("mdia", box("mdhd", number(0), number(0), number(0), number(1000)),
        box("hdlr", number(0), number(0), new TextEncoder().encode("vide")), box("minf", tables))));
}
const media = box("mdat", ...images.map(({ bytes }) => bytes));
const mp4 = (options) => joined([media, movie({ offset: 8, ...options })]);
const matroska = joined(matroskaFile({ codec: "vp8", width: 64, height: 48 }, images));

function mutated(seed, chance) {
    let bytes = seed.slice();
    for (let change = chance(5); change >= 0; change--) {
        const at = chance(bytes.length || 1);
        switch (chance(4)) {
            case 0: bytes[at] = chance(256); break;
            case 1: bytes.set([255, 255, 255, 255].slice(0, bytes.length - at), at); break;
            case 2: bytes = joined([bytes.slice(0, at), bytes.slice(Math.max(0, at - chance(40)), at), bytes.slice(at)]); break;
            default: if (chance(10) === 0) bytes = bytes.slice(0, at); else bytes[at] ^= 1 << chance(8);
        }
    }
    return bytes;
}

for (const [name, seed, read] of [["MP4", mp4(), readMP4], ["Matroska", matroska, readMatroska]]) {
    test(`${name} files are read, or refused in words, whatever their bytes are`, () => {
        const sound = read(seed.buffer);
        assert.deepEqual(sound.images.map(({ bytes }) => [...bytes]), images.map(({ bytes }) => [...bytes]));
        assert.deepEqual([sound.width, sound.height], [64, 48]);
        const chance = random(0x5167);
        let readable = 0;
        for (let round = 0; round < inputs; round++) {
            const bytes = mutated(seed, chance);
            try {
                for (const image of read(bytes.buffer).images) assert.ok(image.bytes.length <= bytes.length);
                readable += 1;
            } catch (error) {
                assert.equal(error.constructor, Error, `${error.stack} of ${[...bytes]}`);
            }
        }
        assert.ok(readable > inputs / 50, `the mutations are too wild: ${readable} were read`);
    });
}

test("a table that says it has four thousand million images is refused at once", () => {
    const began = performance.now();
    assert.throws(() => readMP4(mp4({ sizes: [3, 0xffffffff] }).buffer), /damaged/);
    assert.throws(() => readMP4(mp4({ sizes: [0, 0xfffffff0] }).buffer), /damaged/);
    assert.ok(performance.now() - began < 1000);
});

test("elements that hold each other a million times are refused", () => {
    const deep = new Uint8Array(2_000_000).fill(0xff);
    for (let at = 0; at < deep.length; at += 2) deep[at] = 0xae;
    assert.throws(() => readMatroska(joined([[0x1a, 0x45, 0xdf, 0xa3, 0x80], deep]).buffer), /damaged/);
});
