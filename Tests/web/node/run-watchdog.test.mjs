// The notices of a run that waits.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { RunWatchdog } from "../../../Web/sightline/core/run-watchdog.js";

test("a recording says what it waits for: the engine, its first image, images that are late; and nothing when it is held or over", () => {
    mock.timers.enable({ apis: ["setInterval"] });
    let now = 0;
    const notices = [];
    const watch = new RunWatchdog(() => now);
    watch.onnotice = (text) => notices.push(text);
    const pass = (seconds) => {
        for (let tenth = 0; tenth < 10 * seconds; tenth++) {
            now += 100;
            mock.timers.tick(100);
        }
    };
    watch.begin(1);
    watch.start({ isRecording: true });
    watch.showLoading({ loaded: 0, total: null, isBuilding: true });
    watch.showLoading({ loaded: 400, total: 1000, isBuilding: false });
    watch.showLoading({ loaded: 1000, total: 1000, isBuilding: false });
    watch.open();
    assert.deepEqual(notices.splice(0), ["Loading the engine…", "The engine is still being built. It starts by itself.", "Loading the engine, 40 %", "Opening the recording…", null]);
    watch.takeFrame();
    pass(3);
    assert.deepEqual(notices.splice(0), ["Loading the recording's next images…"]);
    watch.takeFrame();
    assert.deepEqual(notices.splice(0), [null]);
    watch.hold(true);
    pass(5);
    watch.hold(false);
    watch.stop();
    pass(5);
    assert.deepEqual(notices, []);
    mock.timers.reset();
});
