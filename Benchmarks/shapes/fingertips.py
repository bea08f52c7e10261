#!/usr/bin/env python3
"""Following the tip of an index finger from a box of 40 × 40 pixels in the first image, beside OpenCV's trackers.

Recordings of the simulator's hand (`sightline simulate room --hand --device phone --motion tabletop`) may be named too: their fingertip
is tapped within a box of 22 × 22 pixels when it touches the table first, and judged while the image shows it.
"""
import argparse
import pathlib
import tempfile

import cv2
import numpy as np

import grounds
from common import DATA, run
from tracking import PEERS, peer


def clip(video):
    capture, pictures = cv2.VideoCapture(str(video)), []
    while (read := capture.read())[0]:
        pictures.append(read[1])
    height, width = pictures[0].shape[:2]
    lines = video.with_suffix(".txt").read_text().splitlines()
    tips = np.array([[float(v) for v in line.split()[7:9]] for line in lines]) * [width, height]
    return pictures[:len(tips)], tips[:len(pictures)]


def recording(folder):
    """Images and tips of a simulated hand from where it touches the table first."""
    rows = [line.split(",") for line in (folder / "truth/fingertip.csv").read_text().splitlines()[1:]]
    first = next(i for i, row in enumerate(rows) if row[6] == "1" and row[7].strip() == "1")
    files = sorted((folder / "mav0/cam0/data").iterdir())[first:len(rows)]
    return [cv2.imread(str(f)) for f in files], np.array([[float(v) for v in row[1:3]] for row in rows[first:]])


def draw(name, pictures, tips, found, lines, folder):
    folder.mkdir(parents=True, exist_ok=True)
    tiles = []
    for i in range(0, len(pictures), 2):
        tile = pictures[i].copy()
        cv2.circle(tile, tuple(int(v) for v in tips[i]), 9, (0, 255, 0), 3)
        cv2.circle(tile, tuple(int(v) for v in found[i]), 9, (0, 0, 255), 3)
        cv2.putText(tile, f"{i}: {lines[i]['confidence']:.2f}", (5, 30), 0, 1, (0, 255, 255), 2)
        tiles.append(cv2.resize(tile, (320, 240)))
    while len(tiles) % 5:
        tiles.append(tiles[0] * 0)
    cv2.imwrite(str(folder / f"tip-{name}.jpg"), np.vstack([np.hstack(tiles[k:k + 5]) for k in range(0, len(tiles), 5)]))


def follow(name, pictures, box):
    """Boxes' middles and milliseconds of one of our trackers, and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{i:05d}.ppm" for i in range(len(pictures))]
        for file, picture in zip(files, pictures):
            cv2.imwrite(file, picture)
        lines = run(["follow", name, ",".join(str(float(v)) for v in box), *files], core=1)
    boxes = np.array([line["box"] for line in lines])
    return boxes[:, :2] + boxes[:, 2:] / 2, [line["milliseconds"] for line in lines[1:]], lines


def perturbed(pictures, tips):
    """A clip as it might have been: begun later, mirrored, tapped some pixels aside; images, tips and the tap's miss."""
    for is_mirrored in (False, True):
        for start in (0, 12, 24):
            for miss in ((0, 0), (6, 0), (-6, 0), (0, 6), (0, -6)):
                if start and is_mirrored and any(miss):
                    continue
                seen, places = pictures[start:], tips[start:].copy()
                if is_mirrored:
                    seen = [np.ascontiguousarray(picture[:, ::-1]) for picture in seen]
                    places[:, 0] = seen[0].shape[1] - places[:, 0]
                yield seen, places, np.array(miss)


