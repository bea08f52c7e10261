"""The call in two real browsers: joining, seeing, hearing, drawing, leaving."""
import io

import pytest
from PIL import Image

import calls


@pytest.fixture
def pair(callers):
    site = callers.on_site()
    site.wait_for_selector("#alone:not([hidden])")
    return site, callers.join()


def test_an_expert_sees_hears_and_draws_into_the_world(pair):
    site, expert = pair
    calls.hold_when_tracking(site, expert)
    assert site.inner_text("#state") == expert.inner_text("#state") == "Live"
    assert site.locator("#alone").is_hidden()
    assert expert.evaluate("document.getElementById('remote').videoWidth") >= 320
    expert.until("assist.side.readFrames / assist.side.frames > 0.9")
    assert site.evaluate("[...document.querySelectorAll('#faces video')].map((face) => face.videoWidth > 0)") == [True]

    # Voices arrive on both sides: the fake microphones beep.
    for person in (site, expert):
        person.evaluate("""() => { globalThis.loudest = 0; const take = assist.quality.onfigures;
            assist.quality.onfigures = (figures) => { take(figures);
                for (const { voice } of figures) globalThis.loudest = Math.max(loudest, voice?.level ?? 0); }; }""")
        person.until("loudest > 0.01", 30)

    expert.draw([(0.4 + 0.01 * i, 0.6 + 0.02 * (i % 2)) for i in range(15)])
    site.until("assist.side.session.assisting.list().then((all) => all.length === 1 && all[0].isFinished)", 20)
    stroke = site.strokes()[0]
    assert stroke["support"] == "plane" and len(stroke["points"]) > 8
    assert stroke["color"] == 0xFF5A52
    # When the image shows the stroke, the page stops drawing it.
    expert.until("assist.side.pen.strokes.size === 0", 20)

    expert.click("#ink")
    expert.click("#colors label:has([value='#22c58b'])")
    expert.choose("arrow")
    expert.draw([(0.3, 0.7), (0.35, 0.65), (0.45, 0.6)])
    site.until("assist.side.session.assisting.list().then((all) => all.length === 2)", 20)
    arrow = site.strokes()[1]
    assert (arrow["kind"], arrow["color"]) == ("arrow", 0x22C58B)
    expert.click("#undo")
    site.until("assist.side.session.assisting.list().then((all) => all.length === 1)", 20)

    # Both sides draw.
    site.draw([(0.5, 0.5), (0.55, 0.52), (0.6, 0.5)])
    site.until("assist.side.session.assisting.list().then((all) => all.some(({ author }) => author === 0))", 20)
    expert.click("#clear")
    site.until("assist.side.session.assisting.list().then((all) => all.length === 0)", 20)


def test_a_frozen_picture_takes_marks_while_the_camera_moves_on(pair):
    site, expert = pair
    calls.hold_when_tracking(site, expert)
    expert.click("#freeze")
    frozen = expert.evaluate("assist.side.frame")
    site.evaluate("assist.side.session.resume()")
    site.until(f"assist.side.frame > {frozen} + 600")
    site.evaluate("assist.side.session.pause()")
    assert expert.evaluate("assist.side.frame") == frozen
    expert.choose("circle")
    expert.draw([(0.45, 0.55), (0.5, 0.6), (0.6, 0.7)])
    expert.choose("marker")
    expert.mouse.click(*expert.at(0.4, 0.65))
    expert.choose("text")
    expert.mouse.click(*expert.at(0.5, 0.75))
    expert.fill("#words-text", "<b>Turn</b> this")
    expert.keyboard.press("Enter")
    expert.choose("length")
    expert.mouse.click(*expert.at(0.35, 0.6))
    expert.mouse.click(*expert.at(0.55, 0.6))
    site.until("assist.side.session.assisting.list().then((all) => all.filter(({ isFinished }) => isFinished).length === 4)", 20)
    made = {each["kind"]: each for each in site.strokes()}
    assert set(made) == {"circle", "marker", "text", "length"}
    assert made["marker"]["text"] == "1" and made["text"]["text"] == "<b>Turn</b> this"
    assert made["length"]["text"].endswith(" cm")
    assert all(round(each["frameMilliseconds"]) % 2**24 == frozen for each in made.values())
    expert.click("#snapshot")
    expert.wait_for_selector("#pictures img", state="attached")
    with expert.expect_download() as download:
        expert.evaluate("document.querySelector('#pictures a').click()")
    picture = Image.open(download.value.path())
    assert picture.width >= 320 and len(set(picture.convert("L").get_flattened_data() if hasattr(picture, "get_flattened_data") else picture.convert("L").getdata())) > 50
    expert.click("#freeze")
    expert.until("!assist.side.isStill && assist.side.pen.strokes.size === 0", 30)


