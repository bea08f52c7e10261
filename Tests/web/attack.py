"""Attacks a studio of its own on this machine for a given time: `attack.py SECONDS [SEED]`, or `make attack SECONDS=…`.

Strangers send mutated requests, frames, images, forms and tokens, and hold connections open, while a good pair of channel clients sends
and receives events. Measured are the studio's memory and descriptors, the time of `/health` (how late its event loops are), the good
pair's times, and answers of 500 and more. `Report.faults` says what must not be.
"""
import base64
import contextlib
import dataclasses
import io
import json
import os
import pathlib
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import zipfile
import zlib

import requests
import websocket

import conftest
import recordings

#: Bytes and words from which mutated input is made.
WORDS = [
    b"\0", b"\r\n", b"\n\n", b"%00", b"%2e%2e/", b"..", b"//", b"%", b"%f", b"\xff\xfe", b"\xf0\x9f\x98\x80", b"A" * 3000, b"{" * 500, b"[" * 2000, b'"', b"\\u0000", b"\\ud800",
    b"-1", b"99999999999999999999", b"1e999", b"NaN", b"null", b"true", b"__proto__", b"' OR 1=1 --", b"<script>", b"Transfer-Encoding: chunked\r\n", b"Content-Length: 5\r\n", b"Host: evil\r\n",
]
PATHS = [
    "/", "/measure/", "/api/recordings", "/recordings/walk/data.jsonl", "/recordings/%2e%2e/owner-token", "/api/owner/session", "/api/phones", "/api/phones/0", "/lab/webxr/frame.html", "/api/assist/rooms", "/api/assist/rooms/hall/join",
    "/api/assist/rooms/hall/waiting", "/api/assist/rooms/hall/pass", "/api/assist/rooms/hall/leave", "/api/assist/rooms/hall/records", "/api/assist/records/0/video", "/api/beacons/reports", "/api/beacons",
    "/api/beacons/plan", "/api/billboards", "/api/billboards/uploads", "/api/billboards/files/a.png", "/api/drawings", "/api/readings/abcdefghij", "/api/channels", "/api/channels/auth", "/api/console/auth",
    "/api/captures/a/data.jsonl", "/api/problem-reports", "/api/problem-reports/0123456789abcdef01234567", "/apps/1/events", "/apps/1/channels", "/users/a/terminate_connections", "/metrics", "/health", "/@0/measure/measure.js", "/service-worker.js", "/certificate.crt",
    "/place/", "/place/place.js", "/api/beacons/push", "/api/beacons/notices", "/api/beacons/beacons/a/invitation", "/pusher/app/a/1/abcd0123/xhr", "/docs/",
]
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "FOO"]
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")
MULTIPART = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\nContent-Type: text/html\r\n\r\n<script>1</script>\r\n--x--\r\n'
DESCRIPTION = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=candidate:1 1 udp 1 10.0.0.1 9 typ host\r\n"


def mutate(chance, data):
    """Some bytes changed, cut, doubled, or replaced by words that parsers dislike."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(data))
        match chance.randrange(5):
            case 0 if data: data[min(at, len(data) - 1)] ^= 1 << chance.randrange(8)
            case 1: del data[at:at + chance.randint(1, 8)]
            case 2: data[at:at] = chance.choice(WORDS)
            case 3: data[at:at] = data[at:at + 64]
            case _: del data[at:]
    return bytes(data)


def problem_report():
    """The archive of a problem report without images."""
    said = {"version": 1, "madeAt": "2026-11-26T10:00:00Z", "page": "/measure/", "text": "", "source": "none", "device": {}, "missing": [], "log": []}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("problem-1/problem-report.json", json.dumps(said))
    return made.getvalue()


def packed(data):
    """A compressed message (RFC 7692, section 7.2.1)."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]


def frame(chance, payload, first=None):
    """A masked frame (RFC 6455, section 5.2), mostly of text, some with reserved bits or an operation that there is not."""
    first = first or 0x80 | chance.choice([1, 1, 1, 2, 0, 8, 9, 10, 11]) | (chance.choice([0x10, 0x20, 0x40]) if chance.random() < 0.05 else 0)
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    mask = chance.randbytes(4)
    return bytes([first]) + size + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


