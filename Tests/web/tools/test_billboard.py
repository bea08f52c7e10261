"""The billboard page and its owner's page in a real browser."""
import io

import cv2
import numpy
import pytest
from PIL import Image

import truth
from conftest import at_size, first_at
from waiting import until

STATE = "document.getElementById('state').textContent"
ADVICE = "document.getElementById('advice').textContent"
READY_SECONDS = 120
GREETING = (0xBF, 0x3D, 0x0A), (0x15, 0x19, 0x1D)
"""The grounds of the words that are shown before anyone chose anything."""


def picture(page):
    return cv2.imdecode(numpy.frombuffer(page.screenshot(), numpy.uint8), cv2.IMREAD_COLOR)[:, :, ::-1]


def area(corners):
    x, y = corners.T
    return abs(numpy.dot(x, numpy.roll(y, 1)) - numpy.dot(y, numpy.roll(x, 1))) / 2


def sheets(page, recording):
    """The whole rectangles whose middle the view shows, the largest first: name, middle and corners on the page."""
    found = []
    for name, corners in truth.rectangles(recording, truth.shown_stamp(page, recording)):
        middle = truth.place(page, corners.mean(axis=0))
        if truth.is_free(page, middle) and min(numpy.linalg.norm(corners - numpy.roll(corners, 1, axis=0), axis=1)) > 60:
            found.append((area(corners), name, middle, [truth.place(page, corner) for corner in corners]))
    return [each[1:] for each in sorted(found, reverse=True)]


def hold(page):
    page.click("#hold")
    page.wait_for_timeout(700)


def anchor(page, studio, recording):
    """Plays the recording and taps rectangles until one is anchored; gives its name and its middle on the page."""
    page.goto(f"{studio}billboard/?recording={recording.name}")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    until(page, f"{STATE} === 'READY'", seconds=READY_SECONDS)
    page.wait_for_timeout(2000)
    for _ in range(8):
        hold(page)
        for name, middle, corners in sheets(page, recording):
            page.mouse.click(*middle)
            page.wait_for_timeout(900)
            if page.evaluate(STATE) == "ANCHORED":
                return name, middle, corners
        hold(page)
        page.wait_for_timeout(700)
    pytest.fail(f"no rectangle could be anchored: {page.evaluate(ADVICE)}")


def refined(page, recording, name):
    """Lets the recording go on until the billboard was seen from several places; gives its middle and corners on the page."""
    sights = "document.getElementById('view').session.billboard.state?.sightCount ?? 0"
    for _ in range(12):
        hold(page)
        page.wait_for_timeout(300)
        hold(page)
        seen = [each[1:] for each in sheets(page, recording) if each[0] == name]
        if seen and page.evaluate(sights) >= 8:
            return seen[0]
    pytest.fail(f"{name} was not seen again: {page.evaluate(sights)} sights")


@first_at("phone")
def test_a_tapped_sheet_is_anchored_at_its_size_and_shows_words_that_can_be_tapped(page, studio, simulated):
    recording = simulated / "walk"
    name, _, _ = anchor(page, studio, recording)
    middle, corners = refined(page, recording, name)
    width, height = sorted(float(each) for each in page.inner_text("#size").removesuffix(" cm").split(" × "))
    short, long = truth.sides(recording, name)
    assert width == pytest.approx(100 * short, rel=0.12) and height == pytest.approx(100 * long, rel=0.12)
    shown = picture(page)
    # Of the places beside the words the highest that is in view: on a phone a part of the sheet is not.
    beside = [numpy.float64(middle) + 0.75 * (numpy.float64(corner) - middle) for corner in corners]
    near = min((place for place in beside if truth.is_free(page, place)), key=lambda place: place[1])
    ground = shown[int(near[1]), int(near[0])].astype(int)
    assert min(abs(ground - numpy.array(each)).max() for each in GREETING) < 40, f"the words lie on the sheet: {ground}"
    page.mouse.click(*middle)
    page.wait_for_selector("#offer:not([hidden])")
    page.click("#offer-close")
    page.evaluate("document.getElementById('corners').click()")
    page.wait_for_timeout(400)
    assert (picture(page) != shown).any(), "the corners are marked"
    page.click("#remove")
    until(page, f"{STATE} === 'READY'", seconds=5)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@at_size("desktop")
def test_a_tap_on_nothing_says_so_and_ones_own_picture_is_shown(page, studio, simulated):
    _, middle, _ = anchor(page, studio, simulated / "walk")
    page.click("#remove")
    until(page, f"{STATE} === 'READY'", seconds=5)
    page.mouse.click(640 - 400, 130)
    page.wait_for_timeout(600)
    # What is there depends on the image that was tapped.
    advice = page.evaluate(ADVICE).lower()
    assert page.evaluate(STATE) == "ANCHORED" or any(reason in advice for reason in ("rectangle", "far", "curved")), advice
    page.locator("#mine").set_input_files({"name": "green.png", "mimeType": "image/png", "buffer": png((20, 200, 60))})
    if page.evaluate(STATE) == "ANCHORED":
        page.click("#remove")
    page.mouse.click(*middle)
    until(page, f"{STATE} === 'ANCHORED'", seconds=5)
    page.wait_for_timeout(600)
    x, y = middle
    assert abs(picture(page)[int(y), int(x)].astype(int) - (20, 200, 60)).max() < 30


