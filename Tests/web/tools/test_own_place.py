"""Where the person with this device is, on the Beacons page: by satellites and by the beacon that they carry."""
import math
import re

from conftest import at_size
from test_beacons import fits, own, sign_in  # noqa: F401 (the fixture)
from waiting import until

DEGREE = math.radians(1) * 6_378_137
HOME = {"latitude": 48.0, "longitude": 11.0}


def on_earth(east, north):
    return {"latitude": HOME["latitude"] + north / DEGREE, "longitude": HOME["longitude"] + east / (DEGREE * math.cos(math.radians(48)))}


@at_size("phone")
def test_who_asks_is_shown_by_satellites_and_beacon(own, page):
    own.ask("PUT", "/plan", {"width": 20, "depth": 10, "walls": [], "isPublic": True})
    page.goto(f"{own.url}beacons/")
    page.locator(".plan svg").wait_for()
    assert page.locator("#own-place").is_hidden()
    own.ask("PUT", "/plan", {"width": 20, "depth": 10, "walls": [], "isPublic": True, "earth": [{"x": 0, "y": 0, **on_earth(0, 0)}, {"x": 20, "y": 0, **on_earth(20, 0)}]})
    page.reload()
    show = page.get_by_role("button", name="Show where I am")
    show.wait_for()
    assert page.locator(".own-mark").count() == 0
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({**on_earth(5, 4), "accuracy": 12})
    show.click()
    page.locator(".own-mark").wait_for(state="attached")
    assert page.locator("#own-words").inner_text() == "By satellites, ± 4.9 m."
    at = page.evaluate("[Number(document.querySelector('.own-mark').getAttribute('cx')), Number(document.querySelector('.own-mark').getAttribute('cy')), Number(document.querySelector('.plan svg').getAttribute('width'))]")
    scale = (at[2] - 36) / 20
    assert abs((at[0] - 18) / scale - 5) < 0.05 and abs(10 - (at[1] - 18) / scale - 4) < 0.05
    assert fits(page)
    page.get_by_role("button", name="Stop").click()
    assert page.locator(".own-mark").count() == 0
    page.goto("about:blank")


@at_size("desktop")
def test_the_owner_ties_the_plan_to_the_earth(own, page):
    own.ask("PUT", "/plan", {"width": 20, "depth": 10, "walls": []})
    sign_in(page, own)
    page.context.grant_permissions(["geolocation"])
    for (x, y), is_typed in [((2, 2), True), ((17, 8), False)]:
        page.locator("#modes").get_by_role("button", name="Earth").click()
        page.locator("#plan").scroll_into_view_if_needed()
        left, top, width = page.evaluate("(({ x, y, width }) => [x, y, width])(document.querySelector('.plan svg').getBoundingClientRect())")
        scale = (width - 36) / 20
        page.mouse.click(left + 18 + x * scale, top + 18 + (10 - y) * scale)
        place = on_earth(x, y)
        if is_typed:
            page.get_by_label("Latitude").fill(f"{place['latitude']:.8f}")
            page.get_by_label("Longitude").fill(f"{place['longitude']:.8f}")
        else:
            page.context.set_geolocation({**place, "accuracy": 3})
            page.get_by_role("button", name="I stand here").click()
            page.get_by_text("± 3.0 m").wait_for()
        page.get_by_role("button", name="Keep").click()
        until(page, "!document.getElementById('form').open")
    page.locator(".earth-mark").first.wait_for(state="attached")
    points = own.ask("GET", "")["plan"]["earth"]
    assert [re.sub(r"0+$", "", f"{point['latitude']:.5f}") for point in points] == [re.sub(r"0+$", "", f"{on_earth(*at)['latitude']:.5f}") for at in [(2, 2), (17, 8)]]
    page.get_by_role("button", name="Show where I am").wait_for()
