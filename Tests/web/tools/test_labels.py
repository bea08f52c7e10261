"""Labels in the measuring page's view that show what a channel says, and the bar that they may stand on."""
import math
import time

from conftest import at_size
from test_billboard import sheets
from test_billboard_content import publish
from test_measure import aim, hold_when_ready, open_recording, picture, place, ready_places
from waiting import hold, until

CARD = "document.querySelector('.label-card:not([hidden])')"


def add(page, channel, field="", title=""):
    for name, value in (("channel", channel), ("field", field), ("title", title)):
        page.fill(f".wish-form [name={name}]", value)
    page.click(".wish-form button")


def point_of_card(page):
    """Where the card's point is on the page."""
    x, y = page.evaluate(f"(({{ left, right, bottom }}) => [(left + right) / 2, bottom])({CARD}.getBoundingClientRect())")
    return x, y + 14


def sheet(page, recording, wanted=None):
    """Lets a recording go on until it shows a sheet, and holds it there; gives its name and its middle on the page."""
    for _ in range(20):
        hold(page)
        if page.evaluate("document.getElementById('hold').dataset.held") == "true":
            seen = [(name, middle) for name, middle, _ in sheets(page, recording) if wanted in (None, name)]
            if seen:
                return seen[0]
    raise AssertionError(f"{wanted} was not seen again")


def row(page, number, words):
    until(page, f"document.querySelectorAll('.label-row .label')[{number}]?.textContent.includes('{words}')", seconds=15)


@at_size("desktop")
def test_labels_show_what_channels_say_where_they_were_put_and_after_a_reload_too(page, studio, studio_data, simulated):
    secret = (studio_data / "channels-secret").read_text().strip()
    open_recording(page, studio)
    hold_when_ready(page)
    first, second = ready_places(page)
    assert page.evaluate("performance.getEntriesByType('resource').every(({ name }) => !name.includes('live-labels'))"), "only for whoever uses it"
    page.click("#open-labels")
    add(page, "kitchen", "temperature", "Stove")
    aim(page, *first)
    page.click("#stick-label")
    until(page, f"{CARD} !== null", seconds=10)
    x, y = point_of_card(page)
    assert abs(x - first[0]) < 8 and abs(y - first[1]) < 12, "its point is where was aimed at"
    until(page, "document.querySelector('.label-row .label').textContent === ''", seconds=10)
    for value in (20.5, 23, 21.5):
        publish(studio, secret, "reading", {"temperature": value, "unit": "°C"}, channel="kitchen")
    until(page, f"{CARD}.querySelector('.figure').textContent === '21.5 °C'", seconds=10)
    assert page.evaluate(f"{CARD}.querySelector('polyline').getAttribute('points').split(' ').length") == 3
    # Whoever may publish on the channel writes letters, and nothing else.
    hostile = "<img src=x onerror=alert(1)>"
    publish(studio, secret, "reading", {"temperature": hostile}, channel="kitchen")
    until(page, f"{CARD}.querySelector('.figure').textContent === '{hostile}'", seconds=10)
    assert page.locator(".labels img").count() == 0
    add(page, "private-measure-x", title="Not mine")
    row(page, 1, "refused")
    assert all("403" in fault for fault in page.faults)
    page.faults.clear()

    # On a measurement, whose bar takes another material.
    place(page, *first)
    place(page, *second)
    until(page, "document.querySelectorAll('#list li').length === 1", seconds=10)
    page.click(".label-row [name=at-measurement] >> nth=0")
    page.wait_for_timeout(300)
    x, y = point_of_card(page)
    assert abs(x - (first[0] + second[0]) / 2) < 40 and abs(y - (first[1] + second[1]) / 2) < 40
    plain = picture(page)
    page.select_option("#material", "wood")
    deadline = time.monotonic() + 10
    while (picture(page) != plain).any(axis=2).sum() < 1000:
        assert time.monotonic() < deadline, "the bar looks as before"
        page.wait_for_timeout(200)
    hold(page)
    hold(page)
    assert page.evaluate(CARD) is None or point_of_card(page) != (x, y), "it follows the picture, not the screen"

    # On a sheet, where it is found again after a reload.
    kept, middle = sheet(page, simulated / "walk")
    page.click(".label-row [name=at-ring] >> nth=0")
    aim(page, *middle)
    page.click("#stick-label")
    until(page, "JSON.parse(localStorage.getItem('measure/labels'))[0].handle", seconds=15)
    page.reload()
    row(page, 0, hostile)
    row(page, 0, "not placed")
    assert page.is_disabled(".label-row [name=at-ring] >> nth=0"), "nothing runs yet"
    page.click(".label-row [name=remove] >> nth=1")
    page.reload()
    row(page, 0, "not placed")
    assert page.locator(".label-row").count() == 1
    page.click("#play")
    row(page, 0, "looked for")
    until(page, "!['looked for', 'not placed'].some((words) => document.querySelector('.label-row .label').textContent.includes(words))", seconds=60)
    _, middle = sheet(page, simulated / "walk", kept)
    assert math.dist(point_of_card(page), middle) < 45, "it stands where it was put before the reload"
    assert all("403" in fault for fault in page.faults)
    page.faults.clear()
