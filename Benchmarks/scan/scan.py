#!/usr/bin/env python3
"""Scans of simulated walks: the mesh and the floor plan beside the room's true ones, and a flat's rooms and doors.

Usage: scan.py SIGHTLINE WORLD_BENCHMARK [--motions walk,survey] [--seeds 31,32] [--poses own,true] [--seconds 30] [--flats 41] [--keep FOLDER]
"""
import argparse
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import flat_truth
import true_poses

FLAT_SECONDS = {"walk": 68, "survey": 100}


def room_of(recording):
    """The true area, the true length of all sides and the true height, from the walls of the recording's scene."""
    truth = json.loads((recording / "truth" / "scene.json").read_text())
    walls = {plane["name"]: plane["extent"] for plane in truth["planes"] if plane["name"].startswith("wall-")}
    width, depth = walls["wall-south"][0], walls["wall-west"][0]
    return width * depth, 2 * (width + depth), walls["wall-south"][1]


def scan(sightline, recording, folder, *options):
    """The command's report, or its words if there is no plan; the seconds it took, and its greatest memory in 10⁶ bytes."""
    start = time.monotonic()
    arguments = ["scan", recording, "--output", folder / "room.ply", "--plan", folder / "plan.svg", "--json", *options]
    with open(folder / "report", "w+") as output, open(folder / "errors", "w+") as errors:
        process = subprocess.Popen([sightline, *map(str, arguments)], stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    memory = usage.ru_maxrss / 1000
    if process.returncode == 0:
        return json.loads((folder / "report").read_text()), seconds, memory
    return ((folder / "errors").read_text().strip().splitlines() or ["no words"])[-1], seconds, memory


def mesh_off(benchmark, mesh, recording, *options):
    """For what was seen, and for that with what is assumed: how far it lies off the true surfaces in the mean, centimetres, and the share within 3 cm of what was seen, per cent."""
    words = subprocess.run([benchmark, "--scan", mesh, recording, *options], check=True, capture_output=True, text=True).stdout
    lines = re.findall(r"off the surfaces ([\d.]+) mm .*; complete to 3 cm ([\d.]+) %", words)
    return [(float(off) / 10, float(complete)) for off, complete in lines]


def simulated(sightline, scene, motion, seed, seconds, folder):
    """A walk or a survey through a scene, made unless it is kept."""
    recording = folder / f"{scene}-{motion}-{seed}-{seconds}"
    if not (recording / "truth" / "scene.json").exists():
        print(f"simulating {scene}, {motion}, seed {seed} …", file=sys.stderr)
        subprocess.run([sightline, "simulate", scene, "--device", "phone", "--motion", motion, "--duration", str(seconds), "--seed", seed, "--output", recording],
                       check=True, capture_output=True)
    return recording


def poses_of(recording, scratch, poses):
    """The options of a scan with the session's own poses or the true ones."""
    if poses == "own":
        return []
    true_poses.write(recording, scratch / "poses.tum")
    return ["--poses", scratch / "poses.tum"]


def print_rooms(options, scratch, kept):
    print("| motion | seed | poses | depth known | surface seen | off the truth, mean | complete to 3 cm | with what the plan adds | area, true | perimeter, true | of it seen | ceiling, true | walls within 1 % + 1 cm | within 2 σ | memory | time |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for motion, seed, poses in itertools.product(options.motions.split(","), filter(None, options.seeds.split(",")), options.poses.split(",")):
        recording = simulated(options.sightline, "room", motion, seed, options.seconds, kept)
        more = poses_of(recording, scratch, poses)
        report, seconds, memory = scan(options.sightline, recording, scratch, "--close-gaps", *more)
        if isinstance(report, str):
            print(f"| {motion} | {seed} | {poses} | | | | | | {report} | | | | | | {memory:.0f} MB | {seconds:.0f} s |", flush=True)
            continue
        area, perimeter, ceiling = room_of(recording)
        judged = mesh_off(options.benchmark, scratch / "room.ply", recording, *more)
        (off, complete), (closed_off, closed) = judged[0], judged[-1]
        plan = report["plan"]
        around = sum(side["length"] for side in plan["sides"])
        walls, held = (flat_truth.compare(plan, *flat_truth.truth_of(recording))[name] for name in ("walls", "held"))
        height = f"{plan['height']:.2f}" if plan.get("height") else "–"
        print(f"| {motion} | {seed} | {poses} | {report['knownShare']:.0%} | {report['surfaceArea']:.1f} m² | {off:.1f} cm | {complete:.0f} % "
              f"| {closed_off:.1f} cm, {closed:.0f} % "
              f"| {plan['area']:.2f} ± {plan['areaSigma']:.2f} m², {area:.2f} | {around:.2f} m, {perimeter:.2f} "
              f"| {plan['seen'].get('wall', 0) / around:.0%} | {height}, {ceiling:.2f} m "
              f"| {walls[0]} of {walls[1]} | {held[0]} of {held[1]} | {memory:.0f} MB | {seconds:.0f} s |", flush=True)


def print_flats(options, scratch, kept):
    print("| motion | flat | poses | rooms, true | area, true | areas within 1.5 %, worst | walls within 1 % + 1 cm | within 2 σ | doors, widest error | volume | memory | time |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for motion, seed in itertools.product(options.motions.split(","), filter(None, options.flats.split(","))):
        recording = simulated(options.sightline, "flat", motion, seed, FLAT_SECONDS[motion], kept)
        truth, doors = flat_truth.truth_of(recording)
        for poses in options.poses.split(","):
            report, seconds, memory = scan(options.sightline, recording, scratch, "--voxel", "0.03", *poses_of(recording, scratch, poses))
            if isinstance(report, str):
                print(f"| {motion} | {seed} | {poses} | | {report} | | | | | | {memory:.0f} MB | {seconds:.0f} s |", flush=True)
                continue
            plan = report["plan"]
            result = flat_truth.compare(plan, truth, doors)
            (found, count, made), (good, worst), walls, held = (result[name] for name in ("rooms", "areas", "walls", "held"))
            gates, gate_count, wide = result["doors"]
            print(f"| {motion} | {seed} | {poses} | {found} of {count}{f' ({made} in the plan)' if made != found else ''} "
                  f"| {plan['area']:.2f} ± {plan['areaSigma']:.2f} m², {sum(room['area'] for room in truth):.2f} "
                  f"| {good} of {count}, {'–' if worst is None else f'{worst:.1%}'} | {walls[0]} of {walls[1]} | {held[0]} of {held[1]} "
                  f"| {gates} of {gate_count}, {'–' if wide is None else f'{100 * wide:.0f} cm'} "
                  f"| {report['volumeMegabytes']:.0f} MB | {memory:.0f} MB | {seconds:.0f} s |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sightline", type=pathlib.Path)
    parser.add_argument("benchmark", type=pathlib.Path, help="the product WorldBenchmark, which knows the true surfaces")
    parser.add_argument("--motions", default="walk,survey", help="a walk looks at the furniture; a survey looks at the walls, as the page Scan asks for")
    parser.add_argument("--seeds", default="31,32", help="of walks through the room; empty for none")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--poses", default="own,true", help="the session's own, or the true ones, as an outside tracker would give them")
    parser.add_argument("--flats", default="41", help="seeds of walks through the flat; empty for none")
    parser.add_argument("--keep", type=pathlib.Path, help="where recordings are kept for the next run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        kept = options.keep or scratch
        print_rooms(options, scratch, kept)
        print_flats(options, scratch, kept)


if __name__ == "__main__":
    main()
