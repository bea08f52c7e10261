"""Uploads of a gigabyte, sent for real: refused early, in bounded memory, with nothing left on the disk."""
import os
import pathlib
import select
import socket

import pytest

from conftest import serving

MEGABYTE = 1 << 20
PART = b"\x89PNG\r\n\x1a\n" + os.urandom(MEGABYTE - 8)
PARTS = 1024


class Serving:
    """A studio of one's own: its address, its owner's token, its process and its folder."""

    def __init__(self, address, folder):
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        self.address = host, int(port)
        self.folder = folder
        self.token = (folder / "owner-token").read_text().strip()
        self.process = next(
            int(each.name) for each in pathlib.Path("/proc").iterdir()
            if each.name.isdigit() and str(folder).encode() in commandline(each) and b"serve" in commandline(each)
        )

    def memory(self, kind):
        """Megabytes: `VmRSS` now, `VmHWM` the most since the last `forget`."""
        lines = pathlib.Path(f"/proc/{self.process}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(kind)).split()[1]) / 1024

    def forget(self):
        pathlib.Path(f"/proc/{self.process}/clear_refs").write_text("5")

    def files(self):
        return {str(each.relative_to(self.folder)) for each in self.folder.rglob("*") if each.is_file() and "sqlite" not in each.name}

    def post(self, *headers):
        connection = socket.create_connection(self.address, timeout=30)
        host, port = self.address
        lines = [
            "POST /api/billboards/uploads HTTP/1.1", f"Host: {host}:{port}", f"Authorization: Bearer {self.token}", *headers,
        ]
        connection.sendall("".join(line + "\r\n" for line in [*lines, ""]).encode())
        return connection


def commandline(process):
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def own_studio(engine, tmp_path):
    with serving("--data", tmp_path) as address:
        yield Serving(address, tmp_path)


def send(connection, frame):
    """Sends the gigabyte part by part, on after an answer too, as long as someone takes it; gives the answer and how many parts came before it."""
    answer, before = b"", None
    connection.setblocking(True)
    for number in range(PARTS):
        if before is None and select.select([connection], [], [], 0)[0]:
            before = number
        try:
            connection.sendall(frame(PART))
        except OSError:
            break
    if before is None:
        before = number
    connection.settimeout(30)
    try:
        while b"too_large" not in answer and (part := connection.recv(65536)):
            answer += part
    except OSError:
        pass
    return answer, before


@pytest.mark.parametrize("headers, frame, most", [
    ([f"Content-Length: {PARTS * MEGABYTE}"], bytes, 16),
    (["Transfer-Encoding: chunked"], lambda part: f"{len(part):x}\r\n".encode() + part + b"\r\n", 96),
], ids=["with its length told", "with its length untold"])
def test_a_gigabyte_is_refused_early_and_leaves_nothing(own_studio, headers, frame, most):
    files, memory = own_studio.files(), own_studio.memory("VmRSS")
    own_studio.forget()
    with own_studio.post(*headers) as connection:
        answer, before = send(connection, frame)
    assert answer.startswith(b"HTTP/1.1 413"), answer[:200]
    assert b"too_large" in answer
    grown = own_studio.memory("VmHWM") - memory
    print(f"refused after {before} MB; {grown:.0f} MB of memory more at most")
    assert before <= most
    assert grown < 128
    assert own_studio.files() == files
    with own_studio.post("Content-Length: 5", "Connection: close") as connection:
        connection.sendall(b"hello")
        assert connection.recv(64).startswith(b"HTTP/1.1 415"), "the studio goes on"
