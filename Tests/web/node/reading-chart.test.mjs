// The scale of the live readings' chart.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bounds } from "../../../Web/live/reading-chart.js";

test("the axis holds the readings and what they are unsure of, and does not go below zero", () => {
    assert.deepEqual(bounds([{ value: 2, sigma: 0.5 }, { value: 3, sigma: 0.25 }]), [1.5, 3.25]);
    assert.deepEqual(bounds([{ value: 0.3, sigma: 0.95 }]), [0, 1.25]);
    const [low, high] = bounds([{ value: 0, sigma: 0 }]);
    assert.ok(low === 0 && high > 0);
});
