"""The text of a machine's plate, which the studio reads in a picture of the call."""
import io
import shutil
import subprocess

import pytest
from PIL import Image, ImageDraw, ImageFont

import calls
import conftest

PLATE = ["PUMP TYPE KX-4200", "SERIAL 7731-0948"]
NOTICE = "document.getElementById('notice').textContent"
TOLD = "document.getElementById('reading-told').textContent"
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"


@pytest.fixture(scope="module")
def plate_browser(playwright, tmp_path_factory):
    """A browser whose camera shows a plate."""
    picture = Image.new("RGB", (1280, 720), (96, 104, 110))
    drawing = ImageDraw.Draw(picture)
    drawing.rectangle([300, 200, 980, 460], fill=(214, 216, 212), outline=(40, 40, 40), width=4)
    for line, text in enumerate(PLATE):
        drawing.text((340, 250 + 90 * line), text, font=ImageFont.truetype(FONT, 44), fill=(24, 24, 28))
    image = io.BytesIO()
    picture.rotate(1.5, resample=Image.BICUBIC, fillcolor=(90, 90, 90)).save(image, "JPEG", quality=90)
    video = tmp_path_factory.mktemp("plate") / "plate.mjpeg"
    video.write_bytes(4 * image.getvalue())
    browser = conftest.launch(playwright, f"--use-file-for-fake-video-capture={video}")
    yield browser
    browser.close()


@pytest.fixture
def pair(plate_browser, chromium, studio):
    """Someone whose camera shows a plate, and an expert."""
    room = calls.new_room()
    site = calls.Person(plate_browser, 1280, 800)
    site.goto(f"{studio}assist/?room={room}&role=site")
    site.wait_for_selector("#source option:nth-child(2)", state="attached")
    site.click("#enter")
    site.until("globalThis.assist?.side.frames > 5", 30)
    expert = calls.join(chromium, studio, room, width=1280, height=800, is_mobile=False, has_touch=False)
    expert.until("globalThis.assist?.camera.shown !== null && assist.side.readFrames > 3", 60)
    yield site, expert
    expert.leave()
    site.leave()


def is_installed():
    """Whether the studio can read English and French."""
    listed = shutil.which("tesseract") and subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=True).stdout.split()
    return bool(listed) and {"eng", "fra"} <= set(listed)


@pytest.mark.skipif(not is_installed(), reason="tesseract-ocr or tesseract-ocr-fra is not installed")
def test_an_expert_reads_a_plate_with_the_leave_of_the_one_on_site_and_marks_it(pair):
    site, expert = pair
    sent = []
    expert.on("request", lambda request: request.method == "POST" and "/text?" in request.url and sent.append(request.url))
    expert.click("#tab-call")
    assert expert.is_disabled("#read-text") and not expert.is_visible("#read-missing")
    # A picture that was sent before is not read without leave either.
    site.evaluate("document.getElementById('full-picture').click()")
    expert.until("document.querySelector('#talk .read') !== null", 20)
    expert.evaluate("document.querySelector('#talk .read').click()")
    expert.until(f"{NOTICE}.startsWith('The one on site decides')", 10)
    assert not expert.is_visible("#reading")

    site.evaluate("document.getElementById('camera-leave').click()")
    expert.until("!document.getElementById('read-text').disabled", 10)
    expert.click("#read-text")
    expert.wait_for_selector("#reading[open]")
    expert.until("!document.getElementById('reading-read').disabled", 10)
    assert expert.inner_text("#reading-language option:first-child") == "English"
    box = expert.evaluate("(({ left, top, width, height }) => [left, top, width, height])(document.getElementById('reading-picture').getBoundingClientRect())")
    expert.mouse.move(box[0] + 0.22 * box[2], box[1] + 0.26 * box[3])
    expert.mouse.down()
    expert.mouse.move(box[0] + 0.78 * box[2], box[1] + 0.66 * box[3])
    expert.mouse.up()
    expert.click("#reading-read")
    expert.wait_for_selector("#reading-result:not([hidden])")
    assert expert.input_value("#reading-text").splitlines() == PLATE
    assert sent == [url for url in sent if "languages=eng&layout=block" in url] and len(sent) == 1

    # The words go to everyone, or to a place of the picture.
    expert.click("#reading-say")
    for person in (site, expert):
        person.until(f"[...document.querySelectorAll('#talk p')].at(-1)?.textContent === {chr(10).join(PLATE)!r}", 10)
    expert.evaluate("document.querySelector('#talk .read').click()")
    expert.wait_for_selector("#reading[open]")
    expert.until("!document.getElementById('reading-read').disabled", 10)
    expert.select_option("#reading-language", label="French")
    expert.click("#reading-read")
    expert.wait_for_selector("#reading-result:not([hidden])")
    assert expert.input_value("#reading-text").splitlines() == PLATE and "languages=fra+eng&layout=sparse" in sent[-1]
    expert.evaluate("document.getElementById('reading-text').setSelectionRange(0, 17)")
    expert.click("#reading-mark")
    expert.click("#freeze")
    expert.until("assist.side.isStill", 10)
    expert.mouse.click(*expert.at(0.5, 0.5))
    expert.wait_for_selector("#words:not([hidden])")
    assert expert.input_value("#words-text") == PLATE[0]
    expert.press("#words-text", "Enter")
    expert.until(f"[...assist.side.pen.strokes.values()].some(({{ text }}) => text === {PLATE[0]!r})", 10)


def test_a_studio_that_cannot_read_says_so(plate_browser, studio):
    site = calls.Person(plate_browser, 390, 844)
    site.context.route("**/text", lambda route: route.fulfill(json={"isAvailable": False, "languages": [], "mostPixels": 1}))
    site.goto(f"{studio}assist/?room={calls.new_room()}&role=site")
    site.wait_for_selector("#source option:nth-child(2)", state="attached")
    site.click("#enter")
    site.until("globalThis.assist?.side.frames > 5", 30)
    site.click("#open-sheet")
    site.click("#tab-call")
    site.wait_for_selector("#read-missing")
    assert "tesseract-ocr" in site.inner_text("#read-missing") and site.is_disabled("#read-text")
    site.evaluate("document.getElementById('full-picture').click()")
    site.until("document.querySelector('#talk .read') !== null", 20)
    site.evaluate("document.querySelector('#talk .read').click()")
    site.until(f"{TOLD}.includes('tesseract-ocr')", 10)
    assert site.is_disabled("#reading-read")
    site.leave()
