"""The owner's rooms, and the way into a room as a link and as a code that is scanned."""
import os
import pathlib
import random

import cv2
import numpy
import pytest
import requests

import calls
import conftest
from waiting import until


def scanned(page, selector):
    """What a camera reads from a code on the page."""
    picture = cv2.imdecode(numpy.frombuffer(page.locator(selector).screenshot(), numpy.uint8), cv2.IMREAD_COLOR)
    framed = cv2.copyMakeBorder(picture, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    return cv2.QRCodeDetector().detectAndDecode(framed)[0]


@pytest.fixture
def owner(chromium, studio, owner_token):
    """The owner's page of rooms, signed in."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3, service_workers="block")
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


@pytest.mark.parametrize("size, scheme", [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")])
def test_the_owner_sees_who_can_do_what(chromium, studio, owner_token, size, scheme, tmp_path):
    # A stranger behind a proxy tries tokens, and a room has someone inside who waits.
    # Each run of this test has strangers of its own: too many wrong tokens of one address are refused in other words.
    wrong, curious = (f"203.0.113.{random.randrange(1, 255)}" for _ in range(2))
    stranger = {"X-Forwarded-For": wrong}
    for number in range(3):
        requests.post(f"{studio}api/owner/session", json={"token": f"guess-{number}"}, headers=stranger, timeout=10)
    room, owner = calls.new_room(), {"Authorization": f"Bearer {owner_token}"}
    requests.post(f"{studio}api/assist/rooms", json={"name": room, "access": "open", "hasWaitingRoom": True}, headers=owner, timeout=10).raise_for_status()
    requests.post(f"{studio}api/assist/rooms/{room}/join", json={"role": "expert", "name": "Eve"}, timeout=10).raise_for_status()
    page = conftest.open_page(chromium, size, scheme)
    page.goto(f"{studio}assist/rooms.html")
    page.fill("#token", owner_token)
    page.keyboard.press("Enter")
    page.wait_for_selector("#desk:not([hidden])")
    refused = page.inner_text(f"#refused li:has-text('{wrong}')")
    assert "Wrong owner's token" in refused and "times" in refused
    facts = page.inner_text("#facts")
    assert "Yours alone" in facts and "Allowed to everybody" in facts and "Not encrypted" in facts
    assert f"Room {room}" in page.inner_text("#connected") and "1 waiting" in page.inner_text(f"#connected li:has-text('{room}')")
    assert "GiB left" in page.inner_text("#space") and "free" in page.inner_text("#space")
    assert page.locator("#browsers li").count() >= 1
    # What happens meanwhile shows without a reload, within some seconds; once is enough.
    if (size, scheme) == ("phone", "light"):
        requests.get(f"{studio}api/assist/records", headers={"X-Forwarded-For": curious}, timeout=10)
        page.wait_for_selector(f"#refused li:has-text('{curious}')", timeout=15_000)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.screenshot(path=pathlib.Path(os.environ.get("SIGHTLINE_PICTURES") or tmp_path) / f"safety-{size}-{scheme}.png", full_page=True)
    assert page.faults == []
    page.context.close()
    requests.delete(f"{studio}api/assist/rooms/{room}", headers=owner, timeout=10)
