"""A call from a device without motion sensors: plain video, drawn on where it is frozen."""
import calls

BRIGHTNESS = """() => {
    const video = document.getElementById("remote");
    const context = Object.assign(document.createElement("canvas"), { width: 32, height: 32 }).getContext("2d");
    context.drawImage(video, 0, 0, 32, 32);
    const { data } = context.getImageData(0, 4, 32, 28);
    return data.reduce((sum, value) => sum + value, 0) / data.length;
}"""


def test_a_laptop_in_a_call_is_seen_and_can_be_drawn_on(chromium, studio):
    room = calls.new_room()
    site = calls.Person(chromium, 1280, 800)
    site.goto(f"{studio}assist/?room={room}&role=site")
    site.wait_for_selector("#source option:nth-child(2)", state="attached")
    site.click("#enter")
    site.until("globalThis.assist?.side.isPlain && assist.side.frames > 5", 30)
    site.until("document.getElementById('notice').textContent.startsWith('Plain video')", 10)

    expert = calls.join(chromium, studio, room)
    expert.until("globalThis.assist?.side.readFrames > 10", 30)
    assert expert.evaluate(BRIGHTNESS) > 70, "the picture is black"
    expert.until("document.getElementById('notice').textContent.startsWith('Plain video')", 10)

    # A stroke over the moving picture is refused in words.
    expert.draw([(0.4, 0.5), (0.5, 0.5), (0.6, 0.5)])
    expert.get_by_text("freeze the picture to draw on it").first.wait_for(state="attached")
    expert.until("assist.side.pen.strokes.size === 0", 10)

    # On a still it is kept, and goes to the other side as a picture.
    expert.evaluate("Object.assign(assist.side.pen, { color: '#00ff00', width: 0.05 })")
    expert.click("#freeze")
    expert.until("assist.side.isStill", 10)
    expert.draw([(0.3, 0.5), (0.4, 0.5), (0.5, 0.5), (0.6, 0.5), (0.7, 0.5)])
    expert.wait_for_timeout(500)
    assert expert.evaluate("assist.side.pen.strokes.size") == 1
    site.evaluate("() => { globalThis.got = []; const { onfile } = assist.talk; assist.talk.onfile = (file) => { got.push(file); onfile(file); }; }")
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
