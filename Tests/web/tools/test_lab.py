"""The lab's page for phones: a simulated device, and what the figures say of it."""
import json

import pytest
import requests

import pointing
import truth
from conftest import SIGN_IN, SIZES
from test_accessibility import findings
from test_pages import overflow
from waiting import comes, until


@pytest.fixture(scope="session")
def page_browser(chromium):
    """One that asks for the camera, and can be refused it."""
    return chromium


def figure(page, name):
    return page.evaluate("(name) => [...document.querySelectorAll('#figures tr')].find((row) => row.cells[0].textContent === name)?.cells[1].textContent ?? null", name)


def tap(page, pixel, by):
    """Taps a pixel of the recording's images, by finger or mouse, and waits until the page said something about it, or found nothing to say."""
    told = page.inner_text("#step")
    box = page.evaluate("(({ x, y, width, height }) => [x, y, width, height])(document.getElementById('view').getBoundingClientRect())")
    x, y = truth.place_in(box, pixel)
    (page.touchscreen.tap if by == "finger" else page.mouse.click)(float(x), float(y))
    comes(page, f"document.getElementById('step').innerText !== {json.dumps(told)}", 1)


def test_what_the_browser_lacks_is_listed_at_once(page, studio):
    page.goto(f"{studio}lab/phone.html")
    until(page, "document.body.dataset.ready === 'true'")
    listed = page.evaluate("Object.fromEntries([...document.querySelectorAll('#abilities tr')].map((row) => [row.cells[0].textContent, row.cells[1].textContent]))")
    assert listed["Camera"] == "yes" and listed["WebGL 2"] == "yes" and listed["Drawing in a worker"] == "yes"
    assert listed["WebXR of its own"] == "no"
    assert overflow(page) <= 0
    assert findings(page) == []


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_a_simulated_phone_is_measured(page, studio, simulated, owner_token):
    """
    A run over the recording, then both ends of a sheet's edge in the card's place, one by finger and one by mouse: its length is the true one within
    what the page says. The run takes as long as the recording, so the result is looked at in both sizes.
    """
    sent = []
    page.on("request", lambda request: request.method not in ("GET", "HEAD") and sent.append(request.url))
    page.goto(f"{studio}lab/phone.html?recording=/recordings/walk/")
    until(page, "document.body.dataset.ready === 'true'")
    page.click("#start")
    until(page, "document.body.dataset.run === 'measuring'", seconds=150)
    stamp = pointing.settled_stamp(page)
    name, first, second, length = pointing.best_edge(simulated / "walk", stamp, "desktop")
    for pixel, by in ((first, "finger"), (second, "mouse")):
        tap(page, pixel, by)
        # A point that is known badly is set by a second tap.
        if page.inner_text("#step").startswith("Nothing is known"):
            tap(page, pixel, by)
    until(page, "document.body.dataset.run === 'over'", seconds=20)
    told = figure(page, "Card").replace("mm", "").replace(";", " ").split()
    value, sigma = float(told[0]) / 1000, float(told[2]) / 1000
    assert abs(value - length) < 3 * sigma + 0.0005, (name, value, sigma, length)
    assert float(figure(page, "Frames").split()[0]) > 10
    assert float(figure(page, "First pose").split()[0]) < 5
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0
        assert findings(page) == []
    with page.expect_download() as download:
        page.click("#save")
    saved = json.loads(open(download.value.path()).read())
    assert saved["isSimulated"] is True and saved["figures"]["cardLength"] == pytest.approx(value, abs=1e-4) and "camera" not in saved["missing"]
    # Stored only when asked, and then exactly what was shown.
    assert requests.get(f"{studio}api/phones", timeout=10).json()["phones"] == [] and sent == []
    shown = json.loads(page.evaluate("document.getElementById('report').textContent"))
    page.click("#store")
    until(page, "document.getElementById('stored').textContent.startsWith('Stored')")
    entry, = requests.get(f"{studio}api/phones", timeout=10).json()["phones"]
    assert entry["report"] == shown and shown["isSimulated"] is True and "Chrome" in shown["browser"]
    page.goto(f"{studio}lab/")
    until(page, "document.body.dataset.ready === 'true'")
    assert "simulated" in page.inner_text("#rows") and page.locator("#rows button").count() == 0
    assert overflow(page) <= 0
    assert findings(page) == []
    assert page.evaluate(SIGN_IN, owner_token)
    page.reload()
    until(page, "document.querySelectorAll('#rows button').length === 1")
    page.click("#rows button")
    until(page, "!document.getElementById('no-phones').hidden")
    assert requests.get(f"{studio}api/phones", timeout=10).json()["phones"] == []


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_what_strangers_store_stays_text(page, studio, owner_token):
    words = "<img src=x onerror=document.title='broken'>"
    report = {"isSimulated": False, "device": words, "browser": "<b>B</b>", "figures": {"frameRate": 30}, "missing": []}
    stored = requests.post(f"{studio}api/phones", json=report, timeout=10)
    assert stored.status_code == 201
    page.goto(f"{studio}lab/")
    until(page, "document.body.dataset.ready === 'true'")
    assert words in page.inner_text("#rows") and page.locator("#rows img, #rows b").count() == 0 and page.title() == "Lab · Sightline"
    answer = requests.delete(f"{studio}api/phones/{stored.json()['identifier']}", headers={"Authorization": f"Bearer {owner_token}"}, timeout=10)
    assert answer.status_code == 204


def test_a_refused_camera_is_told(page, studio):
    page.add_init_script("navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); }")
    page.goto(f"{studio}lab/phone.html")
    until(page, "document.body.dataset.ready === 'true'")
    page.click("#start")
    until(page, "!document.getElementById('trouble').hidden")
    assert page.inner_text("#step") == "The test could not run."
    assert page.locator("#start").is_visible()
