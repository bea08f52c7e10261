"""Labels in the measuring page's view that stand on a beacon's place and show what the studio says of it."""
import threading

import pytest

from conftest import at_size
from test_beacons import VENUE, Venue
from test_labels import CARD, aim, point_of_card, row
from test_measure import hold_when_ready, open_recording, ready_places
from waiting import until

LAMP, DOOR, CLOCK = (f"{VENUE}/1/{minor}" for minor in (1, 2, 3))


@pytest.fixture
def venue(engine, simulated, tmp_path):
    venue = Venue(tmp_path / "data", "--recordings", simulated)
    yield venue
    venue.stop()


class Reports:
    """A receiver that reports beacons at a level twice per second."""

    def __init__(self, venue):
        self.levels = {}
        self._venue, self._over = venue, threading.Event()
        receiver = venue.ask("POST", "/receivers", {"name": "Counter", "x": 1, "y": 1})
        self._token = venue.ask("POST", f"/receivers/{receiver['id']}/token")["token"]
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._over.wait(0.5):
            heard = [{"beacon": beacon, "power": -59, "packets": [[age, level] for age in (400, 200, 0)]} for beacon, level in self.levels.items()]
            self._venue.ask("POST", "/reports", {"authorisation": "allowed", "heard": heard}, token=self._token)

    def stop(self):
        self._over.set()
        self._thread.join(timeout=10)


def add(page, name):
    if page.locator("#beacon-form select").is_hidden():
        page.click("#beacon-form button")
        page.locator("#beacon-form select").wait_for()
    page.select_option("#beacon-form select", label=name)
    page.click("#beacon-form button")


def figure(page):
    return page.evaluate(f"{CARD}?.querySelector('.figure').textContent ?? ''")


@pytest.mark.long
@at_size("desktop")
def test_a_label_on_a_beacons_place_follows_what_the_studio_says(venue, page):
    venue.ask("PUT", "/plan", {"width": 12, "depth": 8, "walls": [], "isPublic": True})
    lamp = venue.ask("POST", "/beacons", {"name": "Lamp", "beacon": LAMP, "x": 2, "y": 2})
    venue.ask("POST", "/beacons", {"name": "Door", "beacon": DOOR, "x": 2.5, "y": 2})
    venue.ask("POST", "/beacons", {"name": "Clock", "beacon": CLOCK})
    reports = Reports(venue)
    reports.levels[LAMP] = -50
    try:
        open_recording(page, venue.url)
        hold_when_ready(page)
        first, second = ready_places(page)
        page.click("#open-labels")
        add(page, "Lamp")
        aim(page, *first)
        page.click("#stick-label")
        until(page, f"{CARD} !== null", seconds=10)
        x, y = point_of_card(page)
        assert abs(x - first[0]) < 8 and abs(y - first[1]) < 12, "it stands where was aimed at"
        assert page.evaluate(f"{CARD}.querySelector('h3').textContent") == "Lamp"
        until(page, f"/^(Immediate|Near) · \\d\\.\\d m ± \\d\\.\\d · Counter$/.test({CARD}.querySelector('.figure').textContent)", seconds=10)
        near = float(figure(page).split(" · ")[1].split(" m")[0])
        # It goes away; the owner gives it another name.
        reports.levels[LAMP] = -85
        until(page, f"parseFloat({CARD}.querySelector('.figure').textContent.split(' · ')[1]) > {near + 1}", seconds=20)
        venue.ask("PUT", f"/beacons/{lamp['id']}", {"name": "Reading lamp", "beacon": LAMP, "x": 2, "y": 2})
        until(page, f"{CARD}.querySelector('h3').textContent === 'Reading lamp'", seconds=10)
        assert page.evaluate(f"{CARD}.querySelector('polyline').getAttribute('points').split(' ').length") >= 2
        del reports.levels[LAMP]
        row(page, 0, "not received at the moment")

        # One label does not say how the room is turned, and two that are half a metre apart not well enough.
        assert "at least 3 m apart" in page.inner_text("#label-plan")
        add(page, "Door")
        aim(page, *second)
        page.click("#stick-label")
        until(page, "document.querySelectorAll('.label-card:not([hidden])').length === 2", seconds=10)
        page.wait_for_timeout(1500)
        assert "at least 3 m apart" in page.inner_text("#label-plan") and page.locator("#add-others").is_hidden()
        # On the plan they are 9 m apart: the room contradicts it.
        door = next(each for each in venue.ask("GET", "")["beacons"] if each["name"] == "Door")
        venue.ask("PUT", f"/beacons/{door['id']}", {"name": "Door", "beacon": DOOR, "x": 11, "y": 2})
        until(page, "document.getElementById('label-plan').textContent.startsWith('Two labels are 9.0 m apart on the plan')", seconds=10)
        assert page.locator("#add-others").is_hidden(), "a plan that contradicts the room places nothing"

        # After a reload the labels are known by what they show.
        page.reload()
        row(page, 0, "not placed")
        assert page.locator(".label-row strong").all_inner_texts() == ["Reading lamp", "Door"]
    finally:
        reports.stop()
    assert page.faults == []


@at_size("phone")
def test_a_venue_that_is_not_public_says_so(venue, page):
    venue.ask("PUT", "/plan", {"width": 12, "depth": 8, "walls": []})
    page.goto(f"{venue.url}measure/")
    page.evaluate("document.getElementById('open-labels').click()")
    page.wait_for_selector("#beacon-form", state="attached")
    page.evaluate("document.querySelector('#beacon-form button').click()")
    until(page, "document.querySelector('#beacon-form [role=alert]').textContent.includes('sign in on the Beacons page')")
    assert page.evaluate("document.querySelector('#beacon-form label').hidden")
    assert all("401" in fault for fault in page.faults)
    page.faults.clear()
