"""Two browsers in one call: someone on site, whose camera is a recording, and an expert."""
import itertools
import json
import time

from waiting import until

PATIENCE = 120
"""Seconds: two images a second may be all that a busy machine draws and encodes."""
numbers = itertools.count(1)
MEASURING = "assist.side.session.measuring.state"
# How a call stands: what is shown, each connection, and what of images goes over it.
STANDING = """async () => {
    const { side, room } = globalThis.assist ?? {};
    const { paused, hidden, readyState } = document.getElementById("remote");
    const told = ({ type, frameWidth, framesSent, framesDecoded, qualityLimitationReason }) => ({ type, frameWidth, framesSent, framesDecoded, qualityLimitationReason });
    const peers = [...(room?.peers.values() ?? [])].map(async ({ peer, member }) => ({
        name: member.name, state: peer.state, signaling: peer.connection.signalingState, annotations: peer.annotations.readyState,
        video: [...(await peer.connection.getStats()).values()].filter(({ type, kind }) => type.endsWith("bound-rtp") && kind === "video").map(told),
    }));
    return { paused, hidden, readyState, frames: side?.frames, readFrames: side?.readFrames, code: side?.code ?? side?.frame, peers: await Promise.all(peers) };
}"""


def is_fault(message, known):
    """Whether a page wrote an error or a warning to its console, other than a known one, and the one of a service worker that a test does not let in."""
    return message.type in ("error", "warning") and known not in message.text and "Service Worker registration blocked" not in message.text


class Person:
    """A page of the call; nothing may be written to its console but what the call itself tells."""

    def __init__(self, chromium, width, height, script="", **options):
        self.context = chromium.new_context(viewport={"width": width, "height": height}, permissions=["camera", "microphone"], service_workers="block", **options)
        self.page = self.context.new_page()
        self.page.add_init_script(script)
        self.faults = []
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _listen(self, message):
        # Software drawing is told that reading images back costs time; that is known.
        if is_fault(message, "GPU stall due to ReadPixels"):
            self.faults.append(message.text)

    def __getattr__(self, name):
        return getattr(self.page, name)

    def until(self, condition, seconds=PATIENCE):
        try:
            until(self.page, condition, seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; the call stands so: {json.dumps(self.evaluate(STANDING))}; faults: {self.faults}") from None

    def at(self, x, y):
        """A place of the image, (0, 0) top left, as a place of the page, at which the image must be seen."""
        box = self.evaluate("assist.side.framing.box")
        place = box["left"] + x * box["width"], box["top"] + y * box["height"]
        covering = self.evaluate("(place) => { const at = document.elementFromPoint(...place); return at?.matches('.picture') ? '' : at?.outerHTML.slice(0, 80) ?? 'nothing'; }", place)
        assert not covering, f"At {x}, {y} there is no picture to be seen but {covering}"
        return place

    def see_whole(self):
        """Shows all of the image, which fills an upright phone else."""
        self.until("globalThis.assist?.side.isShowing")
        self.evaluate("assist.side.framing.show('whole')")

    def draw(self, places, pause=30):
        self.mouse.move(*self.at(*places[0]))
        self.mouse.down()
        for place in places[1:]:
            self.mouse.move(*self.at(*place))
            self.wait_for_timeout(pause)
        self.mouse.up()

    def choose(self, tool):
        self.click(f"#tools label:has([value={tool}])")

    def strokes(self):
        """What stands in the world; on site alone."""
        return self.evaluate("assist.side.session.assisting.list()")

    def set_point(self, tap, is_set):
        """Sets a point of the measuring tool on site by a tap; where it is not known well the tool says so, and a second tap takes it."""
        is_offered = f"{MEASURING}.isRoughOffered"
        tap()
        self.until(f"{is_offered} || ({is_set})", 30)
        if self.evaluate(is_offered):
            assert "Or tap again" in self.inner_text("#measuring-text")
            tap()
        self.until(is_set, 30)

    def leave(self):
        self.context.close()
        assert not self.faults, self.faults


class Callers:
    """The people of one room; all their pages are closed at the end, whatever happened."""

    def __init__(self, chromium, studio):
        self.chromium, self.studio, self.room, self.people = chromium, studio, new_room(), []

    def on_site(self, **options):
        return self._keep(on_site(self.chromium, self.studio, self.room, **options))

    def join(self, name="Ada", **options):
        return self._keep(join(self.chromium, self.studio, self.room, name, **options))

    def leave(self, person):
        self.people.remove(person)
        person.leave()

    def close(self):
        for person in self.people:
            person.context.close()
        assert [fault for person in self.people for fault in person.faults] == []

    def _keep(self, person):
        self.people.append(person)
        return person


def new_room():
    return f"test-room-{next(numbers)}"


def on_site(chromium, studio, room, recording="walk", width=1280, height=800, **options):
    """Someone opens the room and shows a recording."""
    site = Person(chromium, width, height, **options)
    site.goto(f"{studio}assist/?room={room}&role=site&recording={recording}")
    site.wait_for_selector(f"#source option[value*='/{recording}/']", state="attached")
    site.fill("#person", "Sam")
    site.click("#enter")
    return site


def draw_small(site):
    """The site's view as on a slow device, so that software draws and encodes many images; the page chooses no size any more."""
    site.until("globalThis.assist?.room.me", 60)
    site.evaluate("Object.assign(assist.side.load, { begin() {}, add() {} }); assist.side.session.resize(640, 360)")


def join(chromium, studio, room, name="Ada", address=None, is_entering=True, **options):
    """An expert joins, or is about to."""
    options = {"width": 390, "height": 844, "is_mobile": True, "has_touch": True, **options}
    width, height = options.pop("width"), options.pop("height")
    expert = Person(chromium, width, height, **options)
    expert.goto(address or f"{studio}assist/?room={room}&role=expert")
    expert.fill("#person", name)
    if is_entering:
        expert.click("#enter")
    return expert


def hold_when_tracking(site, expert):
    """Waits until the expert sees images of a tracked world, then holds the recording."""
    site.until("assist.side.session.frame?.trackingState === 'normal' && assist.side.frames > 90")
    expert.until("assist.side.readFrames > 3")
    hold(site, expert)
    expert.see_whole()


def hold(site, *experts):
    """Holds the recording, and waits until its last image is shown by everyone."""
    site.evaluate("assist.side.session.pause()")
    deadline, last, since = time.monotonic() + PATIENCE, None, 0
    while True:
        # Images on their way when the recording is held still come.
        now = [site.evaluate("assist.side.frame"), *(expert.evaluate("assist.side.code") for expert in experts)]
        if now != last or len(set(now)) > 1:
            last, since = now, time.monotonic()
        elif time.monotonic() - since > 0.5:
            return
        assert time.monotonic() < deadline, f"the site's image and those of the experts: {now}"
        site.wait_for_timeout(100)
