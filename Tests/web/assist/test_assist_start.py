"""The call as a newcomer meets it: the form before it, devices tried beforehand, and who is there once someone left."""
import re

import pytest

import calls
from waiting import until

FORM = "JSON.stringify([...document.querySelectorAll('#join > *')].map((each) => each.getBoundingClientRect().toJSON()))"
# How often the page asked for camera or microphone, and what it opened.
COUNT = """globalThis.asked = [];
const open = MediaDevices.prototype.getUserMedia;
MediaDevices.prototype.getUserMedia = async function (constraints) {
    asked.push(constraints);
    return open.call(this, constraints);
};"""
REFUSE = """const open = MediaDevices.prototype.getUserMedia;
MediaDevices.prototype.getUserMedia = async function (constraints) {
    if (constraints.%s) throw new DOMException("no", "%s");
    return open.call(this, constraints);
};"""


@pytest.fixture
def start(chromium, studio):
    """Opens the form before a call; what a page writes to its console as an error fails the test."""
    opened = []

    def open_start(query="", script="", width=360, height=640):
        person = calls.Person(chromium, width, height, script)
        opened.append(person)
        person.goto(f"{studio}assist/{query}")
        person.wait_for_selector("#source option:nth-child(2)", state="attached")
        return person

    yield open_start
    for person in opened:
        person.leave()


def test_a_browser_without_calls_is_told_at_once(start):
    page = start(script="delete globalThis.RTCPeerConnection;")
    assert "WebRTC" in page.inner_text("#trouble")
    assert page.is_disabled("#enter")
    page.click("#roles label:has([value=expert])")
    assert page.is_disabled("#enter") and page.is_visible("#trouble")


def test_a_room_has_a_name_from_the_beginning_and_another_can_be_had(start):
    page = start()
    names = [page.input_value("#room-name")]
    for _ in range(20):
        page.click("#another")
        names.append(page.input_value("#room-name"))
    assert all(re.fullmatch(r"[a-z]{3,8}(-[a-z]{3,8}){2}-\d{4}", name) and len(name) <= 40 for name in names), names
    assert len(set(names)) == len(names)
    # An expert was told a name; whoever opens a room keeps what they wrote.
    page.click("#roles label:has([value=expert])")
    assert page.input_value("#room-name") == "" and not page.is_visible("#another")
    page.click("#roles label:has([value=site])")
    assert page.input_value("#room-name") != ""
    page.fill("#room-name", "my-room")
    page.click("#roles label:has([value=expert])")
    assert page.input_value("#room-name") == "my-room"
    assert start("?room=told-room").input_value("#room-name") == "told-room"


def test_a_missing_name_is_asked_for_in_its_field_and_nothing_moves(start):
    page = start("?role=expert")
    before = page.evaluate(FORM)
    page.evaluate("document.getElementById('enter').click()")
    assert page.evaluate("document.activeElement.id") == "room-name"
    assert page.get_attribute("#room-name", "aria-invalid") == "true" and page.inner_text("#room-fault")
    assert page.evaluate(FORM) == before
    page.keyboard.type("a")
    assert page.get_attribute("#room-name", "aria-invalid") == "false" and not page.inner_text("#room-fault")


def test_devices_are_tried_before_and_the_call_asks_for_nothing_again(start):
    site = start(script=COUNT, width=390, height=844)
    assert site.evaluate("asked.length") == 0, "nobody is asked before a tap"
    site.click("#check")
    until(site, "document.getElementById('check-video').videoWidth >= 640")
    until(site, "Number(document.getElementById('check-meter').getAttribute('aria-valuenow')) > 0")
    assert site.evaluate("asked.map((each) => Object.keys(each).sort().join()).join(';')") == "audio,video"
    assert site.locator("#camera option").count() > 0
    site.select_option("#microphone", index=2)
    until(site, "asked.length === 2")
    chosen = site.input_value("#microphone")
    assert site.evaluate("asked[1].audio.deviceId.exact") == chosen and site.evaluate("asked[1].video === undefined")
    until(site, "document.getElementById('check').textContent === 'End the check'")
    site.click("#enter")
    site.until("globalThis.assist?.room.me", 30)
    assert site.evaluate("asked.length") == 2
    assert site.evaluate("assist.media.voice.getAudioTracks()[0].getSettings().deviceId") == chosen
    assert site.evaluate("assist.media.view.getVideoTracks()[0].readyState") == "live"
    site.until("assist.side.frames > 5", 30)


