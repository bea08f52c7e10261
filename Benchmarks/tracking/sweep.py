#!/usr/bin/env python3
"""How much each constant of the odometry matters: each is multiplied by 0.5, 0.8, 1.2 and 2 on recordings that nothing was fitted to.

Usage: sweep.py TRACKINGBENCH SIGHTLINE [--quick] [--constants NAME...]

A constant is a knife edge where one of its factors makes a clip more than a fifth worse or loses it. Differences under a millimetre
are not counted. Runs are kept in $RECORDINGS, or samples/generality; a second call goes on where the first was ended.
"""
import math
import re

import runs

FACTORS = [0.5, 0.8, 1.2, 2]
WORSE = 1.2
LEAST_METRES = 0.001


def arguments():
    parser = runs.parser()
    parser.add_argument("--constants", nargs="+")
    return parser.parse_args()


def constants():
    """The names as the odometry's source lists them."""
    text = next((runs.ROOT / "Sources" / "Odometry").rglob("OdometryConfiguration+Constant.swift")).read_text()
    return [name.strip() for line in re.findall(r"^ {8}case (\w[\w, ]*)$", text, re.M) for name in line.split(",")]


def clips(options, progress):
    for clip in runs.real_clips(["room"] if options.quick else ["room", "hall"]):
        yield from runs.copies(clip, {"mirrored"} if options.quick else {"mirrored", "reversed", "from-12-s"})
    walks = [("phone", "walk", 31)] if options.quick else [("phone", "tabletop", 31), ("phone", "walk", 31), ("browser", "walk", 32)]
    yield from runs.simulated(options.sightline, walks, 8 if options.quick else 20, progress)


def ratio(run, base):
    """How many times worse a run is than the same clip without a change; infinite where it was lost and the other was not."""
    if runs.is_lost(run) and not runs.is_lost(base):
        return math.inf
    if run.get("ate") is None or base.get("ate") is None:
        return 1.0
    if abs(run["ate"] - base["ate"]) < LEAST_METRES:
        return 1.0
    return run["ate"] / base["ate"]


def form(value):
    return "lost" if math.isinf(value) else f"{value:.2f}"


def main():
    options = arguments()
    kept = runs.Runs(options.bench)
    progress = runs.Progress(0)
    chosen = options.constants or constants()
    all_clips = list(clips(options, progress))
    changes = ["none", *(f"{name}*{factor:g}" for name in chosen for factor in FACTORS)]
    progress.total = len(all_clips) * len(changes)
    for clip in all_clips:
        kept.run(clip, ["as recorded"], changes, progress)
    progress.end()
    print("Position error over that without the change; the worst clip in each cell.\n")
    print(f"| constant | {' | '.join(f'× {factor:g}' for factor in FACTORS)} | |\n|---|{'---|' * len(FACTORS)}---|")
    edges = []
    for name in chosen:
        worst = [max((ratio(kept.result(clip, change=f"{name}*{factor:g}"), kept.result(clip)), clip.name) for clip in all_clips)
                 for factor in FACTORS]
        edge = max(worst)
        if edge[0] > WORSE:
            edges.append(name)
        print(f"| {name} | {' | '.join(form(value) for value, _ in worst)} | {'**' + edge[1] + '**' if edge[0] > WORSE else ''} |")
    print(f"\n{len(edges)} of {len(chosen)} constants are knife edges{': ' + ', '.join(edges) if edges else ''}.")


if __name__ == "__main__":
    main()
