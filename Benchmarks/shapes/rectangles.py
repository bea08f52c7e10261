#!/usr/bin/env python3
"""Quadrilateral detection: synthetic documents over photographs and `planar/desk`, beside an ordinary OpenCV detector."""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

import cv2
import numpy as np

import documents
import unseen
from common import DATA, ROOT, corner_error, jaccard, run, write_gray

cv2.setNumThreads(1)
WASM = os.environ.get("SHAPES_WASM")


def opencv_detector(picture):
    """Canny at three thresholds in every channel, dilation, contours, four corners; the largest quadrilateral."""
    best, area = None, 0.01 * picture.shape[0] * picture.shape[1]
    planes = [picture] if picture.ndim == 2 else cv2.split(picture)
    for plane in planes:
        blurred = cv2.GaussianBlur(plane, (5, 5), 0)
        for low in (20, 50, 100):
            edges = cv2.dilate(cv2.Canny(blurred, low, 3 * low), np.ones((3, 3), np.uint8))
            contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            for contour in contours:
                outline = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
                if len(outline) == 4 and cv2.isContourConvex(outline) and cv2.contourArea(outline) > area:
                    best, area = outline.reshape(4, 2) + 0.5, cv2.contourArea(outline)
    return best


def timed(detector, picture):
    start = time.thread_time()
    found = detector(picture)
    return found, (time.thread_time() - start) * 1e3


def desk():
    folder = DATA / "planar/desk"
    matrix = np.loadtxt(folder / "K.txt")
    radial = np.loadtxt(folder / "D.txt")
    pictures, outlines = [], []
    for number, pose in enumerate(np.loadtxt(folder / "poses.txt"), 1):
        pictures.append(cv2.imread(str(folder / f"images/img_{number:04d}.jpg"), cv2.IMREAD_GRAYSCALE))
        rotation, _ = cv2.Rodrigues(pose[:3])
        both = []
        for margin in (0, 0.009):
            low, high = np.array([-.04, -.04]) - margin, np.array([.36, .24]) + margin
            board = np.array([[low[0], low[1], 0], [high[0], low[1], 0], [high[0], high[1], 0], [low[0], high[1], 0]])
            points = board @ rotation.T + pose[3:]
            ideal = (points / points[:, 2:]) @ matrix.T
            offset = ideal[:, :2] - matrix[:2, 2]
            square = (offset ** 2).sum(1, keepdims=True)
            both.append(matrix[:2, 2] + offset * (1 + radial[0] * square + radial[1] * square ** 2) + 0.5)
        outlines.append(both)
    focal = matrix[0, 0]
    camera = [focal, matrix[1, 1], matrix[0, 2] + .5, matrix[1, 2] + .5, radial[0] * focal ** 2, radial[1] * focal ** 4]
    return pictures, outlines, camera


def row(name, scores, errors, milliseconds):
    scores, errors = np.array(scores), np.array(errors)
    print(f"| {name:34} | {scores.mean():.4f} | {np.median(scores):.4f} | {(scores > .9).mean():6.1%} | "
          f"{np.median(errors):6.2f} | {(errors < 2).mean():6.1%} | {np.median(milliseconds):6.2f} |")


def web_assembly(files):
    """The detector as WebAssembly under node: what it finds, milliseconds."""
    command = ["taskset", "-c", "1", "node", "--single-threaded", ROOT / "Benchmarks/shapes/rectangles.mjs", WASM, "3", *files]
    out = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def header(title):
    print(f"\n{title}\n\n| detector | Jaccard mean | median | above .9 | corner error, median px | below 2 px | CPU ms |\n"
          "|---|---|---|---|---|---|---|")


def measure(title, pictures, truths, modes, keep, peer):
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for i, picture in enumerate(pictures):
            files.append(pathlib.Path(folder) / f"{i:04d}.pgm")
            write_gray(files[-1], picture)
        header(title)
        for name, arguments in modes:
            found = web_assembly(files) if arguments == WASM else run(["rectangles", "--repeat", "3", *arguments, *files], core=1)
            quads = [f["quadrilaterals"][0]["corners"] if f["quadrilaterals"] else None for f in found]
            scores = [max(jaccard(q, t) for t in ts) for q, ts in zip(quads, truths)]
            errors = [min(corner_error(q, t) for t in ts) for q, ts in zip(quads, truths)]
            row(name, scores, errors, [f["milliseconds"] for f in found])
            results[name] = (found, scores)
    if peer:
        found = [timed(opencv_detector, picture) for picture in pictures]
        row("OpenCV, Canny per channel + contours", [max(jaccard(q, t) for t in ts) for (q, _), ts in zip(found, truths)],
            [min(corner_error(q, t) for t in ts) for (q, _), ts in zip(found, truths)], [ms for _, ms in found])
    if keep:
        draw(pictures, truths, results, pathlib.Path(keep), title.split()[0])
    return results


