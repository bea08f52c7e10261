"""A call whose site has a camera and motion sensors: the camera's own images are drawn over and sent."""
import pytest

import calls

pytestmark = pytest.mark.realtime

# What the image shows at a place: red, green, blue.
COLOR = """([x, y]) => {
    const video = document.getElementById("remote");
    const { videoWidth: width, videoHeight: height } = video;
    const context = Object.assign(document.createElement("canvas"), { width: 4, height: 4 }).getContext("2d");
    context.drawImage(video, x * width - 2, (1 + y * 45) / 46 * height - 2, 4, 4, 0, 0, 4, 4);
    return Array.from(context.getImageData(1, 1, 1, 1).data.slice(0, 3));
}"""


def test_an_expert_draws_on_what_a_camera_shows(phone_browser, studio, feed):
    room = calls.new_room()
    site = calls.Person(phone_browser, 1280, 800, f"globalThis.feedIsTurning = false;\n{feed.script}")
    site.context.grant_permissions(["camera", "microphone", "accelerometer", "gyroscope"])
    site.goto(f"{studio}assist/?room={room}&role=site")
    site.wait_for_selector("#source option:nth-child(2)", state="attached")
    site.click("#enter")
    site.until("globalThis.assist?.side.session.frame?.trackingState === 'normal'")
    # What the processor draws is sent to the other side without a canvas.
    isDirect = site.evaluate("import('../sightline/view/drawing-means.js').then(({ drawingMeans }) => drawingMeans() !== 'gpu')")
    assert site.is_visible("#sent") == isDirect and site.is_visible("#view") != isDirect
    expert = calls.join(phone_browser, studio, room)
    expert.until("globalThis.assist?.side.readFrames > 20")
    assert expert.evaluate("assist.side.readFrames / assist.side.frames") > 0.9
    codes = expert.evaluate("""() => new Promise((done) => {
        const codes = [];
        assist.side.onimage = (code) => codes.push(code) === 10 && done(codes);
    })""")
    assert codes == sorted(codes) and codes[0] < codes[-1]
    size = expert.evaluate("assist.side.imageSize")
    assert abs(size[0] / size[1] - 16 / 9) < 0.05
    expert.evaluate("Object.assign(assist.side.pen, { color: '#00ff00', width: 0.03 })")
    expert.draw([(0.4, 0.5), (0.45, 0.5), (0.5, 0.5), (0.55, 0.5), (0.6, 0.5)])
    site.until("assist.side.session.assisting.list().then((all) => all.length === 1 && all[0].isFinished)", 30)
    # The camera goes on: the ink is somewhere in the image.
    places = [[0.1 + 0.04 * x, 0.1 + 0.04 * y] for x in range(21) for y in range(21)]
    expert.until(f"{places}.some((place) => {{ const [r, g, b] = ({COLOR})(place); return g > 150 && r < 110 && b < 110; }})", 20)

    # While the camera zooms its video goes out as it is; then the place is found again, and the stroke stands there.
    site.evaluate("assist.side.setZoomed(true)")
    expert.until("assist.side.mode === 'plain'", 20)
    frames = expert.evaluate("assist.side.readFrames")
    expert.until(f"assist.side.readFrames > {frames} + 10", 20)
    site.evaluate("assist.side.setZoomed(false)")
    expert.until("assist.side.mode === 'tracked'", 30)
    site.until("assist.side.mode === 'tracked' && assist.side.session.frame.trackingState === 'normal'", 60)
    assert len(site.strokes()) == 1
    expert.leave()
    site.leave()