@dataclasses.dataclass
class Report:
    """What an attack measured, and what must not be."""
    seconds: float
    seed: int
    requests: int = 0
    answers: dict = dataclasses.field(default_factory=dict)
    server_errors: list = dataclasses.field(default_factory=list)
    attackers_failed: list = dataclasses.field(default_factory=list)
    memory: list = dataclasses.field(default_factory=list)
    descriptors: list = dataclasses.field(default_factory=list)
    health: list = dataclasses.field(default_factory=list)
    pair: list = dataclasses.field(default_factory=list)
    pair_lost: int = 0
    ended: str = ""
    descriptors_after: int = 0
    memory_limit_mib: int = 350
    #: What memory may grow by between the first minute and the end, MiB, in an attack of two minutes and more.
    memory_growth_mib: int = 48
    #: `/health` is answered within this, 99 times in 100, seconds; the attackers and the studio share the machine.
    health_limit: float = 1.5
    #: The good pair receives within this, 99 times in 100, seconds. None: it is reported only.
    pair_limit: float | None = 0.15

    @property
    def faults(self):
        said = []
        if self.ended: said.append(f"the studio ended: {self.ended}")
        if self.server_errors: said.append(f"{len(self.server_errors)} answers of 500 and more, the first: {self.server_errors[0]}")
        if self.attackers_failed: said.append(f"an attacker failed: {self.attackers_failed[0]}")
        if max(self.memory, default=0) > self.memory_limit_mib: said.append(f"memory {max(self.memory)} MiB")
        if self.seconds >= 120 and self.memory_growth > self.memory_growth_mib: said.append(f"memory grew by {self.memory_growth} MiB after the first minute")
        if self.descriptors and self.descriptors_after > self.descriptors[0] + 20: said.append(f"descriptors {self.descriptors[0]} before, {self.descriptors_after} after")
        if percentile(self.health, 99) > self.health_limit: said.append(f"/health took {percentile(self.health, 99):.2f} s")
        if self.pair_lost: said.append(f"a good pair lost {self.pair_lost} events")
        if not self.pair: said.append("the good pair received nothing")
        if self.pair_limit and percentile(self.pair, 99) > self.pair_limit: said.append(f"the good pair waited {1000 * percentile(self.pair, 99):.0f} ms")
        return said

    @property
    def memory_growth(self):
        """What memory has grown by between the first minute and the last, medians, MiB."""
        minute = max(1, round(len(self.memory) * 60 / self.seconds))
        early, late = self.memory[minute:2 * minute] or self.memory, self.memory[-minute:]
        return round(statistics.median(late) - statistics.median(early))

    def __str__(self):
        def span(values, unit): return f"{values[0]} at first, {max(values)} at most, {values[-1]} at last{unit}" if values else "none"
        return "\n".join([
            f"{self.requests} requests and frames in {self.seconds:.0f} s (seed {self.seed}); answers {dict(sorted(self.answers.items()))}",
            f"memory {span(self.memory, ' MiB')}, {self.memory_growth:+} MiB after the first minute; descriptors {span(self.descriptors, '')}, {self.descriptors_after} after it",
            f"/health: median {1000 * percentile(self.health, 50):.0f} ms, 99 % within {1000 * percentile(self.health, 99):.0f} ms",
            f"good pair: {len(self.pair)} events, median {1000 * percentile(self.pair, 50):.0f} ms, 99 % within {1000 * percentile(self.pair, 99):.0f} ms, {self.pair_lost} lost",
            *(f"FAULT: {fault}" for fault in self.faults),
        ])


def percentile(values, percent):
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else (values or [0])[0]


