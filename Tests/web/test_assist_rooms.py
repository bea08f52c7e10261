"""The owner's rooms, and the way into a room as a link and as a code that is scanned."""
import cv2
import numpy
import pytest
import requests

import calls
from waiting import until


def scanned(page, selector):
    """What a camera reads from a code on the page."""
    picture = cv2.imdecode(numpy.frombuffer(page.locator(selector).screenshot(), numpy.uint8), cv2.IMREAD_COLOR)
    framed = cv2.copyMakeBorder(picture, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    return cv2.QRCodeDetector().detectAndDecode(framed)[0]


@pytest.fixture
def owner(chromium, studio, owner_token):
    """The owner's page of rooms, signed in."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{studio}assist/rooms.html")
    page.fill("#token", owner_token)
    page.keyboard.press("Enter")
    page.wait_for_selector("#desk:not([hidden])")
    yield page
    context.close()
    assert not faults


def test_an_invitation_is_a_link_and_a_code_and_opens_a_room_that_is_closed_to_others(chromium, studio, owner):
    room = calls.new_room()
    owner.fill("#name", room)
    owner.click("#make button")
    owner.click(f"#rooms li:has-text('{room}') button:has-text('expert')")
    owner.wait_for_selector("#invitation[open]")
    address = owner.input_value("#invitation-address")
    assert f"{studio}assist/?room={room}&role=expert#invite=" in address
    assert scanned(owner, "#invitation-code") == address
    assert owner.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    stranger = calls.join(chromium, studio, room)
    stranger.wait_for_selector("#trouble:not([hidden])")
    assert "invitation" in stranger.inner_text("#trouble")
    stranger.context.close()
    guest = calls.join(chromium, studio, room, address=address)
    guest.until("document.getElementById('state').textContent === 'Waiting for the one on site'", 20)
    assert guest.evaluate("location.hash") == "#invite=" + address.split("#invite=")[1]
    guest.leave()


def test_those_inside_show_a_code_by_which_others_come_in(chromium, studio):
    room = calls.new_room()
    requests.post(f"{studio}api/assist/rooms/{room}/join", json={"role": "site", "name": "Sam"}, timeout=10).raise_for_status()
    expert = calls.join(chromium, studio, room, width=1280, height=800, is_mobile=False, has_touch=False, device_scale_factor=3)
    expert.until("document.body.dataset.view === 'call'", 20)
    expert.click("#tab-people")
    until(expert.page, "document.getElementById('invite-code').naturalWidth > 0")
    assert scanned(expert, "#invite-code") == f"{studio}assist/?room={room}&role=expert" == expert.inner_text("#invite-text")
    expert.leave()
