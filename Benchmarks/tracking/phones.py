#!/usr/bin/env python3
"""Tracks simulated walks with every phone that the simulator knows, measures lengths in them, and writes docs/figures/phones.md.

Usage: phones.py SIGHTLINE WORLDBENCHMARK [--quick] [--phones NAME ...] [--walks NAME ...] [--seconds S] [--seed N] [--minutes M] [--present] [--add]

A walk round a table, through a room and along a corridor, each with a guessed lens, as a page has it. --quick takes the table alone and phones that show
every effect once. With a seed other than 1 the table is only printed: constants are chosen on seed 1. Recordings are kept in $RECORDINGS, or samples/phones,
and made only where they are missing; --present leaves those out, and --minutes those that would be begun later. --add keeps the document's other rows.
"""
import argparse
import csv
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import matrix

matrix.RECORDINGS = pathlib.Path(os.environ.get("RECORDINGS") or matrix.ROOT / "samples" / "phones")
# These phones have the lens and the light of another whose image times are even: they take its pictures.
matrix.PICTURES |= {"galaxy-s7": "mi-6", "rog-phone-5s": "mi-6"}
DOCUMENT = matrix.ROOT / "docs/figures/phones.md"
# By name: the scene and the motion.
WALKS = {"table-top": ("room", "tabletop"), "room": ("room", "walk"), "corridor": ("corridor", "walk")}
QUICK = ["mi-6", "galaxy-s7", "rog-phone-5s", "pixel-4a", "iphone-6s", "galaxy-note-8", "galaxy-a3", "honor-v30", "huawei-p20-pro", "galaxy-s3"]
# How the ends of lengths are picked: corners, drawn to the image and looked for in later images.
AIM = "corner followed"
# What is asked of a row: the largest time to the first pose, the least share tracked, the largest median error of lengths, and the least share of them
# within two of their sigmas.
FIRST_SECONDS, TRACKED_PERCENT, LENGTH_PERCENT, COVERAGE_PERCENT = 3, 95, 2, 93
COLUMNS = ["phone", "walk", "first pose, s", "tracked, %", "position error, cm", "scale error, %", "NEES", "lengths", "median error, %", "within 2 σ, %", "beyond", "run"]
BEYOND = COLUMNS.index("beyond")
# With the two seconds at rest that a walk begins with.
REST_SECONDS = 2


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("sightline")
    parser.add_argument("bench")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--phones", nargs="+")
    parser.add_argument("--walks", nargs="+", choices=WALKS)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--present", action="store_true")
    parser.add_argument("--add", action="store_true")
    options = parser.parse_args()
    options.end = time.monotonic() + 60 * options.minutes
    options.walks = options.walks or (["table-top"] if options.quick else list(WALKS))
    options.seconds = options.seconds or (12 if options.quick else 17)
    return options


def devices(options):
    """The phones that the program knows, by name; a wrong name ends the program."""
    done = subprocess.run([options.sightline, "devices", "--json"], check=True, capture_output=True, text=True)
    known = {device["name"]: device for device in json.loads(done.stdout)["devices"] if device["isPhone"]}
    wanted = options.phones or (QUICK if options.quick else list(known))
    if strange := [name for name in wanted if name not in known]:
        sys.exit(f"no phone of that name: {', '.join(strange)}")
    return known, wanted


