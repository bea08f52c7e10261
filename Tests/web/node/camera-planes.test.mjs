// A camera's planar image: the accepted formats, the engine's code for them, and the strip on top.
import assert from "node:assert/strict";
import { test } from "node:test";

import { CameraPlanes } from "../../../Web/sightline/view/camera-planes.js";
import { codeOfBrightness, fillStrip } from "../../../Web/sightline/view/frame-code.js";

const [width, height] = [8, 4];

/** A camera's image whose bytes are numbered. */
function frame({ format = "I420", size = 48, stride = width, ...more } = {}) {
    return {
        format, visibleRect: { width, height }, colorSpace: { fullRange: false, matrix: "smpte170m" }, ...more,
        allocationSize: () => size,
        async copyTo(buffer) {
            new Uint8Array(buffer).set(Array.from({ length: size }, (_, i) => i));
            return [{ offset: 0, stride }];
        },
    };
}

test("brightness comes first, and its memory is used again once it was closed", async () => {
    const planes = await CameraPlanes.of(frame());
    assert.deepEqual([planes.luma.length, planes.luma[31], planes.bytes.length], [32, 31, 48]);
    const { buffer } = planes.bytes;
    planes.close();
    planes.close();
    const [next, another] = [await CameraPlanes.of(frame()), await CameraPlanes.of(frame())];
    assert.equal(next.bytes.buffer, buffer);
    assert.notEqual(another.bytes.buffer, buffer);
    const larger = await CameraPlanes.of(frame({ format: "I444", size: 96 }));
    assert.equal(larger.bytes.length, 96);
});

test("what is coded otherwise, turned, mirrored or has gaps is left to others", async () => {
    for (const other of [{ format: "RGBA" }, { format: null }, { rotation: 90 }, { flip: true }, { stride: 16 }]) {
        assert.equal(await CameraPlanes.of(frame(other)), null);
    }
});

test("the engine is told range, weights and layout, and nothing of what it cannot draw over", async () => {
    const coding = async (more) => (await CameraPlanes.of(frame(more))).coding;
    assert.equal(await coding(), 0);
    assert.equal(await coding({ colorSpace: { fullRange: true, matrix: "bt709" } }), 3);
    assert.equal(await coding({ format: "NV12", colorSpace: null }), 4);
    assert.equal(await coding({ format: "I444", size: 96 }), null);
    assert.equal(await coding({ visibleRect: { width, height: 3 } }), null);
});

test("the strip in planes reads as the code it was made of", () => {
    for (const [code, isFullRange] of [[0, false], [1003205, false], [2 ** 24 - 1, true]]) {
        const [across, rows, whole] = [640, 8, 368];
        const bytes = new Uint8Array((across * whole * 3) / 2).fill(77);
        fillStrip(bytes, across, whole, rows, code, isFullRange);
        for (const row of [0, rows - 1]) {
            assert.equal(codeOfBrightness(Array.from({ length: 32 }, (_, i) => bytes[row * across + 20 * i + 10])), code);
        }
        assert.equal(bytes[rows * across], 77);
        const chroma = across * whole;
        for (const plane of [chroma, (chroma * 5) / 4]) {
            assert.deepEqual([bytes[plane], bytes[plane + (rows * across) / 4 - 1], bytes[plane + (rows * across) / 4]], [128, 128, 77]);
        }
    }
});
