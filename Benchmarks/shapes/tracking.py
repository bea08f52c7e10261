#!/usr/bin/env python3
"""Object tracking on sequences in OTB layout, on hands in videos and on things in simulated recordings, beside OpenCV's trackers."""
import argparse
import csv
import json
import pathlib
import tempfile
import time

import cv2
import numpy as np

import documents
import sequences as hidden
from common import DATA, run

cv2.setNumThreads(1)
PEERS = {"OpenCV CSRT": lambda: cv2.TrackerCSRT_create(), "OpenCV KCF": lambda: cv2.TrackerKCF_create(),
         "OpenCV MOSSE": lambda: cv2.legacy.TrackerMOSSE_create()}


def otb(folder):
    """Images and boxes (x, y, width, height) of a sequence; the truth may use commas, tabs or spaces."""
    text = (folder / "groundtruth_rect.txt").read_text().replace(",", " ").replace("\t", " ")
    truth = np.array([[float(v) for v in line.split()] for line in text.splitlines() if line.strip()])
    files = sorted((folder / "img").glob("*.jpg"))[:len(truth)]
    return [cv2.imread(str(f)) for f in files], truth[:len(files)]


def hand(video):
    """Images of a clip and the box of the hand."""
    capture, pictures = cv2.VideoCapture(str(video)), []
    while (read := capture.read())[0]:
        pictures.append(read[1])
    height, width = pictures[0].shape[:2]
    truth = []
    for line in video.with_suffix(".txt").read_text().splitlines():
        x0, y0, x1, y1 = [float(v) for v in line.split()[1:5]]
        truth.append([x0 * width, y0 * height, (x1 - x0) * width, (y1 - y0) * height])
    return pictures[:len(truth)], np.array(truth)[:len(pictures)]


THINGS = ["mug", "can", "orange", "radio", "crate", "book", "phone-box", "small-plant", "screen", "print", "magazine"]
"""The simulator's objects that are followed where they are seen whole for long enough."""


def poses(recording):
    """The camera's pose in every image, from the exact pixels of the rectangles' corners: rotation and translation by stamp, or nothing."""
    scene = json.loads((recording / "truth/scene.json").read_text())
    corners = {each["name"]: np.array(each["corners"]) for each in scene["rectangles"]}
    camera = scene["camera"]
    (fx, fy), (cx, cy) = camera["focalLengthPixels"], camera["principalPointPixels"]
    lens = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]]), np.array(camera["radialTangential"])
    seen = {}
    for row in list(csv.reader(open(recording / "truth/rectangles.csv")))[1:]:
        pixels = np.float64(row[3:11]).reshape(4, 2)
        inside = ((pixels > 0) & (pixels < [camera["width"], camera["height"]])).all(1)
        points, places = seen.setdefault(row[0], ([], []))
        points += list(corners[row[1]][inside])
        places += list(pixels[inside])
    found = {}
    for stamp, (points, places) in seen.items():
        if len(points) >= 6:
            is_found, rotation, translation = cv2.solvePnP(np.array(points), np.array(places), *lens, flags=cv2.SOLVEPNP_SQPNP)
            if is_found:
                found[stamp] = rotation, translation
    return scene, lens, found


def box_of(thing, pose, lens, size):
    """The box about a thing in an image; None where it is not seen whole or is small."""
    low, high = np.array(thing["minimum"]), np.array(thing["maximum"])
    points = np.array([[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)])
    if ((points @ cv2.Rodrigues(pose[0])[0].T + pose[1].T)[:, 2] < 0.1).any():
        return None
    pixels = cv2.projectPoints(points, *pose, *lens)[0].reshape(-1, 2)
    corner, extent = pixels.min(0), np.ptp(pixels, axis=0)
    isWhole = (corner > 2).all() and (corner + extent < np.array(size) - 2).all() and extent.min() >= 20
    return [*corner, *extent] if isWhole else None


def simulated(recording, least=60, most=150):
    """Sequences of a simulated recording: each thing's first run of images in which it is seen whole."""
    scene, lens, found = poses(recording)
    size = scene["camera"]["width"], scene["camera"]["height"]
    rows = [row for row in csv.reader(open(recording / "mav0/cam0/data.csv")) if row and not row[0].startswith("#")]
    for thing in (each for each in scene["objects"] if each["name"] in THINGS):
        boxes = [box_of(thing, found[row[0]], lens, size) if row[0] in found else None for row in rows]
        first = next((i for i in range(len(boxes) - least) if all(boxes[i:i + least])), None)
        if first is None:
            continue
        last = next((i for i in range(first, min(len(boxes), first + most)) if boxes[i] is None), min(len(boxes), first + most))
        pictures = [cv2.imread(str(recording / "mav0/cam0/data" / row[1].strip())) for row in rows[first:last]]
        yield f"{recording.name} {thing['name']}", pictures, np.array(boxes[first:last])


