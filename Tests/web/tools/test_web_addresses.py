"""What beacons say beside their identity, on the Beacons page: web addresses and batteries, received by `sightline beacons forward`."""
import os
import struct
import subprocess

from conftest import PROGRAM, at_size
from test_beacons import VENUE, fits, own, sign_in  # noqa: F401 (the fixture)
from waiting import until

EPOCH = 0x00DCDDB30F2F8000
"""1970 in btsnoop's microseconds."""


def structure(kind, data):
    return bytes([len(data) + 1, kind]) + data


def i_beacon(major, minor):
    uuid = bytes.fromhex(VENUE.replace("-", ""))
    return structure(0xFF, b"\x4c\x00\x02\x15" + uuid + struct.pack(">HHb", major, minor, -59))


def eddystone(frame):
    return structure(0x03, b"\xaa\xfe") + structure(0x16, b"\xaa\xfe" + frame)


def url(rest):
    """A URL frame of `https://` and more."""
    return eddystone(b"\x10\xee\x03" + rest)


def telemetry(millivolts, celsius, count, seconds):
    return eddystone(b"\x20\x00" + struct.pack(">HhII", millivolts, int(celsius * 256), count, seconds * 10))


def capture(path, seconds, packets):
    """Writes a capture in which all packets `(address, data)` are received four times per second."""
    with open(path, "wb") as file:
        file.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for step in range(seconds * 4):
            for address, data in packets:
                report = bytes([0x02, 1, 0x03, 1]) + address.to_bytes(6, "little") + bytes([len(data)]) + data + struct.pack("b", -60)
                packet = bytes([0x04, 0x3E, len(report)]) + report
                file.write(struct.pack(">IIIIQ", len(packet), len(packet), 3, 0, EPOCH + 1_700_000_000_000_000 + step * 250_000) + packet)


@at_size("phone")
def test_what_a_beacon_says_of_itself_is_shown_to_the_owner_and_never_opened(own, page, tmp_path):
    receiver = own.ask("POST", "/receivers", {"name": "Door", "x": 1, "y": 1})
    own.ask("POST", "/beacons", {"name": "Guide", "beacon": f"{VENUE}/1/2"})
    token = own.ask("POST", f"/receivers/{receiver['id']}/token")["token"]
    packets = [(0xC00000000001, i_beacon(1, 2)), (0xC00000000001, telemetry(2950, 21.5, 1234, 7260)), (0xC00000000002, url(b"a.example")), (0xC00000000002, telemetry(3010, 5, 9, 30)), (0xC00000000003, url(b"u:p@evil.example"))]
    capture(tmp_path / "air.btsnoop", 5, packets)
    forwarding = subprocess.Popen([PROGRAM, "beacons", "forward", "--server", own.url, "--source", tmp_path / "air.btsnoop"], env={**os.environ, "SIGHTLINE_RECEIVER_TOKEN": token}, stderr=subprocess.DEVNULL)
    try:
        sign_in(page, own)
        asked = []
        page.context.on("request", lambda request: asked.append(request.url))
        page.locator("#senders").wait_for()
        until(page, "document.querySelectorAll('#sender-list .web-address').length === 1")
        link = page.locator("#sender-list a")
        assert link.inner_text() == "https://a.example" and link.get_attribute("href") == "https://a.example/"
        assert set(link.get_attribute("rel").split()) >= {"noopener", "noreferrer"} and link.get_attribute("target") == "_blank"
        rows = page.locator("#sender-list li")
        until(page, "document.querySelector('#sender-list .said .label')?.textContent.includes('3.01 V')")
        assert "C0:00:00:00:00:02" in rows.first.inner_text() and "on for 0 min" in rows.first.inner_text()
        assert "evil" not in page.content()
        page.get_by_role("button", name="Guide").first.click()
        said = page.locator(".detail .said")
        said.wait_for()
        assert said.inner_text() == "battery 2.95 V · 21.5 °C · on for 2 h · packets sent: 1234"
        assert fits(page) and not any("example" in each for each in asked), "nothing is opened or fetched by itself"
    finally:
        forwarding.terminate()
        forwarding.wait(timeout=10)

    # Also where the venue is public, others see nothing of it.
    own.ask("PUT", "/plan", {"width": 9, "depth": 9, "walls": [], "isPublic": True})
    page.context.clear_cookies()
    page.reload()
    page.get_by_role("rowheader", name="Guide").wait_for()
    assert page.locator("#senders").is_hidden() and "a.example" not in page.content()
