"""No page has a serious fault that axe-core finds, on a phone and a desktop, light and dark; all of measuring can be done by keyboard."""
import pathlib

import axe_playwright_python
import pytest

import conftest
import recordings
from waiting import until

AXE = next(pathlib.Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()
PAGES = sorted(str(file.parent.relative_to(recordings.ROOT / "Web")) for file in (recordings.ROOT / "Web").rglob("index.html"))
SERIOUS = {"serious", "critical"}


def findings(page):
    """What axe-core holds against the page as it stands."""
    page.evaluate(f"(() => {{ {AXE} }})()")
    violations = page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then((told) => told.violations)")
    return [
        f"{each['impact']}: {each['help']} ({node['html'][:120]}) {node['failureSummary'][:300]}"
        for each in violations
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]


def looks(page):
    """The page in both sizes, light and dark, one after the other."""
    for size in conftest.SIZES:
        for scheme in ("light", "dark"):
            conftest.resize(page, size, scheme)
            page.wait_for_timeout(100)
            yield f"{size}, {scheme}"


@pytest.fixture(params=["light", "dark"])
def sized(request, chromium):
    """A phone's page with a light and with a dark scheme."""
    page = conftest.open_page(chromium, "phone", request.param, reduced_motion="reduce")
    yield page
    page.context.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_serious_fault(name, chromium, studio):
    page = conftest.open_page(chromium, "phone", reduced_motion="reduce")
    page.goto(f"{studio}{'' if name == '.' else name + '/'}")
    page.wait_for_timeout(400)
    assert [(look, found) for look in looks(page) for found in findings(page)] == []
    page.context.close()


def test_the_measuring_page_has_none_in_its_other_states(sized, studio):
    sized.add_init_script("navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); }")
    sized.goto(f"{studio}measure/?recording=walk")
    sized.wait_for_selector("#play:not([disabled])")
    sized.click("#camera")
    sized.locator("#trouble").wait_for()
    assert findings(sized) == [], "with a fault told"
    sized.click("#play")
    until(sized, "Number(document.body.dataset.frames) > 3", seconds=60)
    assert findings(sized) == [], "while it starts"
    if sized.locator("#open-sheet").is_visible():
        sized.click("#open-sheet")
        assert findings(sized) == [], "with the sheet open"


def test_the_keyboard_reaches_everything_in_order(chromium, studio):
    page = conftest.open_page(chromium, "desktop")
    page.goto(f"{studio}measure/")
    page.wait_for_selector("#play:not([disabled])")
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        told = page.evaluate("""() => {
            const element = document.activeElement;
            if (element === document.body) return null;
            const { outlineStyle, outlineWidth } = getComputedStyle(element);
            const box = element.getBoundingClientRect();
            const label = element.closest("label");
            const isMarked = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || element.id === "view"
                || (label !== null && getComputedStyle(label).outlineStyle !== "none");
            return { id: element.id || element.getAttribute("aria-label") || element.textContent, isMarked, isSeen: box.width > 0 && box.height > 0 };
        }""")
        if told is None or told["id"] in [each["id"] for each in reached]:
            break
        reached.append(told)
    names = [each["id"] for each in reached]
    for wanted in ("camera", "recordings", "play", "open", "metric", "imperial", "save-csv", "save-report", "change"):
        assert wanted in names, f"{wanted} is not reached: {names}"
    assert [each["id"] for each in reached if not (each["isMarked"] and each["isSeen"])] == []
    # The view can be reached as soon as it shows something.
    page.click("#play")
    until(page, "Number(document.body.dataset.frames) > 3", seconds=60)
    passed = []
    while "view" not in passed and len(passed) < 40:
        page.keyboard.press("Tab")
        passed.append(page.evaluate("document.activeElement.id"))
    assert "view" in passed
    page.context.close()