class Attack:
    """A studio, and those who attack it."""

    def __init__(self, process, address, data, seconds, seed):
        self.process, self.address, self.data = process, address.rstrip("/"), data
        self.host, self.port = self.address.split("//")[1].split(":")
        self.end = time.monotonic() + seconds
        self.report = Report(seconds, seed)
        self.lock = threading.Lock()
        self.owner = {"Authorization": f"Bearer {(pathlib.Path(data) / 'owner-token').read_text().strip()}"}
        self.key = requests.get(f"{self.address}/api/channels", timeout=10).json()["key"]

    def run(self):
        self.measure()
        ways = [self.send_broken_requests, self.send_broken_bodies, self.crowd_rooms, self.upload, self.read_recordings, self.send_frames, self.poll, self.ask_for_notices, self.hold_connections]
        threads = [threading.Thread(target=self.work, args=(way, index)) for index, way in enumerate(ways)]
        threads += [threading.Thread(target=self.watch), threading.Thread(target=self.keep_pair)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        if self.process.poll() is None:
            self.settle()
        else:
            self.report.ended = f"code {self.process.returncode}"
        return self.report

    @property
    def is_on(self):
        return time.monotonic() < self.end and self.process.poll() is None

    def work(self, way, index):
        chance = random.Random(self.report.seed * 100 + index)
        try:
            while self.is_on:
                try:
                    way(chance)
                # A studio may close what it does not like; that is no fault.
                except (OSError, requests.RequestException, websocket.WebSocketException):
                    pass
        except Exception:  # noqa: BLE001 - told in the report
            self.report.attackers_failed.append(traceback.format_exc())

    def count(self, status=None, told=""):
        with self.lock:
            self.report.requests += 1
            if status is None: return
            self.report.answers[status] = self.report.answers.get(status, 0) + 1
            # 501 and 505 are the HTTP parser's answers to methods and versions that there are not; 507 says that space is used up.
            if status >= 500 and status not in (501, 505, 507): self.report.server_errors.append(f"{status} {told}"[:500])

    def ask(self, method, path, **options):
        answer = requests.request(method, self.address + path, timeout=20, allow_redirects=False, **options)
        self.count(answer.status_code, f"{method} {path} {answer.text[:200]}")
        return answer

    # What strangers send

    def send_broken_requests(self, chance):
        """Requests that are broken in their line, their fields, or their body's length."""
        body = json.dumps({"role": "site", "name": "X"}).encode()
        line = f"{chance.choice(METHODS)} {chance.choice(PATHS)} HTTP/1.1\r\n".encode()
        fields = f"Host: {self.host}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\nX-Forwarded-For: 203.0.113.{chance.randrange(250)}\r\nConnection: close\r\n\r\n".encode()
        whole = mutate(chance, line + fields) + body if chance.random() < 0.7 else mutate(chance, line + fields + body)
        with socket.create_connection((self.host, int(self.port)), timeout=3) as connection:
            connection.settimeout(0.5)
            connection.sendall(whole)
            answer = connection.recv(64)
            self.count(int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else None, repr(whole[:200]))

    def send_broken_bodies(self, chance):
        """Bodies of all parts: JSON, forms, multipart, tokens."""
        bodies = [
            {"role": "site", "name": "X", "pass": "e30.e30.e30"}, {"name": "hall", "access": "open"}, {"token": "x"}, {"hasWaitingRoom": True}, {"admitted": True}, {"isKept": True},
            {"reports": [{"time": 1, "uuid": "a", "rssi": -60}]}, {"consents": ["a"]}, {"name": "events", "channel": "a", "data": "{}"}, {"title": "a", "items": [], "reference": None},
        ]
        form = b"socket_id=1.2&channel_name=private-measure-abcdefghij"
        kind, body = chance.choice([
            ("application/json", json.dumps(chance.choice(bodies)).encode()), ("application/x-www-form-urlencoded", form), ("multipart/form-data; boundary=x", MULTIPART),
        ])
        header = base64.urlsafe_b64encode(mutate(chance, b'{"alg":"HS256","typ":"JWT"}')).rstrip(b"=").decode()
        claims = base64.urlsafe_b64encode(mutate(chance, b'{"kind":"inside","room":"hall","epoch":0,"role":"site","sub":"a","exp":9999999999}')).rstrip(b"=").decode()
        fields = {"Content-Type": kind, "X-Assist-Pass": f"{header}.{claims}.{chance.randbytes(8).hex()}"}
        if chance.random() < 0.3: fields["X-Forwarded-For"] = f"198.51.100.{chance.randrange(250)}"
        if chance.random() < 0.3: fields |= self.owner
        self.ask(chance.choice(["POST", "PUT", "DELETE", "PATCH"]), chance.choice(PATHS), data=mutate(chance, body), headers=fields)

    def crowd_rooms(self, chance):
        """Members who come, renew, wait and leave, with passes that were changed."""
        room = f"room-{chance.randrange(20)}"
        joined = self.ask("POST", f"/api/assist/rooms/{room}/join", json={"role": chance.choice(["site", "expert"]), "name": chance.choice(["Sam", "\u202e", "x" * 40, "\0"])})
        if joined.status_code != 200: return
        token = joined.json()["pass"]
        fields = {"X-Assist-Pass": token if chance.random() < 0.6 else mutate(chance, token.encode()).decode("latin-1").encode("ascii", "ignore").decode().translate({c: None for c in range(33)})}
        for _ in range(3):
            method, path, body = chance.choice([("POST", "pass", None), ("GET", "waiting", None), ("POST", "waiting/a", {"admitted": True}), ("DELETE", "members/a", None), ("POST", "leave", None), ("POST", "records", {"consents": [token]}), ("POST", "records/consent", None)])
            self.ask(method, f"/api/assist/rooms/{room}/{path}", json=body, headers=fields)
        if chance.random() < 0.05: self.ask("DELETE", f"/api/assist/rooms/{room}", headers=self.owner)

    def upload(self, chance):
        """Files of the owner's whose bytes are broken, and a stranger's."""
        fields = self.owner if chance.random() < 0.8 else {}
        image = mutate(chance, PNG)
        self.ask("POST", "/api/billboards/uploads", data=image, headers=fields)
        self.ask("POST", "/api/drawings?name=a", data=mutate(chance, b"SLDRAW" + bytes(200)), headers=fields)
        self.ask("PUT", f"/api/captures/a{chance.randrange(5)}/{chance.choice(['data.jsonl', 'frames/1.jpg', '../x', 'data.webm', 'a.html'])}", data=image, headers=fields)
        self.ask("POST", "/api/problem-reports", data=mutate(chance, problem_report()), headers=fields)
        self.ask("PUT", "/api/beacons/plan", data=mutate(chance, json.dumps({"width": 9, "height": 9, "image": "data:image/png;base64," + base64.b64encode(PNG).decode()}).encode()), headers=fields)
        for drawing in requests.get(f"{self.address}/api/drawings", headers=self.owner, timeout=20).json()["drawings"]:
            self.ask("DELETE", f"/api/drawings/{drawing['identifier']}", headers=self.owner)

    def read_recordings(self, chance):
        """Ranges and paths out of a recording."""
        name = chance.choice(["walk/data.jsonl", "walk/notes.html", "walk/hosts", "walk/%2e%2e/%2e%2e/owner-token", "walk/data.jsonl%00.html", "hall/mav0", "walk/.secret"])
        ranges = ["bytes=0-", "bytes=5-1", "bytes=-0", "bytes=-99999999999999999999", "bytes=0-0,1-1,2-2", "bytes=99-", "bytes=a-b", "bites=0-1"]
        answer = self.ask(chance.choice(["GET", "HEAD"]), f"/recordings/{name}", headers={"Range": chance.choice(ranges)})
        if answer.status_code < 300 and name != "walk/data.jsonl":
            raise AssertionError(f"{name} was served: {answer.text[:100]}")

    def send_frames(self, chance):
        """Channel clients whose messages and frames are broken."""
        messages = [
            {"event": "pusher:subscribe", "data": {"channel": "private-measure-abcdefghij", "auth": f"{self.key}:00"}}, {"event": "pusher:subscribe", "data": {"channel": "billboards"}},
            {"event": "client-signal", "channel": "presence-room-hall", "data": {"description": {"type": "offer", "sdp": DESCRIPTION}}}, {"event": "pusher:ping", "data": {}},
            {"event": "client-annotation", "channel": "presence-room-hall", "data": {"id": 1, "points": [[0, 0, 0]], "colour": "#f00"}}, {"event": "pusher:signin", "data": {"auth": "a", "user_data": "{}"}},
        ]
        offer = ["Sec-WebSocket-Extensions: permessage-deflate"] if chance.random() < 0.5 else []
        with contextlib.closing(websocket.create_connection(f"ws://{self.host}:{self.port}/app/{self.key}?protocol={chance.choice([7, 7, 7, 5, 99])}", timeout=2, header=offer)) as client:
            for _ in range(chance.randint(1, 20)):
                text = mutate(chance, json.dumps(chance.choice(messages)).encode())
                whole = frame(chance, text)
                if offer and chance.random() < 0.5: whole = frame(chance, chance.choice([packed(text), mutate(chance, packed(text)), packed(bytes(1 << 20))]), 0xC1)
                client.sock.sendall(whole if chance.random() < 0.8 else mutate(chance, whole))
                self.count()

    def poll(self, chance):
        """Channel clients without WebSockets: sessions, bodies that are no messages, streams that are left."""
        name = chance.choice(["a", "b" * 70, "%00", "..", "%2e%2e", chance.randbytes(4).hex(), chance.randbytes(4).hex()])
        session = f"/pusher/app/{self.key if chance.random() < 0.9 else 'none'}/{chance.randrange(9)}/{name}"
        query = f"?protocol={chance.choice([7, 7, 7, 99, 'x'])}"
        message = json.dumps([json.dumps({"event": "pusher:subscribe", "data": {"channel": "billboards"}})]).encode()
        way = chance.choice(["xhr", "xhr_streaming", "eventsource"])
        with requests.request("GET" if way == "eventsource" else "POST", f"{self.address}{session}/{way}{query}", timeout=5, stream=True) as answer:
            self.count(answer.status_code, f"{session}/{way}")
            next(answer.iter_content(64), None)
            for _ in range(5): self.ask("POST", f"{session}/xhr_send{query}", data=message if chance.random() < 0.3 else mutate(chance, message))

    def ask_for_notices(self, chance):
        """Browsers that ask for a tag's notices: with tokens that were guessed, and as the owner's with addresses of other machines."""
        host = chance.choice(["fcm.googleapis.com", "127.0.0.1", "169.254.169.254", "fcm.googleapis.com@10.0.0.1", "[::1]", "\u202e.example"])
        wish = {"endpoint": f"https://{host}/send/{chance.randrange(50)}", "keys": {"p256dh": base64.urlsafe_b64encode(chance.randbytes(65)).rstrip(b"=").decode(), "auth": "A" * 22}}
        fields = {"Content-Type": "application/json"} | (self.owner if chance.random() < 0.5 else {"X-Tag-Token": chance.randbytes(24).hex()})
        if chance.random() < 0.5: fields["X-Forwarded-For"] = f"192.0.2.{chance.randrange(250)}"
        text = json.dumps(wish).encode()
        self.ask(chance.choice(["PUT", "PUT", "DELETE"]), "/api/beacons/push", data=text if chance.random() < 0.5 else mutate(chance, text), headers=fields)
        notice = json.dumps({"title": "a", "text": "b", "image": "https://a.example/", "quietFrom": "22:00", "quietUntil": "07:00"}).encode()
        made = self.ask("POST", "/api/beacons/notices", data=mutate(chance, notice), headers=fields)
        if made.status_code in (200, 201): self.ask("DELETE", f"/api/beacons/notices/{made.json()['id']}", headers=self.owner)

    def hold_connections(self, chance):
        """Heads and bodies that never end."""
        with contextlib.ExitStack() as stack:
            for _ in range(30):
                connection = stack.enter_context(socket.create_connection((self.host, int(self.port)), timeout=3))
                connection.sendall(chance.choice([b"", b"GET / HT", b"POST /api/assist/rooms/hall/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{", b"GET /app/x HTTP/1.1\r\nUpgrade: websocket\r\n"]))
                self.count()
            time.sleep(1)

    # What is measured

    def measure(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        self.report.memory.append(int(status.split("VmRSS:")[1].split()[0]) >> 10)
        self.report.descriptors.append(len(os.listdir(f"/proc/{self.process.pid}/fd")))

    def watch(self):
        while self.is_on:
            began = time.monotonic()
            with contextlib.suppress(OSError, IndexError): self.measure()
            try:
                status = requests.get(f"{self.address}/health", timeout=20).status_code
                self.count(status, "/health")
                self.report.health.append(time.monotonic() - began)
            except requests.RequestException as error:
                if self.is_on: self.report.server_errors.append(f"/health: {error}")
            time.sleep(0.1)

    def settle(self):
        """Waits until what strangers held is given back."""
        base = self.report.descriptors[0]
        for _ in range(50):
            self.report.descriptors_after = len(os.listdir(f"/proc/{self.process.pid}/fd"))
            if self.report.descriptors_after <= base + 5: break
            time.sleep(0.1)
        status = requests.get(f"{self.address}/health", timeout=20).status_code
        if status != 200: self.report.server_errors.append(f"/health after it: {status}")

    def keep_pair(self):
        """Two clients of one code: what one sends, the other receives, in order."""
        try:
            sender, receiver = joined(self.address, self.key, "goodpair01"), joined(self.address, self.key, "goodpair01")
        except Exception:  # noqa: BLE001 - told in the report
            return self.report.attackers_failed.append(traceback.format_exc())
        number = 0
        with contextlib.closing(sender), contextlib.closing(receiver):
            while self.is_on:
                number += 1
                began = time.monotonic()
                try:
                    send_reading(sender, "goodpair01", number)
                    if received(receiver, 10) == number: self.report.pair.append(time.monotonic() - began)
                    else: self.report.pair_lost += 1
                except (OSError, websocket.WebSocketException):
                    self.report.pair_lost += 1
                    return
                time.sleep(0.15)


def joined(address, key, code):
    """A channel client that is subscribed to the readings of a code."""
    client = websocket.create_connection(f"{address.replace('http', 'ws', 1).rstrip('/')}/app/{key}?protocol=7", timeout=20)
    socket_id = json.loads(json.loads(client.recv())["data"])["socket_id"]
    channel = f"private-measure-{code}"
    auth = requests.post(f"{address.rstrip('/')}/api/channels/auth", data={"socket_id": socket_id, "channel_name": channel}, timeout=20).json()["auth"]
    client.send(json.dumps({"event": "pusher:subscribe", "data": {"channel": channel, "auth": auth}}))
    while json.loads(client.recv())["event"] != "pusher_internal:subscription_succeeded": pass
    return client


def send_reading(client, code, number):
    reading = {"time": int(1000 * time.time()), "kind": "distance", "number": number, "value": number, "sigma": 0.01, "unit": "m", "text": f"{number} m", "isFinal": True}
    client.send(json.dumps({"event": "client-new-measurement", "channel": f"private-measure-{code}", "data": reading}))


def received(client, seconds):
    """The number of the next reading that a client receives."""
    client.settimeout(seconds)
    while True:
        message = json.loads(client.recv())
        if message["event"] == "client-new-measurement":
            data = message["data"]
            return (json.loads(data) if isinstance(data, str) else data)["number"]
        if message["event"] == "pusher:ping": client.send('{"event":"pusher:pong"}')


@contextlib.contextmanager
def target(folder):
    """A studio over a folder with one recording in it, and files beside it that nobody may see; its process, address and data folder."""
    walk = folder / "recordings/walk"
    walk.mkdir(parents=True)
    (walk / "data.jsonl").write_text('{"time":0}\n' * 100)
    (walk / "notes.html").write_text("<script>alert(1)</script>")
    (walk / ".secret").write_text("secret")
    (walk / "hosts").symlink_to("/etc/hostname")
    with studio_over(folder / "data", "--recordings", folder / "recordings") as (process, address):
        yield process, address, folder / "data"


@contextlib.contextmanager
def studio_over(data, *options):
    """A studio over a data folder: its process and its address."""
    command = [conftest.PROGRAM, "serve", "--port", "0", "--pages", recordings.ROOT / "Web", "--data", data, *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        yield process, conftest.address_of(process, r"http://\S+:\d+/")
    finally:
        process.terminate()
        process.wait(timeout=30)


def attack(folder, seconds, seed=1):
    """Attacks a new studio in a folder; gives the report."""
    with target(folder) as (process, address, data):
        return Attack(process, address, data, seconds, seed).run()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        outcome = attack(pathlib.Path(place), float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time()))
    print(outcome)
    sys.exit(1 if outcome.faults else 0)
