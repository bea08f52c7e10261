#!/usr/bin/env python3
"""Tracks simulated recordings of every device and motion, and writes a table and a plot to docs/.

Usage: matrix.py SIGHTLINE [--devices ...] [--motions ...] [--starts ...] [--seeds N] [--seconds S] [--scene NAME] [--guess]
                 [--each-seed] [--present]

Recordings are kept in $RECORDINGS, or samples/matrix, and made only where they are missing; --present leaves those out instead. The browser
preset has the phone's camera and takes the phone's images. --each-seed writes a row a seed, into the document's second table.
"""
import argparse
import datetime
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RECORDINGS = pathlib.Path(os.environ.get("RECORDINGS") or ROOT / "samples" / "matrix")
DOCUMENT = ROOT / "docs/figures/tracking-matrix.md"
# Devices with the lens of another: they take its images.
PICTURES = {"browser": "phone"}
COLORS = {"phone": "#c8452c", "browser": "#24708f", "euroc": "#467a49", "ideal": "#7a6a58"}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("sightline")
    parser.add_argument("--scene", default="room")
    parser.add_argument("--devices", nargs="+", default=["phone", "browser", "euroc"])
    parser.add_argument("--motions", nargs="+", default=["tabletop", "walk", "sweep", "stop-and-go", "loop"])
    parser.add_argument("--starts", nargs="+", default=["rest", "moving"])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--guess", action="store_true")
    parser.add_argument("--each-seed", action="store_true")
    parser.add_argument("--present", action="store_true")
    return parser.parse_args()


class Progress:
    """A bar on a terminal, a line a recording elsewhere."""

    def __init__(self, total):
        self.total, self.done = total, 0

    def show(self, text):
        if sys.stderr.isatty():
            filled = 24 * self.done // max(self.total, 1)
            print(f"\r\x1b[K[{'#' * filled}{'.' * (24 - filled)}] {self.done}/{self.total} {text}", end="", file=sys.stderr, flush=True)
        else:
            print(f"{self.done}/{self.total} {text}", file=sys.stderr, flush=True)

    def step(self):
        self.done += 1
        if sys.stderr.isatty() and self.done == self.total:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def folder(options, device, motion, start, seed):
    return RECORDINGS / f"{options.scene}-{device}-{motion}-{start}-{seed}-{options.seconds:g}{'-guess' if options.guess else ''}"


def is_whole(place):
    return (place / "truth" / "scene.json").exists()


