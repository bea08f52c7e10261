#!/usr/bin/env python3
"""Seconds of the steps of `make run`, until the page answers, and until its recording can be tracked. `make bench-start`.

    Benchmarks/start.py            warm: this folder, as it is, twice; the second time everything is there
    Benchmarks/start.py --cold     cold: a fresh clone in a temporary folder; it builds everything, for some minutes
    Benchmarks/start.py --root     the same in a fresh Debian that has git, make and Swift's toolchain alone; for root, with mmdebstrap

SwiftPM's own cache of fetched packages (~/.cache/org.swift.swiftpm) is used if it is there, but not in a fresh Debian; the first
line says so. `--share PATH` shows a fresh Debian more of this machine than the toolchain, such as a mirror of packages.
"""
import argparse
import contextlib
import json
import os
import pathlib
import platform
import shutil
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
# What Swift's toolchain needs on Debian by https://swift.org/install, and what brings the clone and runs its commands.
TOOLCHAIN = (
    "binutils-gold gcc libc6-dev libstdc++-12-dev libcurl4-openssl-dev libedit-dev libncurses-dev libpython3-dev libsqlite3-dev libxml2-dev "
    "zlib1g-dev uuid-dev pkg-config tzdata ca-certificates git make"
).split()


class Start:
    """One `make run` in a folder, watched until a recording can be tracked; `before` are words of the command before it."""

    def __init__(self, folder, data, before=()):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.begin, self.times, self.told = time.monotonic(), {}, []
        command = [*before, "make", "-C", str(folder), "run", f"SERVE=--port {self.port} --data {data}"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
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


@contextlib.contextmanager
def fresh_clone():
    """A clone in a temporary folder: its path, and what comes before a command to run it there."""
    cache = pathlib.Path("~/.cache/org.swift.swiftpm").expanduser()
    print(f"SwiftPM's cache of packages {'is there' if cache.exists() else 'is empty'}.")
    # What a stopped build still writes may be in the way.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        subprocess.run(["git", "clone", "-q", ROOT, f"{folder}/clone"], check=True)
        yield f"{folder}/clone", []


@contextlib.contextmanager
def fresh_root(shared):
    """A clone in a minimal Debian with Swift's toolchain, shared with this machine: as `fresh_clone`."""
    print("SwiftPM's cache of packages is empty.")
    swift = shutil.which("swift") or sys.exit("Swift is missing: see https://swift.org/install")
    toolchain = pathlib.Path(swift).absolute().parents[1]
    # A toolchain of the system itself would need the system's folders.
    if toolchain == pathlib.Path("/usr"):
        sys.exit("Swift's toolchain must be in a folder of its own.")
    suite = platform.freedesktop_os_release()["VERSION_CODENAME"]
    root = pathlib.Path(tempfile.mkdtemp(prefix="fresh-root-"))
    mounts = []
    try:
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(TOOLCHAIN)}", suite, root], check=True)
        for path in [pathlib.Path("/proc"), pathlib.Path("/dev"), toolchain, *shared]:
            target = root / path.relative_to("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                target.mkdir(exist_ok=True)
            else:
                target.touch()
            subprocess.run(["mount", "--rbind", "--make-rslave", path, target], check=True)
            mounts.append(target)
        for name in ("resolv.conf", "hosts"):
            shutil.copy(f"/etc/{name}", root / "etc" / name)
        subprocess.run(["git", "clone", "-q", ROOT, root / "clone"], check=True)
        path = f"PATH={toolchain}/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        yield "/clone", ["chroot", str(root), "/usr/bin/env", "-i", path, "HOME=/root", "LANG=C.UTF-8"]
    finally:
        # Nothing is deleted while a folder of this machine may still be seen in it.
        for target in reversed(mounts):
            subprocess.run(["umount", "-R", "-l", target], check=True)
        shutil.rmtree(root, ignore_errors=True)


def measured(folder, before=()):
    with tempfile.TemporaryDirectory() as data:
        start = Start(folder, "/tmp/data" if before else data, before)
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
    parser.add_argument("--cold", action="store_true", help="a fresh clone")
    parser.add_argument("--root", action="store_true", help="a fresh clone in a fresh Debian")
    parser.add_argument("--share", action="append", type=pathlib.Path, default=[], metavar="PATH", help="what a fresh Debian sees too")
    options = parser.parse_args()
    # What was started is stopped whoever ends this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    if options.root or options.cold:
        with fresh_root(options.share) if options.root else fresh_clone() as (folder, before):
            runs = {"cold": measured(folder, before), "then warm": measured(folder, before)}
    else:
        runs = {"first": measured(ROOT), "second": measured(ROOT)}
    print(table(runs))


if __name__ == "__main__":
    main()
