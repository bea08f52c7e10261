// Motion events as samples.
import assert from "node:assert/strict";
import test from "node:test";

const listeners = new Map();
globalThis.addEventListener = (kind, listener) => listeners.set(kind, listener);
globalThis.removeEventListener = (kind) => listeners.delete(kind);
const { listenToMotion } = await import("../../../Web/sightline/sources/motion.js");

const event = (timeStamp, alpha) => ({ timeStamp, rotationRate: { alpha, beta: 0, gamma: 0 }, accelerationIncludingGravity: { x: 0, y: 0, z: 9.8 } });

test("samples that bear one time are all passed on, each later than the last", () => {
    const samples = [];
    const stop = listenToMotion((sample) => samples.push(sample));
    for (const [index, time] of [10, 60, 60, 60, 110, 110].entries()) listeners.get("devicemotion")(event(time, index));
    assert.equal(samples.length, 6);
    for (let k = 1; k < 6; k++) assert.ok(samples[k].milliseconds > samples[k - 1].milliseconds);
    assert.ok(Math.abs(samples[3].milliseconds - 60) < 0.01 && samples[4].milliseconds === 110);
    stop();
    assert.equal(listeners.size, 0);
});

test("an event without values is no sample", () => {
    const samples = [];
    listenToMotion((sample) => samples.push(sample));
    listeners.get("devicemotion")({ timeStamp: 1, rotationRate: null, accelerationIncludingGravity: null });
    assert.equal(samples.length, 0);
});
