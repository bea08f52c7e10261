"""A board in the room of a call: a picture, a page of a document, a still of a screen, shown with the leave of the one on site."""
import io
import shutil

import pytest
from PIL import Image

import calls
import document_files
import test_assist_tools

pair = test_assist_tools.pair
NOTICE = "document.getElementById('notice').textContent"
# The number of pixels of the expert's picture in which the first two of the channels are bright or dark, of 320 × 180.
COUNT = """(wanted) => {
    const video = document.getElementById("remote");
    const context = Object.assign(document.createElement("canvas"), { width: 320, height: 180 }).getContext("2d");
    context.drawImage(video, 0, 0, 320, 180);
    const { data } = context.getImageData(0, 0, 320, 180);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += wanted.every((isBright, channel) => (isBright ? data[i + channel] > 170 : data[i + channel] < 90));
    return count;
}"""
MAGENTA, GREEN, BLUE = [True, False, True], [False, True, False], [False, False, True]
# A screen whose colour changes each time it is looked at.
SCREEN = """
MediaDevices.prototype.getDisplayMedia = async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
    globalThis.paintScreen = (color) => Object.assign(canvas.getContext("2d"), { fillStyle: color }).fillRect(0, 0, 640, 360);
    paintScreen("#0000ff");
    setInterval(() => paintScreen(globalThis.screenColor ?? "#0000ff"), 50);
    return canvas.captureStream(20);
};
"""


def picture(color, size=(400, 300)):
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, "PNG")
    return {"name": "plan.png", "mimeType": "image/png", "buffer": file.getvalue()}


def shows(person, color, most=None, least=None):
    person.until(f"(({COUNT})({str(color).lower()})) {f'< {most}' if most is not None else f'> {least}'}", 30)


def click(person, name):
    person.evaluate(f"document.getElementById('{name}').click()")


def test_an_expert_shows_a_board_with_the_leave_of_the_one_on_site(pair, callers):
    site, expert = pair
    wish = "(wish) => assist.chat.note({ board: wish })"
    frame = expert.evaluate("assist.side.frame")
    expert.until("assist.boards.shown !== null", 20)
    expert.draw([(0.1, 0.6), (0.15, 0.6), (0.2, 0.6)])
    site.until("assist.side.session.assisting.list().then((all) => all.length === 1 && all[0].isFinished)", 30)
    expert.set_input_files("#board-file", picture((255, 0, 255)))
    site.until(f"{NOTICE}.startsWith('Ada wants to show a board')", 20)
    expert.evaluate(wish, {"at": [0.5, 0.7], "frame": frame})
    expert.wait_for_timeout(500)
    assert site.evaluate("assist.boards.shown.name === '' && !assist.boards.shown.isPlaced"), "nobody has given leave"
    assert site.evaluate("document.querySelectorAll('#talk li').length") == 0, "a board's picture is not for the chat"

    click(site, "boards-leave")
    expert.until("assist.boards.shown.name === 'plan.png'", 20)
    for unsound in ({"at": [2, 0.5], "frame": 1}, {"at": [0.5], "frame": 1}, {"use": "../owner-token"}, {"scale": 1e9}, {"scale": "2"}, None, "plan.png"):
        expert.evaluate(wish, unsound)
    shows(expert, MAGENTA, most=20)
    click(expert, "board-place")
    expert.mouse.click(*expert.at(0.49, 0.68))
    expert.until("assist.boards.shown.isPlaced", 30)
    shows(expert, MAGENTA, least=1500)
    assert expert.evaluate("assist.side.pen.tool") == "stroke"
    # What stood in the room stays: nothing began again for the board.
    assert len(site.strokes()) == 1
    before = expert.evaluate(COUNT, MAGENTA)
    for _ in range(2):
        click(expert, "board-smaller")
    shows(expert, MAGENTA, most=int(0.6 * before))

    # What is drawn over it lies on it, upright, and not on the table.
    x, y = expert.evaluate("""() => {
        const video = document.getElementById("remote");
        const context = Object.assign(document.createElement("canvas"), { width: 320, height: 184 }).getContext("2d");
        context.drawImage(video, 0, 0, 320, 184);
        const { data } = context.getImageData(0, 0, 320, 184);
        const found = [];
        for (let i = 0; i < data.length; i += 4) if (data[i] > 170 && data[i + 1] < 90 && data[i + 2] > 170) found.push([(i / 4) % 320, Math.floor(i / 1280)]);
        const mean = (axis) => found.reduce((sum, place) => sum + place[axis], 0) / found.length;
        return [mean(0) / 320, (mean(1) - 4) / 180];
    }""")
    expert.draw([(x - 0.02, y), (x, y), (x + 0.02, y)])
    site.until("assist.side.session.assisting.list().then((all) => all.length === 2 && all[1].isFinished)", 30)
    normal = site.strokes()[1]["normal"]
    assert abs(normal[1]) < 0.05, normal

    # Whoever comes later is told, and everyone sees it in the site's picture; the one on site takes it away.
    late = callers.join("Bo", width=1280, height=800, is_mobile=False, has_touch=False)
    late.until("assist.boards.shown?.isPlaced && assist.boards.shown.name === 'plan.png'", 60)
    late.until("assist.side.readFrames > 3")
    shows(late, MAGENTA, least=300)
    click(site, "board-remove")
    for person in (expert, late):
        person.until("assist.boards.shown.name === '' && !assist.boards.shown.isPlaced", 20)
        shows(person, MAGENTA, most=20)