def simulate(options, device, motion, start, seed, progress):
    """Makes a recording where it is missing; what is cut short is not taken for whole the next time."""
    place = folder(options, device, motion, start, seed)
    if is_whole(place):
        return place
    command = [options.sightline, "simulate", options.scene, "--device", device, "--motion", motion, "--start", start,
               "--seed", str(seed), "--duration", str(options.seconds)]
    if source := PICTURES.get(device):
        command += ["--pictures-of", simulate(options, source, motion, start, seed, progress)]
    progress.show(f"simulating {place.name}")
    part = place.with_name(place.name + ".part")
    for old in (place, part):
        shutil.rmtree(old, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([*command, "--output", part, *(["--guess"] if options.guess else [])], check=True, stdout=subprocess.DEVNULL)
    return part.rename(place)


def run(options, device, motion, start, seed, progress):
    """What `sightline track --evaluate` tells; "missing" where there is no recording and none is to be made, None where tracking fails."""
    place = folder(options, device, motion, start, seed)
    if options.present and not is_whole(place):
        progress.step()
        return "missing"
    simulate(options, device, motion, start, seed, progress)
    progress.show(f"tracking {place.name}")
    done = subprocess.run([options.sightline, "track", place, "--evaluate", "--json"], capture_output=True, text=True)
    progress.step()
    if done.returncode != 0:
        print(f"{place.name}: {done.stderr.strip()}", file=sys.stderr)
        return None
    return json.loads(done.stdout)


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


def cells(s):
    return [f"{s['scale']:+.2f}", f"{s['first']:.2f}", f"{s['coverage']:.0f}", f"{s['milliseconds']:.1f}", cell(s["nees"], "{:.1f}")]


def row(values):
    return f"| {' | '.join(values)} |"


def table(rows, options, command):
    seeds = "seed 1" if options.seeds == 1 else f"{options.seeds} seeds; medians over them, scale and coverage the worst seed's"
    missing = sum(s == "missing" for _, s in rows)
    lines = [
        f"{datetime.date.today()}, `{command}`: scene `{options.scene}`, {options.seconds:g} s each, "
        f"{'guessed' if options.guess else 'true'} starting calibration, {seeds}."
        + (f" {missing} of {len(rows)} rows have not been run." if missing else ""),
        "",
        row(["device", "motion", "start", "position error, cm", "worst seed, cm", "scale error, %", "first pose, s", "tracked, %",
             "ms a picture", "NEES"]),
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for names, s in rows:
        if s == "missing":
            continue
        lines.append(row([*names, "no pose in a seed", *[""] * 6] if s is None else
                         [*names, f"{s['ate']:.1f}", f"{s['worst']:.1f}", *cells(s)]))
    return "\n".join(lines)


def seed_table(rows, options, command):
    """A row a seed, and under it the share that is inside 1 % of scale and 2 cm."""
    rows = [(names, seed, summary([r])) for names, results in rows for seed, r in enumerate(results, 1) if r != "missing"]
    lines = [
        f"{datetime.date.today()}, `{command}`: scene `{options.scene}`, {options.seconds:g} s each.",
        "",
        row(["device", "motion", "start", "seed", "position error, cm", "scale error, %", "first pose, s", "tracked, %", "ms a picture", "NEES"]),
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for names, seed, s in rows:
        lines.append(row([*names, str(seed), *(["no pose", *[""] * 5] if s is None else [f"{s['ate']:.1f}", *cells(s)])]))
    good = [s for _, _, s in rows if s]
    if good:
        lines += ["", f"Scale error under 1 % in {sum(abs(s['scale']) < 1 for s in good)} of {len(rows)}, "
                  f"{sum(abs(s['scale']) for s in good) / len(good):.2f} % in the mean; position error under 2 cm in "
                  f"{sum(s['ate'] < 2 for s in good)} of {len(rows)}, {median([s['ate'] for s in good]):.1f} cm in the median."]
    return "\n".join(lines)


def write(name, text, path=None):
    """Puts the text between the document's marks of that name; what is written by hand around them stays."""
    path = path or DOCUMENT
    document = path.read_text()
    head, _, rest = document.partition(f"<!-- {name} -->\n")
    _, mark, tail = rest.partition(f"<!-- end of {name} -->")
    assert mark, f"{path} has no marks for {name}"
    path.write_text(f"{head}<!-- {name} -->\n{text}\n{mark}{tail}")


def plot(rows):
    """Bars of the position error on a logarithmic scale from 0.1 cm to 3 m, one a row of the table, a group a device."""
    left, right, top, pitch, gap = 196, 70, 92, 24, 14
    devices = list(dict.fromkeys(names[0] for names, _ in rows))
    height = top + pitch * len(rows) + gap * len(devices) + 12
    width = 860 - left - right
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="860" height="{height}" viewBox="0 0 860 {height}" '
             'font-family="system-ui, \'DejaVu Sans\', sans-serif"><title>Position error in simulated rooms</title>'
             '<rect width="100%" height="100%" fill="#fff"/>',
             '<text x="24" y="32" font-size="18" font-weight="600" fill="#16202c">Position error in simulated rooms</text>'
             '<text x="24" y="52" font-size="12" fill="#5d6b7a">Root mean square after alignment in yaw and position; logarithmic</text>']
    place = lambda cm: left + width * min(max(math.log10(max(cm, 0.1)) + 1, 0) / 3.5, 1)
    for cm, text in ((0.1, "1 mm"), (0.3, "3 mm"), (1, "1 cm"), (3, "3 cm"), (10, "10 cm"), (30, "30 cm"), (100, "1 m"), (300, "3 m")):
        x = place(cm)
        parts.append(f'<line x1="{x:.1f}" y1="{top - 8}" x2="{x:.1f}" y2="{height - 14}" stroke="#e3e8ee"/>'
                     f'<text x="{x:.1f}" y="{top - 14}" font-size="11" fill="#5d6b7a" text-anchor="middle">{text}</text>')
    y = top
    for device in devices:
        color = COLORS.get(device, "#666")
        group = [(names, s) for names, s in rows if names[0] == device]
        parts.append(f'<text x="24" y="{y + 14}" font-size="13" font-weight="600" fill="{color}">{device}</text>')
        for (_, motion, start), s in group:
            name = f"{motion}, {'at rest' if start == 'rest' else start}"
            parts.append(f'<text x="{left - 10}" y="{y + 14}" font-size="12" fill="#16202c" text-anchor="end">{name}</text>')
            if s is None:
                parts.append(f'<text x="{left + 6}" y="{y + 14}" font-size="12" fill="#b3261e">no pose</text>')
            else:
                end, worst = place(s["ate"]), place(s["worst"])
                value = f"{s['ate']:.1f} cm" if s["ate"] < 10 else f"{s['ate']:.0f} cm"
                parts.append(f'<rect x="{left}" y="{y + 1}" width="{max(end - left, 2):.1f}" height="17" rx="2" fill="{color}"/>'
                             f'<line x1="{end:.1f}" y1="{y + 9.5}" x2="{worst:.1f}" y2="{y + 9.5}" stroke="{color}" stroke-width="2"/>'
                             f'<rect x="{worst + 3:.1f}" y="{y + 1}" width="{8 + 6.6 * len(value):.1f}" height="17" fill="#fff"/>'
                             f'<text x="{worst + 7:.1f}" y="{y + 14}" font-size="12" fill="#16202c">{value}</text>')
            y += pitch
        y += gap
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    options = arguments()
    given = " ".join(sys.argv[2:])
    command = f'make bench-tracking MATRIX="{given}"' if given else "make bench-tracking"
    cases = [(device, motion, start) for device in options.devices for motion in options.motions for start in options.starts]
    progress = Progress(len(cases) * options.seeds)
    results = [(case, [run(options, *case, seed, progress) for seed in range(1, options.seeds + 1)]) for case in cases]
    if options.each_seed:
        text = seed_table(results, options, command)
        write("seeds", text)
    else:
        rows = [(case, "missing" if "missing" in told else summary(told)) for case, told in results]
        text = table(rows, options, command)
        write("matrix", text)
        DOCUMENT.with_suffix(".svg").write_text(plot([r for r in rows if r[1] != "missing"]))
    print(text)


if __name__ == "__main__":
    main()