def test_whoever_enters_while_the_check_still_asks_is_asked_once(start):
    site = start(script=COUNT)
    site.evaluate("void (document.getElementById('check').click(), document.getElementById('enter').click())")
    site.until("globalThis.assist?.room.me", 30)
    assert site.evaluate("asked.length") == 1
    assert site.evaluate("[assist.media.voice, assist.media.view].every((stream) => stream.getTracks()[0].readyState === 'live')")


def test_another_role_tries_another_camera_and_lets_the_first_one_go(start):
    page = start(script=COUNT)
    page.click("#check")
    until(page, "document.getElementById('check-video').videoWidth >= 640")
    page.evaluate("globalThis.first = document.getElementById('check-video').srcObject.getTracks()[0]; void 0")
    page.click("#roles label:has([value=expert])")
    until(page, "first.readyState === 'ended' && document.getElementById('check-video').srcObject?.getTracks()[0] !== first")
    assert page.evaluate("asked.map((each) => Object.keys(each).sort().join()).join(';')") == "audio,video;video"
    assert page.evaluate("asked[1].video.facingMode") == "user"


def test_a_check_that_ends_lets_the_devices_go(start):
    page = start("?role=expert&room=some-room", script=COUNT + "globalThis.tracks = [];")
    page.click("#check")
    until(page, "document.getElementById('check-video').videoWidth > 0")
    page.evaluate("tracks.push(...document.getElementById('check-video').srcObject.getTracks())")
    page.click("#check")
    assert page.evaluate("tracks.every(({ readyState }) => readyState === 'ended')")
    assert not page.is_visible("#checked") and page.inner_text("#check") == "Check camera and microphone"


@pytest.mark.parametrize("device, fault, words, other", [
    ("audio", "NotAllowedError", "The microphone was refused", "#check-video"),
    ("video", "NotFoundError", "No camera was found", "#check-meter"),
    ("video", "NotReadableError", "Close the other app", "#check-meter"),
])
def test_a_device_that_is_missing_is_named_and_the_other_one_works(start, device, fault, words, other):
    page = start(script=REFUSE % (device, fault))
    page.click("#check")
    until(page, f"document.getElementById('check-text').textContent.includes({words!r})")
    assert page.is_visible(other) and page.inner_text("#check") == "Try again"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.click("#enter")
    if device == "audio":
        page.until("globalThis.assist?.room.me", 30)
        assert words in page.inner_text("#notice")
    else:
        page.wait_for_selector("#trouble:not([hidden])")
        assert words in page.inner_text("#trouble")


def test_the_others_read_who_has_left(callers):
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    assert site.inner_text("#alone-title") == f"Room “{callers.room}” is open"
    calls.draw_small(site)
    expert = callers.join("Ada")
    expert.until("document.body.dataset.call === 'live' && assist.side.readFrames > 0")
    # Also whoever held a still reads it, and nothing more of the image that is gone.
    expert.click("#freeze")
    expert.until("document.body.dataset.frozen === 'true'")
    site.click("#hang-up")
    expert.until("document.getElementById('state').textContent === 'Sam has left'", 20)
    expert.until("document.getElementById('alone-title').textContent === 'Sam has left'", 20)
    expert.until("document.body.dataset.frozen === 'false' && document.getElementById('notice').hidden", 10)
    assert expert.inner_text("#freeze") == "Freeze" and not expert.is_visible("#fit")
    site.click("#rejoin")
    expert.until("document.body.dataset.call === 'live' && document.getElementById('state').textContent === 'Live'")
    expert.click("#hang-up")
    site.until("document.getElementById('alone-title').textContent === 'Ada has left'", 20)
    assert site.inner_text("#state") == "Ada has left" and site.is_visible("#alone-code")


def test_everybody_reads_of_rooms_and_nobody_of_channels(start):
    page = start()
    for role in ("site", "expert"):
        page.click(f"#roles label:has([value={role}])")
        assert "hannel" not in page.content().split("<main", 1)[1]
        assert page.inner_text("#enter") == ("Open the room" if role == "site" else "Join the room")
