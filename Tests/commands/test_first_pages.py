"""Every code block of the documentation's first pages (docs/start) runs as it stands.

The pages are followed one after the other in one folder, as a reader would. A server that a block starts keeps running until its page ends; ports of
the pages become free ones. A comment before a block names the file that the reader makes of it: `<!-- file: NAME -->`.
"""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/start"
BLOCK = re.compile(r"(?:<!-- (?:file: )?(?P<file>\S+) -->\n)?^```(?P<language>\w*)\n(?P<code>.*?)^```\n", re.M | re.S)
SERVERS = re.compile(r"^(sightline serve|python3 -m http\.server)\b")
PORT = re.compile(r"(?<![-\w])(8000|8080|1883)(?![-\w])")
CLIENT = ROOT / ".build-client/release"


def blocks(name):
    return [match.groupdict() for match in BLOCK.finditer((PAGES / f"{name}.md").read_text())]


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Reader:
    """Someone who follows a page in a folder: writes the files and types the commands."""

    def __init__(self, folder, environment):
        self.folder, self.environment = folder, environment
        self.ports = {port: str(free_port()) for port in ("8000", "8080", "1883")}
        self.servers = []

    def follow(self, block):
        code = PORT.sub(lambda match: self.ports[match[0]], block["code"])
        if block["file"] and block["language"] != "swift":
            target = self.folder / block["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(code)
        elif block["language"] == "sh":
            self.serve(code) if SERVERS.match(code) else self.run(["bash", "-eu", "-c", code], code)
        elif block["language"] == "python":
            self.run(["python3", "-c", code], code)
        else:
            assert block["language"] == "swift", f"nothing runs this block:\n{code}"
            # An example program as it stands in Examples/Swift, which is built by `make test-client`.
            assert code == (ROOT / block["file"]).read_text(), f"{block['file']} differs: Scripts/sync-examples.py --write"

    def run(self, command, code):
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{code}\n{done.stdout}{done.stderr}"

    def serve(self, code):
        """Starts a server and waits until its port answers."""
        log = open(self.folder / "server.log", "w")
        command = ["bash", "-c", f"exec {code}"]
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=log, stderr=log)
        self.servers.append(process)
        port = next(port for port in self.ports.values() if port in code)
        deadline = time.monotonic() + 20
        while socket.socket().connect_ex(("127.0.0.1", int(port))) != 0:
            assert process.poll() is None and time.monotonic() < deadline, (self.folder / "server.log").read_text()
            time.sleep(0.05)

    def stop(self):
        for process in self.servers:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=20)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("reader")


@pytest.fixture(scope="module")
def environment(program, folder):
    """A home in which the sources lie in ~/sightline, and the program on the path."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "sightline").symlink_to(program)
    # The examples' package is built and run by `make test-client`, for minutes; here its programs run with the arguments of the page.
    (programs / "swift").write_text(f'#!/bin/sh\n[ "$1 $2 $3" = "run -c release" ] || exit 2\nname=$4; shift 4; exec "{CLIENT}/$name" "$@"\n')
    (programs / "swift").chmod(0o755)
    home = folder / "home"
    home.mkdir()
    (home / "sightline").symlink_to(ROOT)
    path = f"{programs}:{ROOT}/.venv/bin:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}


@pytest.fixture
def reader(folder, environment):
    reader = Reader(folder, environment)
    yield reader
    reader.stop()


def test_every_first_page_is_followed_here():
    assert {path.stem for path in PAGES.glob("*.md")} == {"measure", "web", "swift", "venue", "server"}


def test_measure(reader):
    for block in blocks("measure"):
        reader.follow(block)
    assert (reader.folder / "path.tum").read_text().count("\n") > 40


def test_web(reader):
    if not (ROOT / "Web/sightline/sightline.wasm").exists():
        pytest.skip("the engine for the browser is missing: run make wasm")
    if not (chromium := os.environ.get("CHROMIUM") or shutil.which("chromium")):
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    for block in blocks("web"):
        reader.follow(block)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--enable-unsafe-swiftshader"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{reader.ports['8000']}/")
        page.wait_for_function("/^normal, \\d+ planes, camera at -?\\d/.test(document.getElementById('state').textContent)", timeout=60_000)
        browser.close()


def test_swift(reader):
    if not (CLIENT / "MeasureLength").exists():
        pytest.skip("the examples are not built: run make test-client")
    for block in blocks("swift"):
        reader.follow(block)


def test_venue(reader):
    if not shutil.which("mosquitto"):
        pytest.skip("mosquitto is not installed")
    reader.serve(f"mosquitto -p {reader.ports['1883']}\n")
    for block in blocks("venue"):
        reader.follow(block)


def test_server(reader):
    for block in blocks("server"):
        reader.follow(block)
