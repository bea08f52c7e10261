#!/usr/bin/env python3
"""Scans of simulated walks: the floor plan's area and outline beside the room's true ones.

Usage: scan.py SIGHTLINE [--seeds 31,32] [--seconds 30] [--keep FOLDER]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time


def room_of(recording):
    """The true area and the true lengths of the sides, from the walls of the recording's scene."""
    truth = json.loads((recording / "truth" / "scene.json").read_text())
    walls = {plane["name"]: plane["extent"][0] for plane in truth["planes"] if plane["name"].startswith("wall-")}
    width, depth = walls["wall-south"], walls["wall-west"]
    return width * depth, 2 * (width + depth)


def scan(sightline, recording, folder):
    """The command's report, or its words if there is no plan; and the seconds it took."""
    start = time.monotonic()
    arguments = ["scan", recording, "--output", folder / "room.glb", "--plan", folder / "plan.svg", "--json"]
    done = subprocess.run([sightline, *map(str, arguments)], capture_output=True, text=True)
    seconds = time.monotonic() - start
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.strip().splitlines()[-1], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sightline", type=pathlib.Path)
    parser.add_argument("--seeds", default="31,32")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--keep", type=pathlib.Path, help="where recordings are kept for the next run")
    options = parser.parse_args()
    print("| seed | depth known | triangles | surface | area, true | perimeter, true | of it seen | time |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        for seed in options.seeds.split(","):
            recording = (options.keep or pathlib.Path(scratch)) / f"walk-{seed}-{options.seconds}"
            if not (recording / "truth" / "scene.json").exists():
                print(f"simulating seed {seed} …", file=sys.stderr)
                subprocess.run([options.sightline, "simulate", "room", "--device", "phone", "--motion", "walk", "--duration",
                                str(options.seconds), "--seed", seed, "--output", recording], check=True, capture_output=True)
            report, seconds = scan(options.sightline, recording, pathlib.Path(scratch))
            if isinstance(report, str):
                print(f"| {seed} | | | | {report} | | | {seconds:.0f} s |")
                continue
            area, perimeter = room_of(recording)
            plan = report["plan"]
            around = sum(side["length"] for side in plan["sides"])
            print(f"| {seed} | {report['knownShare']:.0%} | {report['triangles']} | {report['surfaceArea']:.1f} m² "
                  f"| {plan['area']:.2f} ± {plan['areaSigma']:.2f} m², {area:.2f} | {around:.2f} m, {perimeter:.2f} "
                  f"| {plan['seen'].get('wall', 0) / around:.0%} | {seconds:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
