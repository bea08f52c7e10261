// The colours that keyframes for depth maps get of the images that the engine takes in gray.

import assert from "node:assert/strict";
import { test } from "node:test";

import { depthKeyframeFields as fields } from "../../../Web/sightline/generated/records.js";
import { ImageColors } from "../../../Web/sightline/depth/image-colors.js";

/** A keyframe of a time without landmarks, with two gray pixels after its record. */
function keyframe(stamp) {
    const bytes = new Uint8Array(8 * fields.count + 2).fill(7, 8 * fields.count);
    new BigInt64Array(bytes.buffer, 0, 1)[fields.timestampNanoseconds] = stamp;
    return bytes;
}

/** The small image of a keyframe: `[width, height, colours of the pixels]`. */
function imageOf(bytes) {
    const words = new Float64Array(bytes.buffer.slice(0, 8 * fields.count));
    const rest = bytes.subarray(8 * fields.count + 2);
    return [words[fields.colorWidth], words[fields.colorHeight], Array.from({ length: rest.length / 4 }, (_, at) => [...rest.subarray(4 * at, 4 * at + 4)])];
}

const near = (a, b, most) => a.every((value, at) => Math.abs(value - b[at]) <= most);

test("an image of red, green and blue is made smaller, whatever its size, and its keyframe has it", () => {
    const colors = new ImageColors();
    const [width, height] = [640, 480];
    const pixels = new Uint8ClampedArray(4 * width * height);
    for (let at = 0; at < width * height; at++) pixels.set(at % width < 320 ? [250, 10, 20, 255] : [5, 240, 30, 255], 4 * at);
    colors.addPixels(pixels, width, height, 5n);
    const colored = colors.colored(keyframe(5n));
    assert.deepEqual([...colored.subarray(8 * fields.count, 8 * fields.count + 2)], [7, 7]);
    const [columns, rows, shown] = imageOf(colored);
    assert.deepEqual([columns, rows, shown.length], [160, 120, 160 * 120]);
    assert.deepEqual([shown[79], shown[80], shown.at(-160)], [[250, 10, 20, 255], [5, 240, 30, 255], [250, 10, 20, 255]]);
    // It is given once; a keyframe whose image is not kept stays as it is.
    const other = keyframe(5n);
    assert.equal(colors.colored(other), other);
});

test("only so many images are kept, and none before a keyframe", () => {
    const colors = new ImageColors();
    for (let stamp = 1n; stamp <= 60n; stamp++) colors.addPixels(new Uint8Array(16), 2, 2, stamp);
    const lost = keyframe(12n);
    assert.equal(colors.colored(lost), lost);
    assert.equal(imageOf(colors.colored(keyframe(40n)))[0], 2);
    const before = keyframe(39n);
    assert.equal(colors.colored(before), before);
    assert.equal(imageOf(colors.colored(keyframe(60n)))[2].length, 4);
});

/** Planes of 4 × 2 pixels, the left half of one colour (luma, U, V), the right half of another. */
function planes(format, [y1, u1, v1], [y2, u2, v2], isFullRange, matrix) {
    const luma = [y1, y1, y2, y2, y1, y1, y2, y2];
    const chroma = { I420: [u1, u2, v1, v2], NV12: [u1, v1, u2, v2], I422: [u1, u2, u1, u2, v1, v2, v1, v2], I444: [u1, u1, u2, u2, u1, u1, u2, u2, v1, v1, v2, v2, v1, v1, v2, v2], odd: [] }[format];
    return { format, width: 4, height: 2, isFullRange, colorSpace: { matrix }, bytes: Uint8Array.from([...luma, ...chroma]) };
}

test("a camera's planes have the colours of their format, range and matrix", () => {
    // Pure red and pure blue (ITU-R BT.601 and BT.709, limited and full range).
    const codings = [["smpte170m", false, [81, 90, 240], [41, 240, 110]], ["bt709", false, [63, 102, 240], [32, 240, 118]], ["smpte170m", true, [76, 85, 255], [29, 255, 107]]];
    for (const [matrix, isFullRange, red, blue] of codings) {
        for (const format of ["I420", "NV12", "I422", "I444"]) {
            const colors = new ImageColors();
            colors.addPlanes(planes(format, red, blue, isFullRange, matrix), 0, 1n);
            const [width, height, [first, , third]] = imageOf(colors.colored(keyframe(1n)));
            assert.deepEqual([width, height], [4, 2]);
            assert.ok(near(first, [255, 0, 0, 255], 4) && near(third, [0, 0, 255, 255], 4), `${format} ${matrix} ${isFullRange}: ${first}, ${third}`);
        }
    }
    const colors = new ImageColors();
    colors.addPlanes(planes("odd", [126, 0, 0], [126, 0, 0], false, "bt709"), 0, 1n);
    assert.deepEqual(imageOf(colors.colored(keyframe(1n)))[2][0], [128, 128, 128, 255]);
});

test("planes are turned as the engine turns them", () => {
    const corner = (quarters) => {
        const colors = new ImageColors();
        colors.addPlanes(planes("I444", [200, 128, 128], [50, 128, 128], true, "bt709"), quarters, 1n);
        const [width, height, shown] = imageOf(colors.colored(keyframe(1n)));
        return [width, height, shown[0][0], shown.at(-1)[0]];
    };
    assert.deepEqual([0, 1, 2, 3].map(corner), [[4, 2, 200, 50], [2, 4, 200, 50], [4, 2, 50, 200], [2, 4, 50, 200]]);
});
