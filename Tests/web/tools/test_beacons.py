"""The Beacons page in a real browser, on the simulated walk and on a venue of its own."""
import base64
import http.server
import json
import os
import queue
import re
import subprocess
import threading
import time
import urllib.request

import pytest
from PIL import Image
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from conftest import PROGRAM, at_size, first_at
from waiting import until

VENUE = "51674874-6C69-6E65-8000-0000BEAC0000"


class Venue:
    """A studio of its own, and its owner's way to it."""

    def __init__(self, folder, *arguments):
        command = [PROGRAM, "serve", "--port", "0", "--data", folder, *arguments]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.url = next(found.group() for line in self.process.stderr if (found := re.search(r"http://\S+:\d+/", line)))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.token = (folder / "owner-token").read_text().strip()

    def ask(self, method, path, body=None, token=None):
        request = urllib.request.Request(self.url + "api/beacons" + path, method=method, headers={"Authorization": f"Bearer {token or self.token}"})
        request.data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=10) == 0


@pytest.fixture(scope="module")
def museum(tmp_path_factory):
    """A studio that shows the simulated walk."""
    venue = Venue(tmp_path_factory.mktemp("museum"), "--beacons", "simulated")
    yield venue
    venue.stop()


@pytest.fixture
def own(tmp_path):
    """A studio with nothing set up yet."""
    venue = Venue(tmp_path / "data")
    yield venue
    venue.stop()


def sign_in(page, venue):
    page.goto(f"{venue.url}beacons/")
    # The refusal is written to the console by the browser itself.
    page.get_by_label("Owner's token").fill(venue.token)
    page.faults.clear()
    page.get_by_role("button", name="Sign in").click()
    until(page, "document.body.dataset.owner === 'true'")
    until(page, "document.getElementById('pulse').dataset.state === 'live'")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_who_is_no_owner_looks_and_does_not_touch(page, museum):
    page.goto(f"{museum.url}beacons/")
    page.get_by_role("rowheader", name="Guide Ada").wait_for()
    assert page.get_by_role("button", name="Add receiver").count() == 0
    page.get_by_role("button", name="Guide Ada").click()
    assert page.get_by_text(f"{VENUE}/100/1").is_visible()
    assert page.locator(".detail li").count() >= 1
    assert page.get_by_role("button", name="Calibrate at 1 m").count() == 0
    page.keyboard.press("Enter")
    assert page.locator(".detail").count() == 0
    assert fits(page)


@first_at("phone")
def test_an_owner_sets_a_venue_up(own, page):
    sign_in(page, own)
    assert page.get_by_role("heading", name="No receiver yet").is_visible()
    page.get_by_role("button", name="Add a receiver").click()
    page.get_by_role("textbox", name="Name").fill("Door")
    page.get_by_label("x, m").fill("2")
    page.get_by_label("y, m").fill("3")
    page.get_by_role("button", name="Keep").click()
    line = page.locator(".token")
    line.wait_for()
    token = re.search(r"SIGHTLINE_RECEIVER_TOKEN=(\w+)", line.inner_text()).group(1)
    assert f"--server {own.url.rstrip('/')}" in line.inner_text()
    page.get_by_role("button", name="Done").click()

    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Width along x").fill("12")
    page.get_by_label("Depth along y").fill("8")
    page.get_by_role("button", name="Keep").click()
    page.locator(".plan svg").wait_for()
    page.get_by_role("button", name="Add region").click()
    page.get_by_role("textbox", name="Name").fill("House")
    page.get_by_role("textbox", name="UUID").fill("not a uuid")
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("give 32 hexadecimal digits").wait_for()
    page.faults.clear()
    page.get_by_role("textbox", name="UUID").fill(VENUE)
    page.get_by_role("button", name="Keep").click()
    page.locator("#places").get_by_text("House").wait_for()

    report = {"authorisation": "allowed", "source": "hci0", "heard": [{"beacon": f"{VENUE}/1/2", "power": -59, "packets": [[0, -60]]}]}
    own.ask("POST", "/reports", report, token=token)
    page.get_by_role("rowheader", name="1/2").wait_for()
    page.locator("#history").get_by_text("House: 1/2").first.wait_for()
    page.locator("#receivers").get_by_text("Allowed", exact=True).wait_for()
    assert page.locator("#receivers").get_by_text("Listening").is_visible()
    own.ask("POST", "/reports", {"authorisation": "denied", "reason": "run as root", "heard": []}, token=token)
    page.locator("#receivers").get_by_text("Denied").wait_for()
    assert page.locator("#receivers").get_by_text("run as root").is_visible()
    assert fits(page)


