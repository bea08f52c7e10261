"""`sightline beacons`: on a real capture, on a simulated walk, and against another maker's controller."""
import contextlib
import csv
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import pty
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request

import pytest

PEER = pathlib.Path(__file__).resolve().parents[1] / "Peers/virtual_controller.py"
VENUE = "51674874-6C69-6E65-8000-0000BEAC0000"
BEACON = "b9407f30f5f8466eaff925556b57fe6d"
FRAME = f"0201061aff4c000215{BEACON}02010007c5"


def identity(beacon):
    return beacon["uuid"].lower(), beacon["major"], beacon["minor"]


@contextlib.contextmanager
def peer(*arguments):
    """Bumble's controller with a second host of its own; gives the port and the process."""
    process = subprocess.Popen([sys.executable, PEER, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline().split()[1]), process
    finally:
        process.stdin.close()
        process.wait(timeout=10)
        process.stdout.close()


@contextlib.contextmanager
def web_address():
    """An address that keeps what is posted to it: path, headers, body."""
    taken = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken.append((self.path, self.headers, body))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", taken
    server.shutdown()
    server.server_close()


@contextlib.contextmanager
def studio(program, data, *arguments):
    """A studio without pages of its own; gives a function that asks it as its owner, and its address."""
    command = [program, "serve", "--data", data, *([] if "--port" in arguments else ["--port", "0"]), *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    address = next(found.group(1) for line in process.stderr if (found := re.search(r"(http://\S+:\d+)/", line)))
    threading.Thread(target=process.stderr.read, daemon=True).start()
    token = (data / "owner-token").read_text().strip()

    def ask(method, path, body=None):
        request = urllib.request.Request(address + path, method=method, headers={"Authorization": f"Bearer {token}"})
        request.data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    yield ask, address
    process.terminate()
    assert process.wait(timeout=10) == 0


def on_a_terminal(*command):
    """Runs a command whose standard output is a terminal; gives what it wrote there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*map(str, command)], stdout=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    written = b""
    with contextlib.suppress(OSError):  # A terminal whose other end is gone is an input error.
        while octets := os.read(ours, 65536):
            written += octets
    os.close(ours)
    assert process.wait(timeout=10) == 0
    return written.decode().replace("\r\n", "\n")


def heard_on(program, address, key, secret, channel):
    """A listener that has joined a channel."""
    command = [program, "channels", "listen", channel, "--server", address, "--json", "--seconds", "60"]
    listener = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def is_occupied():
        path, query = f"/apps/1/channels/{channel}", f"auth_key={key}&auth_timestamp={int(time.time())}&auth_version=1.0"
        signature = hmac.new(secret.encode(), f"GET\n{path}\n{query}".encode(), hashlib.sha256).hexdigest()
        with urllib.request.urlopen(f"{address}{path}?{query}&auth_signature={signature}", timeout=10) as answer:
            return json.loads(answer.read())["occupied"]

    until(is_occupied, seconds=40)
    return listener


def until_lines(process, count):
    """So many lines of a listener, which is then stopped."""
    lines = [process.stdout.readline() for _ in range(count)]
    process.terminate()
    process.wait(timeout=10)
    process.stdout.close()
    return lines


def until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "never came true"
        time.sleep(0.1)
    return found


# Scan, replay, simulate


def test_scan_names_every_beacon_of_a_real_capture(sightline, recorded_beacons):
    capture, table = recorded_beacons
    with open(table) as rows:
        expected = {(row["uuid"], int(row["major"]), int(row["minor"])) for row in csv.DictReader(rows)}
    found = sightline("beacons", "scan", "--source", capture, "--json").json["beacons"]
    assert {identity(beacon) for beacon in found} == expected
    for beacon in found:
        assert -110 <= beacon["rssi"] <= -20
        assert beacon["proximity"] in ("immediate", "near", "far", "unknown")
        assert beacon["accuracy"] == -1 or beacon["accuracy"] > 0


def test_replay_says_what_scan_says(sightline, recorded_beacons):
    capture, _ = recorded_beacons
    scanned = sightline("beacons", "scan", "--source", capture, "--json").json
    assert sightline("beacons", "replay", capture, "--speed", "0", "--json").json == scanned


def test_scan_prints_lines_of_json_where_nobody_looks(sightline, walk):
    lines = [json.loads(line) for line in sightline("beacons", "scan", "--source", walk).stdout.splitlines()]
    assert len(lines) > 100
    assert {identity(line)[0] for line in lines} == {VENUE.lower()}
    assert all(line["time"].endswith("Z") for line in lines)


def test_scan_redraws_a_table_on_a_terminal(program, walk):
    written = on_a_terminal(program, "beacons", "scan", "--source", walk)
    frames = re.split(r"\x1b\[\d+A", written)
    assert len(frames) > 30
    # Each line overwrites the one before to its end, and what is left below is cleared.
    assert all(line.endswith("\x1b[K") for line in frames[20].splitlines()[:-1]) and frames[20].endswith("\x1b[J")
    seen = re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", frames[20])
    assert "UUID" in seen and "ZONE" in seen and "DISTANCE" in seen
    assert re.search(rf"{VENUE} +\d +\d +(immediate|near|far) +\d+\.\d m ± \d+\.\d +-\d+ +\d\.\d s", seen)


def test_a_terminal_is_told_that_nobody_is_near(program, walk):
    written = on_a_terminal(program, "beacons", "scan", "--source", walk, "--uuid", "0" * 32)
    assert "No beacon near by" in written


def test_scan_of_one_uuid_passes_over_others(sightline, walk):
    other = "00000000-0000-0000-0000-000000000000"
    assert sightline("beacons", "scan", "--source", walk, "--uuid", other, "--json").json == {"beacons": []}


def test_a_cut_capture_is_bad_input_and_says_where(sightline, walk, tmp_path):
    cut = tmp_path / "cut.btsnoop"
    cut.write_bytes(walk.read_bytes()[:-3])
    done = sightline("beacons", "scan", "--source", cut, status=65)
    assert str(cut) in done.stderr and "record" in done.stderr
    assert "not a btsnoop file" in sightline("beacons", "replay", __file__, status=65).stderr


def test_the_same_seed_is_the_same_capture(sightline, walk, tmp_path):
    again = tmp_path / "again.btsnoop"
    sightline("beacons", "simulate", "--output", again)
    assert again.read_bytes() == walk.read_bytes()


def test_wrong_usage_is_64(sightline):
    sightline("beacons", "scan", "--source", "nonsense", status=64)
    sightline("beacons", "monitor", status=64)
    sightline("beacons", "forward", "--server", "nonsense", "--token", "a", status=64)
    sightline("beacons", "forward", "--server", "http://127.0.0.1:9", status=64)


# Monitor


def test_monitor_enters_and_leaves_a_room(sightline, walk):
    found = sightline("beacons", "monitor", "--source", walk, "--uuid", VENUE, "--major", "3", "--name", "room", "--json").json
    events = [event["event"] for event in found["events"]]
    assert events.count("enter") == events.count("exit") == 1
    assert found["states"] == {"room": "outside"}


def test_monitor_acts_posts_signed_and_publishes(sightline, walk, tmp_path):
    note = tmp_path / "note"
    with web_address() as (address, taken):
        publish = {"url": address, "app": "7", "key": "k", "secret": "s", "channel": "museum"}
        configuration = {
            "regions": [{"name": "room", "uuid": VENUE, "major": 3}],
            "actions": [
                {"region": "room", "on": "enter", "run": ["sh", "-c", f"echo $SIGHTLINE_EVENT $SIGHTLINE_REGION $SIGHTLINE_BEACON > {note}"]},
                {"region": "room", "on": "exit", "post": {"url": f"{address}/hook", "secret": "s3cret"}},
                {"publish": publish},
                {"region": "elsewhere", "post": {"url": f"{address}/never"}},
            ],
        }
        path = tmp_path / "regions.json"
        path.write_text(json.dumps(configuration))
        sightline("beacons", "monitor", "--source", walk, path)
    assert note.read_text().split()[:2] == ["enter", "room"]
    assert f"{VENUE}/3/" in note.read_text()
    [(_, headers, body)] = [each for each in taken if each[0] == "/hook"]
    assert headers["X-Sightline-Signature"] == hmac.new(b"s3cret", body, hashlib.sha256).hexdigest()
    assert json.loads(body)["event"] == "exit"
    published = [each for each in taken if each[0].startswith("/apps/7/events?")]
    assert sorted(json.loads(body)["name"] for _, _, body in published) == ["enter", "exit"]
    for path, _, body in published:
        query = path.split("?")[1]
        signed = "&".join(sorted(pair for pair in query.split("&") if not pair.startswith("auth_signature=")))
        expected = hmac.new(b"s", f"POST\n/apps/7/events\n{signed}".encode(), hashlib.sha256).hexdigest()
        assert f"auth_signature={expected}" in query
        assert f"body_md5={hashlib.md5(body).hexdigest()}" in query
    assert not [each for each in taken if each[0] == "/never"]


def test_a_configuration_that_lacks_something_says_what(sightline, walk, tmp_path):
    path = tmp_path / "regions.json"
    path.write_text('{"regions": [{"name": "room"}]}')
    assert "uuid" in sightline("beacons", "monitor", "--source", walk, path, status=65).stderr
    path.write_text(json.dumps({"regions": [{"name": str(n), "uuid": VENUE} for n in range(21)]}))
    assert "20 regions" in sightline("beacons", "monitor", "--source", walk, path, status=65).stderr
    told = sightline("beacons", "monitor", "--source", walk, path, "--maximum", "21", "--json").json
    assert len(told["states"]) == 21


def test_monitor_publishes_on_a_running_studio(program, sightline, walk, tmp_path):
    """Both ways to a channel: the monitor's over the server's HTTP interface, and the studio's own."""
    with studio(program, tmp_path / "data") as (ask, address):
        key, secret = ask("GET", "/api/channels")["key"], (tmp_path / "data/channels-secret").read_text().strip()
        publish = {"url": address, "app": "1", "key": key, "secret": secret, "channel": "museum"}
        region = {"name": "room", "uuid": VENUE, "major": 3}
        path = tmp_path / "regions.json"
        path.write_text(json.dumps({"regions": [region], "actions": [{"region": "room", "publish": publish}]}))
        ask("POST", "/api/beacons/regions", region)
        ask("POST", "/api/beacons/actions", {"on": "enter", "channel": "museum-own"})
        own, museum = (heard_on(program, address, key, secret, name) for name in ("museum-own", "museum"))
        done = sightline("beacons", "monitor", "--source", walk, path)
        assert not done.stderr
        # A capture is over in a moment, so that the two are under way at once.
        events = {event["event"]: event["data"] for event in map(json.loads, until_lines(museum, 2))}
        assert sorted(events) == ["enter", "exit"]
        assert json.loads(events["enter"])["region"] == "room"
        assert json.loads(events["enter"])["beacon"].startswith(f"{VENUE}/3/")
        _, token = add_receiver(ask)
        report = {"authorisation": "allowed", "heard": [{"beacon": f"{VENUE}/3/1", "power": -59, "packets": [[0, -60]]}]}
        request = urllib.request.Request(f"{address}/api/beacons/reports", json.dumps(report).encode(), {"Authorization": f"Bearer {token}"})
        urllib.request.urlopen(request, timeout=10).close()
        [line] = until_lines(own, 1)
        assert json.loads(line)["event"] == "enter"


# Another maker's controller


@pytest.mark.parametrize("mode", ["legacy", "extended"])
def test_advertise_is_heard_octet_by_octet(sightline, mode):
    pytest.importorskip("bumble")
    with peer("--mode", mode, "--peer", "scanner") as (port, process):
        source = ["--source", f"tcp:127.0.0.1:{port}", "--seconds", "2"]
        sightline("beacons", "advertise", *source, "--uuid", BEACON, "--major", "513", "--minor", "7", "--power", "-59")
        process.stdin.close()
        heard = [json.loads(line) for line in process.stdout]
    assert len(heard) >= 5
    assert {line["data"] for line in heard} == {FRAME}


def test_a_beacon_is_set_over_the_air(sightline, tmp_path):
    pytest.importorskip("bumble")
    code = tmp_path / "code"
    code.write_text("202122232425262728292a2b2c2d2e2f\n")
    wanted = ["--namespace", "0102030405060708090a", "--instance", "0b0c0d0e0f10", "--interval", "500", "--radio-power", "-8"]
    with peer("--peer", "settable", "--data", code.read_text().strip()) as (port, process):
        command = ["beacons", "configure", "F0:F1:F2:F3:F4:F5", "--source", f"tcp:127.0.0.1:{port}"]
        assert "--lock-code-file" in sightline(*command, status=1).stderr
        found = sightline(*command, "--lock-code-file", code, *wanted, "--power", "-60", "--json").json
        process.stdin.close()
        told = json.loads(process.stdout.readlines()[-1])
    assert told[0] == {"frame": "000102030405060708090a0b0c0d0e0f10", "interval": 500, "radio": -8, "claimed": -19}
    assert found["beacon"] == "0102030405060708090a/0b0c0d0e0f10"
    assert (found["interval"], found["radioPower"], found["claimedPower"], found["powers"]) == (500, -8, -19, [-20, -8, 0, 4])


EDDYSTONE = "0201060303aafe"
FORMATS = {
    "altbeacon": (["--uuid", BEACON, "--major", "513", "--minor", "7"], f"0201061bff1801beac{BEACON}02010007c500"),
    "eddystone-uid": (["--namespace", "0102030405060708090a", "--instance", "0b0c0d0e0f10"], EDDYSTONE + "1716aafe00ee0102030405060708090a0b0c0d0e0f100000"),
    "eddystone-url": (["--url", "https://www.example.com/"], EDDYSTONE + "0e16aafe10ee016578616d706c6500"),
    "eddystone-tlm": (["--battery", "3000", "--temperature", "-1.5"], EDDYSTONE + "1116aafe20000bb8fe80"),
}


@pytest.mark.parametrize("format", FORMATS)
def test_advertise_plays_every_format(sightline, format):
    """The octets are those of the formats' specifications; of the state, the counters after them go on."""
    pytest.importorskip("bumble")
    options, expected = FORMATS[format]
    with peer("--peer", "scanner") as (port, process):
        sightline("beacons", "advertise", "--source", f"tcp:127.0.0.1:{port}", "--seconds", "1.6", "--format", format, *options)
        process.stdin.close()
        received = [json.loads(line)["data"] for line in process.stdout]
    assert len(received) >= 5
    assert {data[:len(expected)] for data in received} == {expected}
    if format == "eddystone-tlm":
        counted = [int(data[-8:], 16) for data in received]
        assert counted[0] == 0 and 10 <= counted[-1] <= 30
    else:
        assert set(received) == {expected}


@pytest.mark.parametrize("options", [[], ["--format", "eddystone-uid", "--namespace", "01"], ["--format", "eddystone-url", "--url", "https://much-too-long-for-a-beacon.example"]])
def test_a_beacon_that_lacks_something_is_wrong_usage(sightline, options):
    assert sightline("beacons", "advertise", *options, status=64).stderr


def test_calibrate_measures_the_power_and_scan_uses_it(sightline, tmp_path):
    pytest.importorskip("bumble")
    kept = tmp_path / "powers.json"
    with peer("--peer", "beacon", "--data", FRAME, "--rssi", "-70") as (port, _):
        source = ["--source", f"tcp:127.0.0.1:{port}"]
        measured = sightline("beacons", "calibrate", *source, "--save", kept, "--json").json
        assert measured["power"] == -70
        assert measured["beacon"].endswith("/513/7")
    with peer("--peer", "beacon", "--data", FRAME, "--rssi", "-70") as (port, _):
        source = ["--source", f"tcp:127.0.0.1:{port}", "--seconds", "3", "--json"]
        [plain] = sightline("beacons", "scan", *source).json["beacons"]
    with peer("--peer", "beacon", "--data", FRAME, "--rssi", "-70") as (port, _):
        source = ["--source", f"tcp:127.0.0.1:{port}", "--seconds", "3", "--json"]
        [calibrated] = sightline("beacons", "scan", *source, "--calibration", kept).json["beacons"]
    assert calibrated["distance"] < plain["distance"]
    assert 0.5 < calibrated["distance"] < 1.6


# Receivers and the studio


def add_receiver(ask, name="Entrance"):
    receiver = ask("POST", "/api/beacons/receivers", {"name": name})["id"]
    return receiver, ask("POST", f"/api/beacons/receivers/{receiver}/token")["token"]


def test_forward_reports_a_walk_to_a_studio(program, sightline, walk, tmp_path):
    with studio(program, tmp_path / "data") as (ask, address):
        ask("POST", "/api/beacons/regions", {"name": "Museum", "uuid": VENUE})
        receiver, token = add_receiver(ask)
        command = ["beacons", "forward", "--server", address, "--source", walk, "--seconds", "6", "--json"]
        environment = {**os.environ, "SIGHTLINE_RECEIVER_TOKEN": token}
        done = sightline(*command, env=environment)
        assert done.json["receiver"] == "Entrance"
        assert done.json["authorisation"] == "allowed"
        assert done.json["packets"] > 50
        assert "allowed" in done.stderr and "reporting to" in done.stderr
        state = ask("GET", "/api/beacons/state")
        assert {beacon["beacon"].split("/")[0] for beacon in state["beacons"]} == {VENUE}
        assert [place["state"] for place in state["places"]] == ["inside"]
        history = ask("GET", "/api/beacons/history")["crossings"]
        assert [(each["event"], each["name"], each["receiver"]) for each in history][:1] == [("enter", "Museum", receiver)]


def test_forward_waits_for_a_studio_that_goes_away(program, walk, tmp_path):
    with studio(program, tmp_path / "data") as (ask, address):
        receiver, token = add_receiver(ask)
        command = [program, "beacons", "forward", "--server", address, "--source", walk, "--token", token]
        forwarding = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        lines = (line for line in forwarding.stderr)
        assert any("as Entrance" in line for line in lines)
    assert any("cannot be reached" in line for line in lines)
    with studio(program, tmp_path / "data", "--port", address.rsplit(":", 1)[1]) as (ask, _):
        assert any("as Entrance" in line for line in lines)
        assert until(lambda: ask("GET", "/api/beacons/state")["beacons"])
        forwarding.terminate()
        assert forwarding.wait(timeout=10) == 0
    forwarding.stderr.close()


def test_forward_with_a_wrong_token_says_so_and_ends(program, sightline, walk, tmp_path):
    with studio(program, tmp_path / "data") as (_, address):
        done = sightline("beacons", "forward", "--server", address, "--source", walk, "--token", "guess", status=1)
        assert "token" in done.stderr


def test_a_receiver_without_a_radio_says_so_plainly(program, tmp_path):
    with studio(program, tmp_path / "data") as (ask, address):
        _, token = add_receiver(ask)
        command = [program, "beacons", "forward", "--server", address, "--source", "hci7", "--token", token, "--seconds", "4"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        [told] = ask("GET", "/api/beacons/state")["receivers"]
        assert told["authorisation"] in ("denied", "restricted", "notDetermined")
        assert told["reason"]
        assert told["reason"] in done.stderr


def test_the_studio_hears_for_itself_and_runs_only_local_programs(program, walk, tmp_path):
    note = tmp_path / "note"
    actions = tmp_path / "actions.json"
    actions.write_text(json.dumps({"actions": [{"on": "enter", "run": ["sh", "-c", f"echo $SIGHTLINE_REGION > {note}"]}]}))
    with studio(program, tmp_path / "data", "--beacons", walk, "--beacon-actions", actions) as (ask, _):
        ask("POST", "/api/beacons/regions", {"name": "Museum", "uuid": VENUE})
        until(lambda: note.exists() and note.read_text() == "Museum\n")
        [told] = ask("GET", "/api/beacons/state")["receivers"]
        assert (told["id"], told["authorisation"]) == ("here", "allowed")


def test_the_studio_shows_a_simulated_walk(program, tmp_path):
    with studio(program, tmp_path / "data", "--beacons", "simulated") as (ask, _):
        state = until(lambda: (state := ask("GET", "/api/beacons/state"))["beacons"] and state)
        assert len(state["receivers"]) == 10
        assert state["beacons"][0]["name"] == "Guide Ada"


@pytest.fixture
def broker(tmp_path):
    """Debian's mosquitto for a user with a password: its port, and what a subscriber of everything has read."""
    if not shutil.which("mosquitto") or not shutil.which("mosquitto_sub"):
        pytest.skip("mosquitto is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    subprocess.run(["mosquitto_passwd", "-c", "-b", tmp_path / "passwords", "door", "secret word"], check=True)
    (tmp_path / "passwords").chmod(0o644)
    (tmp_path / "mosquitto.conf").write_text(f"listener {port} 127.0.0.1\npassword_file {tmp_path}/passwords\nuser root\n")
    server = subprocess.Popen(["mosquitto", "-c", tmp_path / "mosquitto.conf"], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 10
    while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
        assert time.monotonic() < deadline, "mosquitto did not start"
        time.sleep(0.05)
    account = ["-p", str(port), "-u", "door", "-P", "secret word"]
    subprocess.run(["mosquitto_pub", *account, "-t", "test/listening", "-m", "yes", "-r"], check=True)
    listener = subprocess.Popen(["mosquitto_sub", *account, "-t", "#", "-F", "%t %p", "-W", "60"], stdout=subprocess.PIPE, text=True)
    assert listener.stdout.readline() == "test/listening yes\n"
    yield port, listener.stdout
    for process in (listener, server):
        process.terminate()
        process.wait(timeout=10)


def test_monitor_publishes_its_regions_for_home_assistant(sightline, walk, broker, tmp_path):
    port, lines = broker
    regions = [{"name": "Hall", "uuid": VENUE, "major": 3}, {"name": "Ada's key", "uuid": VENUE, "major": 1, "minor": 1}]
    (tmp_path / "regions.json").write_text(json.dumps({"regions": regions}))
    (tmp_path / "password").write_text("secret word\n")
    options = ["--mqtt", f"mqtt://door@127.0.0.1:{port}", "--mqtt-name", "Front door"]
    wrong = sightline("beacons", "monitor", tmp_path / "regions.json", "--source", walk, *options)
    assert "refuses the connection" in wrong.stderr

    sightline("beacons", "monitor", tmp_path / "regions.json", "--source", walk, *options, "--mqtt-password-file", tmp_path / "password")
    heard = {}
    for line in lines:
        topic, _, payload = line.rstrip("\n").partition(" ")
        heard.setdefault(topic, []).append(payload)
        if (topic, payload) == ("sightline/front_door/status", "offline"):
            break
    assert heard["sightline/front_door/status"] == ["online", "offline"]
    tracker = json.loads(heard["homeassistant/device_tracker/sightline_front_door_ada_s_key/config"][0])
    assert tracker["device"]["name"] == "Ada's key" and tracker["availability_topic"] == "sightline/front_door/status"
    assert heard[tracker["state_topic"]][0] == "home"
    distances = [json.loads(each)["distance"] for each in heard[tracker["json_attributes_topic"]] if "distance" in each]
    assert len(distances) > 5 and 0 < min(distances) < max(distances)
    hall = json.loads(heard["homeassistant/binary_sensor/sightline_front_door_hall/config"][0])
    # Not known at first, then someone is there, then nobody.
    assert heard[hall["state_topic"]][-2:] == ["ON", "OFF"]
    assert "homeassistant/device_tracker/sightline_front_door_hall/config" not in heard


def test_monitor_refuses_regions_that_one_topic_would_mix(sightline, tmp_path):
    regions = [{"name": "Front desk", "uuid": VENUE}, {"name": "front-desk", "uuid": VENUE}]
    (tmp_path / "regions.json").write_text(json.dumps({"regions": regions}))
    (tmp_path / "empty.btsnoop").write_bytes(b"btsnoop\0" + bytes([0, 0, 0, 1, 0, 0, 3, 0xEA]))
    refused = sightline("beacons", "monitor", tmp_path / "regions.json", "--source", tmp_path / "empty.btsnoop", "--mqtt", "127.0.0.1:1", status=65)
    assert "would have the same MQTT topic" in refused.stderr
