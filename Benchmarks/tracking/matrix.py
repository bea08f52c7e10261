#!/usr/bin/env python3
"""Tracks simulated recordings of every device and motion, and writes a table and a plot to docs/.

Usage: matrix.py SIGHTLINE [--devices ...] [--motions ...] [--starts ...] [--seeds N] [--seconds S] [--scene NAME] [--guess]

Recordings are kept in samples/matrix and made again only where they are missing.
"""
import argparse
import datetime
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("sightline")
    parser.add_argument("--scene", default="room")
    parser.add_argument("--devices", nargs="+", default=["phone", "browser", "euroc"])
    parser.add_argument("--motions", nargs="+", default=["tabletop", "walk", "sweep", "stop-and-go", "loop"])
    parser.add_argument("--starts", nargs="+", default=["rest", "moving"])
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--guess", action="store_true")
    return parser.parse_args()


def run(options, device, motion, start, seed):
    name = f"{options.scene}-{device}-{motion}-{start}-{seed}-{options.seconds:g}{'-guess' if options.guess else ''}"
    folder = ROOT / "samples" / "matrix" / name
    if not (folder / "truth" / "scene.json").exists():
        subprocess.run(["rm", "-rf", folder], check=True)
        command = [options.sightline, "simulate", options.scene, "--output", folder, "--device", device, "--motion", motion,
                   "--start", start, "--seed", str(seed), "--duration", str(options.seconds)]
        subprocess.run(command + (["--guess"] if options.guess else []), check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run([options.sightline, "track", folder, "--evaluate", "--json"], capture_output=True, text=True)
    print(f"{name}: {done.stdout.strip() or done.stderr.strip()}", file=sys.stderr)
    return json.loads(done.stdout) if done.returncode == 0 else None


def median(values):
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2] if ordered else None


def cell(value, form):
    return "–" if value is None else form.format(value)


def summary(results):
    """The medians over the seeds; None where a seed has no pose at all."""
    good = [r for r in results if r and r.get("ate")]
    if len(good) < len(results):
        return None
    return {
        "ate": median([100 * r["ate"]["rmse"] for r in good]),
        "worst": max(100 * r["ate"]["rmse"] for r in good),
        "scale": max((100 * (1 / r["ate"]["scale"] - 1) for r in good), key=abs),
        "first": median([r["firstPoseSeconds"] for r in good]),
        "coverage": min(100 * r["coverage"] for r in good),
        "milliseconds": median([r["millisecondsPerFrame"]["p50"] for r in good]),
        "nees": median([r["nees"] for r in good if r.get("nees") is not None]),
    }


def table(rows, options):
    command = "make bench-tracking"
    lines = [
        "# Tracking in simulated rooms",
        "",
        f"{datetime.date.today()}, `{command}`: scene `{options.scene}`, {options.seconds:g} s each, {options.seeds} seeds, "
        f"{'guessed' if options.guess else 'true'} starting calibration. Medians over the seeds; scale and coverage are the worst seed's.",
        "NEES: the mean squared position error in units of the stated sigma, an axis; 1 where both fit.",
        "",
        "| device | motion | start | position error, cm | worst seed, cm | scale error, % | first pose, s | tracked, % | ms a picture | NEES |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for (device, motion, start), s in rows:
        if s is None:
            lines.append(f"| {device} | {motion} | {start} | no pose in a seed | | | | | | |")
        else:
            lines.append(f"| {device} | {motion} | {start} | {s['ate']:.1f} | {s['worst']:.1f} | {s['scale']:+.2f} | "
                         f"{s['first']:.2f} | {s['coverage']:.0f} | {s['milliseconds']:.1f} | {cell(s['nees'], '{:.1f}')} |")
    return "\n".join(lines) + "\n"


def plot(rows):
    """Bars of the position error on a logarithmic scale from 0.1 cm to 1 m, one a row of the table."""
    colors = {"phone": "#e4572e", "browser": "#2e86ab", "euroc": "#5b8c5a", "ideal": "#8d7b68"}
    height = 74 + 24 * len(rows)
    left, width = 250, 560
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="860" height="{height}" viewBox="0 0 860 {height}" '
             'font-family="system-ui, \'DejaVu Sans\', sans-serif"><rect width="100%" height="100%" fill="#fff"/>',
             '<text x="24" y="32" font-size="18" font-weight="600" fill="#16202c">Position error in simulated rooms</text>']
    import math
    place = lambda cm: left + width * (math.log10(max(cm, 0.1)) + 1) / 3
    for cm in (0.1, 0.3, 1, 3, 10, 30, 100):
        x = place(cm)
        parts.append(f'<line x1="{x:.1f}" y1="52" x2="{x:.1f}" y2="{height - 16}" stroke="#e3e8ee"/>'
                     f'<text x="{x:.1f}" y="47" font-size="11" fill="#5d6b7a" text-anchor="middle">{cm:g} cm</text>')
    for index, ((device, motion, start), s) in enumerate(rows):
        y = 60 + 24 * index
        parts.append(f'<text x="{left - 12}" y="{y + 13}" font-size="13" fill="#16202c" text-anchor="end">{device} · {motion} · {start}</text>')
        if s is None:
            parts.append(f'<text x="{left + 6}" y="{y + 13}" font-size="13" fill="#b3261e">no pose in a seed</text>')
            continue
        end = min(place(s["ate"]), left + width)
        worst = min(place(s["worst"]), left + width)
        color = colors.get(device, "#888")
        parts.append(f'<rect x="{left}" y="{y}" width="{max(end - left, 2):.1f}" height="17" rx="2" fill="{color}"/>'
                     f'<line x1="{end:.1f}" y1="{y + 8.5}" x2="{worst:.1f}" y2="{y + 8.5}" stroke="{color}" stroke-width="2"/>'
                     f'<text x="{worst + 6:.1f}" y="{y + 13}" font-size="12" fill="#5d6b7a">{s["ate"]:.1f}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    options = arguments()
    rows = []
    for device in options.devices:
        for motion in options.motions:
            for start in options.starts:
                results = [run(options, device, motion, start, seed) for seed in range(1, options.seeds + 1)]
                rows.append(((device, motion, start), summary(results)))
    text = table(rows, options)
    (ROOT / "docs" / "tracking-matrix.md").write_text(text + "\n![position error](tracking-matrix.svg)\n")
    (ROOT / "docs" / "tracking-matrix.svg").write_text(plot(rows))
    print(text)


if __name__ == "__main__":
    main()