@first_at("desktop")
def test_walls_and_zones_are_drawn_and_receivers_moved_by_hand(own, page):
    own.ask("PUT", "/plan", {"width": 12, "depth": 8, "walls": []})
    own.ask("POST", "/receivers", {"name": "Door", "x": 2, "y": 3})
    sign_in(page, own)
    assert page.locator("#modes [aria-pressed=true]").inner_text() == "Look"

    def drag(mode, start, end):
        page.locator("#modes").get_by_role("button", name=mode).click()
        # What was kept last is redrawn, so that the drawing is another one for a moment.
        page.wait_for_timeout(1000)
        page.locator("#plan").scroll_into_view_if_needed()
        left, top, width = page.evaluate("(({ x, y, width }) => [x, y, width])(document.querySelector('.plan svg').getBoundingClientRect())")
        scale = (width - 36) / 12
        at = [(left + 18 + x * scale, top + 18 + (8 - y) * scale) for x, y in (start, end)]
        page.mouse.move(*at[0])
        page.mouse.down()
        page.mouse.move(*at[1], steps=4)
        page.mouse.up()

    drag("Wall", (6, 0), (6, 5))
    page.locator(".plan .wall").wait_for(state="attached")
    drag("Zone", (7, 1), (11, 4))
    page.get_by_role("textbox", name="Name").fill("Café")
    page.get_by_role("button", name="Keep").click()
    page.locator(".zone-area").wait_for()
    drag("Move", (2, 3), (4, 6))
    until(page, "!document.getElementById('form').open")
    view = None
    for _ in range(50):
        view = own.ask("GET", "")
        if view["receivers"][0]["x"] != 2:
            break
        page.wait_for_timeout(100)
    assert (view["receivers"][0]["x"], view["receivers"][0]["y"]) == pytest.approx((4, 6), abs=0.3)
    [wall], [zone] = view["plan"]["walls"], view["zones"]
    assert (wall["x1"], wall["y1"], wall["x2"], wall["y2"]) == pytest.approx((6, 0, 6, 5), abs=0.3)
    assert (zone["x"], zone["y"], zone["width"], zone["depth"]) == pytest.approx((7, 1, 4, 3), abs=0.4)
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)
    assert own.ask("GET", "")["receivers"][0]["x"] == pytest.approx(view["receivers"][0]["x"] + 0.1)


@at_size("desktop")
def test_a_zone_of_any_outline_is_drawn_on_a_picture_of_the_plan(own, page, tmp_path):
    own.ask("PUT", "/plan", {"width": 12, "depth": 8, "walls": []})
    picture = tmp_path / "plan.png"
    Image.new("RGB", (120, 80), "#cde").save(picture)
    sign_in(page, own)
    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Picture of the plan").set_input_files(picture)
    page.get_by_role("button", name="Keep").click()
    page.locator(".plan image").wait_for(state="attached")
    address = page.locator(".plan image").get_attribute("href")
    assert page.evaluate("address => new Promise(done => { const image = new Image(); image.onload = () => done(image.naturalWidth); image.onerror = () => done(0); image.src = address; })", address) == 120

    page.locator("#modes").get_by_role("button", name="Outline").click()
    page.locator("#plan").scroll_into_view_if_needed()
    left, top, width = page.evaluate("(({ x, y, width }) => [x, y, width])(document.querySelector('.plan svg').getBoundingClientRect())")
    scale = (width - 36) / 12
    corners = [(1, 1), (9, 1), (9, 3), (4, 3), (4, 7), (1, 7)]
    for x, y in [*corners, corners[0]]:
        page.mouse.click(left + 18 + x * scale, top + 18 + (8 - y) * scale)
    assert page.get_by_label("Left edge x").count() == 0
    page.get_by_role("textbox", name="Name").fill("Shoes")
    page.get_by_role("button", name="Keep").click()
    page.locator(".zone-area polygon").wait_for(state="attached")
    [zone] = own.ask("GET", "")["zones"]
    assert [value for corner in zone["outline"] for value in corner] == pytest.approx([value for corner in corners for value in corner], abs=0.2)
    assert (zone["x"], zone["y"], zone["width"], zone["depth"]) == pytest.approx((1, 1, 8, 6), abs=0.3)

    page.get_by_role("button", name="Set up").click()
    page.get_by_label("Remove the picture").check()
    page.get_by_role("button", name="Keep").click()
    page.locator(".plan image").wait_for(state="detached")


