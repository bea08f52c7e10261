"""The pages in the languages of the people who use them: every text translated, from right to left in Arabic, and nothing for those who read English."""
import json
import pathlib
import re
import subprocess
import sys

import pytest

import conftest
import recordings
import test_measure
from waiting import until

LANGUAGES = {"fr": "fr-FR", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "ar": "ar-EG"}
# The one that runs from the right is always looked at, the others by `make test-long`.
in_each_language = pytest.mark.parametrize("language", [each if each == "ar" else pytest.param(each, marks=pytest.mark.long) for each in LANGUAGES])
PAGES = sorted(
    str(file.relative_to(recordings.ROOT / "Web")) for file in (recordings.ROOT / "Web").rglob("*.html") if "language/begin.js" in file.read_text()
)
ENGLISH = json.loads((recordings.ROOT / "Web/studio/language/fr.json").read_text())
"""What a page says to a person: visible text, and what a screen reader says; not what belongs to nobody's language."""
TEXTS = """() => {
    const texts = [document.title];
    for (const element of document.querySelectorAll("body *")) {
        if (element.closest("script, style, svg, code, td.data, td.name, td.names, [translate=no]") || !element.checkVisibility()) continue;
        for (const name of ["title", "aria-label", "placeholder", "alt", "data-label"]) texts.push(element.getAttribute(name) ?? "");
        for (const node of element.childNodes) if (node.nodeType === 3) texts.push(node.data);
    }
    return texts.map((text) => text.trim()).filter((text) => text !== "");
}"""
# Names, units and abbreviations that are the same in every language.
SAME = re.compile(
    r"Sightline|Apache-2\.0|Safari|iPhone|Esc|Escape|Enter|Home|Shift|glb|gltf|WebRTC|WebXR|WebGL|HTML|HTTPS?|TLS|JSON|CSV|PNG|SVG|glTF|STL|GLB|USDZ|CAD|DXF|PDF|ZIP|GIF|MP4|WebM|"
    r"EuRoC|iBeacons?|AltBeacon|Eddystone|RSSI|dBm|UUID|URL|UID|TLM|HCI|ID|GPS|QR|AR|API|IP|A4|3D|kB|MB|GB|GiB|dB|cm|mm|km|Hz|fps|min|ms|in|ft|m|s|h|"
    r"x|y|z|w|[A-Z]|walk|hand|pump-room-7|sale|https|Linux|Sightline|Eddystone|billboards|webhooks?|Webhooks?|namespace|instance|sightline\S*|data\.jsonl|[\w.-]+://\S+|localhost\S*|\S+\.(?:json|mp4|zip|png)|#\w+"
)
WORD = re.compile(r"[A-Za-z][A-Za-z0-9'’.-]*")


def open_in(chromium, size, language, **options):
    return conftest.open_page(chromium, size, locale=LANGUAGES.get(language, language), **options)


def load(page, address):
    """Opens a page and waits until it has its texts and has settled."""
    page.goto(address)
    until(page, "!('translating' in document.documentElement.dataset) && document.querySelector('[data-language-choice] select')")
    page.wait_for_timeout(400)


def left_in_english(language, texts):
    """The texts that hold words of no language but English."""
    if language == "fr":
        known = {key for key, text in ENGLISH.items() if text != key and len(WORD.findall(key)) > 0}
        return [text for text in texts if " ".join(text.split()) in known and text not in set(ENGLISH.values()) | {
            form for forms in ENGLISH.values() if isinstance(forms, dict) for form in forms.values()}]
    return [text for text in texts if [word for word in WORD.findall(text) if not SAME.fullmatch(word.strip(".'’-"))]]