def overlap(a, b):
    low = np.maximum(a[:, :2], b[:, :2])
    high = np.minimum(a[:, :2] + a[:, 2:], b[:, :2] + b[:, 2:])
    common = np.clip(high - low, 0, None).prod(1)
    return common / (a[:, 2:].prod(1) + b[:, 2:].prod(1) - common)


def figures(boxes, truth):
    """Area under the success curve (21 thresholds) and the part of centres within 20 pixels."""
    shared = overlap(boxes, truth)
    auc = np.mean([(shared > t).mean() for t in np.linspace(0, 1, 21)])
    away = np.linalg.norm(boxes[:, :2] + boxes[:, 2:] / 2 - truth[:, :2] - truth[:, 2:] / 2, axis=1)
    return auc, (away <= 20).mean(), shared


def peer(make, pictures, box):
    tracker = make()
    boxes, times = [list(box)], []
    tracker.init(pictures[0], tuple(int(round(v)) for v in box))
    for picture in pictures[1:]:
        start = time.thread_time()
        found, at = tracker.update(picture)
        times.append((time.thread_time() - start) * 1e3)
        boxes.append(list(at) if found else boxes[-1])
    return np.array(boxes, float), times


def own(level, files, box):
    lines = run(["follow", level, ",".join(str(float(v)) for v in box), *files], core=1)
    return np.array([line["box"] for line in lines]), [line["milliseconds"] for line in lines[1:]], lines


def draw(name, pictures, truth, boxes, lines, folder):
    folder.mkdir(parents=True, exist_ok=True)
    tiles = []
    for i in np.linspace(0, len(pictures) - 1, 20).astype(int):
        tile = pictures[i].copy()
        for box, color in ((truth[i], (0, 255, 0)), (boxes[i], (0, 0, 255))):
            x, y, w, h = (int(round(v)) for v in box)
            cv2.rectangle(tile, (x, y), (x + w, y + h), color, 2)
        cv2.putText(tile, f"{i}: {lines[i]['confidence']:.2f}", (5, 25), 0, 0.8, (0, 255, 255), 2)
        tiles.append(cv2.resize(tile, (320, 240)))
    cv2.imwrite(str(folder / f"follow-{name}.jpg"), np.vstack([np.hstack(tiles[k:k + 5]) for k in range(0, 20, 5)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sequences", nargs="*", type=pathlib.Path, help="folders in OTB layout")
    parser.add_argument("--no-hands", action="store_true")
    parser.add_argument("--simulated", nargs="*", type=pathlib.Path, default=[], help="simulated recordings whose things are followed")
    parser.add_argument("--unseen", type=int, default=2000, help="first seed of the sequences in which things are hidden; below 1000 they were tuned on")
    parser.add_argument("--unseen-count", type=int, default=6, help="how many of these sequences")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for pictures of what was followed")
    arguments = parser.parse_args()
    folders = arguments.sequences or sorted(p.parent for p in (DATA / "tracking").glob("*/groundtruth_rect.txt"))
    sequences = [(folder.name, *otb(folder)) for folder in folders]
    if not arguments.no_hands:
        sequences += [(f"hand {video.stem}", *hand(video)) for video in sorted((DATA / "hands").glob("*.mp4"))]
    for recording in arguments.simulated:
        sequences += simulated(recording)
    photos = documents.photographs() if arguments.unseen_count else []
    shown = {}
    for seed in range(arguments.unseen, arguments.unseen + arguments.unseen_count):
        pictures, truth, shown[f"hidden {seed}"] = hidden.sequence(seed, photos)
        sequences.append((f"hidden {seed}", pictures, truth))
    names = ["Sightline accurate", "Sightline fast", *([] if arguments.no_peers else PEERS)]
    print("| sequence | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    totals = {name: [] for name in names}
    for name, pictures, truth in sequences:
        row = []
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for i, picture in enumerate(pictures):
                files.append(f"{folder}/{i:05d}.ppm")
                cv2.imwrite(files[-1], picture)
            for tracker in names:
                if tracker.startswith("Sightline"):
                    boxes, times, lines = own(tracker.split()[1], files, truth[0])
                    if arguments.keep:
                        draw(f"{name.replace(' ', '_')}-{tracker.split()[1]}", pictures, truth, boxes, lines, arguments.keep)
                else:
                    boxes, times = peer(PEERS[tracker], pictures, truth[0])
                isShown = shown.get(name, np.ones(len(truth), bool))
                auc, precision, _ = figures(boxes[isShown], truth[isShown])
                speed = 1e3 / np.mean(times)
                totals[tracker].append((auc, precision, speed))
                row.append(f"{auc:.3f} / {precision:.2f} / {speed:.0f}")
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)
    means = [np.mean(totals[name], 0) for name in names]
    print("| **mean** | " + " | ".join(f"**{a:.3f}** / {p:.2f} / {s:.0f}" for a, p, s in means) + " |")
    print("\nAUC / part of centres within 20 px / pictures a second of CPU time.")


if __name__ == "__main__":
    main()
