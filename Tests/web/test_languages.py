"""The pages in the languages of the people who use them: every text translated, from right to left in Arabic, and nothing for those who read English."""
import json
import pathlib
import re
import subprocess
import sys

import pytest

import conftest
import recordings
from waiting import until

LANGUAGES = {"fr": "fr-FR", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "ar": "ar-EG"}
PAGES = sorted(
    str(file.relative_to(recordings.ROOT / "Web")) for file in (recordings.ROOT / "Web").rglob("*.html") if "language/begin.js" in file.read_text()
)
ENGLISH = json.loads((recordings.ROOT / "Web/studio/language/fr.json").read_text())
"""What a page says to a person: visible text, and what a screen reader says; not what belongs to nobody's language."""
TEXTS = """() => {
    const texts = [document.title];
    for (const element of document.querySelectorAll("body *")) {
        if (element.closest("script, style, svg, code, [translate=no]") || !element.checkVisibility()) continue;
        for (const name of ["title", "aria-label", "placeholder", "alt", "data-label"]) texts.push(element.getAttribute(name) ?? "");
        for (const node of element.childNodes) if (node.nodeType === 3) texts.push(node.data);
    }
    return texts.map((text) => text.trim()).filter((text) => text !== "");
}"""
# Names, units and abbreviations that are the same in every language.
SAME = re.compile(
    r"Sightline|Apache-2\.0|Safari|iPhone|Esc|Escape|Enter|Home|WebRTC|WebGL|HTTPS?|TLS|JSON|CSV|PNG|SVG|glTF|STL|GLB|USDZ|DXF|PDF|ZIP|GIF|MP4|WebM|"
    r"EuRoC|iBeacons?|AltBeacon|Eddystone|RSSI|dBm|UUID|URL|UID|TLM|HCI|ID|GPS|QR|AR|API|IP|A4|3D|kB|MB|GB|cm|mm|km|Hz|fps|min|ms|in|ft|m|s|h|"
    r"x|y|z|[A-Z]|walk|hand|sightline\S*|data\.jsonl|[\w.-]+://\S+|localhost\S*|\S+\.(?:json|mp4|zip|png)|#\w+"
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_english_in_another_language(chromium, studio, language):
    page = open_in(chromium, "phone", language)
    left = {}
    for name in PAGES:
        load(page, f"{studio}{name}")
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate("document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")
        texts = page.evaluate(TEXTS)
        assert len(texts) > 5, name
        if found := left_in_english(language, texts):
            left[name] = found
    page.context.close()
    assert left == {}


@pytest.mark.parametrize("size", conftest.SIZES)
@pytest.mark.parametrize("language", ["fr", "ar"])
def test_no_page_is_wider_than_its_window(chromium, studio, owner_token, size, language):
    page = open_in(chromium, size, language)
    wide = []
    for is_owner in (False, True):
        for name in PAGES:
            load(page, f"{studio}{name}")
            # To the left and to the right: a page from right to left grows to the left.
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wide.append((name, is_owner))
        if not is_owner:
            assert page.evaluate(conftest.SIGN_IN, owner_token)
    page.context.close()
    assert wide == []