@at_size("desktop")
def test_the_walk_may_be_tried_and_left(own, page):
    sign_in(page, own)
    page.get_by_role("button", name="Try a simulated walk").first.click()
    page.get_by_role("rowheader", name="Guide Ada").wait_for()
    page.get_by_role("button", name="Show my own venue").click()
    page.get_by_role("heading", name="No receiver yet").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("heading", name="Who is near is for the owner to see").wait_for()
    page.faults.clear()


@at_size("phone")
def test_a_venue_is_rehearsed_on_its_own_plan(own, page):
    own.ask("PUT", "/plan", {"width": 10, "depth": 8, "walls": []})
    ids = [own.ask("POST", "/receivers", {"name": name, "x": x, "y": y})["id"] for name, x, y in [("Door", 0, 0), ("Till", 10, 0), ("Shelf", 0, 8), ("Store", 10, 8)]]
    own.ask("POST", "/regions", {"name": "Shop", "uuid": VENUE})
    sign_in(page, own)
    assert page.locator("#truth").is_hidden()
    page.get_by_role("button", name="Rehearse on my own plan").click()
    figure = page.get_by_role("button", name="Test tag: lead with the arrow keys")
    figure.wait_for()
    assert page.get_by_text("A rehearsal on your own plan.").is_visible()
    page.locator("#places").get_by_text("Inside").wait_for()
    figure.scroll_into_view_if_needed()
    box = figure.locator(".person-mark").bounding_box()
    left, top, width = page.evaluate("(({ x, y, width }) => [x, y, width])(document.querySelector('.plan svg').getBoundingClientRect())")
    scale = (width - 36) / 10
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(left + 18 + 4 * scale, top + 18 + 5 * scale, steps=4)
    page.mouse.up()
    truth = lambda: own.ask("GET", "/state")["truth"][0]
    for _ in range(60):
        if (truth()["x"], truth()["y"]) == pytest.approx((4, 3), abs=0.3):
            break
        page.wait_for_timeout(100)
    assert (truth()["x"], truth()["y"]) == pytest.approx((4, 3), abs=0.3)
    page.keyboard.press("ArrowUp")
    page.wait_for_timeout(1500)
    assert truth()["y"] == pytest.approx(3.5, abs=0.3)
    off = re.search(r"(\d+\.\d) m, in the mean of a minute (\d+\.\d) m", page.locator("#truth-list").inner_text())
    assert float(off[1]) < 6
    assert page.locator(".walkers .walker").count() == 1
    assert fits(page)

    page.get_by_role("button", name="Survey with Test tag").click()
    page.get_by_text("Carry Test tag: tap where you stand").wait_for()
    page.locator("#plan").scroll_into_view_if_needed()

    def tap(x, y):
        left, top = page.evaluate("(({ x, y }) => [x, y])(document.querySelector('.plan svg').getBoundingClientRect())")
        page.mouse.click(left + 18 + x * scale, top + 18 + (8 - y) * scale)

    tap(4, 3.5)
    own.ask("PUT", "/simulation/walker", {"who": own.ask("GET", "")["beacons"][0]["beacon"], "x": 7, "y": 3.5})
    for _ in range(60):
        if truth()["x"] == 7:
            break
        page.wait_for_timeout(100)
    tap(7, 3.5)
    page.locator(".survey circle").first.wait_for(state="attached")
    page.get_by_role("button", name="Forget the survey").click()
    page.locator(".survey circle").first.wait_for(state="detached")

    own.ask("PUT", f"/receivers/{ids[0]}", {"name": "Door", "x": 5, "y": 0})
    page.get_by_role("button", name="Keep what I changed").click()
    page.locator("#simulated").wait_for(state="hidden")
    assert page.locator("#truth").is_hidden() and page.locator(".person").count() == 0
    view = own.ask("GET", "")
    assert view["receivers"][0]["x"] == 5 and view["beacons"] == [] and not view["simulation"]["isShown"]