def judge_perturbed(videos):
    """How much of each clip is followed within 20 pixels however it is begun."""
    print("| clip | runs | within 20 px, mean | worst |\n|---|---|---|---|")
    means = []
    for video in videos:
        shares = []
        for pictures, tips, miss in perturbed(*clip(video)):
            found, _, _ = follow("fingertip", pictures, [*(tips[0] - 20 + miss), 40, 40])
            shares.append((np.linalg.norm(found - tips, axis=1)[1:] <= 20).mean())
        means.append(np.mean(shares))
        print(f"| {video.stem} | {len(shares)} | {means[-1]:.0%} | {min(shares):.0%} |", flush=True)
    print(f"| **mean** | | **{np.mean(means):.0%}** | |")


def labelled(name):
    """Images, the hand's boxes and the index finger's tips of a clip of real hands."""
    video = DATA / "hands" / f"{name}.mp4"
    pictures, tips = clip(video)
    rows = np.array([[float(v) for v in line.split()[1:5]] for line in video.with_suffix(".txt").read_text().splitlines()])
    return pictures, rows * np.tile(grounds.SIZE, 2), tips


def judge_grounds(first, count):
    """How much of each clip over another ground is followed within 20 pixels."""
    print("| clip | within 20 px | CPU ms |\n|---|---|---|")
    shares = []
    for seed in range(first, first + count):
        name, pictures, tips, shown, miss, _ = grounds.clip(seed, labelled)
        found, times, _ = follow("fingertip", pictures, [*(tips[0] - 20 + miss), 40, 40])
        shares.append((np.linalg.norm(found - tips, axis=1) <= 20)[1:][shown[1:]].mean())
        print(f"| {name} | {shares[-1]:.0%} | {np.mean(times):.1f} |", flush=True)
    print(f"| **mean** | **{np.mean(shares):.1%}** | |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recordings", nargs="*", type=pathlib.Path, help="recordings of the simulator's hand")
    parser.add_argument("--peers", action="store_true", help="OpenCV's trackers too")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for pictures of what was followed")
    parser.add_argument("--perturbed", action="store_true", help="the clips begun later, mirrored and tapped beside the tip")
    parser.add_argument("--grounds", type=int, nargs=2, metavar=("SEED", "COUNT"),
                        help="the hands over other grounds, in other light, tapped on the tip or 6 to 10 pixels beside; hands.py says which seeds were tuned on")
    arguments = parser.parse_args()
    if arguments.grounds:
        return judge_grounds(*arguments.grounds)
    if arguments.perturbed:
        return judge_perturbed(sorted((DATA / "hands").glob("*.mp4")))
    names = ["fingertip", "accurate", *(PEERS if arguments.peers else [])]
    print("| clip | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    totals = {name: [] for name in names}
    for video in arguments.recordings or sorted((DATA / "hands").glob("*.mp4")):
        pictures, tips = recording(video) if video.is_dir() else clip(video)
        side = 22 if video.is_dir() else 40
        box = [tips[0][0] - side / 2, tips[0][1] - side / 2, side, side]
        row = []
        for name in names:
            if name in PEERS:
                boxes, times = peer(PEERS[name], pictures, box)
                found, lines = boxes[:, :2] + boxes[:, 2:] / 2, []
            else:
                found, times, lines = follow(name, pictures, box)
            height, width = pictures[0].shape[:2]
            isShown = ((tips > 0) & (tips < [width, height])).all(1)[1:]
            away = np.linalg.norm(found - tips, axis=1)[1:][isShown]
            totals[name].append((away.mean(), (away <= 20).mean(), np.mean(times)))
            row.append(f"{away.mean():.0f} px / {(away <= 20).mean():.0%} / {np.mean(times):.1f} ms")
            if name == "fingertip" and arguments.keep:
                draw(video.stem, pictures, tips, found, lines, arguments.keep)
        print(f"| {video.stem} | " + " | ".join(row) + " |", flush=True)
    means = [np.mean(totals[name], 0) for name in names]
    print("| **mean** | " + " | ".join(f"{a:.0f} px / **{p:.0%}** / {t:.1f} ms" for a, p, t in means) + " |")
    print("\nMean distance / within 20 px / CPU time a picture.")


if __name__ == "__main__":
    main()