@pytest.mark.long
def test_a_board_is_placed_again_after_the_one_on_site_has_come_back(pair, studio):
    site, expert = pair
    room = site.evaluate("assist.room.name")
    click(site, "boards-leave")
    expert.until("assist.boards.shown?.isAllowed", 20)
    expert.set_input_files("#board-file", picture((0, 255, 0)))
    expert.until("assist.boards.shown.name === 'plan.png'", 20)
    site.goto(f"{studio}assist/?room={room}&role=site&recording=walk")
    site.wait_for_selector("#source option[value*='/walk/']", state="attached")
    site.click("#enter")
    site.until(f"{NOTICE}.startsWith('Ada wants to show a board')", 60)
    click(site, "boards-leave")
    expert.until("assist.boards.shown?.name === 'plan.png'", 30)


@pytest.mark.long
def test_a_screen_is_shown_as_it_is_now(callers):
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    expert = callers.join(width=1280, height=800, is_mobile=False, has_touch=False, script=SCREEN)
    calls.hold_when_tracking(site, expert)
    click(site, "boards-leave")
    expert.until("assist.boards.shown?.isAllowed", 20)
    assert not expert.evaluate("document.getElementById('board-screen').hidden") and expert.evaluate("document.getElementById('board-refresh').hidden")
    click(expert, "board-screen")
    expert.until("assist.boards.shown.name === 'Screen'", 20)
    click(expert, "board-place")
    expert.mouse.click(*expert.at(0.49, 0.68))
    shows(expert, BLUE, least=1000)
    expert.evaluate("globalThis.screenColor = '#00ff00'")
    expert.wait_for_timeout(300)
    shows(expert, GREEN, most=50)
    click(expert, "board-refresh")
    shows(expert, GREEN, least=1000)
    # Leaving ends the sharing.
    click(expert, "hang-up")
    expert.until("document.getElementById('board-refresh').hidden", 10)


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler-utils is not installed")
def test_a_page_of_a_document_is_shown(pair):
    site, expert = pair
    click(site, "boards-leave")
    expert.until("assist.boards.shown?.isAllowed", 20)
    document = document_files.pdf(["1 0 1 rg 0 0 200 100 re f", "0 1 0 rg 0 0 200 100 re f"])
    expert.set_input_files("#board-file", {"name": "manual.pdf", "mimeType": "application/pdf", "buffer": document})
    expert.until("assist.boards.shown.name === 'manual.pdf 1'", 30)
    click(expert, "board-place")
    expert.mouse.click(*expert.at(0.49, 0.68))
    shows(expert, MAGENTA, least=1000)
    turn = "(number) => { const field = document.getElementById('board-page'); field.value = number; field.dispatchEvent(new Event('change')); }"
    expert.evaluate(turn, 2)
    expert.until("assist.boards.shown.name === 'manual.pdf 2'", 30)
    shows(expert, GREEN, least=1000)
    expert.evaluate(turn, 3)
    expert.until(f"{NOTICE} === 'The document has no page of this number.'", 20)
    expert.set_input_files("#board-file", {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 nothing"})
    expert.until(f"{NOTICE} === 'The document is damaged, or needs a password.'", 20)
    assert expert.evaluate("assist.boards.shown.name") == "manual.pdf 2"
    # The browser writes the two refusals to its console.
    assert len(expert.faults) == 2 and all("404" in fault or "422" in fault for fault in expert.faults), expert.faults
    expert.faults.clear()
