"""`sightline serve --tls`: one port that speaks TLS, and plain HTTP to this machine; channels under both; a code to scan in the terminal."""
import base64
import http.client
import json
import os
import pty
import re
import signal
import socket
import ssl
import struct
import subprocess

import cv2
import numpy
import pytest

import conftest


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def secure(engine, simulated, data):
    """The port of a studio with a certificate of its own."""
    with conftest.serving("--tls", "--host", "127.0.0.1", "--data", data, "--recordings", simulated) as address:
        assert address.startswith("https://")
        yield int(re.search(r":(\d+)/", address).group(1))


def trusting(data):
    return ssl.create_default_context(cafile=str(data / "certificates/root.pem"))


def get(connection, path):
    connection.request("GET", path)
    response = connection.getresponse()
    return response.status, response.read()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_whoever_trusts_the_root_trusts_the_studio(secure, data, name):
    status, body = get(http.client.HTTPSConnection(name, secure, context=trusting(data)), "/")
    assert status == 200 and b"Sightline" in body


def test_others_do_not(secure):
    with pytest.raises(ssl.SSLCertVerificationError):
        get(http.client.HTTPSConnection("localhost", secure), "/")


def test_this_machine_may_do_without_encryption(secure):
    status, body = get(http.client.HTTPConnection("127.0.0.1", secure), "/api/recordings")
    assert status == 200 and "walk" in [each["name"] for each in json.loads(body)["recordings"]]


def test_the_root_can_be_fetched_and_is_the_one_that_was_made(secure, data):
    status, body = get(http.client.HTTPConnection("127.0.0.1", secure), "/certificate.crt")
    assert status == 200
    assert ssl.DER_cert_to_PEM_cert(body).split() == (data / "certificates/root.pem").read_text().split()


def frame(stream):
    """The text of one short WebSocket frame."""
    head = stream.read(2)
    count = head[1] & 127
    if count == 126:
        count = struct.unpack(">H", stream.read(2))[0]
    return stream.read(count).decode()


@pytest.mark.parametrize("is_encrypted", [True, False])
def test_channels_open_under_both(secure, data, is_encrypted):
    key = json.loads(get(http.client.HTTPConnection("127.0.0.1", secure), "/api/channels")[1])["key"]
    connection = socket.create_connection(("localhost" if is_encrypted else "127.0.0.1", secure), timeout=10)
    if is_encrypted:
        connection = trusting(data).wrap_socket(connection, server_hostname="localhost")
    with connection:
        nonce = base64.b64encode(os.urandom(16)).decode()
        connection.sendall((
            f"GET /app/{key}?protocol=7 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode())
        stream = connection.makefile("rb")
        assert b"101" in stream.readline()
        while stream.readline().strip():
            pass
        assert json.loads(frame(stream))["event"] == "pusher:connection_established"


def test_a_page_over_https_has_all_that_a_phone_needs(secure, chromium):
    page = conftest.open_page(chromium, "phone", ignore_https_errors=True)
    page.goto(f"https://localhost:{secure}/measure/")
    assert page.evaluate("isSecureContext && crossOriginIsolated")
    page.wait_for_selector("#play:not([disabled])")
    page.context.close()


def scanned(lines):
    """What the code in a terminal's lines says: upper and lower half of a character are a module each."""
    rows = []
    for line in lines:
        plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
        rows.append([character in "█▀" for character in plain])
        rows.append([character in "█▄" for character in plain])
    width = max(map(len, rows))
    modules = numpy.array([row + [False] * (width - len(row)) for row in rows])
    picture = numpy.where(numpy.pad(modules, 4), 0, 255).astype(numpy.uint8)
    return cv2.QRCodeDetector().detectAndDecode(cv2.resize(picture, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST))[0]


def test_a_terminal_shows_the_address_as_a_code(engine, tmp_path):
    watching, shown = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color"}
    command = [conftest.PROGRAM, "serve", "--tls", "--port", "0", "--data", tmp_path]
    process = subprocess.Popen(command, stderr=shown, env=environment)
    os.close(shown)
    text = ""
    while "ctrl-C" not in text:
        text += os.read(watching, 65536).decode()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) == 0
    os.close(watching)
    phone = re.search(r"phone[^\n]*?(https://[^\s/]+/)", text)
    if not phone:
        pytest.skip("this machine has no network besides its own")
    code = [line.rstrip("\r") for line in text.split("\n") if "48;5;231m" in line]
    assert scanned(code) == phone.group(1)