def lengths(options, place):
    """The median error of measured lengths in percent, the share within two of their sigmas, and how many there are; None without any."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "lengths.csv"
        done = subprocess.run([options.bench, "--no-interruption", "--lengths", table, place], capture_output=True, text=True)
        rows = list(csv.DictReader(table.open())) if done.returncode == 0 and table.exists() else []
    if done.returncode != 0:
        print(f"{place.name}: {done.stderr.strip()}", file=sys.stderr)
    rows = [{name: float(row[name]) for name in ("truth", "measured", "sigma")} for row in rows if row["aim"] == AIM]
    if not rows:
        return None
    within = [abs(row["measured"] - row["truth"]) < 2 * row["sigma"] for row in rows]
    return {"median": 100 * statistics.median(abs(row["measured"] / row["truth"] - 1) for row in rows),
            "within": 100 * sum(within) / len(within), "count": len(rows)}


def measure(options, phone, walk, progress):
    """What tracking and measuring tell of a walk; "missing" where there is no recording and none is to be made, None where there is no pose."""
    scene, motion = WALKS[walk]
    options.present = options.present or time.monotonic() > options.end
    case = argparse.Namespace(sightline=options.sightline, scene=scene, seconds=options.seconds, guess=True, present=options.present)
    told = matrix.run(case, phone, motion, "rest", options.seed, progress)
    if told == "missing":
        return told
    found = matrix.summary([told])
    return found and {**found, "lengths": lengths(options, matrix.folder(case, phone, motion, "rest", options.seed))}


def faults(found):
    """The limits that a row is beyond."""
    if found is None:
        return ["no pose"]
    measured = found["lengths"]
    limits = [(found["first"] > REST_SECONDS + FIRST_SECONDS, "late"), (found["coverage"] < TRACKED_PERCENT, "lost"),
              (measured is None, "no lengths"), (measured and measured["median"] > LENGTH_PERCENT, "lengths"),
              (measured and measured["within"] < COVERAGE_PERCENT, "sigma")]
    return [name for is_beyond, name in limits if is_beyond]


def cells(found):
    if found is None:
        return ["–"] * 8
    measured = found["lengths"] or {}
    return [f"{found['first']:.2f}", f"{found['coverage']:.0f}", f"{found['ate']:.1f}", f"{found['scale']:+.1f}", matrix.cell(found["nees"], "{:.1f}"),
            str(measured.get("count", 0)), matrix.cell(measured.get("median"), "{:.1f}"), matrix.cell(measured.get("within"), "{:.0f}")]


def rows_of_document():
    """The cells of the document's rows by phone and walk."""
    _, _, rest = DOCUMENT.read_text().partition("<!-- results -->\n")
    rows = [line.strip("| ").split(" | ") for line in rest.partition("<!-- end")[0].splitlines() if line.startswith("| ")]
    return {tuple(cells[:2]): [cell.strip() for cell in cells] for cells in rows[1:]}


def result_table(rows, options, command, known):
    """The table in the order of walks and phones, each row with the day and the seconds of its run."""
    run = f"{datetime.date.today()}, {options.seconds:g} s"
    table = rows_of_document() if options.add else {}
    table |= {names: [*names, *cells(found), ", ".join(faults(found)), run] for names, found in rows if found != "missing"}
    shown = [table[phone, walk] for walk in WALKS for phone in known if (phone, walk) in table]
    fine = sum(not row[BEYOND] for row in shown)
    lines = [
        f"{datetime.date.today()}, `{command}`: seed {options.seed}, guessed lens. {len(shown)} of {len(known) * len(WALKS)} rows were run; "
        f"{fine} of them are within all limits.", "", matrix.row(COLUMNS), "|---" * len(COLUMNS) + "|",
    ]
    return "\n".join(lines + [matrix.row(row) for row in shown])


def phone_table(known):
    lines = [matrix.row(["phone", "focal length, px", "images/s", "readout, ms", "images late, ms", "samples/s", "chip, platform", "effects", "published"]), "|---|---|---|---|---|---|---|---|---|"]
    figures = ("focalLengthPixels", "imageRate", "readoutMilliseconds", "delayMilliseconds", "inertialRate")
    for device in known.values():
        numbers = [f"{device[name]:.4g}" for name in figures]
        lines.append(matrix.row([device["name"], *numbers, device["parts"], ", ".join(device["effects"]), device["source"]]))
    return "\n".join(lines)


def main():
    options = arguments()
    given = " ".join(sys.argv[3:])
    command = f'make bench-phones PHONES="{given}"' if given else "make bench-phones"
    known, wanted = devices(options)
    cases = [(phone, walk) for walk in options.walks for phone in wanted]
    progress = matrix.Progress(len(cases))
    rows = [(case, measure(options, *case, progress)) for case in cases]
    text = result_table(rows, options, command, known)
    if options.seed == 1:
        matrix.write("results", text, DOCUMENT)
        matrix.write("phones", phone_table(known), DOCUMENT)
    print(text)


if __name__ == "__main__":
    main()
