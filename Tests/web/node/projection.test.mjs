// The view's matrix against the projection to pixels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pixelProjection, projectionMatrix } from "../../../Web/sightline/core/projection.js";

const frame = { intrinsics: [520, 510, 315, 250, 0, 0, 0, 0], worldFromCamera: { rotation: [0, 0, 0, 1], translation: [0, 0, 0] } };
const image = [640, 480];

for (const view of [[640, 480], [390, 844], [1280, 400]]) {
    test(`a point lies in a view of ${view.join(" × ")} where the cropped image shows it`, () => {
        const matrix = projectionMatrix(frame, { image, view, near: 0.1, far: 50 });
        const project = pixelProjection(frame, "none");
        for (const point of [[0, 0, -1], [0.3, -0.2, -2], [-0.4, 0.5, -0.9]]) {
            const clip = [0, 1, 2, 3].map((row) => [...point, 1].reduce((sum, value, column) => sum + matrix[4 * column + row] * value, 0));
            const shown = [(1 + clip[0] / clip[3]) * view[0] / 2, (1 - clip[1] / clip[3]) * view[1] / 2];
            const scale = Math.max(view[0] / image[0], view[1] / image[1]);
            const wanted = project(point).map((pixel, axis) => pixel * scale + (view[axis] - image[axis] * scale) / 2);
            shown.forEach((value, axis) => assert.ok(Math.abs(value - wanted[axis]) < 1e-9));
        }
        const depth = (z) => (matrix[10] * z + matrix[14]) / -z;
        assert.ok(Math.abs(depth(-0.1) + 1) < 1e-12 && Math.abs(depth(-50) - 1) < 1e-12);
    });
}
