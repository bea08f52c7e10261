// What a live label shows of a channel's events, whoever sends them, and when it says that the channel is silent.

import assert from "node:assert/strict";
import test from "node:test";
import { ChannelValues, mostValues, valueIn } from "../../../Web/studio/live-values/channel-values.js";

test("a value is found in numbers, texts and objects, by name or by itself", () => {
    for (const [data, field, number, text, unit] of [
        [21.5, "", 21.5, "", ""], ["21.5", "", 21.5, "", ""], ["Closed on Monday", "", null, "Closed on Monday", ""],
        [{ temperature: 21.5, unit: "°C" }, "", 21.5, "", " °C"], [{ id: 7, value: 3 }, "", 3, "", ""], [{ a: { b: "4e1" } }, "a.b", 40, "", ""],
        [{ value: 0.294, text: "29.4 ± 0.8 cm", unit: "m" }, "", 0.294, "29.4 ± 0.8 cm", " m"], [{ open: true }, "open", null, "true", ""],
        [{ door: "open", room: 4 }, "", null, "open", ""],
    ]) assert.deepEqual(valueIn(data, field), { number, text, unit }, JSON.stringify(data));
});

test("what has no value, or is meant to harm, shows nothing or plain letters", () => {
    for (const [data, field] of [[null, ""], [undefined, ""], [{}, ""], [[], ""], [NaN, ""], [{ a: 1 }, "b"], [{ a: 1 }, "__proto__.x"], [{ a: 1 }, "constructor"], [{ a: {} }, "a"], ["x", "length"]]) {
        assert.equal(valueIn(data, field), null, `${JSON.stringify(data)} ${field}`);
    }
    assert.equal(Array.from(valueIn("😀".repeat(1e5)).text).length, 80);
    assert.equal(valueIn({ value: 1, unit: "m".repeat(1e5) }).unit.length, 80);
});

test("the newest values are kept, and those of another visit that cannot be read are not", () => {
    const values = new ChannelValues([{ number: 1, text: "", unit: "", time: 5 }, { number: "2", text: "", unit: "", time: 6 }, null, { text: "" }]);
    assert.equal(values.values.length, 1);
    for (let index = 0; index < 100; index += 1) values.take(index, "", 1000 * index);
    assert.equal(values.values.length, mostValues);
    assert.equal(values.last.number, 99);
});

test("the line runs from the first time to the last, between the least and the largest number", () => {
    const values = new ChannelValues();
    assert.deepEqual(values.line, []);
    for (const [number, time] of [[-1e308, 0], [1e308, 1000], [0, 2000]]) values.take(number, "", time);
    values.take("words", "", 3000);
    assert.deepEqual(values.line, [[0, 0], [0.5, 1], [1, 0.5]]);
    const level = new ChannelValues();
    for (const time of [7, 7]) level.take(5, "", time);
    assert.deepEqual(level.line, [[1, 0.5], [1, 0.5]]);
});

test("a channel is silent after five of its usual intervals, and not before ten seconds", () => {
    const values = new ChannelValues();
    assert.equal(values.isSilent(299_000, 0), false, "nobody knows how often it speaks");
    assert.equal(values.isSilent(301_000, 0), true);
    for (const time of [0, 1000, 2000, 3000]) values.take(1, "", time);
    assert.equal(values.isSilent(12_000, 0), false);
    assert.equal(values.isSilent(13_500, 0), true);
    assert.equal(values.isSilent(13_500, 13_000), false, "it was joined a moment ago");
    const slow = new ChannelValues();
    for (const time of [0, 60_000, 120_000, 180_000]) slow.take(1, "", time);
    assert.equal(slow.isSilent(180_000 + 299_000, 0), false);
    assert.equal(slow.isSilent(180_000 + 301_000, 0), true);
});
