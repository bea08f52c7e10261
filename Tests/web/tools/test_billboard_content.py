"""What billboards show in the page: who switches it, in which turn, until when, what is counted; posters that are recognised."""
import contextlib
import json
import subprocess
import time

import cv2
import numpy
import pytest

import recordings
import truth
from conftest import PROGRAM, at_size
from model_files import glb
from test_billboard import READY_SECONDS, STATE, anchor, hold, picture, png, sheets
from waiting import until

pytestmark = at_size("desktop")
RED, GREEN, BLUE, YELLOW = (210, 30, 40), (20, 170, 60), (30, 70, 220), (230, 200, 20)
SHOWN = "document.getElementById('boards').selectedOptions[0].textContent"


class Owner:
    """The owner of a studio's billboards, by the studio's interface."""

    def __init__(self, page, studio, token):
        self.request, self.address = page.request, f"{studio}api/billboards"
        self.headers = {"Authorization": f"Bearer {token}"}

    def send(self, method, path="", data=None):
        answer = self.request.fetch(self.address + path, method=method, data=data, headers=self.headers)
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def upload(self, file):
        headers = {**self.headers, "Content-Type": "application/octet-stream"}
        answer = self.request.post(self.address + "/uploads", data=file, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def item(self, file, **more):
        upload = self.upload(file)
        return {"kind": upload["kind"], "file": upload["file"], **more}

    @contextlib.contextmanager
    def boards(self, *boards):
        """Billboards that are there for a while; gives their identifiers."""
        made = [self.send("POST", data=board)["billboard"]["identifier"] for board in boards]
        try:
            yield made
        finally:
            for identifier in made:
                self.send("DELETE", f"/{identifier}")

    def views(self, identifier):
        return sum(line["count"] for line in self.send("GET", f"/{identifier}/views")["views"])


@pytest.fixture
def owner(page, studio, owner_token):
    return Owner(page, studio, owner_token)


def publish(studio, secret, event, data, channel="billboards"):
    """An event on a channel, by who holds the channels' secret: a beacon's action, a till."""
    command = [PROGRAM, "channels", "trigger", channel, event, json.dumps(data), "--app-id", "1", "--secret", secret, "--server", studio.rstrip("/")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr


def seen_color(page, place):
    x, y = place
    return picture(page)[int(y) - 2:int(y) + 3, int(x) - 2:int(x) + 3].reshape(-1, 3).mean(axis=0)


def until_seen(page, place, color, seconds=30):
    end = time.monotonic() + seconds
    while numpy.abs(seen_color(page, place) - color).max() > 40:
        assert time.monotonic() < end, f"{seen_color(page, place)} is not {color}"
        page.wait_for_timeout(200)


def test_events_regions_and_the_owner_switch_what_is_shown(page, studio, simulated, owner, studio_data):
    secret = (studio_data / "channels-secret").read_text().strip()
    wanted = [
        {"name": "Red", "event": "sale-begins", "items": [owner.item(png(RED))]},
        {"name": "Green", "region": "Door", "items": [owner.item(png(GREEN))]},
    ]
    with owner.boards(*wanted) as (red, _):
        _, middle, _ = anchor(page, studio, simulated / "walk")
        until_seen(page, middle, RED)
        publish(studio, secret, "enter", {"region": "Door"})
        until_seen(page, middle, GREEN)
        publish(studio, secret, "enter", {"region": "Garden"})
        publish(studio, secret, "sale-begins", {})
        until_seen(page, middle, RED)
        with owner.boards({"name": "Blue", "items": [owner.item(png(BLUE))]}) as (blue,):
            owner.send("POST", f"/{blue}/show")
            until_seen(page, middle, BLUE)
            owner.send("PUT", f"/{blue}", {"name": "Blue", "items": [owner.item(png(YELLOW))]})
            until_seen(page, middle, YELLOW)
        until_seen(page, middle, RED)
        assert page.evaluate(SHOWN) == "Red"
        owner.send("PUT", f"/{red}", {"name": "Red", "isOn": False, "items": []})
        until_seen(page, middle, GREEN)


@pytest.mark.long
def test_offers_come_in_turn_in_their_time_and_their_views_are_counted(page, studio, simulated, owner):
    now = time.time()
    items = [
        owner.item(png(RED), duration=1, link="https://example.org/red"),
        owner.item(png(GREEN), duration=1),
        owner.item(png(BLUE), duration=1, **{"from": now + 3600}),
        owner.item(png(YELLOW), duration=1, until=now - 60),
    ]
    with owner.boards({"name": "Offers", "items": items}) as (identifier,):
        anchor(page, studio, simulated / "walk")
        hold(page)
        shown = set()
        for _ in range(40):
            shown.add(page.evaluate("document.body.dataset.item"))
            page.wait_for_timeout(100)
        assert shown == {"0", "1"}
        items = [owner.item(png(BLUE), duration=60)]
        owner.send("PUT", f"/{identifier}", {"name": "Offers", "items": items})
        before = owner.views(identifier)
        deadline = time.monotonic() + 20
        while owner.views(identifier) <= before:
            assert time.monotonic() < deadline, "no view was counted"
            page.wait_for_timeout(100)


def film(folder):
    """A second of red and a second of blue, with sound."""
    path = folder / "film.webm"
    colors = [f"color=0x{r:02x}{g:02x}{b:02x}:size=64x64:rate=15:duration=1" for r, g, b in (RED, BLUE)]
    command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", colors[0], "-f", "lavfi", "-i", colors[1], "-f", "lavfi", "-i", "sine=duration=2",
               "-filter_complex", "[0][1]concat=n=2", "-c:v", "libvpx", "-b:v", "400k", "-c:a", "libvorbis", path]
    subprocess.run(command, check=True)
    return path.read_bytes()


@pytest.mark.long
def test_a_video_plays_on_the_sheet_and_a_tap_switches_its_sound(page, studio, simulated, owner, tmp_path):
    with owner.boards({"name": "Film", "items": [owner.item(film(tmp_path))]}):
        _, middle, _ = anchor(page, studio, simulated / "walk")
        for color in (RED, BLUE, RED):
            until_seen(page, middle, color)
        page.mouse.click(*middle)
        until(page, "document.getElementById('advice').textContent === 'Sound on.'", seconds=5)


def portrait(recording):
    """The sheet that is seen largest, as its owner would photograph it: its name, and a PNG of it alone."""
    best = (0, None)
    for stamp, file in zip(truth.stamps(recording), recordings.picture_files(recording)):
        for name, corners in truth.rectangles(recording, stamp):
            short = numpy.linalg.norm(corners - numpy.roll(corners, 1, axis=0), axis=1).min()
            if short > best[0]:
                best = (short, (name, corners, file))
    name, corners, file = best[1]
    width, height = (numpy.linalg.norm(corners[i + 1] - corners[i]) for i in (0, 1))
    size = (int(2 * width), int(2 * height))
    flat = numpy.float32([[0, 0], [size[0], 0], size, [0, size[1]]])
    turn = cv2.getPerspectiveTransform(numpy.float32(corners), flat)
    return name, cv2.imencode(".png", cv2.warpPerspective(cv2.imread(str(file)), turn, size))[1].tobytes()


def test_a_known_poster_is_recognised_without_a_tap_and_shows_its_own_board(page, studio, simulated, owner):
    recording = simulated / "walk"
    name, file = portrait(recording)
    reference = owner.upload(file)["file"]
    boards = [{"name": "Elsewhere", "items": [owner.item(png(RED))]}, {"name": "Poster", "referenceFile": reference, "items": [owner.item(png(GREEN))]}]
    with owner.boards(*boards):
        page.goto(f"{studio}billboard/?recording={recording.name}")
        page.wait_for_selector("#play:not([disabled])")
        page.click("#play")
        until(page, f"{STATE} === 'RECOGNISED'", seconds=READY_SECONDS)
        assert page.evaluate(SHOWN) == "Poster"
        page.wait_for_timeout(1500)
        hold(page)
        sides = sorted(float(each) for each in page.inner_text("#size").removesuffix(" cm").split(" × "))
        assert sides == pytest.approx([100 * side for side in truth.sides(recording, name)], rel=0.1)
        shown = dict(truth.rectangles(recording, truth.shown_stamp(page, recording)))
        if name in shown:
            until_seen(page, truth.place(page, shown[name].mean(axis=0)), GREEN)


def test_the_fields_of_an_item_do_not_overlap(page, studio, owner, owner_token):
    with owner.boards({"name": "Fields", "items": [owner.item(png(RED))]}):
        page.goto(f"{studio}billboard/manage/")
        page.get_by_label("Owner's token").fill(owner_token)
        page.faults.clear()
        page.get_by_role("button", name="Sign in").click()
        page.locator("summary", has_text="Fields").click()
        item = page.locator("details[open] .item")
        boxes = [item.locator(f"[name={name}]").bounding_box() for name in ("link", "from", "until", "duration")]
        boxes.append(item.locator(".side").bounding_box())
        for number, one in enumerate(boxes):
            for other in boxes[number + 1:]:
                is_beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
                is_below = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
                assert is_beside or is_below, (one, other)


def test_a_sheet_shows_what_a_channel_says_and_carries_a_model(page, studio, simulated, owner, studio_data):
    secret = (studio_data / "channels-secret").read_text().strip()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    _, middle, corners = anchor(page, studio, simulated / "walk")
    assert not [url for url in asked if any(each in url for each in ("sightline-models", "live-values", "live-picture", "placing"))], "only for whoever uses it"
    page.click("#live")
    for name, value in (("channel", "kitchen"), ("field", "temperature"), ("title", "Stove")):
        page.fill(f".wish-form [name={name}]", value)
    page.click(".wish-form button")
    until(page, "document.getElementById('told').textContent.includes('“Stove”')", seconds=10)
    page.wait_for_timeout(1500)
    before = picture(page).astype(int)
    publish(studio, secret, "reading", {"temperature": 21.5, "unit": "°C"}, channel="kitchen")
    inside = cv2.fillConvexPoly(numpy.zeros(before.shape[:2], numpy.uint8), numpy.int32(corners), 1).astype(bool)
    until_changed(page, before, inside, 0.01)

    # A model of the visitor's own: what shows it is another engine, so the view begins again.
    paint = {"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 1, 1]}, "extensions": {"KHR_materials_unlit": {}}}
    shape = {"attributes": {"POSITION": 0}, "indices": 1, "material": 0}
    model = glb((0.4, 0.8, 0.4), materials=[paint], meshes=[{"primitives": [shape]}])
    page.locator("#mine").set_input_files({"name": "tower.glb", "mimeType": "model/gltf-binary", "buffer": model})
    until(page, f"document.body.dataset.run === 'running' && {STATE} === 'READY'", seconds=READY_SECONDS)
    page.wait_for_timeout(2000)
    for _ in range(8):
        hold(page)
        for _, place, corners in sheets(page, simulated / "walk"):
            if page.evaluate(STATE) != "ANCHORED":
                page.mouse.click(*place)
                page.wait_for_timeout(900)
                middle = place
        if page.evaluate(STATE) == "ANCHORED":
            break
        hold(page)
    magenta = numpy.array((255, 0, 255))
    end = time.monotonic() + 15
    while (seen := numpy.abs(picture(page).astype(int) - magenta).max(axis=2) < 70).sum() < 150:
        assert time.monotonic() < end, f"no model is seen: {seen.sum()} pixels"
        page.wait_for_timeout(300)
    rows, columns = numpy.nonzero(seen)
    assert abs(columns.mean() - middle[0]) < 60 and rows.min() < middle[1], "it stands up from the sheet's middle"
    page.click("#remove")
    page.wait_for_timeout(700)
    assert (numpy.abs(picture(page).astype(int) - magenta).max(axis=2) < 70).sum() < 20, "it goes with its billboard"

    # The owner's own: what is no whole model is refused, a live item needs a channel's name.
    refused = owner.request.post(owner.address + "/uploads", data=model[:-40], headers={**owner.headers, "Content-Type": "application/octet-stream"})
    assert refused.status == 400 and refused.json()["error"]["code"] == "broken_model"
    stranger = page.context.browser.new_context().request.post(owner.address + "/uploads", data=model)
    assert stranger.status == 401
    wanted = {"name": "Offer", "items": [owner.item(model), {"kind": "live", "channel": "kitchen", "text": "Stove"}]}
    with owner.boards(wanted) as [identifier]:
        board = next(each for each in owner.send("GET")["billboards"] if each["identifier"] == identifier)
        assert [item["kind"] for item in board["items"]] == ["model", "live"] and board["items"][1]["channel"] == "kitchen"
        file = owner.request.get(studio.rstrip("/") + board["items"][0]["address"])
        assert file.headers["content-type"] == "model/gltf-binary" and file.body() == model


def until_changed(page, before, inside, share):
    end = time.monotonic() + 15
    while ((numpy.abs(picture(page).astype(int) - before).max(axis=2) > 40) & inside).sum() < share * inside.sum():
        assert time.monotonic() < end, "the sheet looks as before"
        page.wait_for_timeout(300)