def draw(pictures, truths, results, folder, prefix):
    """The worst images of every mode, with truth (green) and finding (red)."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (found, scores) in results.items():
        tiles = []
        for i in np.argsort(scores)[:12]:
            tile = pictures[i] if pictures[i].ndim == 3 else cv2.cvtColor(pictures[i], cv2.COLOR_GRAY2BGR)
            tile = tile.copy()
            for truth in truths[i]:
                cv2.polylines(tile, [np.round(truth).astype(np.int32)], True, (0, 255, 0), 2, cv2.LINE_AA)
            for quad in found[i]["quadrilaterals"][:1]:
                cv2.polylines(tile, [np.round(quad["corners"]).astype(np.int32)], True, (0, 0, 255), 2, cv2.LINE_AA)
                cv2.putText(tile, f"{i}: {scores[i]:.3f} conf {quad['confidence']:.2f}", (8, 30), 0, 1, (0, 255, 255), 2)
            tiles.append(cv2.resize(tile, (480, int(480 * tile.shape[0] / tile.shape[1]))))
        while len(tiles) % 4:
            tiles.append(np.zeros_like(tiles[0]))
        rows = [np.hstack(tiles[k:k + 4]) for k in range(0, len(tiles), 4)]
        cv2.imwrite(str(folder / f"{prefix}-{name.replace(' ', '_').replace(',', '')}.jpg"), np.vstack(rows))


def calibration(results):
    """Is a confidence of 0.8 right in eight cases of ten? Right: Jaccard above 0.9."""
    pairs = [(f["quadrilaterals"][0]["confidence"], s > .9) for f, s in zip(*results) if f["quadrilaterals"]]
    confidence, right = (np.array(v, float) for v in zip(*pairs))
    print("\n| confidence | pictures | right |\n|---|---|---|")
    for low, high in zip((0, .2, .4, .6, .8, .9), (.2, .4, .6, .8, .9, 1.01)):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            print(f"| {low:.1f} to {min(high, 1):.1f} | {inside.sum()} | {right[inside].mean():.2f} |")


def grids(count, first, photos, peer):
    """How many of the tags in grids are found: ours asked for all rectangles, OpenCV's outlines of four corners in one pass."""
    scenes = [unseen.grid(first + i, photos) for i in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / f"{i:04d}.pgm" for i in range(count)]
        for file, (picture, _) in zip(files, scenes):
            write_gray(file, picture)
        found = run(["rectangles", "--count", "0", "--minimum-size", "0.03", *files], core=1)
    rows = [("Sightline", [[q["corners"] for q in f["quadrilaterals"]] for f in found], [f["milliseconds"] for f in found])]
    if peer:
        results = [timed(opencv_outlines, picture) for picture, _ in scenes]
        rows.append(("OpenCV, adaptive threshold + contours", [r[0] for r in results], [r[1] for r in results]))
    print(f"\ntags in grids ({count} synthetic, 752×480)\n\n| detector | tags | found (Jaccard above .9) | CPU ms |\n|---|---|---|---|")
    for name, quads, milliseconds in rows:
        hits = [any(jaccard(q, truth) > .9 for q in all_) for all_, (_, truths) in zip(quads, scenes) for truth in truths]
        print(f"| {name} | {len(hits)} | {np.mean(hits):.1%} | {np.median(milliseconds):.2f} |")


def opencv_outlines(picture):
    """All outlines of four corners of the dark pieces of an image."""
    dark = cv2.adaptiveThreshold(picture, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 23, 7)
    outlines = [cv2.approxPolyDP(c, 0.03 * cv2.arcLength(c, True), True) for c in cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]]
    return [o.reshape(4, 2) + 0.5 for o in outlines if len(o) == 4 and cv2.isContourConvex(o) and cv2.contourArea(o) > 150]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=200, help="how many synthetic pictures")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unseen", type=int, default=2000, help="first seed of the faint sheets and of the grids; below 1000 they were tuned on")
    parser.add_argument("--photographs", nargs="*", default=["/usr/share/backgrounds"], help="further folders of photographs")
    parser.add_argument("--keep", help="a folder for pictures of the worst cases")
    parser.add_argument("--no-peer", action="store_true", help="without OpenCV's detector")
    arguments = parser.parse_args()
    if (DATA / "planar/desk").exists():
        pictures, outlines, camera = desk()
        modes = [("Sightline, lens known", ["--camera", ",".join(map(str, camera))]), ("Sightline, lens not known", [])]
        measure("desk (planar/desk, 752×480)", pictures, outlines, modes, arguments.keep, not arguments.no_peer)
    photos = documents.photographs(arguments.photographs)
    scenes = [documents.scene(arguments.seed * 100_000 + i, photos) for i in range(arguments.documents)]
    results = measure(f"documents ({len(scenes)} synthetic over {len(photos)} photographs, 1280×720)", [s[0] for s in scenes],
                      [[s[1]] for s in scenes], [("Sightline", []), *([("Sightline in WebAssembly", WASM)] if WASM else [])], arguments.keep, not arguments.no_peer)
    calibration(results["Sightline"])
    sheets = [unseen.faint(arguments.unseen + i) for i in range(arguments.documents)]
    results = measure(f"sheets nearly as bright as the desk ({len(sheets)} synthetic, 752×480)", [s[0] for s in sheets], [s[1] for s in sheets],
                      [("Sightline", [])], arguments.keep, not arguments.no_peer)
    calibration(results["Sightline"])
    grids(max(1, arguments.documents // 4), arguments.unseen, photos, not arguments.no_peer)


if __name__ == "__main__":
    main()
