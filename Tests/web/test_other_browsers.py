"""The stories of the sample recording in Firefox and WebKitGTK: it is tracked, measured, and what a browser lacks is said in words."""
import numpy
import pytest

import other_browsers
import pointing
from test_pages import path_length
from waiting import until

STATE = "document.getElementById('state').textContent"


@pytest.fixture(params=other_browsers.BROWSERS)
def page(request):
    with other_browsers.BROWSERS[request.param]("desktop") as page:
        page.browser = request.param
        yield page
        assert getattr(page, "faults", []) == []


@pytest.fixture
def firefox():
    with other_browsers.firefox("phone") as page:
        yield page
        assert page.faults == []


def open_recording(page, studio, tool, name="walk"):
    page.goto(f"{studio}{tool}/?recording={name}")
    page.wait_for_selector("#play:not([disabled])")


def test_the_recording_is_tracked_to_its_end_along_its_true_path(page, studio, simulated):
    open_recording(page, studio, "track")
    page.evaluate("() => { const pace = document.getElementById('pace'); pace.value = 'Infinity'; pace.dispatchEvent(new Event('change')); }", [])
    page.click("#play")
    until(page, "['ended', 'failed'].includes(document.body.dataset.run)", seconds=180)
    told = page.evaluate("({ ...document.body.dataset })")
    assert told["run"] == "ended", page.inner_text("#trouble")
    assert int(told["tracked"]) > 0.9 * int(told["frames"])
    assert float(told["length"]) == pytest.approx(path_length(simulated / "walk"), rel=0.1)


def test_a_known_edge_is_measured_in_firefox_within_its_stated_error(firefox, studio, simulated):
    open_recording(firefox, studio, "measure")
    firefox.click("#play")
    until(firefox, f"{STATE} === 'READY'", seconds=120)
    stamp = pointing.hold_at(firefox, 190)
    name, first, second, length = pointing.best_edge(simulated / "walk", stamp, firefox.size)
    pointing.set_points(firefox, first, second)
    found = pointing.measurements(firefox)
    assert len(found) == 1, firefox.inner_text("#advice")
    print(f"{name}: {found[0]['value']:.4f} ± {found[0]['sigma']:.4f} m, truly {length:.4f}")
    assert abs(found[0]["value"] - length) < 3 * found[0]["sigma"]
    assert len(numpy.unique(numpy.frombuffer(firefox.picture(), numpy.uint8))) > 100
