// When the measuring page warns of little light: before the error grows, not at every shadow.

import assert from "node:assert/strict";
import test from "node:test";
import { LightWarning } from "../../../Web/measure/light-warning.js";

const lit = { ambientIntensity: 900 };
const dim = { ambientIntensity: 200 };

test("little light is told after a second, and no longer once it is light", () => {
    const warning = new LightWarning();
    warning.begin(1000);
    assert.equal(warning.judge(dim, 120, 1500), null);
    assert.equal(warning.judge(lit, 120, 1900), null, "a shadow passed");
    assert.equal(warning.judge(dim, 120, 2800), null);
    assert.equal(warning.judge(dim, 120, 3000), "dim");
    assert.equal(warning.judge(dim, 10, 3100), "dim", "the light is what a person can change");
    assert.equal(warning.judge(lit, 120, 3200), null);
});

test("too little to see in good light is another warning; an image without a brightness is not dark", () => {
    const warning = new LightWarning();
    warning.begin(0);
    assert.equal(warning.judge(lit, 39, 1001), "bare");
    assert.equal(warning.judge(lit, 40, 1100), null);
    assert.equal(warning.judge({ ambientIntensity: 0 }, 120, 5000), null);
    warning.begin(6000);
    assert.equal(warning.judge(dim, 120, 6500), null, "a new run begins without one");
});
