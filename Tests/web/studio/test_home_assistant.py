"""A studio publishes its venue to a real MQTT broker as Home Assistant expects it."""
import json
import queue
import shutil
import socket
import subprocess
import threading
import time

import pytest

from test_beacons import VENUE, Venue

BEACON = f"{VENUE}/100/1"


class Broker:
    """Debian's mosquitto, with a user and a password, and someone who subscribes to everything."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.process, self.listener = folder, None, None
        subprocess.run(["mosquitto_passwd", "-c", "-b", folder / "passwords", "studio", "secret word"], check=True)
        (folder / "passwords").chmod(0o644)
        (folder / "mosquitto.conf").write_text(f"listener {self.port} 127.0.0.1\npassword_file {folder}/passwords\nuser root\n")

    def start(self):
        self.process = subprocess.Popen(["mosquitto", "-c", self.folder / "mosquitto.conf"], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except OSError:
                assert time.monotonic() < deadline, "mosquitto did not start"
                time.sleep(0.05)
        command = ["mosquitto_sub", "-p", str(self.port), "-u", "studio", "-P", "secret word", "-t", "#", "-F", "%t %p"]
        self.listener = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, args=[self.listener.stdout, self.lines], daemon=True).start()

    @staticmethod
    def _read(stream, lines):
        for line in stream:
            lines.put(line.rstrip("\n"))

    def until(self, topic, accept=lambda payload: True, seconds=20):
        """The next payload on a topic that is accepted."""
        deadline = time.monotonic() + seconds
        while True:
            line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            name, _, payload = line.partition(" ")
            if name == topic and accept(payload):
                return payload

    def stop(self):
        for process in (self.listener, self.process):
            if process:
                process.terminate()
                process.wait(timeout=10)


@pytest.fixture
def broker(tmp_path):
    if not shutil.which("mosquitto") or not shutil.which("mosquitto_sub"):
        pytest.skip("mosquitto is not installed")
    broker = Broker(tmp_path)
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def venue(broker, tmp_path):
    (tmp_path / "password").write_text("secret word\n")
    venue = Venue(tmp_path / "data", "--mqtt", f"mqtt://studio@127.0.0.1:{broker.port}", "--mqtt-password-file", tmp_path / "password")
    yield venue
    if venue.process.poll() is None:
        venue.stop()


def test_a_named_beacon_becomes_a_device_that_comes_and_goes_with_the_studio(broker, venue):
    assert broker.until("sightline/status") == "online"
    beacon = venue.ask("POST", "/beacons", {"name": "Ada's key", "beacon": BEACON})
    topic = f"sightline/beacons/{beacon['id']}"
    tracker = json.loads(broker.until(f"homeassistant/device_tracker/sightline_{beacon['id']}/config"))
    assert tracker["state_topic"] == f"{topic}/presence" and tracker["device"]["name"] == "Ada's key"
    assert tracker["availability_topic"] == "sightline/status" and tracker["source_type"] == "bluetooth_le"
    sensor = json.loads(broker.until(f"homeassistant/sensor/sightline_{beacon['id']}_distance/config"))
    assert (sensor["unit_of_measurement"], sensor["device_class"]) == ("m", "distance")
    assert broker.until(f"{topic}/presence") == "not_home"

    # The broker was away: all is there again when it is back, without a word of the owner.
    broker.stop()
    broker.start()
    assert broker.until("sightline/status", lambda payload: payload == "online", seconds=30) == "online"
    broker.until(f"homeassistant/device_tracker/sightline_{beacon['id']}/config")

    venue.ask("DELETE", f"/beacons/{beacon['id']}")
    broker.until(f"homeassistant/device_tracker/sightline_{beacon['id']}/config", lambda payload: payload == "")
    venue.stop()
    assert broker.until("sightline/status", lambda payload: payload == "offline") == "offline"


def test_of_two_floors_the_broker_keeps_on_which_a_beacon_is(broker, venue):
    """Four receivers on each floor; those upstairs receive the tag 25 dB more strongly."""
    floors = [venue.ask("POST", "/floors", {"name": name, "level": level, "width": 10, "depth": 8, "walls": []})["id"] for level, name in enumerate(["Hall", "Gallery"])]
    tag = venue.ask("POST", "/beacons", {"name": "Guide", "beacon": BEACON})
    tokens = []
    for floor in floors:
        for x, y in ((0, 0), (10, 0), (0, 8), (10, 8)):
            receiver = venue.ask("POST", "/receivers", {"name": f"Receiver {len(tokens)}", "x": x, "y": y, "floor": floor})
            tokens.append(venue.ask("POST", f"/receivers/{receiver['id']}/token")["token"])
    sensor = json.loads(broker.until(f"homeassistant/sensor/sightline_{tag['id']}_floor/config"))
    assert sensor["name"] == "Floor" and sensor["availability_topic"] == "sightline/status"
    told = None
    deadline = time.monotonic() + 30
    while told is None and time.monotonic() < deadline:
        for number, token in enumerate(tokens):
            heard = [{"beacon": BEACON, "power": -59, "packets": [[age, -65 if number >= 4 else -90] for age in (300, 150, 0)]}]
            venue.ask("POST", "/reports", {"authorisation": "allowed", "heard": heard}, token=token)
        try:
            told = json.loads(broker.until(sensor["state_topic"], lambda payload: "Gallery" in payload, seconds=1))
        except queue.Empty:
            pass
    assert told and told["floor"] == "Gallery" and isinstance(told["isFloorSure"], bool), told

    # Who subscribes later receives it at once: it is retained.
    command = ["mosquitto_sub", "-p", str(broker.port), "-u", "studio", "-P", "secret word", "-t", sensor["state_topic"], "-C", "1", "-W", "5"]
    assert json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["floor"] == "Gallery"

    # With one floor left nobody asks on which, and the sensor goes.
    venue.ask("DELETE", f"/floors/{floors[1]}?contents=removed")
    broker.until(f"homeassistant/sensor/sightline_{tag['id']}_floor/config", lambda payload: payload == "")


def test_a_studio_that_is_killed_is_offline(broker, venue):
    assert broker.until("sightline/status") == "online"
    venue.process.kill()
    venue.process.wait()
    assert broker.until("sightline/status", lambda payload: payload == "offline") == "offline"
