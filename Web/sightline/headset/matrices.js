// 4 × 4 matrices of a view in stereo, column by column as WebGL takes them.

import { matrixOf } from "../core/rigid.js";

/** The matrix of a pose, with a scale along each of its axes. @param {{ rotation: number[], translation: number[] }} pose @param {number[]} [scale] */
export function placedAt(pose, scale = [1, 1, 1]) {
    const rows = matrixOf(pose);
    const scales = [...scale, 1];
    return Float32Array.from({ length: 16 }, (_, index) => rows[index % 4][index >> 2] * scales[index >> 2]);
}

/** The pose of a rod from a point to another: its −Z runs along it. */
export function rod(from, to) {
    const along = to.map((value, axis) => value - from[axis]);
    const length = Math.hypot(...along) || 1e-6;
    return { pose: { rotation: turnTo(along.map((value) => value / length)), translation: from }, length };
}

/** The pose of something that lies on a surface: its +Y is the normal. */
export function lying(point, normal) {
    return { rotation: between([0, 1, 0], normal), translation: point };
}

const turnTo = (direction) => between([0, 0, -1], direction);

/** The shortest rotation from a direction to another, both of length 1. */
function between(a, b) {
    const w = 1 + a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    // Opposite directions: half a turn about any axis across them.
    if (w < 1e-9) return Math.abs(a[1]) > 0.5 ? [1, 0, 0, 0] : [0, 1, 0, 0];
    const q = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], w];
    const length = Math.hypot(...q);
    return q.map((value) => value / length);
}
