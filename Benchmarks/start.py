#!/usr/bin/env python3
"""Seconds of the steps of `make run`, until the page answers, and until its recording can be tracked. `make bench-start`.

    Benchmarks/start.py            warm: this folder, as it is, twice; the second time everything is there
    Benchmarks/start.py --cold     cold: a fresh clone in a temporary folder; it builds everything, for some minutes

SwiftPM's own cache of fetched packages (~/.cache/org.swift.swiftpm) is used if it is there; the first line says so.
"""
import argparse
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
# What is printed as a step ends, and what has then been done; the names are those of the table.
MARKS = {"1 of 2": "what is missing was installed", "2 of 2": "the studio"}
ANSWERS, SEEN, TRACKS, ALL = "the page answers", "a recording to look at", "the engine for the browser", "its other modules"
PATIENCE = 45 * 60


class Start:
    """One `make run` in a folder, watched until a recording can be tracked."""

    def __init__(self, folder, data):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.begin, self.times, self.told = time.monotonic(), {}, []
        command = ["make", "run", f"SERVE=--port {self.port} --data {data}"]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.told.append(line)
            for mark, name in MARKS.items():
                if line.startswith(mark):
                    self.times[name] = time.monotonic() - self.begin

    def ask(self, path):
        """What the studio answers; nothing while it does not listen."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=5) as answer:
                return answer.read()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return b""

    def watch(self):
        """The seconds from the command to the end of each step."""
        while SEEN not in self.times or ALL not in self.times:
            if self.process.poll() is not None or time.monotonic() - self.begin > PATIENCE:
                sys.exit("make run did not get there:\n" + "".join(self.told[-20:]))
            self.note(ANSWERS, lambda: self.ask(""))
            if ANSWERS in self.times:
                self.note(SEEN, lambda: json.loads(self.ask("api/recordings") or "{}").get("recordings"))
                self.note(TRACKS, lambda: self.ask("sightline/sightline.wasm"))
                self.note(ALL, lambda: self.ask("sightline/scan.wasm"))
            time.sleep(0.2)
        return self.times

    def note(self, name, is_done):
        """Notes the time at which something is done, once."""
        if name not in self.times and is_done():
            self.times[name] = time.monotonic() - self.begin

    def stop(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(timeout=60)


def measured(folder):
    with tempfile.TemporaryDirectory() as data:
        start = Start(folder, data)
        try:
            return start.watch()
        finally:
            start.stop()


def table(runs):
    names = [*MARKS.values(), ANSWERS, SEEN, TRACKS, ALL]
    lines = [f"| done after | {' | '.join(runs)} |", "|---|" + "---|" * len(runs)]
    lines += [f"| {name} | {' | '.join(f'{times[name]:.1f} s' for times in runs.values())} |" for name in names]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cold", action="store_true", help="a fresh clone, too")
    options = parser.parse_args()
    # What was started is stopped whoever ends this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    runs = {}
    if options.cold:
        cache = pathlib.Path("~/.cache/org.swift.swiftpm").expanduser()
        print(f"SwiftPM's cache of packages {'is there' if cache.exists() else 'is empty'}.")
        # What a stopped build still writes may be in the way.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            subprocess.run(["git", "clone", "-q", ROOT, f"{folder}/clone"], check=True)
            runs["cold"] = measured(f"{folder}/clone")
            runs["then warm"] = measured(f"{folder}/clone")
    else:
        runs = {"first": measured(ROOT), "second": measured(ROOT)}
    print(table(runs))


if __name__ == "__main__":
    main()
