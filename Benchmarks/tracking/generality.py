#!/usr/bin/env python3
"""How the odometry does on what nothing was fitted to, and what leaving one clip out says of a fitted constant.

Usage: generality.py TRACKINGBENCH SIGHTLINE [--quick] [--fit CONSTANT]

Clips are the real recordings as they are, mirrored, reversed and begun late, each at full rate, at 10, 6.7 and 5 images per second, dim and
noisy; and simulated walks. Fitted constants were fitted on `hall` and `room` as they are and on simulated seeds 1 to 8; all other rows
are held out. With leave-one-out, the constant's best factor on all groups but one is tried on the group that was left out.

Runs are kept in $RECORDINGS, or samples/generality; a second call goes on where the first was ended. --quick takes a few minutes.
"""
import math

import runs

RATES = ["10 per second", "6.7 per second", "5 per second", "dim and noisy", "5 per second, dim and noisy"]
FACTORS = [0.5, 0.8, 1, 1.25, 2, 3]
FITTED = {"hall", "room"}


def arguments():
    parser = runs.parser()
    parser.add_argument("--fit", default="pixelSigma")
    return parser.parse_args()


def gather(options, progress):
    """Each clip with its cases."""
    for clip in runs.real_clips(["room"] if options.quick else ["room", "hall", "phone"]):
        yield clip, ["as recorded", *RATES]
        if clip.name == "phone":
            continue
        names = {"mirrored", "reversed"} if options.quick else {"mirrored", "reversed", "from-0.5-s", "from-9-s", "from-12-s"}
        for copy in runs.copies(clip, names):
            yield copy, ["as recorded"] if options.quick else ["as recorded", "5 per second", "5 per second, dim and noisy"]
    walks = [("phone", "tabletop", 31)] if options.quick else [
        (device, motion, seed) for device in ("phone", "browser", "euroc") for motion in ("tabletop", "walk") for seed in (31, 32)]
    for clip in runs.simulated(options.sightline, walks, 8 if options.quick else 20, progress):
        yield clip, ["as recorded", "5 per second"]


def row(clip, case, run):
    held = "fitted" if clip.name in FITTED and case == "as recorded" else "held out"
    state = "**lost**" if runs.is_lost(run) else "tracked"
    return (f"| {clip.name} | {case} | {held} | {runs.cell(run.get('ate'), '.4f')} | {runs.cell(run.get('scalePercent'), '+.2f')} | "
            f"{runs.cell(run.get('nees'), '.2f')} | {100 * run['coverage']:.0f} | {state} |")


def change_text(constant, factor):
    return "none" if factor == 1 else f"{constant}*{factor:g}"


def leave_one_out(kept, clips, constant):
    """For each group: the factor that is best on the others, and what it gives on the group itself."""
    clips = [clip for clip in clips if kept.result(clip).get("ate") is not None]
    groups = sorted({clip.group for clip in clips})
    error = {(group, factor): sum(runs.log_error(kept.result(clip, change=change_text(constant, factor)))
                                  for clip in clips if clip.group == group) / sum(clip.group == group for clip in clips)
             for group in groups for factor in FACTORS}
    lines = [f"Leave-one-out of `{constant}`: mean (geometric) position error, m.", "",
             "| left out | best factor on the others | with it | as shipped | best for itself |", "|---|---|---|---|---|"]
    for group in groups:
        others = [other for other in groups if other != group]
        chosen = min(FACTORS, key=lambda factor: sum(error[other, factor] for other in others)) if others else 1
        own = min(FACTORS, key=lambda factor: error[group, factor])
        lines.append(f"| {group} | {chosen:g} | {math.exp(error[group, chosen]):.4f} | {math.exp(error[group, 1]):.4f} | "
                     f"{own:g}: {math.exp(error[group, own]):.4f} |")
    return "\n".join(lines)


def main():
    options = arguments()
    kept = runs.Runs(options.bench)
    progress = runs.Progress(0)
    cases = list(gather(options, progress))
    changes = ["none", *(change_text(options.fit, factor) for factor in FACTORS if factor != 1)]
    progress.total = sum(len(names) + len(changes) - 1 for _, names in cases)
    for clip, names in cases:
        kept.run(clip, names, ["none"], progress)
        kept.run(clip, ["as recorded"], changes[1:], progress)
    progress.end()
    print("| clip | case | | ATE, m | scale, % too long | NEES | tracked, % | |\n|---|---|---|---|---|---|---|---|")
    for clip, names in cases:
        for name in names:
            print(row(clip, name, kept.result(clip, name)))
    print("\n" + leave_one_out(kept, [clip for clip, _ in cases], options.fit))


if __name__ == "__main__":
    main()
