"""A call from a device without motion sensors: plain video, drawn on where it is frozen."""
import pytest

import calls

TOLD = "document.getElementById('notice').textContent"
# The longest that no image came, ms, the codes in their order, and whether the connection was negotiated again.
WATCH = """() => {
    const [{ peer: { connection } }] = assist.room.peers.values();
    Object.assign(globalThis, { codes: [], gap: 0, negotiations: 0, last: performance.now() });
    connection.addEventListener("signalingstatechange", () => { negotiations += 1; });
    assist.side.onimage = (code) => {
        codes.push(code);
        gap = Math.max(gap, performance.now() - last);
        last = performance.now();
    };
}"""
BRIGHTNESS = """() => {
    const video = document.getElementById("remote");
    const context = Object.assign(document.createElement("canvas"), { width: 32, height: 32 }).getContext("2d");
    context.drawImage(video, 0, 0, 32, 32);
    const { data } = context.getImageData(0, 4, 32, 28);
    return data.reduce((sum, value) => sum + value, 0) / data.length;
}"""


# A camera with a light and a zoom, which keeps what was asked of it.
CAMERA = """
globalThis.asked = [];
const { getUserMedia } = MediaDevices.prototype;
MediaDevices.prototype.getUserMedia = function (wish) { globalThis.wished = wish.video ?? globalThis.wished; return getUserMedia.call(this, wish); };
const { getCapabilities } = MediaStreamTrack.prototype;
MediaStreamTrack.prototype.getCapabilities = function () {
    return { ...getCapabilities.call(this), torch: true, zoom: { min: 1, max: 4, step: 0.1 }, focusMode: [] };
};
MediaStreamTrack.prototype.applyConstraints = async function ({ advanced }) { asked.push(advanced[0]); };
"""


def control_camera(site, expert):
    """The expert uses the site's camera with the leave of the one on site, and not without."""
    wish = "(wish) => assist.chat.note({ camera: wish })"
    expert.until("!document.getElementById('camera-block').hidden", 20)
    expert.evaluate("document.getElementById('tab-call').click()")
    assert site.evaluate("[wished.width, wished.height, wished.frameRate].map(({ ideal }) => ideal)") == [1280, 720, 60]
    width, height, rate = site.evaluate("(({ width, height, frameRate }) => [width, height, Math.round(frameRate)])(assist.media.view.getVideoTracks()[0].getSettings())")
    assert expert.evaluate("document.getElementById('camera-size').textContent") == f"{width} × {height}, {rate} images per second"
    assert expert.evaluate("[...document.querySelectorAll('#camera-block .row button, #zoom')].every(({ disabled }) => disabled)")
    expert.evaluate(wish, {"torch": True})
    expert.evaluate(wish, {"still": True})
    expert.evaluate("document.getElementById('camera-ask').click()")
    site.until("document.getElementById('notice').textContent.startsWith('Ada asks to use')", 10)
    assert site.evaluate("asked.length") == 0, "nobody has given leave"
    site.evaluate("document.getElementById('camera-leave').click()")
    expert.until("!document.getElementById('torch').disabled", 10)
    expert.evaluate("document.getElementById('torch').click()")
    expert.until("document.getElementById('torch').getAttribute('aria-pressed') === 'true'", 10)
    for unsound in ({"zoom": "2"}, {"zoom": None}, {"camera": 99}, {"torch": 1}, {"focus": True}, None, "torch"):
        expert.evaluate(wish, unsound)
    expert.evaluate(wish, {"zoom": 1e9})
    expert.until("document.getElementById('zoom-text').textContent === '4.0×'", 10)
    assert site.evaluate("JSON.stringify(asked)") == '[{"torch":true},{"zoom":4}]'
    assert "focus" in expert.inner_text("#camera-told") or "focus" in expert.evaluate("document.getElementById('camera-told').textContent")
    expert.evaluate("document.getElementById('full-picture').click()")
    expert.until("document.querySelector('#talk a.file img')?.naturalWidth >= 640", 20)
    site.evaluate("document.getElementById('camera-leave').click()")
    expert.until("document.getElementById('torch').disabled", 10)
    expert.evaluate(wish, {"torch": False})
    expert.evaluate("document.getElementById('tab-people').click()")
    ways = expert.evaluate("['invite-message', 'invite-mail'].map((id) => decodeURIComponent(document.getElementById(id).href))")
    assert ways[0].startswith("sms:?&body=") and ways[1].startswith("mailto:?subject=") and all(f"room={expert.evaluate('assist.room.name')}" in way for way in ways)
    assert site.evaluate("asked.length") == 2


