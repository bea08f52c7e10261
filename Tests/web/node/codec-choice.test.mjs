// The codec of the view: a slow processor tries H.264, and returns to the default if it does not help.
import assert from "node:assert/strict";
import { test } from "node:test";

import { CodecChoice, codecOf } from "../../../Web/assist/call/codec-choice.js";

/** A choice after seconds that all went alike. */
function after(seconds, figures, choice = new CodecChoice()) {
    for (let i = 0; i < seconds; i++) choice.judge({ isSoftware: true, lost: 0, ...figures });
    return choice;
}

test("a processor that is slow for a while tries H.264, and keeps it where that is quicker", () => {
    const choice = after(2, { milliseconds: 30 });
    assert.equal(choice.isLight, false);
    assert.equal(choice.judge({ milliseconds: 30, isSoftware: true, lost: 0 }), true);
    assert.equal(after(100, { milliseconds: 15 }, choice).isLight, true);
});

test("where H.264 is no quicker the browser's own comes back, for good", () => {
    const choice = after(3 + 1 + 5, { milliseconds: 30 });
    assert.equal(choice.isLight, false);
    assert.equal(after(100, { milliseconds: 30 }, choice).isLight, false);
});

test("a quick processor, an encoder of the device's own and a network that loses packets stay with the browser's own", () => {
    assert.equal(after(100, { milliseconds: 8 }).isLight, false);
    assert.equal(after(100, { milliseconds: 30, isSoftware: false }).isLight, false);
    assert.equal(after(100, { milliseconds: 30, lost: 0.05 }).isLight, false);
    const uneven = new CodecChoice();
    for (let i = 0; i < 20; i++) after(1, { milliseconds: i % 3 ? 30 : 8 }, uneven);
    assert.equal(uneven.isLight, false);
});

test("losses take H.264 back, and it is tried again a minute after they ended", () => {
    const choice = after(10, { milliseconds: 15 }, after(3, { milliseconds: 30 }));
    assert.equal(after(1, { milliseconds: 15, lost: 0.05 }, choice).isLight, false);
    assert.equal(after(59, { milliseconds: 30 }, choice).isLight, false);
    assert.equal(after(4, { milliseconds: 30 }, choice).isLight, true);
});

test("the codec that is meant is one that was agreed on", () => {
    const [vp8, h264] = [{ mimeType: "video/VP8" }, { mimeType: "video/H264", sdpFmtpLine: "packetization-mode=1;profile-level-id=42e01f" }];
    const single = { mimeType: "video/H264", sdpFmtpLine: "packetization-mode=0" };
    assert.equal(codecOf({ codecs: [vp8, single, h264] }, true), h264);
    assert.equal(codecOf({ codecs: [vp8, single] }, true), undefined);
    assert.equal(codecOf({ codecs: [vp8, h264] }, false), undefined);
    assert.equal(codecOf({}, true), undefined);
});
