"""What Safari does otherwise than Chromium, imitated before the page loads: the measuring page gets ready and lives on all the same."""
import pytest

import conftest
import page_drawing
import pointing
from test_live import expect_frames, start, wait_until_ready
from waiting import until

pytestmark = pytest.mark.realtime

# No WebCodecs' images on the page, no stamps of the camera, motion of the opposite sign and only after a consent that is asked for within a tap, no
# full screen, voices only after a tap.
HABITS = """{
    for (const name of ["MediaStreamTrackProcessor", "MediaStreamTrackGenerator", "VideoFrame"]) delete globalThis[name];
    delete Element.prototype.requestFullscreen;
    const ask = HTMLVideoElement.prototype.requestVideoFrameCallback;
    HTMLVideoElement.prototype.requestVideoFrameCallback = function (call) {
        // The feed's own video, which is in no document, knows more.
        if (!this.isConnected) return ask.call(this, call);
        return ask.call(this, (now, { captureTime, ...metadata }) => call(now, metadata));
    };
    DeviceMotionEvent.requestPermission = async () => {
        if (globalThis.event?.type !== "click") throw new DOMException("Not in a tap.", "NotAllowedError");
        globalThis.isMotionAllowed = true;
        return "granted";
    };
    feed.isReversed = true;
}"""


@pytest.fixture
def safari(phone_browser, feed):
    """A page of a phone's size with these habits, without WebGL in workers; the camera's images can change their size."""
    page = conftest.open_page(phone_browser, "phone")
    page_drawing.without_worker_drawing(page)
    page.add_init_script(f"globalThis.feedIsTurning = true;\n{feed.script}\n{HABITS}")
    yield page
    page.context.close()
    assert page.faults == []


def hide(page, is_hidden):
    """The page goes to the background or comes back; in the background the browser pauses its videos."""
    page.evaluate("""(isHidden) => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        if (isHidden) for (const video of document.querySelectorAll("video")) video.pause();
        document.dispatchEvent(new Event("visibilitychange"));
    }""", is_hidden)


def test_measuring_lives_with_all_habits_at_once(safari, studio, feed):
    page = safari
    start(page, studio)
    wait_until_ready(page)
    assert page.evaluate("isMotionAllowed")
    assert page.evaluate(f"{pointing.SESSION}.capabilities.drawing") == "page"
    expect_frames(page)

    hide(page, True)
    page.locator("#advice").get_by_text("in the background").wait_for(timeout=8000)
    hide(page, False)
    until(page, "document.body.dataset.notice === 'none'", seconds=8)
    expect_frames(page)

    until(page, f"{pointing.SESSION}.frame.trackingState === 'normal'", seconds=20)
    page.evaluate("feed.resize(0.5, 0.5)")
    page.wait_for_timeout(300)
    expect_frames(page)
    assert page.evaluate(f"{pointing.SESSION}.frame.trackingState") == "normal", "a smaller picture of the same shape is tracked on"

    page.evaluate("feed.resize(1, 0.5)")
    page.locator("#advice").get_by_text("another shape").wait_for(timeout=8000)
    page.evaluate("feed.resize(1, 1)")
    until(page, "document.body.dataset.notice === 'none'", seconds=8)
    expect_frames(page)
