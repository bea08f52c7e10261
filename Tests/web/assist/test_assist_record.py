"""Recording a session with everyone's consent, and looking at it afterwards."""
import re
import time

import requests

import calls
from conftest import SIGN_IN

SECONDS = 4
"""What is recorded at least."""


def test_strangers_have_nothing_recorded(chromium, studio):
    room = calls.new_room()
    site = calls.on_site(chromium, studio, room)
    site.wait_for_selector("#alone:not([hidden])")
    site.evaluate("document.getElementById('record').click()")
    site.get_by_text("cannot be recorded").first.wait_for(state="attached")
    assert "owner" in site.inner_text("body")
    assert site.evaluate("document.body.dataset.recording") != "true"
    site.faults = [fault for fault in site.faults if "403" not in fault]
    site.leave()


def test_an_address_without_a_session_says_so_and_leads_to_the_list(page, studio):
    page.goto(f"{studio}assist/session.html")
    page.wait_for_selector("#unnamed a")
    assert "names no session" in page.inner_text("#trouble")
    page.click("#unnamed a")
    page.wait_for_url("**/assist/rooms.html")
    assert not page.faults


def test_a_session_is_recorded_when_everyone_agrees_replayed_and_deleted(chromium, studio, owner_token):
    room = calls.new_room()
    site = calls.on_site(chromium, studio, room)
    site.wait_for_selector("#alone:not([hidden])")
    expert = calls.join(chromium, studio, room)
    calls.hold_when_tracking(site, expert)

    # A session is recorded with the owner among those who agree.
    assert expert.evaluate(SIGN_IN, owner_token)

    # One no is enough.
    site.evaluate("document.getElementById('record').click()")
    expert.wait_for_selector("#consent[open]")
    assert "Sam" in expert.inner_text("#consent-text")
    expert.click("#consent-no")
    site.get_by_text("not everyone agreed").first.wait_for(state="attached")
    assert site.evaluate("document.body.dataset.recording") != "true"

    site.evaluate("document.getElementById('record').click()")
    expert.click("#consent-yes")
    for person in (site, expert):
        person.until("document.body.dataset.recording === 'true'", 20)
    begin = time.monotonic()
    # On the held image, since the recording may end on a busy machine before both places are tapped.
    measure_on_site(site)
    site.evaluate("assist.side.session.resume()")
    expert.draw([(0.4, 0.6), (0.45, 0.62), (0.5, 0.6)])
    site.fill("#say-text", "This one?")
    site.keyboard.press("Enter")
    expert.choose("length")
    expert.mouse.click(*expert.at(0.35, 0.6))
    expert.mouse.click(*expert.at(0.55, 0.6))
    site.until("assist.side.session.assisting.list().then((all) => all.some(({ kind, isFinished }) => kind === 'length' && isFinished))", 20)
    site.click("#snapshot")
    site.wait_for_selector("#pictures img", state="attached")
    site.wait_for_timeout(max(0, 1000 * (begin + SECONDS - time.monotonic())))
    site.evaluate("document.getElementById('record').click()")
    site.until("document.querySelector('#record-text a')", 40)
    expert.until("document.querySelector('#record-text a')", 20)
    address = site.evaluate("document.querySelector('#record-text a').href")
    expert.leave()
    site.leave()
    look_at(chromium, studio, address)


def measure_on_site(site):
    site.choose("length")
    site.until(f"{calls.MEASURING}?.advice === 'normal'", 30)
    for count, place in ((1, (0.42, 0.62)), (0, (0.56, 0.62))):
        site.set_point(lambda place=place: site.mouse.click(*site.at(*place)), f"{calls.MEASURING}.pointCount === {count}")
    site.until("assist.side.session.measuring.list().then((all) => all.length === 1)", 30)
    site.choose("stroke")


def look_at(chromium, studio, address):
    viewer = calls.Person(chromium, 1280, 800)
    viewer.goto(address)
    viewer.until("document.getElementById('main').dataset.state === 'open' && document.getElementById('video').duration > 2")
    said = viewer.inner_text("#events")
    for words in ("The record began with Sam, Ada.", "Ada drew a line.", "Sam: This one?", "Ada measured", "Sam measured", "Sam kept a snapshot."):
        assert words in said, said
    viewer.until("document.querySelector('#pictures img').naturalWidth > 300")

    # A remark over the image is kept with the session.
    viewer.evaluate("document.getElementById('video').currentTime = 1")
    viewer.until("!document.getElementById('video').seeking && document.getElementById('video').readyState >= 2")
    box = viewer.locator("#video").bounding_box()
    viewer.mouse.move(box["x"] + 200, box["y"] + 200)
    viewer.mouse.down()
    viewer.mouse.move(box["x"] + 300, box["y"] + 240, steps=6)
    with viewer.expect_response(re.compile("/events")) as kept:
        viewer.mouse.up()
    assert kept.value.status == 204

    parts = re.search(r"id=(\w+)&key=(\w+)", address)
    record = f"{studio}api/assist/records/{parts[1]}"
    assert "remark" in requests.get(f"{record}/files/events.jsonl", params={"key": parts[2]}, timeout=10).text
    assert requests.get(record, timeout=10).status_code == 404
    viewer.on("dialog", lambda dialog: dialog.accept())
    viewer.click("#delete")
    viewer.get_by_text("The session was deleted.").wait_for()
    assert requests.get(record, params={"key": parts[2]}, timeout=10).status_code == 404
    viewer.leave()
