"""The Measure and the Draw tools inside a call: in the hand of the one on site, asked for by the expert, seen by all."""
import re

import pytest

import calls

LIST = "assist.side.session.assisting.list()"
TOLD = "[...document.querySelectorAll('#talk li p')].map(({ textContent }) => textContent)"
# A square on the table and a place above its first corner, as the held image of the recording shows them.
CORNERS = [(0.42, 0.62), (0.56, 0.62), (0.58, 0.74), (0.40, 0.74)]
KINDS = {
    "distance": (CORNERS[:2], r"Length: [\d.]+ ± [\d.]+ c?m"),
    "chain": (CORNERS[:3], r"Chain: [\d.]+ ± [\d.]+ c?m"),
    "area": (CORNERS, r"Area: [\d.,]+ ± [\d.,]+ c?m²"),
    "height": ([CORNERS[0], (0.42, 0.5)], r"Height: [\d.]+ ± [\d.]+ c?m"),
    "angle": (CORNERS[:3], r"Angle: [\d.]+ ± [\d.]+°"),
    "volume": ([*CORNERS[:3], (0.58, 0.62)], r"Box: [\d.,]+ ± [\d.,]+ (cm³|l|m³)"),
}


@pytest.fixture
def pair(callers):
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    expert = callers.join(width=1280, height=800, is_mobile=False, has_touch=False)
    calls.hold_when_tracking(site, expert)
    return site, expert


def measure(person, kind, places, set_point=lambda tap, count: tap()):
    person.click(f"#kinds label:has([value={kind}])")
    for count, place in enumerate(places, 1):
        set_point(lambda place=place: person.mouse.click(*person.at(*place)), count)
    if kind in ("chain", "area"):
        person.click("#done")


def test_the_expert_asks_for_every_kind_of_measurement_by_tapping(pair):
    site, expert = pair
    expert.choose("length")
    assert expert.inner_text("#measuring-text") == "Tap one end" and not expert.locator("#set").is_visible()
    for count, (kind, (places, told)) in enumerate(KINDS.items(), 1):
        measure(expert, kind, places)
        site.until(f"{LIST}.then((all) => all.filter(({{ isFinished }}) => isFinished).length === {count})", 30)
        made = site.strokes()[-1]
        assert (made["kind"], made["tool"]) == ("length", kind) and len(made["points"]) == len(places)
        for person in (site, expert):
            person.until(f"{TOLD}.length === {count}", 30)
            text = person.evaluate(f"{TOLD}.at(-1)")
            assert re.fullmatch(told, text), text
    # What is in the world is drawn by the image alone.
    expert.until("assist.side.pen.strokes.size === 0")

    # A place set too much is taken back; another kind restarts.
    expert.click("#kinds label:has([value=area])")
    for place in CORNERS[:3]:
        expert.mouse.click(*expert.at(*place))
    expert.click("#undo")
    assert expert.inner_text("#measuring-text") == "Tap the next corner" and expert.locator("#done").is_disabled()
    expert.click("#kinds label:has([value=angle])")
    assert expert.evaluate("assist.side.pen.strokes.size") == 0
    assert len(site.strokes()) == len(KINDS)


def test_the_one_on_site_measures_with_the_tool_itself_and_all_hear_of_it(pair):
    site, expert = pair
    state = calls.MEASURING
    site.choose("length")
    site.until(f"{state}?.advice === 'normal'", 30)
    assert site.inner_text("#measuring-text") == "Aim at or tap one end"
    for count, (kind, (places, told)) in enumerate(KINDS.items(), 1):
        def set_point(tap, number, total=len(places), own=kind):
            is_last = f"{number} === {total} && {state}.pointCount === 0"
            site.set_point(tap, f"{state}.tool === '{own}' && ({state}.pointCount === {number} || ({is_last}))")

        measure(site, kind, places, set_point)
        for person in (site, expert):
            person.until(f"{TOLD}.length === {count}", 30)
            text = person.evaluate(f"{TOLD}.at(-1)")
            assert re.fullmatch(told, text), text
    measured = site.evaluate("assist.side.session.measuring.list()")
    assert [each["kind"] for each in measured] == list(KINDS)

    # A point at the image's middle; then the tool is laid down, and what was measured stays until all is cleared.
    site.click("#kinds label:has([value=distance])")
    site.set_point(lambda: site.click("#set"), f"{state}.pointCount === 1")
    site.click("#undo")
    site.until(f"{state}.pointCount === 0", 30)
    site.click("#undo")
    site.until(f"{state}.measurementCount === {len(KINDS) - 1}", 30)
    site.choose("stroke")
    assert not site.locator("#measuring").is_visible()
    assert len(site.evaluate("assist.side.session.measuring.list()")) == len(KINDS) - 1
    expert.click("#clear")
    site.until("assist.side.session.measuring.list().then((all) => all.length === 0)", 30)


def test_ink_lies_on_things_and_is_pulled_up(pair):
    site, expert = pair
    site.choose("ink")
    path = [CORNERS[0], (0.47, 0.63), (0.52, 0.625), CORNERS[1], (0.575, 0.68), CORNERS[2], (0.5, 0.745), CORNERS[3], (0.41, 0.68), CORNERS[0]]
    site.draw(path, 200)
    drawn = "assist.side.session.drawing.strokes()"
    site.until(f"{drawn}.then((all) => all.length === 1 && all[0].pointCount > 5)", 30)
    site.choose("pull")
    site.draw([CORNERS[0], (0.42, 0.58), (0.42, 0.52)], 300)
    site.until(f"{drawn}.then((all) => all[0].height > 0.01)", 30)
    # The expert sees an image that shows it: one drawn after.
    expert.until(f"assist.side.code === {site.evaluate('assist.side.frame')}")
    site.choose("stroke")
    site.wait_for_timeout(500)
    assert site.evaluate(f"{drawn}.then((all) => all.length)") == 1
    expert.click("#clear")
    site.until(f"{drawn}.then((all) => all.length === 0)", 30)
