"""“Something is off”: from the tap to the file and to the studio, in a run that goes well and in those that do not, and what strangers get."""
import base64
import io
import json
import os
import shutil
import subprocess
import zipfile

import numpy
import pytest
import requests

import attack
import conftest
import other_browsers
import test_languages
from conftest import at_size
from waiting import until

DIALOG = "document.querySelector('dialog.report')"
STATE = f"{DIALOG}?.dataset.state"
TOLD = f"{DIALOG}.querySelector('.told').textContent"
# The file that a page saves, for browsers whose driver keeps none.
KEEP_FILE = """() => {
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => { if (blob.type === "application/zip") globalThis.saved = blob; return make(blob); };
}"""
READ_FILE = """async () => {
    const bytes = new Uint8Array(await globalThis.saved.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""
REFUSE_CAMERA = "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', 'NotAllowedError'); };"


def open_report(page):
    """Opens the dialog from the sheet and waits until the report is collected."""
    page.evaluate("document.querySelector('.sheet .report-entry, #others .report-entry').click()")
    until(page, f"{STATE} === 'open'", seconds=40)


def saved(page, path):
    """Saves the report as a file, and what it says."""
    with page.expect_download() as download:
        page.click("dialog.report .button.main")
    download.value.save_as(path)
    return said(path)


def said(path):
    with zipfile.ZipFile(path) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("/problem-report.json")]
        return json.loads(archive.read(name))


def sightline(*arguments):
    return json.loads(subprocess.run([conftest.PROGRAM, *arguments, "--json"], capture_output=True, text=True, check=True).stdout)


def poses(text):
    """Positions by their times, as text."""
    return {line.split()[0]: numpy.array([float(each) for each in line.split()[1:4]]) for line in text.splitlines()}


def start(page, studio, tool="measure"):
    page.goto(f"{studio}{tool}/")
    page.click("#camera")


def picture(page, name):
    page.screenshot(path=f"{page.pictures}/problem-report-{name}-{page.size}.png")


@pytest.mark.realtime
def test_a_report_of_a_live_camera_is_shown_saved_replayed_and_diagnosed(live, studio, tmp_path):
    page = live("phone")
    start(page, studio)
    # The camera moves after two seconds.
    until(page, "Number(document.body.dataset.frames) > 20 && feed.seen.at(-1)?.number > 130", seconds=60)
    open_report(page)
    told = page.inner_text("dialog.report")
    assert "images of the last" in told and "Nothing has left this device yet" in told
    thumbnails = page.evaluate(f"""[...{DIALOG}.querySelectorAll("canvas")].map((canvas) => {{
        const {{ data }} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return Math.max(...data.filter((_, index) => index % 4 === 1)) - Math.min(...data.filter((_, index) => index % 4 === 1));
    }})""")
    assert 1 <= len(thumbnails) <= 5 and min(thumbnails) > 60, "the images can be seen"
    # Letters are the tool's keys elsewhere.
    page.locator("dialog.report textarea").press_sequentially("a z ")
    assert page.input_value("dialog.report textarea") == "a z "
    page.fill("dialog.report textarea", "It jumps <b>here</b>.")
    picture(page, "open")
    file = tmp_path / "problem.zip"
    report = saved(page, file)
    assert (report["page"], report["text"], report["source"]) == ("/measure/", "It jumps <b>here</b>.", "camera")
    assert "Chrome" in report["device"]["browser"] and "640 × 480" in report["device"]["camera"]
    assert [each for each in report["log"] if each["kind"] == "tracking"] and report["figures"]["frames"] > 15
    # Neither the camera's number in this browser nor the address of the page.
    assert "deviceId" not in json.dumps(report) and studio not in json.dumps(report)
    replayed = sightline("track", file, "--trajectory", tmp_path / "replay.tum")
    with zipfile.ZipFile(file) as archive:
        folder = archive.namelist()[0].split("/")[0]
        frames = [json.loads(line) for line in archive.read(f"{folder}/data.jsonl").decode().splitlines() if '"frames"' in line]
        there = poses(archive.read(f"{folder}/trajectory.tum").decode())
    assert replayed["frames"] == len(frames) > 10
    here = poses((tmp_path / "replay.tum").read_text())
    both = sorted(here.keys() & there.keys(), key=float)
    path = max(numpy.linalg.norm(there[each] - there[both[0]]) for each in both)
    apart = numpy.array([numpy.linalg.norm((here[each] - here[both[0]]) - (there[each] - there[both[0]])) for each in both])
    print(f"{len(frames)} images, whole: {report['isFromStart']}; {len(both)} common poses, {path:.2f} m far, apart by {apart.mean():.4f} m, {apart.max():.4f} m at most")
    assert len(both) > 3
    if report["isFromStart"]:
        # The replay starts with the same image, and its poses within a few. It has the images as the browser encoded them, and a slow machine gives few of
        # them: later the poses drift apart.
        assert all(float(both[0]) - min(map(float, each)) < 0.15 for each in (there, here))
        assert apart.mean() < 0.02 + 0.05 * path
    found = sightline("diagnose", file)
    assert found["problemReport"]["text"] == "It jumps <b>here</b>."
    assert found["imageCount"] == len(frames) and found["inertialRate"] > 30
    page.keyboard.press("Escape")
    until(page, f"{STATE} === 'closed'")
    assert page.evaluate("document.body.dataset.run") == "running", page.inner_text("body")


def test_only_the_owner_receives_a_report_and_only_what_the_person_agreed_to(live, studio, owner_token, chromium):
    page = live("phone")
    start(page, studio, "track")
    until(page, "document.getElementById('points').textContent !== '–'", seconds=60)
    page.wait_for_timeout(1500)
    open_report(page)
    page.fill("dialog.report textarea", "<img src=x onerror=alert(1)>")
    page.uncheck("dialog.report .check input")
    page.click("dialog.report .row .button:not(.main)")
    until(page, f"!{DIALOG}.querySelector('.field[hidden]')", seconds=20)
    assert "Only the studio's owner" in page.evaluate(TOLD)
    # A browser writes a refused request to the console by itself.
    assert all("401" in fault for fault in page.faults), page.faults
    page.faults.clear()
    picture(page, "token")
    page.fill("dialog.report input[type=password]", owner_token)
    page.click("dialog.report .row .button:not(.main)")
    until(page, f"{TOLD}.startsWith('Sent.')", seconds=30)
    assert page.is_disabled("dialog.report .row .button:not(.main)")
    address = f"{studio}api/problem-reports"
    assert requests.get(address, timeout=20).status_code == 401
    owner = {"Authorization": f"Bearer {owner_token}"}
    [report] = requests.get(address, headers=owner, timeout=20).json()["reports"]
    assert requests.get(f"{address}/{report['identifier']}", timeout=20).status_code == 401
    content = requests.get(f"{address}/{report['identifier']}", headers=owner, timeout=20).content
    names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert len(names) == 1 and names[0].endswith("/problem-report.json"), "without the images, as the person wished"
    # The owner's page.
    for size in conftest.SIZES:
        desk = conftest.open_page(chromium, size)
        desk.goto(f"{studio}assist/rooms.html")
        assert desk.evaluate(conftest.SIGN_IN, owner_token)
        desk.reload()
        line = desk.locator("#reports li")
        line.wait_for(timeout=20_000)
        assert "/track/ · <img src=x onerror=alert(1)>" in line.inner_text()
        line.scroll_into_view_if_needed()
        desk.screenshot(path=f"{page.pictures}/problem-report-owner-{size}.png")
        if size == "desktop":
            with desk.expect_download() as download:
                line.get_by_text("Download").click()
            assert download.value.path().read_bytes() == content
            line.get_by_text("Delete").click()
            until(desk, "document.querySelectorAll('#reports li').length === 0")
        assert desk.faults == []
        desk.context.close()
    assert requests.get(address, headers=owner, timeout=20).json()["reports"] == []


@at_size("phone")
def test_a_page_whose_engine_did_not_start_reports_that(page, studio, tmp_path):
    page.context.route("**/sightline.wasm", lambda route: route.fulfill(status=503) if route.request.method == "GET" else route.continue_())
    start(page, studio)
    until(page, "document.body.dataset.run === 'failed'", seconds=40)
    page.click(".card .report-entry")
    until(page, f"{STATE} === 'open'", seconds=40)
    assert "the engine has received none" in page.inner_text("dialog.report")
    file = tmp_path / "problem.zip"
    report = saved(page, file)
    assert [each for each in report["log"] if each["kind"] == "fault"], report["log"]
    found = sightline("diagnose", file)
    assert [each["kind"] for each in found["findings"]][0] == "reportedFault"
    refused = subprocess.run([conftest.PROGRAM, "track", file], capture_output=True, text=True)
    assert refused.returncode == 65 and "the problem report has no images" in refused.stderr
    page.faults.clear()


@at_size("desktop")
def test_a_refused_camera_and_a_page_on_which_nothing_ran_are_reported(page, studio, tmp_path):
    page.add_init_script(REFUSE_CAMERA)
    page.goto(f"{studio}draw/")
    open_report(page)
    assert saved(page, tmp_path / "nothing.zip")["source"] == "none"
    page.keyboard.press("Escape")
    page.click("#camera")
    until(page, "document.body.dataset.run === 'failed'")
    open_report(page)
    report = saved(page, tmp_path / "refused.zip")
    assert any(each["text"].startswith("cameraRefused") for each in report["log"])
    assert report["source"] == "camera" and report["figures"] is None


@pytest.mark.parametrize("tool", ["measure", "track", *(pytest.param(each, marks=pytest.mark.long) for each in ("draw", "billboard", "place"))])
@at_size("phone")
def test_the_report_of_a_recording_names_it_and_has_no_images(page, studio, tmp_path, tool):
    page.goto(f"{studio}{tool}/?recording=walk")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    until(page, "document.body.dataset.run === 'running'")
    until(page, "Number(document.body.dataset.frames ?? 0) > 5 || !['–', null].includes(document.getElementById('points')?.textContent ?? null)", seconds=60)
    open_report(page)
    assert "“walk”" in page.inner_text("dialog.report")
    report = saved(page, tmp_path / "problem.zip")
    assert (report["source"], report["recording"], report["page"]) == ("recording", "walk", f"/{tool}/")
    assert len(zipfile.ZipFile(tmp_path / "problem.zip").namelist()) == 1


def test_the_site_of_a_call_reports_what_it_shows(callers, tmp_path):
    site = callers.on_site(accept_downloads=True)
    site.until("globalThis.assist?.side.frames > 3")
    site.evaluate("document.querySelector('#report-block .report-entry').click()")
    site.until(f"{STATE} === 'open'")
    report = saved(site.page, tmp_path / "problem.zip")
    assert (report["source"], report["recording"], report["page"]) == ("recording", "walk", "/assist/")
    # Neither the room nor the person's name is anybody's business.
    assert callers.room not in json.dumps(report) and "Sam" not in json.dumps(report)


@at_size("phone")
def test_a_day_that_is_full_is_said_in_words(page, tmp_path):
    with conftest.serving("--data", tmp_path / "data", "--recordings", tmp_path) as address:
        token = (tmp_path / "data/owner-token").read_text().strip()
        send = lambda: requests.post(f"{address}api/problem-reports", data=attack.problem_report(), headers={"Authorization": f"Bearer {token}"}, timeout=20)
        statuses = [send().status_code for _ in range(31)]
        assert statuses == [201] * 30 + [429]
        assert send().headers["Retry-After"] == "3600"
        page.goto(f"{address}measure/")
        assert page.evaluate(conftest.SIGN_IN, token)
        open_report(page)
        page.click("dialog.report .row .button:not(.main)")
        until(page, f"{TOLD}.startsWith('The studio has received its problem reports for today.')", seconds=20)
        # The file can still be saved.
        assert saved(page, tmp_path / "problem.zip")["source"] == "none"
        page.goto("about:blank")
    assert all("429" in fault for fault in page.faults), page.faults
    page.faults.clear()


@pytest.mark.parametrize("browser", other_browsers.BROWSERS)
def test_other_browsers_report_what_they_have(browser, studio, tmp_path):
    """Firefox's fake camera runs without motion sensors, which the page says; WebKitGTK has no camera here and plays a recording."""
    with other_browsers.BROWSERS[browser]("phone") as page:
        page.goto(f"{studio}measure/?recording=walk")
        page.evaluate(KEEP_FILE, [])
        page.wait_for_selector("#play:not([disabled])")
        page.click("#camera" if browser == "firefox" else "#play")
        until(page, "document.body.dataset.run === 'failed' || Number(document.body.dataset.frames) > 5", seconds=120)
        open_report(page)
        page.evaluate("void document.querySelector('dialog.report .button.main').click()")
        until(page, "globalThis.saved !== undefined", seconds=30)
        file = tmp_path / "problem.zip"
        file.write_bytes(base64.b64decode(page.evaluate(READ_FILE, [])))
        report = said(file)
        found = sightline("diagnose", file)
        assert found["problemReport"]["device"]["browser"].startswith("Firefox" if browser == "firefox" else "Safari")
        if browser == "firefox":
            assert any(each["text"].startswith("motionMissing") for each in report["log"])
            assert found["imageCount"] >= 1 and "noMotionSensors" in [each["kind"] for each in found["findings"]]
        else:
            assert report["recording"] == "walk"
        (tmp_path / "page.png").write_bytes(page.picture())
        if folder := os.environ.get("SIGHTLINE_PICTURES"):
            shutil.copy(tmp_path / "page.png", f"{folder}/problem-report-{browser}.png")
        page.faults = []


@test_languages.in_each_language
def test_the_dialog_is_in_every_language(chromium, studio, language, tmp_path_factory):
    page = test_languages.open_in(chromium, "phone", language)
    page.pictures = os.environ.get("SIGHTLINE_PICTURES") or tmp_path_factory.mktemp("pictures")
    test_languages.load(page, f"{studio}measure/?recording=walk")
    page.click("#play")
    until(page, "Number(document.body.dataset.frames) > 3", seconds=60)
    open_report(page)
    page.evaluate(f"void {DIALOG}.querySelectorAll('details').forEach((each) => {{ each.open = true; }})")
    texts = page.evaluate(test_languages.TEXTS.replace("body *", "dialog.report *"))
    assert len(texts) > 15
    assert test_languages.left_in_english(language, texts) == []
    assert page.evaluate(f"{DIALOG}.scrollWidth <= {DIALOG}.clientWidth"), "nothing is cut off"
    picture(page, language)
    page.context.close()
