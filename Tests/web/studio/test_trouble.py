"""What the measuring page says, and offers, where camera or sensors cannot be had; and how it reads what browsers tell of them."""
import re

import pytest

import conftest
from conftest import at_size, first_at

REFUSED = "navigator.mediaDevices.getUserMedia = async () => {{ throw new DOMException('no', '{}'); }}"


def module(page, name, script):
    """What a script makes of a module of the JavaScript library in the page."""
    return page.evaluate(f"import('/sightline/{name}').then((it) => {{ {script} }})")


@first_at("phone")
@pytest.mark.parametrize("fault, title, text", [
    ("NotAllowedError", "The camera was refused", "browser's settings"),
    ("NotFoundError", "No camera here", "Open this page on a phone"),
    ("NotReadableError", "The camera is busy", "Close the other app"),
])
def test_a_missing_camera_is_explained_and_can_be_tried_again(page, studio, fault, title, text):
    page.add_init_script(REFUSED.format(fault))
    page.goto(f"{studio}measure/")
    page.click("#camera")
    page.get_by_role("heading", name=title).wait_for(timeout=10_000)
    assert text in page.inner_text("#trouble")
    assert page.inner_text("#camera") == "Try again"
    assert page.evaluate("document.activeElement.id") == "camera"
    assert page.locator("#play").is_visible(), "a recording is a way on"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.evaluate("delete navigator.mediaDevices.getUserMedia")
    page.click("#camera")
    page.get_by_role("heading", name="No motion sensor here").wait_for(timeout=20_000)


def test_refused_motion_sensors_are_explained(page, studio):
    page.add_init_script("DeviceMotionEvent.requestPermission = async () => 'denied'")
    page.goto(f"{studio}measure/")
    page.click("#camera")
    page.get_by_role("heading", name="Motion sensors were refused").wait_for(timeout=10_000)
    assert page.inner_text("#camera") == "Try again"


@at_size("phone")
def test_an_engine_that_stops_is_told_in_words(page, studio):
    """The browser's words, such as `unreachable`, help nobody on the page; the log of a problem report has them."""
    call = "this.exports.sightline_session_next_frame(this.handle)"

    def break_engine(route):
        answer = route.fetch()
        assert call in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(call, '(() => { throw new WebAssembly.RuntimeError("unreachable"); })()'))

    page.context.route("**/engine-session.js", break_engine)
    page.goto(f"{studio}measure/?recording=walk")
    page.click("#play:not([disabled])")
    page.get_by_role("heading", name="The engine stopped").wait_for(timeout=30_000)
    assert "Load this page again" in page.inner_text("#trouble")
    log = page.evaluate("document.getElementById('view').session.log.events.map(({ text }) => text)")
    assert any("engineFailed" in text and "unreachable" in text for text in log)


def test_an_insecure_address_says_so_at_once(playwright, studio):
    browser = conftest.launch(playwright, "--host-resolver-rules=MAP 192.168.7.7 127.0.0.1")
    try:
        page = conftest.open_page(browser, "phone")
        page.goto(f"http://192.168.7.7:{re.search(r':([0-9]+)/', studio).group(1)}/measure/")
        page.get_by_role("heading", name="No camera over plain HTTP").wait_for(timeout=10_000)
        assert "--tls" in page.inner_text("#trouble")
        assert not page.locator("#camera").is_visible()
        page.wait_for_selector("#play:not([disabled])")
    finally:
        browser.close()


@at_size("desktop")
def test_the_sign_of_the_force_is_learnt_from_the_orientation(page, studio):
    page.goto(f"{studio}measure/")
    learnt = module(page, "sources/motion.js", """
        const learn = (isGuessed, sign, orientation, force) => {
            const it2 = new it.ForceSign(isGuessed);
            for (let i = 0; i < 30; i++) {
                it2.takeOrientation(orientation);
                it2.takeForce({ x: sign * force[0], y: sign * force[1], z: sign * force[2] });
            }
            return it2.isReversed;
        };
        const upright = [{ beta: 90, gamma: 0 }, [0, 9.8, 0]];
        const flat = [{ beta: 0, gamma: 0 }, [0, 0, 9.8]];
        const onItsSide = [{ beta: 0, gamma: -90 }, [9.8, 0, 0]];
        return [upright, flat, onItsSide].flatMap((pose) => [learn(true, 1, ...pose), learn(false, -1, ...pose)]);
    """)
    assert learnt == [False, True] * 3


@at_size("desktop")
def test_the_main_back_camera_is_chosen(page, studio):
    page.goto(f"{studio}measure/")
    chosen = module(page, "sources/lenses.js", """
        const among = (labels, used) => {
            const devices = labels.map((label, i) => ({ kind: "videoinput", label, deviceId: String(i) }));
            return it.betterCamera(devices, String(used))?.label ?? null;
        };
        return [
            among(["Front Camera", "Back Dual Wide Camera", "Back Ultra Wide Camera", "Back Camera"], 1),
            among(["camera2 1, facing front", "camera2 2, facing back", "camera2 0, facing back"], 1),
            among(["camera2 1, facing front", "camera2 0, facing back"], 1),
            among(["Integrated Webcam"], 0),
            among(["", ""], 0),
        ];
    """)
    assert chosen == ["Back Camera", "camera2 0, facing back", None, None, None]


@at_size("desktop")
def test_a_lens_that_was_learnt_is_remembered(page, studio):
    page.goto(f"{studio}measure/")
    shares = module(page, "sources/lenses.js", """
        const memory = new it.LensMemory("Back Camera 640x480");
        const first = memory.share;
        memory.share = 0.7654;
        const again = new it.LensMemory("Back Camera 640x480").share;
        const broken = new it.LensMemory("x", { getItem() { throw new Error(); }, setItem() { throw new Error(); } });
        broken.share = 1;
        return [first, again, broken.share, it.focalShare("Pixel 7", null), it.focalShare("?", null), it.focalShare("Pixel 7", 0.9)];
    """)
    assert shares[:3] == [None, 0.7654, None]
    assert 0.6 < shares[3] < 0.8 < shares[4] < 0.9
    assert shares[5] == 0.9
