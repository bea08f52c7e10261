#!/usr/bin/env python3
"""Posters and sheets in the simulator's images, every camera preset: recall to 60° and the corners' error against the exact truth."""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import tempfile

import cv2
import numpy as np

from common import ROOT, run

CAMERAS = ["phone", "euroc", "ideal"]
"""`browser` has the camera of `phone`: its images are the same."""
SMALLEST = 0.2
"""The detector's default least side, as a part of the image's shorter one; a tenth more is asked of the truth."""


def simulated(folder, camera, motion, seed, seconds, program):
    target = folder / f"{camera}-{motion}-{seed}"
    if not (target / "mav0").exists():
        command = [program, "simulate", "room", "--device", camera, "--motion", motion, "--seed", str(seed), "--duration", str(seconds)]
        subprocess.run([*command, "--output", target], check=True, capture_output=True)
    return target


def lens(recording):
    """fx, fy, cx, cy and the coefficients k1, k2, p1, p2, as the simulator's sensor.yaml tells them."""
    text = (recording / "mav0/cam0/sensor.yaml").read_text()
    def numbers(key):
        return [float(v) for v in re.search(rf"^{key}: \[(.*?)\]", text, re.M).group(1).split(",")]
    coefficients = (numbers("distortion_coefficients") + [0, 0, 0, 0])[:4]
    return numbers("intrinsics"), coefficients


def slant(corners, pixels, camera):
    """The angle between a rectangle's normal and the way it is looked at, degrees."""
    (fx, fy, cx, cy), coefficients = camera
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])
    x, y = corners[1] - corners[0], corners[3] - corners[0]
    width, height = np.linalg.norm(x), np.linalg.norm(y)
    flat = np.array([[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]])
    _, rotation, translation = cv2.solvePnP(flat, pixels, matrix, np.array(coefficients))
    turn, _ = cv2.Rodrigues(rotation)
    middle = turn @ flat.mean(0) + translation.ravel()
    return np.degrees(np.arccos(min(1, abs(turn[:, 2] @ middle) / np.linalg.norm(middle))))


def sights(recording, every):
    """For every nth image: its file and the rectangles that are seen whole, large enough and not too slanted."""
    camera = lens(recording)
    scene = {r["name"]: np.array(r["corners"]) for r in json.loads((recording / "truth/scene.json").read_text())["rectangles"]}
    width, height = map(int, re.search(r"resolution: \[(\d+), (\d+)\]", (recording / "mav0/cam0/sensor.yaml").read_text()).groups())
    least = 1.1 * SMALLEST * min(width, height)
    seen = {}
    for row in list(csv.reader(open(recording / "truth/rectangles.csv")))[1:]:
        pixels = np.float64(row[3:]).reshape(4, 2)
        sides = np.linalg.norm(pixels - np.roll(pixels, 1, 0), axis=1)
        isWhole = row[2] == "1" and (pixels > 4).all() and (pixels < np.array([width, height]) - 4).all()
        if isWhole and sides.min() > least and slant(scene[row[1]], pixels, camera) <= 60:
            seen.setdefault(row[0], []).append((row[1], pixels))
    rows = [row for row in csv.reader(open(recording / "mav0/cam0/data.csv")) if row and not row[0].startswith("#")]
    return [(recording / "mav0/cam0/data" / row[1].strip(), seen[row[0]]) for row in rows[::every] if row[0] in seen], camera


def errors(truth, quads):
    """The corners' distances from a true rectangle's for the quadrilateral nearest to it; None where none lies on it."""
    best = None
    size = np.linalg.norm(truth[2] - truth[0])
    for quad in quads:
        for turn in range(4):
            away = np.linalg.norm(np.roll(np.array(quad["corners"]), turn, 0) - truth, axis=1)
            if away.max() < 0.04 * size and (best is None or away.max() < best.max()):
                best = away
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cameras", nargs="*", default=CAMERAS)
    parser.add_argument("--motions", nargs="*", default=["walk", "tabletop"])
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=14)
    parser.add_argument("--every", type=int, default=5, help="looks at every so manieth picture")
    parser.add_argument("--sightline", default=ROOT / ".build-tests/release/sightline")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the recordings and for pictures of what was missed")
    arguments = parser.parse_args()
    print("| camera | rectangles | found | corner error, median px | 90 % px | CPU ms |\n|---|---|---|---|---|---|")
    totals = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for camera in arguments.cameras:
            away, count, missed, times = [], 0, [], []
            for motion in arguments.motions:
                for seed in range(1, arguments.seeds + 1):
                    recording = simulated(folder, camera, motion, seed, arguments.seconds, arguments.sightline)
                    pictures, (pinhole, coefficients) = sights(recording, arguments.every)
                    if not pictures:
                        continue
                    with tempfile.TemporaryDirectory() as gray:
                        files = [f"{gray}/{i:05d}.pgm" for i in range(len(pictures))]
                        for file, (path, _) in zip(files, pictures):
                            cv2.imwrite(file, cv2.imread(str(path), cv2.IMREAD_GRAYSCALE))
                        told = ",".join(map(str, [*pinhole, *coefficients]))
                        lines = run(["rectangles", "--count", "0", "--camera", told, *files], core=1)
                    for (path, rectangles), line in zip(pictures, lines):
                        times.append(line["milliseconds"])
                        for name, truth in rectangles:
                            count += 1
                            found = errors(truth, line["quadrilaterals"])
                            if found is None:
                                missed.append((path, name, truth, line["quadrilaterals"]))
                            else:
                                away += list(found)
            row(camera, count, len(missed), away, times)
            totals.append((count, len(missed), away, times))
            if arguments.keep:
                draw(missed[::max(1, len(missed) // 12)][:12], folder / f"missed-{camera}.jpg")
        row("**all**", sum(t[0] for t in totals), sum(t[1] for t in totals), sum((t[2] for t in totals), []), sum((t[3] for t in totals), []))


def row(name, count, missed, away, times):
    print(f"| {name} | {count} | {1 - missed / count:.1%} | {np.median(away):.2f} | {np.quantile(away, .9):.2f} | {np.median(times):.1f} |", flush=True)


def draw(missed, path):
    tiles = []
    for file, name, truth, quads in missed:
        tile = cv2.imread(str(file))
        for quad in quads:
            cv2.polylines(tile, [np.round(quad["corners"]).astype(np.int32)], True, (0, 0, 255), 1, cv2.LINE_AA)
        cv2.polylines(tile, [np.round(truth).astype(np.int32)], True, (0, 255, 0), 1, cv2.LINE_AA)
        cv2.putText(tile, name, (8, 24), 0, 0.7, (0, 255, 255), 2)
        tiles.append(cv2.resize(tile, (480, 360)))
    while tiles and len(tiles) % 4:
        tiles.append(np.zeros_like(tiles[0]))
    if tiles:
        cv2.imwrite(str(path), np.vstack([np.hstack(tiles[k:k + 4]) for k in range(0, len(tiles), 4)]))


if __name__ == "__main__":
    main()