def test_the_owner_signs_in_while_the_simulated_walk_shows(page, museum):
    page.goto(f"{museum.url}beacons/")
    page.get_by_role("button", name="Sign in as the owner").click()
    page.get_by_role("button", name="Back").click()
    assert page.get_by_text("A simulated walk.").is_visible()
    page.get_by_role("button", name="Sign in as the owner").click()
    page.get_by_label("Owner's token").fill(museum.token)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Show my own venue").wait_for()
    assert page.locator("#sign-in").is_hidden() and page.locator("#door").is_hidden()


class PushService(http.server.BaseHTTPRequestHandler):
    """A push service that keeps what it is sent."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.put((self.path, dict(self.headers), body))
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def push_service():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), PushService) as server:
        server.taken = queue.Queue()
        server.origin = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def unbase64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(salt, secret, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def opened(body, key, secret):
    """What a browser with a key and a secret reads of a message (RFC 8291, section 3.4; RFC 8188, section 2)."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21:21 + length], body[21 + length:]
    assert len(body) <= size == 4096
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    material = derived(secret, shared, b"WebPush: info\0" + public_bytes(key) + sender, 32)
    nonce = derived(salt, material, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)).decrypt(nonce, sealed, None)
    assert plain.endswith(b"\2")
    return json.loads(plain[:-1])


def public_bytes(key):
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_sender(fields, key, origin):
    """Whether the request says truly who sends it (RFC 8292): `key` is what the page was given."""
    word = re.fullmatch(r"vapid t=(([\w-]+)\.([\w-]+))\.([\w-]+), k=([\w-]+)", fields["Authorization"])
    signed, head, claims, signature, sender = word.groups()
    assert sender == key and json.loads(unbase64(head)) == {"typ": "JWT", "alg": "ES256"}
    claims = json.loads(unbase64(claims))
    assert claims["aud"] == origin and claims["sub"] == "mailto:owner@example.org" and 0 < claims["exp"] - time.time() <= 86_400
    raw = unbase64(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unbase64(sender)).verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))


# Chromium asks Google's push service, which is not to be had here: this stands for it, with the keys of the test.
BROWSER_PUSH = """(subscription => {
    const own = { toJSON: () => subscription, unsubscribe: async () => (localStorage.removeItem("asked"), true) };
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => (localStorage.setItem("asked", userVisibleOnly && applicationServerKey), own);
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("asked") ? own : null);
})(%s)"""


