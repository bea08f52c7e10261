"""Runs of TrackingBench that are kept: what has been run with the same program is not run again."""
import argparse
import hashlib
import json
import math
import os
import pathlib
import subprocess
import sys

import matrix
import variants

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = pathlib.Path(os.environ.get("RECORDINGS") or ROOT / "samples" / "generality")
REAL = pathlib.Path(os.environ.get("REAL") or ROOT.parent / "shared" / "data" / "vio")


def parser():
    """The programs to run and how long it may take; the commands add their own options."""
    result = argparse.ArgumentParser()
    result.add_argument("bench")
    result.add_argument("sightline")
    result.add_argument("--quick", action="store_true")
    return result


class Clip:
    """A recording and the group that it belongs to: copies of one recording are no independent samples."""

    def __init__(self, path, name, group):
        self.path, self.name, self.group = pathlib.Path(path), name, group


def real_clips(names):
    """The recordings as they are; those that are absent are named and left out."""
    for name in names:
        if (REAL / name).exists():
            yield Clip(REAL / name, name, name)
        else:
            print(f"{REAL / name} is absent and left out.", file=sys.stderr)


def copies(clip, wanted):
    """Copies of a clip by the names that `variants.py` gives them."""
    stamps = variants.Table(clip.path / "mav0" / "cam0" / "data.csv").stamps
    for variant in variants.variants((stamps[-1] - stamps[0]) * 1e-9, False):
        if variant.name not in wanted:
            continue
        folder = FOLDER / "copies" / clip.name
        place = folder / variant.name
        if not (place / "mav0" / "imu0" / "sensor.yaml").exists():
            variant.write(clip.path, folder)
        yield Clip(place, f"{clip.name} {variant.name}", clip.group)


def simulated(sightline, cases, seconds, progress):
    """Simulated walks by device, motion and seed; each walk is a group of its own."""
    class Options:
        scene, guess = "room", False
    Options.sightline, Options.seconds = sightline, seconds
    matrix.RECORDINGS = FOLDER / "simulated"
    for device, motion, seed in cases:
        place = matrix.simulate(Options, device, motion, "rest", seed, progress)
        yield Clip(place, f"{device} {motion} {seed}", f"{device} {motion} {seed}")


class Runs:
    """Runs cases and changes over clips; a line of JSON each in a file that a later call reads."""

    def __init__(self, bench):
        self.bench = bench
        self.digest = hashlib.sha256(pathlib.Path(bench).read_bytes()).hexdigest()[:16]
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.file = FOLDER / "runs.jsonl"
        self.known = {}
        for line in self.file.read_text().splitlines() if self.file.exists() else []:
            run = json.loads(line)
            self.known[run["program"], run["clip"], run["case"], run["change"]] = run

    def missing(self, clip, cases, changes):
        return [(case, change) for case in cases for change in changes if (self.digest, clip.name, case, change) not in self.known]

    def run(self, clip, cases, changes, progress):
        """Runs what is missing of a clip, one program a case, so that its images are read once a case."""
        missing = self.missing(clip, cases, changes)
        progress.advance(len(cases) * len(changes) - len(missing), clip.name)
        if not missing:
            return
        # The program runs every case with every change, so each case asks for its own missing changes.
        for case in cases:
            wanted = [change for name, change in missing if name == case]
            if wanted:
                self._start(clip, case, wanted, progress)

    def _start(self, clip, case, changes, progress):
        command = [self.bench, "--json", "--case", case]
        for change in changes:
            command += ["--set", change]
        with subprocess.Popen([*command, clip.path], stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                run = {**json.loads(line), "program": self.digest, "clip": clip.name, "group": clip.group}
                self.known[self.digest, clip.name, case, run["change"]] = run
                with self.file.open("a") as kept:
                    kept.write(json.dumps(run) + "\n")
                progress.advance(1, f"{clip.name}, {case}, {run['change']}")
        if process.returncode != 0:
            sys.exit(f"{clip.name}, {case}: {self.bench} failed")

    def result(self, clip, case="as recorded", change="none"):
        return self.known[self.digest, clip.name, case, change]


class Progress(matrix.Progress):
    def advance(self, count, text):
        self.done += count
        self.show(text)

    def end(self):
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def is_lost(run):
    """Whether tracking never began, was lost, or shows less than nine frames in ten after the first pose."""
    return run.get("firstPoseSeconds") is None or run["lost"] > 0 or run["coverage"] < 0.9


# What a run without a pose counts as in a mean, metres.
NO_POSE_METRES = 10


def log_error(run):
    return math.log(max(1e-4, run["ate"] if run.get("ate") is not None else NO_POSE_METRES))


def cell(value, form):
    return "–" if value is None else format(value, form)