def test_a_laptop_in_a_call_is_seen_and_can_be_drawn_on(chromium, studio):
    room = calls.new_room()
    site = calls.Person(chromium, 1280, 800, CAMERA)
    site.goto(f"{studio}assist/?room={room}&role=site")
    site.wait_for_selector("#source option:nth-child(2)", state="attached")
    site.click("#enter")
    site.until("globalThis.assist?.side.isPlain && assist.side.frames > 5", 30)
    site.until("document.getElementById('notice').textContent.startsWith('Plain video')", 10)
    # Nothing can be drawn here: there are no tools, by keyboard neither.
    assert not site.is_visible("#drawing") and not site.is_visible("#measuring")
    site.keyboard.press("7")
    assert site.evaluate("assist.side.pen.tool") == "stroke" and not site.is_visible("#measuring")
    site.draw([(0.1, 0.5), (0.15, 0.5), (0.2, 0.5)])
    assert site.evaluate("assist.side.pen.strokes.size") == 0

    expert = calls.join(chromium, studio, room)
    expert.until("globalThis.assist?.side.readFrames > 10", 30)
    assert expert.evaluate(BRIGHTNESS) > 70, "the picture is black"
    expert.until("document.getElementById('notice').textContent.startsWith('Plain video')", 10)
    control_camera(site, expert)

    # The expert has the tools that serve on a still.
    expert.until("document.querySelector('#tools label:has([value=length])').hidden", 10)
    tools = "[...document.querySelectorAll('#tools label')].filter((label) => !label.hidden).map((label) => label.querySelector('input').value).join()"
    assert expert.evaluate(tools) == "stroke,arrow,circle,text,marker"

    # A stroke over the moving image is refused in words.
    expert.see_whole()
    expert.draw([(0.4, 0.5), (0.5, 0.5), (0.6, 0.5)])
    expert.get_by_text("freeze the picture to draw on it").first.wait_for(state="attached")
    expert.until("assist.side.pen.strokes.size === 0", 10)

    # On a still it is kept, and is sent to the other side as an image.
    expert.evaluate("Object.assign(assist.side.pen, { color: '#00ff00', width: 0.05 })")
    expert.click("#freeze")
    expert.until("assist.side.isStill", 10)
    expert.draw([(0.3, 0.5), (0.4, 0.5), (0.5, 0.5), (0.6, 0.5), (0.7, 0.5)])
    expert.wait_for_timeout(500)
    assert expert.evaluate("assist.side.pen.strokes.size") == 1
    site.evaluate("() => { globalThis.got = []; const { onfile } = assist.chat; assist.chat.onfile = (file) => { got.push(file); onfile(file); }; }")
    expert.click("#freeze")
    site.until("got.length === 1", 20)
    green = site.evaluate("""async () => {
        const image = await createImageBitmap(got[0].blob);
        const context = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(image.width / 2, image.height / 2, 1, 1);
        return [data[0] < 120, data[1] > 150, data[2] < 120];
    }""")
    assert green == [True, True, True]
    assert expert.evaluate("assist.side.pen.strokes.size") == 0
    expert.leave()
    site.leave()


def test_picture_and_voice_go_out_while_tracking_starts(phone_browser, studio, feed):
    """The engine is late: the expert sees the camera meanwhile, and then the tracked view on the same connection."""
    room = calls.new_room()
    site = calls.Person(phone_browser, 1280, 800, f"globalThis.feedIsTurning = false;\n{feed.script}")
    site.context.grant_permissions(["camera", "microphone", "accelerometer", "gyroscope"])
    held = []
    site.context.route("**/sightline.wasm", lambda route: held.append(route))
    site.goto(f"{studio}assist/?room={room}&role=site")
    site.click("#enter")
    site.until("globalThis.assist?.side.frames > 5", 30)
    assert site.evaluate("assist.side.mode") == "starting" and not site.is_visible("#drawing")
    site.until(f"{TOLD}.startsWith('Picture and voice are on') && {TOLD}.includes('ngine')", 10)
    expert = calls.join(phone_browser, studio, room)
    expert.until("globalThis.assist?.side.readFrames > 10", 30)
    assert expert.evaluate(BRIGHTNESS) > 40, "the picture is black"
    expert.until(f"{TOLD}.includes('tracking is still starting')", 10)
    expert.until("[...assist.room.peers.values()][0]?.peer.chat.readyState === 'open'")
    expert.evaluate(WATCH)
    tracks = expert.evaluate("document.getElementById('remote').srcObject.getVideoTracks().map(({ id }) => id)")
    assert held, "nobody asked for the engine"
    for route in held:
        route.continue_()
    site.until("assist.side.mode === 'tracked' && assist.side.session.frame !== null", 60)
    assert site.is_visible("#drawing")
    shown = site.evaluate("assist.side.frame")
    expert.until(f"assist.side.code > {shown}", 30)
    expert.until("assist.side.mode === 'tracked'", 10)
    told = expert.evaluate("({ codes, gap, negotiations })")
    assert told["codes"] == sorted(told["codes"]) and len(told["codes"]) > 5
    assert told["negotiations"] == 0 and told["gap"] < 2000, told
    assert expert.evaluate("document.getElementById('remote').srcObject.getVideoTracks().map(({ id }) => id)") == tracks
    expert.leave()
    site.leave()


@pytest.mark.parametrize("script, has_engine, words", [
    ("DeviceMotionEvent.requestPermission = async () => 'denied';", True, "no motion sensors"),
    ("const { getSettings } = MediaStreamTrack.prototype;"
     "MediaStreamTrack.prototype.getSettings = function () { return { ...getSettings.call(this), facingMode: 'user' }; };", True, "camera on the back"),
    ("", False, "tracking could not start"),
], ids=["sensors are refused", "the front camera", "no engine"])
def test_whatever_keeps_a_device_from_being_tracked_its_video_goes_on(phone_browser, studio, feed, script, has_engine, words):
    site = calls.Person(phone_browser, 1280, 800, f"globalThis.feedIsTurning = false;\n{feed.script}\n{script}")
    site.context.grant_permissions(["camera", "microphone", "accelerometer", "gyroscope"])
    if not has_engine:
        site.context.route("**/sightline.wasm", lambda route: route.fulfill(status=404, body=""))
    site.goto(f"{studio}assist/?room={calls.new_room()}&role=site")
    site.click("#enter")
    site.until("globalThis.assist?.side.isPlain", 30)
    site.until(f"{TOLD}.includes({words!r})", 10)
    frames = site.evaluate("assist.side.frames")
    site.until(f"assist.side.frames > {frames} + 10", 20)
    assert not site.is_visible("#drawing")
    site.context.close()
    assert [fault for fault in site.faults if has_engine or "404" not in fault] == []
