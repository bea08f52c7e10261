// What the two sides of a call write to each other about a model: unsound notes are no notes.

import assert from "node:assert/strict";
import test from "node:test";
import { readModel, readModelEdit, readModelWish } from "../../../Web/assist/models/model-notes.js";

test("changes of a model are read as they were written, and nothing of them beside", () => {
    for (const edit of [
        { undo: true }, { edit: 1, grab: [0, 1], frame: 5 }, { edit: 2 ** 31 - 1, drag: [0.5, 0.5], frame: 0 }, { edit: 3, release: true }, { edit: 4, move: [-0.05, 10] },
        { edit: 5, turn: -Math.PI, scale: 0.01 },
    ]) assert.deepEqual(readModelEdit({ ...edit, other: "x" }), edit);
});

test("what is no change is none", () => {
    for (const note of [
        null, undefined, 7, "x", {}, { undo: 1 }, { edit: 0, release: true }, { edit: 2 ** 31, release: true }, { edit: "1", release: true }, { edit: 1, grab: [0, 1] },
        { edit: 1, grab: [0, 1.1], frame: 1 }, { edit: 1, drag: [NaN, 0], frame: 1 }, { edit: 1, move: [11, 0] }, { edit: 1, move: [NaN, 0] }, { edit: 1, move: [1] },
        { edit: 1, turn: 7, scale: 1 }, { edit: 1, turn: 0, scale: 0 }, { edit: 1, turn: 0, scale: 101 }, { edit: 1, turn: "0", scale: 1 }, { edit: 1, scale: 1 }, { use: "a.glb" },
    ]) assert.equal(readModelEdit(note), null, JSON.stringify(note));
});

test("an expert reads a model's size, and its true size where a site says none or nonsense", () => {
    const note = { isAllowed: true, name: "chair.glb", isPlaced: true };
    assert.deepEqual(readModel({ ...note, scale: 2.5 }), { ...note, scale: 2.5 });
    for (const scale of [undefined, "2", 0, 1e9, NaN]) assert.equal(readModel({ ...note, scale }).scale, 1);
    assert.equal(readModelWish({ edit: 1, release: true }), null);
});
