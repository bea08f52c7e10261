"""What goes over the network when a page is opened for the first time, and for the second."""
import pytest

from conftest import at_size
from waiting import until

# What is fetched does not depend on the size.
pytestmark = [pytest.mark.is_kept, at_size("phone")]

RESOURCES = """performance.getEntriesByType("resource").map(({ name, initiatorType, transferSize, encodedBodySize, decodedBodySize }) => (
    { name, initiatorType, transferSize, encodedBodySize, decodedBodySize }))"""
ANNOUNCED = "[...document.querySelectorAll('link[rel=modulepreload]')].map(({ href }) => href)"


def resources(page, ending):
    return [each for each in page.evaluate(RESOURCES) if each["name"].endswith(ending)]


def open_measure(page, studio):
    page.goto(f"{studio}measure/")
    until(page, "document.querySelectorAll('#tools label').length === 7")
    until(page, "performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('.wasm') && responseEnd > 0)")


def test_a_page_asks_for_its_modules_at_once_and_for_each_once(page, studio):
    open_measure(page, studio)
    announced = page.evaluate(ANNOUNCED)
    # What a worker asks for again comes from the browser's cache.
    # The scripts that choose the language and keep early taps stand in the page itself and are no modules.
    asked = [each["name"] for each in resources(page, ".js") if each["transferSize"] > 0 and not each["name"].endswith(("/begin.js", "/early-taps.js"))]
    assert len(asked) > 40 and len(asked) == len(set(asked))
    assert set(asked) <= set(announced), "a module was found only after another had come"
    assert any("sightline/worker.js" in each for each in announced)
    # Depth and rectified images are loaded by those who need them.
    assert not [each for each in announced if "depth-worker" in each or "rectifier-worker" in each]


def test_the_engine_comes_compressed_and_once(page, studio):
    open_measure(page, studio)
    [engine] = resources(page, "sightline.wasm")
    assert engine["initiatorType"] == "link"
    assert 0 < engine["encodedBodySize"] < 0.4 * engine["decodedBodySize"]


def test_a_second_visit_fetches_the_page_alone(page, studio):
    open_measure(page, studio)
    page.goto("about:blank")
    open_measure(page, studio)
    kept = [each for each in page.evaluate(RESOURCES) if "/@" in each["name"]]
    assert len(kept) > 40
    assert [each["name"] for each in kept if each["transferSize"] > 0] == []


@pytest.mark.parametrize("path", ["", "assist/", "beacons/", "billboard/", "billboard/manage/", "console/", "draw/", "live/", "track/"])
def test_every_page_loads_what_it_names(page, studio, path):
    missing = []
    page.on("response", lambda response: response.status >= 400 and "/api/" not in response.url and missing.append(response.url))
    page.goto(f"{studio}{path}")
    page.wait_for_load_state("networkidle")
    assert missing == []
    page.faults[:] = [fault for fault in page.faults if "401" not in fault]
