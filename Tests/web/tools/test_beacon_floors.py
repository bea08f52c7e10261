"""The floors of a venue on the Beacons page."""
from conftest import at_size, first_at
from test_beacons import Venue, fits, own, sign_in  # noqa: F401 (the fixture)
from waiting import until

CORNERS = [(0, 0), (10, 0), (0, 8), (10, 8)]


@first_at("desktop")
def test_floors_are_added_walked_between_and_removed(own, page):
    own.ask("PUT", "/plan", {"width": 10, "depth": 8, "walls": []})
    for number, (x, y) in enumerate(CORNERS):
        own.ask("POST", "/receivers", {"name": f"Low {number}", "x": x, "y": y})
    sign_in(page, own)
    assert page.locator("#floor-switch").is_hidden()
    page.get_by_role("button", name="Add floor").click()
    assert page.get_by_label("Storey").input_value() == "1"
    page.get_by_role("textbox", name="Name").fill("Attic")
    page.get_by_role("button", name="Keep").click()
    attic = page.locator("#floor-switch").get_by_role("button", name="Attic")
    attic.wait_for()
    until(page, "document.querySelector('#floor-switch [aria-pressed=true]').textContent === 'Attic'")
    assert page.locator(".plan .receiver").count() == 0
    page.get_by_role("button", name="Add receiver").click()
    page.get_by_role("textbox", name="Name").fill("High 0")
    assert page.locator("#field-floor option:checked").text_content() == "Attic"
    page.get_by_label("x, m").fill("0")
    page.get_by_label("y, m").fill("0")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Done").click()
    until(page, "document.querySelectorAll('.plan .receiver').length === 1")
    high = own.ask("GET", "")["floors"][1]["id"]
    for number, (x, y) in enumerate(CORNERS[1:], 1):
        own.ask("POST", "/receivers", {"name": f"High {number}", "x": x, "y": y, "floor": high})
    own.ask("POST", "/zones", {"name": "Under the roof", "x": 0, "y": 0, "width": 10, "depth": 8, "floor": high})
    until(page, "document.querySelectorAll('.plan .receiver').length === 4 && document.querySelectorAll('.zone-area').length === 1")
    page.locator("#floor-switch").get_by_role("button", name="Ground floor").click()
    until(page, "document.querySelectorAll('.plan .receiver').length === 4 && document.querySelectorAll('.zone-area').length === 0")

    page.get_by_role("button", name="Rehearse on my own plan").click()
    page.get_by_role("button", name="Test tag: lead with the arrow keys").wait_for()
    until(page, "document.querySelectorAll('.plan .walkers .walker').length === 1")
    assert page.get_by_role("button", name="Bring here").count() == 0
    attic.click()
    until(page, "document.querySelectorAll('.plan .person').length === 0 && document.querySelectorAll('.plan .walkers .walker').length === 0")
    page.get_by_role("button", name="Bring here").click()
    page.get_by_role("button", name="Test tag: lead with the arrow keys").wait_for()
    until(page, "document.querySelectorAll('.plan .walkers .walker').length === 1", seconds=40)
    page.locator("#history").get_by_text("Under the roof: Test tag came · Attic").wait_for()
    assert page.locator("#floor-switch [aria-pressed=true] .count").inner_text() == "1"
    assert fits(page)
    page.get_by_role("button", name="Show my own venue").click()
    page.locator("#simulated").wait_for(state="hidden")

    rows = lambda: page.locator("#floors strong").all_inner_texts()
    assert rows() == ["Attic", "Ground floor"]
    page.get_by_role("button", name="Move Ground floor up").click()
    until(page, "document.querySelector('#floors strong').textContent === 'Ground floor'")
    assert [(floor["name"], floor["level"]) for floor in own.ask("GET", "")["floors"]] == [("Attic", 0), ("Ground floor", 1)]

    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.locator("#floors").get_by_role("button", name="Change Attic").click()
    page.get_by_role("button", name="Delete").click()
    until(page, "!document.getElementById('form').open")
    assert asked == ["On Attic: 4 receivers, 1 zone. Remove the floor? Its zones go with it; receivers and beacons stay, without a place."]
    assert len(own.ask("GET", "")["floors"]) == 2
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#floors").get_by_role("button", name="Change Attic").click()
    page.get_by_role("button", name="Delete").click()
    page.locator("#floor-switch").wait_for(state="hidden")
    view = own.ask("GET", "")
    assert [floor["name"] for floor in view["floors"]] == ["Ground floor"] and view["zones"] == []
    assert sorted(receiver["name"] for receiver in view["receivers"] if receiver.get("x") is None) == [f"High {number}" for number in range(4)]


@at_size("desktop")
def test_the_museum_has_two_floors_for_everyone_to_look_at(page, tmp_path):
    museum = Venue(tmp_path / "data", "--beacons", "simulated")
    page.goto(f"{museum.url}beacons/")
    until(page, "document.querySelectorAll('#floor-switch button').length === 2")
    assert page.locator(".plan .receiver").count() == 6
    page.locator("#floor-switch").get_by_role("button", name="Upper floor").click()
    until(page, "document.querySelectorAll('.plan .receiver').length === 4")
    assert page.locator("#floors").is_hidden() and page.get_by_role("button", name="Add floor").count() == 0
    page.goto("about:blank")
    museum.stop()