@at_size("desktop")
def test_a_notice_reaches_a_phone_whose_page_is_closed(page, chromium, push_service, tmp_path):
    venue = Venue(tmp_path / "data", "--push-service", push_service.origin, "--push-contact", "mailto:owner@example.org")
    receiver = venue.ask("POST", "/receivers", {"name": "Door"})["id"]
    token = venue.ask("POST", f"/receivers/{receiver}/token")["token"]
    venue.ask("POST", "/beacons", {"name": "Ada's tag", "beacon": f"{VENUE}/1/2"})
    venue.ask("POST", "/regions", {"name": "House", "uuid": VENUE})
    sign_in(page, venue)
    page.get_by_role("button", name="Add notice").click()
    page.get_by_label("When").select_option(label="House")
    page.get_by_label("First line").fill("Welcome")
    page.get_by_label("Text").fill("The café is on the left.")
    page.get_by_label("A tap opens").fill("/measure/")
    page.get_by_role("button", name="Keep").click()
    page.locator("#notices").get_by_text("Welcome").wait_for()
    page.get_by_role("button", name="Invite who carries Ada's tag").click()
    invitation = page.locator(".token").inner_text()
    assert invitation.startswith(f"{venue.url}beacons/#tag=")

    key, secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    text = lambda octets: base64.urlsafe_b64encode(octets).decode().rstrip("=")
    subscription = {"endpoint": f"{push_service.origin}/ada", "keys": {"p256dh": text(public_bytes(key)), "auth": text(secret)}}
    visitor = chromium.new_context(permissions=["notifications"])
    visitor.add_init_script(BROWSER_PUSH % json.dumps(subscription))
    phone = visitor.new_page()
    phone.goto(invitation)
    phone.get_by_role("button", name="Send notices here").click()
    phone.get_by_role("button", name="End notices here", exact=True).wait_for()
    assert "tag=" not in phone.url
    asked = phone.evaluate("localStorage.getItem('asked')")
    worker = visitor.service_workers[0]
    worker.evaluate("self.registration.showNotification = async (title, rest) => { self.shown = { title, ...rest }; }")
    control = visitor.new_page()
    phone.close()

    report = {"authorisation": "allowed", "source": "hci0", "heard": [{"beacon": f"{VENUE}/1/2", "power": -59, "packets": [[0, -60]]}]}
    venue.ask("POST", "/reports", report, token=token)
    path, fields, body = push_service.taken.get(timeout=20)
    assert path == "/ada" and fields["Content-Encoding"] == "aes128gcm" and fields["TTL"] == "900"
    check_sender(fields, asked, push_service.origin)
    message = opened(body, key, secret)
    assert message == {"title": "Welcome", "body": "The café is on the left.", "url": "/measure/", "tag": venue.ask("GET", "")["notices"][0]["id"]}

    # What the push service would hand to the browser, to the service worker alone.
    tools = visitor.new_cdp_session(control)
    registrations = queue.Queue()
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: [registrations.put(each) for each in told["registrations"]])
    tools.send("ServiceWorker.enable")
    for _ in range(50):
        if not registrations.empty():
            break
        control.wait_for_timeout(100)
    registration = registrations.get(timeout=1)["registrationId"]
    tools.send("ServiceWorker.deliverPushMessage", {"origin": venue.url.rstrip("/"), "registrationId": registration, "data": json.dumps(message)})
    for _ in range(50):
        if shown := worker.evaluate("self.shown"):
            break
        control.wait_for_timeout(100)
    assert (shown["title"], shown["body"], shown["data"]) == ("Welcome", "The café is on the left.", {"url": "/measure/"})

    phone = visitor.new_page()
    phone.goto(f"{venue.url}beacons/")
    phone.get_by_role("button", name="End notices here", exact=True).click()
    phone.get_by_role("button", name="Send notices here").wait_for()
    visitor.close()
    # Off the studio before it stops, else the page complains.
    page.goto("about:blank")
    venue.stop()


@first_at("phone")
def test_a_simulated_walk_lives_on_the_page(page, museum):
    """The last of this file, since it waits until the museum's walk, which goes on meanwhile, enters a region."""
    page.goto(f"{museum.url}beacons/")
    until(page, "document.getElementById('pulse').dataset.state === 'live'")
    page.get_by_role("rowheader", name="Guide Ada").wait_for()
    assert page.get_by_text("A simulated walk.").is_visible()
    assert page.locator(".plan .wall").count() == 6
    assert page.locator(".plan .receiver").count() == 6
    until(page, "document.querySelectorAll('.plan ellipse.spread').length > 1")
    assert page.evaluate("document.querySelectorAll('.plan .deaf').length") == 0
    place = "document.querySelector('.walkers .walker').style.transform"
    before = page.evaluate(place)
    until(page, f"{place} !== '{before}'")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Guide Ada"))
    assert re.search(r"Immediate|Near|Far", row.inner_text())
    assert re.search(r"\d+\.\d m ± \d+\.\d", row.inner_text())
    assert page.locator("#receivers li").count() == 10
    assert re.search(r"Listening: \d+ packets? a second", page.locator("#receivers li").first.inner_text())
    until(page, "document.querySelectorAll('#history .enter').length > 0")
    assert fits(page)