@pytest.mark.long
@at_size("desktop")
def test_several_billboards_stand_beside_each_other_each_with_its_own_words(page, studio, simulated):
    recording = simulated / "walk"
    name, middle, _ = anchor(page, studio, recording)
    page.click("#adds")
    page.fill("#words-text", "First")
    page.locator("#words").get_by_role("button").click()
    until(page, "document.getElementById('told').textContent.includes('“First”')", seconds=5)
    identifiers = "document.getElementById('view').session.billboard.list().then((all) => all.map(({ identifier }) => identifier).join())"
    assert page.evaluate(identifiers) == "1"
    # The walk shows two whole sheets from its eighth second on.
    hold(page)
    until(page, "Number(document.body.dataset.frames) >= 121", seconds=60)
    for _ in range(8):
        hold(page)
        for other, place, _ in sheets(page, recording):
            if other != name:
                page.mouse.click(*place)
                page.wait_for_timeout(900)
        if page.evaluate(identifiers) != "1":
            break
        hold(page)
    assert page.evaluate(identifiers).startswith("1,2"), page.evaluate(ADVICE)
    count = len(page.evaluate(identifiers).split(","))
    page.fill("#words-text", "Second")
    page.locator("#words").get_by_role("button").click()
    until(page, f"document.getElementById('told').textContent.includes('“Second”. {count} billboards stand.')", seconds=5)
    page.click("#remove")
    until(page, f"document.getElementById('view').session.billboard.state?.standingCount === {count - 1}", seconds=5)
    assert page.evaluate(identifiers).startswith("1"), "the chosen one is taken away, the first stays"
    assert "“First”" in page.inner_text("#told")


def png(color, size=(64, 64)):
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, "PNG")
    return file.getvalue()


def sign_in(page, studio, owner_token):
    page.goto(f"{studio}billboard/manage/")
    page.fill("#token", owner_token)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_selector("#desk:not([hidden])")


def test_an_owner_makes_a_billboard_that_visitors_see(page, studio, owner_token):
    name = f"Entrance {page.size}"
    sign_in(page, studio, owner_token)
    page.fill("#new-name", name)
    page.click("#new button")
    board = page.locator(".board", has=page.locator(".title", has_text=name))
    board.locator("[name=words]").click()
    board.locator(".item textarea").fill("Open today")
    upload = board.locator("[name=upload]")
    upload.set_input_files({"name": "blue.png", "mimeType": "image/png", "buffer": png((30, 80, 220))})
    until(page, "document.querySelectorAll('.board[open] .item, details[open] .item').length === 2", seconds=10)
    board.locator(".item [name=link]").first.fill("https://example.org/offer")
    board.get_by_role("button", name="Save").click()
    until(page, "document.getElementById('told').textContent.startsWith('Saved')", seconds=10)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    seen = page.request.get(f"{studio}api/billboards").json()["billboards"]
    made = next(each for each in seen if each["name"] == name)
    assert [item["kind"] for item in made["items"]] == ["text", "picture"]
    view = page.request.post(f"{studio}api/billboards/{made['identifier']}/items/{made['items'][0]['identifier']}/views")
    assert view.status == 204
    page.reload()
    page.get_by_text("2 items · 1 view").first.wait_for(timeout=10_000)
    page.request.delete(f"{studio}api/billboards/{made['identifier']}")


@pytest.mark.parametrize("file, told", [
    ({"name": "a.png", "mimeType": "image/png", "buffer": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"}, "can carry scripts"),
    ({"name": "a.png", "mimeType": "image/png", "buffer": b"MZ" + bytes(100)}, "no PNG, JPEG or WebP"),
])
@at_size("desktop")
def test_a_hostile_upload_is_refused_and_says_why(page, studio, owner_token, file, told):
    sign_in(page, studio, owner_token)
    page.fill("#new-name", "Hostile")
    page.click("#new button")
    board = page.locator(".board", has=page.locator(".title", has_text="Hostile")).first
    board.locator("[name=upload]").set_input_files(file)
    until(page, f"document.getElementById('told').textContent.includes({told!r})", seconds=10)
    page.on("dialog", lambda dialog: dialog.accept())
    board.locator("[name=delete]").click()
    until(page, "document.getElementById('told').textContent === 'Deleted.'", seconds=10)
    page.faults.clear()


@at_size("desktop")
def test_the_page_says_what_the_billboard_shows(page, studio, simulated):
    anchor(page, studio, simulated / "walk")
    assert "A greeting" in page.inner_text("#told")
    page.fill("#words-text", "Closed on Monday")
    page.locator("#words").get_by_role("button").click()
    assert page.inner_text("#told") == "Anchored. It shows “Closed on Monday”."
    page.click("#remove")
    page.get_by_text("Nothing is anchored yet.").wait_for()


@at_size("desktop")
def test_an_interruption_that_takes_the_billboard_away_is_told(page, studio, simulated):
    anchor(page, studio, simulated / "walk")
    page.evaluate("document.getElementById('view').session.interrupt(true)")
    hold(page)
    until(page, "document.body.dataset.anchored === 'false'", seconds=20)
    assert page.inner_text("#told") == page.evaluate(ADVICE) == "The camera was interrupted, so nothing is anchored any more: tap it again."