def test_words_and_files_arrive_and_are_never_taken_for_a_page(pair):
    site, expert = pair
    site.until("document.body.dataset.call === 'live'")
    expert.until("[...assist.room.peers.values()][0]?.peer.chat.readyState === 'open'")
    site.fill("#say-text", "<img src=x onerror=alert(1)> here?")
    site.keyboard.press("Enter")
    expert.wait_for_selector("#talk li p", state="attached")
    assert expert.evaluate("document.querySelector('#talk li p').textContent") == "<img src=x onerror=alert(1)> here?"
    assert expert.locator("#talk img").count() == 0
    paint = io.BytesIO()
    Image.new("RGB", (300, 200), "orange").save(paint, "PNG")
    site.set_input_files("#file", {"name": "../plan.png", "mimeType": "image/png", "buffer": paint.getvalue()})
    expert.wait_for_selector("#talk a.file img", state="attached")
    assert "/" not in expert.evaluate("document.querySelector('#talk a.file').download")


def test_mute_camera_off_low_bandwidth_leave_and_rejoin(pair):
    site, expert = pair
    expert.until("assist.side.readFrames > 1")
    expert.click("#mic")
    assert expert.get_attribute("#mic", "aria-pressed") == "false"
    assert expert.evaluate("assist.media.voice.getAudioTracks()[0].enabled") is False
    expert.click("#face")
    assert expert.evaluate("assist.media.face.getVideoTracks()[0].enabled") is False
    site.evaluate("document.getElementById('low').click()")
    site.until("""[...assist.room.peers.values()][0].peer.connection.getSenders()
        .some((sender) => sender.track?.kind === 'video' && sender.getParameters().encodings[0].maxBitrate === 200000)""", 10)
    assert expert.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    # The site's network changes: another way is looked for while the call goes on.
    way = "[...assist.room.peers.values()][0].peer.connection.localDescription.sdp.match(/ice-ufrag:(.+)/)[1]"
    before = expert.evaluate(way)
    site.evaluate("void dispatchEvent(new Event('online'))")
    expert.until(f"{way} !== {before!r}", 20)
    frames = expert.evaluate("assist.side.readFrames")
    expert.until(f"document.body.dataset.call === 'live' && assist.side.readFrames > {frames}", 30)

    expert.click("#hang-up")
    expert.wait_for_selector("#left:not([hidden])")
    site.wait_for_selector("#alone:not([hidden])", timeout=20_000)
    assert site.inner_text("#state") == "Ada has left"
    expert.click("#rejoin")
    expert.until("document.body.dataset.call === 'live' && assist.side.readFrames > 0")
    assert site.inner_text("#state") == "Live"

    # The one on site goes and comes back; the expert waits in the room.
    site.click("#hang-up")
    expert.until("document.getElementById('state').textContent === 'Sam has left'", 20)
    site.click("#rejoin")
    expert.until("document.body.dataset.call === 'live' && assist.side.readFrames > 0")


def test_a_page_that_is_loaded_again_is_the_same_person(pair):
    site, expert = pair
    expert.until("assist.side.readFrames > 0")
    me = expert.evaluate("assist.room.me")
    expert.reload()
    expert.click("#enter")
    expert.until("globalThis.assist?.side.readFrames > 0")
    assert expert.evaluate("assist.room.me") == me
    site.until("assist.room.peers.size === 1 && document.body.dataset.call === 'live'", 30)
