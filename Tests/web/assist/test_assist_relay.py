"""The call through coturn, with the two sides in networks of their own that do not reach each other."""
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import threading

import pytest

import calls
from conftest import PROGRAM

HUB = "10.98.0.1"
SECRET = "a secret that only studio and relay know"
NARROW = pathlib.Path(__file__).with_name("narrow_link.py")


def run(*words, inside=None):
    prefix = ["ip", "netns", "exec", inside] if inside else []
    return subprocess.run([*prefix, *words], check=True, capture_output=True, text=True)


def reaches(inside, address):
    """Whether a network's machine at an address answers, if only by refusing."""
    ask = f"import socket; socket.socket().connect_ex(('{address}', 9)) == 111 or exit(1)"
    try:
        return subprocess.run(["ip", "netns", "exec", inside, sys.executable, "-c", ask], timeout=2).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def lay(names):
    """Joins the hub with each side; nothing goes through the hub."""
    hub = names["hub"]
    for name in names.values():
        run("ip", "netns", "add", name)
        run("ip", "link", "set", "lo", "up", inside=name)
    run("ip", "addr", "add", f"{HUB}/32", "dev", "lo", inside=hub)
    for number, part in enumerate(("site", "expert"), 1):
        run("ip", "link", "add", f"to{number}", "netns", hub, "type", "veth", "peer", "name", "gate", "netns", names[part])
        run("ip", "addr", "add", f"10.98.{number}.1/24", "dev", f"to{number}", inside=hub)
        run("ip", "link", "set", f"to{number}", "up", inside=hub)
        run("ip", "addr", "add", f"10.98.{number}.2/24", "dev", "gate", inside=names[part])
        run("ip", "link", "set", "dev", "gate", "up", inside=names[part])
        run("ip", "route", "add", "default", "via", f"10.98.{number}.1", inside=names[part])
    run("sh", "-c", "echo 0 > /proc/sys/net/ipv4/ip_forward", inside=hub)


@pytest.fixture(scope="module")
def networks():
    """Namespaces `hub`, `site` and `expert`; the hub reaches both, they do not reach each other."""
    if os.geteuid() != 0 or not shutil.which("turnserver") or not shutil.which("ip"):
        pytest.skip("network namespaces want root and iproute2, the relay wants coturn")
    names = {part: f"sightline-{part}-{os.getpid()}" for part in ("hub", "site", "expert")}
    try:
        lay(names)
        if not reaches(names["site"], HUB):
            pytest.skip("packets do not pass between network namespaces here")
        assert not reaches(names["site"], "10.98.2.2")
        yield names
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces here: {error.stderr}")
    finally:
        for name in names.values():
            subprocess.run(["ip", "netns", "del", name], capture_output=True)


@pytest.fixture(scope="module")
def browsers(networks, playwright, tmp_path_factory):
    """A browser in each side's network, by side."""
    folder = tmp_path_factory.mktemp("browsers")
    opened = {}
    for side in ("site", "expert"):
        program = folder / side
        program.write_text(f'#!/bin/sh\nexec ip netns exec {networks[side]} {shutil.which("chromium")} "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IEXEC)
        opened[side] = playwright.chromium.launch(executable_path=program, args=[
            "--no-sandbox", "--enable-unsafe-swiftshader", "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream", f"--unsafely-treat-insecure-origin-as-secure=http://{HUB}:8090",
        ])
    yield opened
    for browser in opened.values():
        browser.close()


@pytest.fixture(params=[pytest.param("clean", marks=pytest.mark.long), "narrow"])
def studio_behind_relay(request, networks, simulated, engine, tmp_path):
    """A studio and a relay in the hub. Where the way is narrow, 5 % are lost and 300 ms pass from side to side, half of it before the relay."""
    hub = ["ip", "netns", "exec", networks["hub"]]
    relay = subprocess.Popen([
        *hub, "turnserver", "-n", f"--listening-ip={HUB}", f"--relay-ip={HUB}", "--listening-port=3478", "--use-auth-secret",
        f"--static-auth-secret={SECRET}", "--realm=sightline", "--no-cli", "--no-tls", "--no-dtls", "--log-file=stdout",
        f"--pidfile={tmp_path}/turn.pid", f"--userdb={tmp_path}/turn.db",
    ], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    processes = [relay]
    port = 3478
    if request.param == "narrow":
        port = 3479
        link = subprocess.Popen([*hub, sys.executable, NARROW, HUB, str(port), HUB, "3478", "0.025", "150"], stdout=subprocess.PIPE, text=True)
        assert link.stdout.readline() == "ready\n"
        processes.append(link)
    (tmp_path / "secret").write_text(SECRET + "\n")
    command = [*hub, PROGRAM, "serve", "--host", "0.0.0.0", "--open", "--port", "8090", "--data", tmp_path / "data", "--recordings", simulated,
               "--turn", f"turn:{HUB}:{port}", "--turn-secret-file", tmp_path / "secret"]
    studio = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    processes.append(studio)
    assert any(re.search(r"http\S+:8090", line) for line in studio.stderr)
    threading.Thread(target=studio.stderr.read, daemon=True).start()
    yield f"http://{HUB}:8090/", request.param
    for process in reversed(processes):
        process.terminate()
        process.wait(timeout=20)


def test_a_call_goes_through_the_relay_where_there_is_no_direct_way(browsers, studio_behind_relay):
    studio, link = studio_behind_relay
    room = calls.new_room()
    site = calls.on_site(browsers["site"], studio, room)
    site.wait_for_selector("#alone:not([hidden])")
    calls.draw_small(site)
    expert = calls.join(browsers["expert"], studio, room)
    calls.hold_when_tracking(site, expert)
    expert.evaluate("document.getElementById('tab-call').click()")
    expert.until("document.getElementById('figures').textContent.includes('relayed')", 20)
    expert.draw([(0.4, 0.6), (0.45, 0.62), (0.5, 0.6), (0.55, 0.62)])
    site.until("assist.side.session.assisting.list().then((all) => all.length === 1 && all[0].isFinished && all[0].points.length === 4)", 30)
    # The secret stays where it is.
    assert SECRET not in expert.evaluate("JSON.stringify(assist.room.iceServers)")
    figures = "[...document.querySelectorAll('#figures > *')].map(({ tagName, textContent }) => textContent + (tagName === 'DD' ? ';' : '')).join(' ')"
    print(f"{link}: {expert.evaluate(figures)}")
    expert.leave()
    site.leave()