def test_the_catalogues_are_whole():
    checked = subprocess.run([sys.executable, recordings.ROOT / "Scripts/list-texts.py"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


@in_each_language
def test_no_page_shows_english_or_is_too_wide(page_browser, studio, owner_token, language):
    page = open_in(page_browser, "phone", language)
    left, wide = {}, []
    # The catalogues have the same texts: what strangers see is visited in one language.
    for is_owner in (False, True) if language == "ar" else (True,):
        if is_owner:
            page.goto(studio)
            assert page.evaluate(conftest.SIGN_IN, owner_token)
        for name in PAGES:
            load(page, f"{studio}{name}{'?id=none' if name == 'assist/session.html' else ''}")
            assert page.evaluate("document.documentElement.lang") == language
            assert page.evaluate("document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")
            texts = [text for text in page.evaluate(TEXTS) if not text.startswith("Mozilla/")]
            assert len(texts) > 4, name
            if found := left_in_english(language, texts):
                left[name, is_owner] = found
            # To the left and to the right: a page from right to left grows to the left.
            for size in ("desktop", "phone"):
                conftest.resize(page, size)
                if page.evaluate("document.documentElement.scrollWidth") > conftest.SIZES[size][0]:
                    wide.append((name, is_owner, size))
    page.context.close()
    assert left == {}
    assert wide == []


def test_the_form_of_a_billboard_is_translated(chromium, studio, owner_token):
    page = open_in(chromium, "phone", "ar")
    page.goto(studio)
    assert page.evaluate(conftest.SIGN_IN, owner_token)
    load(page, f"{studio}billboard/manage/")
    page.fill("#new-name", "42")
    page.click("#new button")
    board = page.locator(".board", has=page.locator(".title", has_text="42"))
    # What was just made stands open.
    board.locator("[name=words]").click()
    board.locator("[name=live]").click()
    assert board.locator(".item").count() == 2 and board.locator("[name=channel]").last.is_visible()
    assert left_in_english("ar", page.evaluate(TEXTS)) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= conftest.SIZES["phone"][0]
    page.on("dialog", lambda dialog: dialog.accept())
    board.locator("[name=delete]").click()
    until(page, "document.querySelectorAll('.board').length === 0")
    page.context.close()


def test_a_length_is_measured_in_arabic(chromium, studio):
    page = open_in(chromium, "phone", "ar")
    test_measure.open_recording(page, studio)
    until(page, f"{test_measure.STATE} === 'جاهز'", seconds=test_measure.READY_SECONDS)
    page.click("#hold")
    page.wait_for_timeout(500)
    for spot in test_measure.ready_places(page):
        test_measure.place(page, *spot)
    assert re.fullmatch(r"[٠-٩]+(٫[٠-٩]+)?", page.inner_text("#value")), page.inner_text("#value")
    assert re.fullmatch(r"± [٠-٩]+(٫[٠-٩]+)? (mm|cm|m)", page.inner_text("#sigma"))
    assert left_in_english("ar", page.evaluate(TEXTS)) == []
    report = re.findall(r"<text[^>]*>([^<]*)</text>", test_measure.saved(page, "report").decode())
    assert "القياسات" in report and "المسافة" in report
    assert left_in_english("ar", report) == []
    assert page.faults == []
    page.context.close()


def test_the_choice_is_remembered(chromium, studio):
    page = open_in(chromium, "phone", "en-GB")
    load(page, studio)
    assert page.evaluate("document.documentElement.lang") == "en"
    with page.expect_navigation():
        page.select_option("[data-language-choice] select", "fr")
    assert page.evaluate("document.documentElement.lang") == "fr"
    load(page, f"{studio}live/")
    assert page.inner_text("h1") == "Mesures en direct"
    assert page.get_by_label("Langue").input_value() == "fr"
    page.context.close()


@pytest.mark.parametrize(("tag", "language"), [("fr-CA", "fr"), ("zh", "zh-Hans"), ("zh-HK", "zh-Hant"), ("zh-Hans-HK", "zh-Hans"), ("ar-MA", "ar"), ("de", "en")])
def test_the_browser_chooses(chromium, studio, tag, language):
    page = open_in(chromium, "phone", tag)
    load(page, f"{studio}live/")
    assert page.evaluate("document.documentElement.lang") == language
    page.context.close()


def test_english_fetches_no_texts_and_grows_by_little(chromium, studio):
    page = open_in(chromium, "phone", "en-US")
    sizes = {}
    page.on("response", lambda response: sizes.update({response.url: response}))
    load(page, f"{studio}measure/")
    sizes = {url: response.request.sizes()["responseBodySize"] for url, response in sizes.items() if url.startswith(studio)}
    ours = {url.rsplit("/", 1)[1]: size for url, size in sizes.items() if "/studio/language/" in url}
    assert set(ours) == {"begin.js", "language.js", "language-choice.js"}
    assert sum(ours.values()) < 0.02 * sum(sizes.values()), (ours, sum(sizes.values()))
    page.context.close()


def test_nothing_is_seen_before_it_is_translated(chromium, studio):
    page = open_in(chromium, "phone", "fr")
    held = []
    page.context.route("**/fr.json", lambda route: held.append(route))
    page.goto(f"{studio}live/", wait_until="commit")
    until(page, "document.getElementById('door') !== null")
    assert page.evaluate("getComputedStyle(document.body).visibility") == "hidden"
    held[0].continue_()
    until(page, "document.getElementById('door').innerText.includes('Suivre')")
    assert page.evaluate("getComputedStyle(document.body).visibility") == "visible"
    page.context.close()


def test_without_its_texts_a_page_is_in_english(chromium, studio):
    page = open_in(chromium, "phone", "ar")
    page.context.route("**/ar.json", lambda route: route.abort())
    load(page, f"{studio}live/")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["en", "ltr"]
    assert page.get_by_role("button", name="Watch").is_visible()
    page.context.close()


def test_messages_with_numbers_and_names_are_translated(chromium, studio):
    page = open_in(chromium, "phone", "fr")
    load(page, studio)
    told = page.evaluate("""async () => {
        const address = document.querySelector("script[src$='/language.js']").src;
        const { numberText, readingText, translatedCount, translatedMessage } = await import(address);
        return [
            translatedMessage("Loading the engine, 45 %"), translatedMessage("Nobody knows this."), translatedCount(0, "One line.", "{count} lines."),
            translatedCount(2, "One line.", "{count} lines."), readingText("29.4 ± 0.8 cm"), readingText("A4 5′ 3″"), numberText(1234.5),
        ];
    }""")
    assert told == ["Chargement du moteur, 45\u202f%", "Nobody knows this.", "Une ligne.", "2 lignes.", "29,4 ± 0,8 cm", "A4 5′ 3″", "1234,5"]
    page.context.close()
