"""What a person taps before a page's modules have come, over a slow link or not at all."""
import json
import re

import pytest

from conftest import at_size
from recordings import ROOT
from waiting import until

WORD = "(document.querySelector('.early')?.textContent ?? '')"
RUN = "document.body.dataset.run"
NO_PERMISSION = "delete DeviceMotionEvent.requestPermission;"
WITH_PERMISSION = "DeviceMotionEvent.requestPermission = async () => 'granted';"


@pytest.fixture
def waiting(page, studio):
    """Opens a page one of whose modules does not come until it is let go."""
    held = []

    def open_page(path, module, script=""):
        page.add_init_script(script)
        page.route(f"**/{module}*", lambda route: held.append(route))
        page.goto(studio + path, wait_until="commit")

    def let_go():
        for route in held:
            route.continue_()
        page.unroute_all()

    page.let_go = let_go
    return open_page


@at_size("phone")
def test_a_tap_is_kept_until_the_page_is_ready(page, waiting):
    waiting("measure/", "stage.js", NO_PERMISSION)
    page.click("#camera")
    assert page.get_attribute("#camera", "aria-busy") == "true"
    assert page.evaluate(WORD) == "Loading the page…"
    assert page.evaluate(RUN) == "idle"
    page.let_go()
    until(page, f"{RUN} !== 'idle'", 60)
    assert page.get_attribute("#camera", "aria-busy") is None and page.evaluate(WORD) == ""


@at_size("phone")
def test_where_sensors_need_a_tap_the_page_asks_for_another(page, waiting):
    waiting("measure/", "stage.js", WITH_PERMISSION)
    page.click("#camera")
    page.let_go()
    until(page, f"{WORD} === 'The page is ready. Tap again.'", 60)
    assert page.evaluate(RUN) == "idle" and page.evaluate("document.activeElement.id") == "camera"
    page.click("#camera")
    until(page, f"{RUN} !== 'idle'", 60)
    assert page.evaluate(WORD) == ""


@at_size("phone")
def test_the_enter_key_in_a_form_does_not_load_the_page_anew(page, waiting):
    waiting("lab/webxr.html", "device-host.js", NO_PERMISSION)
    page.fill("#open-address input", "/examples/")
    page.press("#open-address input", "Enter")
    page.wait_for_timeout(300)
    assert page.url.endswith("lab/webxr.html") and page.input_value("#open-address input") == "/examples/"
    page.let_go()
    until(page, "!document.querySelector('.early')", 60)
    # Now the address is opened, at which there is nothing.
    page.wait_for_timeout(500)
    page.faults.clear()


@at_size("phone")
def test_a_page_whose_scripts_do_not_come_says_so(page, studio):
    page.route("**/stage.js*", lambda route: route.abort())
    page.goto(f"{studio}measure/")
    until(page, f"{WORD}.startsWith('The page could not be loaded whole.')", 60)
    assert page.get_attribute(".early", "role") == "alert"
    page.unroute_all()
    page.get_by_role("button", name="Load it again").click()
    until(page, "Boolean(document.getElementById('view')?.session)", 60)
    page.faults.clear()


def test_its_words_are_in_every_language():
    begin = (ROOT / "Web/studio/language/begin.js").read_text()
    names = re.search(r"const names = \{(.*?)\}", begin)[1]
    languages = {name.strip().strip('"') for name, _ in re.findall(r'([\w"-]+): ("[^"]*")', names)}
    early = (ROOT / "Web/studio/early-taps.js").read_text()
    texts = {name.strip('"'): json.loads(f"[{words}]") for name, words in re.findall(r'([\w"-]+): \[(.*)\],', early)}
    assert set(texts) == languages and all(len(set(words)) == 4 for words in texts.values())
