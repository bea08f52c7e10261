#!/usr/bin/env python3
"""Sightline's vision kernels beside OpenCV's, in one run, on one thread: processor time, and quality against true motion.

Uses the recording given (EuRoC layout) or the first under ../shared/data/vio. Without one, says so and leaves.
"""
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import cv2
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
cv2.setNumThreads(1)


def yaml_numbers(text, key):
    start = text.index(key) + len(key)
    return [float(x) for x in text[text.index("[", start) + 1 : text.index("]", start)].replace("\n", " ").split(",")]


def rows(path):
    with open(path) as file:
        return [row for row in csv.reader(file) if row and not row[0].startswith("#")]


class Recording:
    """Images, gyroscope and truth of a recording in the EuRoC layout."""

    def __init__(self, folder):
        mav = pathlib.Path(folder) / "mav0"
        text = (mav / "cam0/sensor.yaml").read_text()
        self.intrinsics = yaml_numbers(text, "intrinsics:")
        self.distortion = yaml_numbers(text, "distortion_coefficients:")
        self.body_from_camera = np.array(yaml_numbers(text, "data:")).reshape(4, 4)
        pictures = rows(mav / "cam0/data.csv")
        self.stamps = np.array([int(row[0]) for row in pictures])
        self.pictures = [cv2.imread(str(mav / "cam0/data" / row[1].strip()), cv2.IMREAD_GRAYSCALE) for row in pictures]
        imu = rows(mav / "imu0/data.csv")
        self.imu_stamps = np.array([int(row[0]) for row in imu])
        self.gyroscope = np.array([[float(x) for x in row[1:4]] for row in imu])
        truth = np.array([[float(x) for x in row[1:8]] for row in rows(mav / "state_groundtruth_estimate0/data.csv")])
        truth_stamps = np.array([int(row[0]) for row in rows(mav / "state_groundtruth_estimate0/data.csv")])
        nearest = np.clip(np.searchsorted(truth_stamps, self.stamps), 1, len(truth_stamps) - 1)
        nearest -= np.abs(truth_stamps[nearest - 1] - self.stamps) < np.abs(truth_stamps[nearest] - self.stamps)
        self.has_truth = np.abs(truth_stamps[nearest] - self.stamps) < 3_000_000
        self.world_from_camera = [pose(truth[i]) @ self.body_from_camera for i in nearest]

    def rotations(self):
        """Rotation of the optical frame from the image before, by the raw gyroscope."""
        camera_from_body = self.body_from_camera[:3, :3].T
        result = [np.eye(3)]
        for a, b in zip(self.stamps[:-1], self.stamps[1:]):
            inside = self.gyroscope[(self.imu_stamps >= a) & (self.imu_stamps < b)]
            total = np.eye(3)
            for rate in inside:
                total = total @ cv2.Rodrigues(rate * (b - a) * 1e-9 / len(inside))[0]
            result.append(camera_from_body @ total.T @ camera_from_body.T)
        return result

    def undistorted(self, pixels):
        fx, fy, cx, cy = self.intrinsics
        k = np.array([[fx, 0, cx + 0.5], [0, fy, cy + 0.5], [0, 0, 1]])
        criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-9)
        points = pixels.astype(np.float64).reshape(-1, 1, 2)
        return cv2.undistortPoints(points, k, np.array(self.distortion), criteria=criteria).reshape(-1, 2)


def pose(values):
    x, y, z, w = values[4], values[5], values[6], values[3]
    matrix = np.eye(4)
    matrix[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrix[:3, 3] = values[:3]
    return matrix


def quaternion(matrix):
    vector = cv2.Rodrigues(matrix)[0].ravel()
    angle = np.linalg.norm(vector)
    return [*(vector * (np.sin(angle / 2) / angle if angle > 1e-12 else 0.5)), np.cos(angle / 2)]


def write_clip(recording, folder):
    height, width = recording.pictures[0].shape
    fx, fy, cx, cy = recording.intrinsics
    head = [width, height, fx, fy, cx + 0.5, cy + 0.5, *recording.distortion]
    lines = [" ".join(map(str, head))] + [" ".join(map(str, quaternion(r))) for r in recording.rotations()]
    (folder / "clip.txt").write_text("\n".join(lines) + "\n")
    with open(folder / "clip.gray", "wb") as file:
        for picture in recording.pictures:
            file.write(np.ascontiguousarray(picture).tobytes())


def median_ms(rounds, body):
    times = []
    for _ in range(rounds):
        start = time.process_time()
        body()
        times.append((time.process_time() - start) * 1e3)
    return statistics.median(times)


def opencv_times(recording):
    middle = len(recording.pictures) // 2
    a, b = recording.pictures[middle : middle + 2]
    window = (15, 15)
    points = cv2.goodFeaturesToTrack(a, 200, 0.001, 20)
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 0.01)
    return {
        "pyramid": median_ms(40, lambda: cv2.buildOpticalFlowPyramid(a, window, 3)),
        "corners": median_ms(30, lambda: cv2.goodFeaturesToTrack(a, 200, 0.001, 20)),
        "flow": median_ms(40, lambda: cv2.calcOpticalFlowPyrLK(a, b, points, None, winSize=window, maxLevel=3, criteria=criteria)),
        "points": len(points),
    }


def opencv_tracks(recording):
    """The front end an engineer would write with OpenCV: KLT there and back, fundamental matrix, corners filled up."""
    window, criteria = (15, 15), (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 0.01)
    points, names, ages, following, tracks, times = np.zeros((0, 1, 2), np.float32), [], [], 0, [], []
    before = None
    for index, picture in enumerate(recording.pictures):
        start = time.process_time()
        if before is not None and len(points):
            there, good, _ = cv2.calcOpticalFlowPyrLK(before, picture, points, None, winSize=window, maxLevel=3, criteria=criteria)
            back, good2, _ = cv2.calcOpticalFlowPyrLK(picture, before, there, None, winSize=window, maxLevel=3, criteria=criteria)
            keep = (good.ravel() == 1) & (good2.ravel() == 1) & (np.linalg.norm(back - points, axis=2).ravel() < 0.7)
            keep &= (there[:, 0, 0] > 8) & (there[:, 0, 1] > 8) & (there[:, 0, 0] < picture.shape[1] - 8) & (there[:, 0, 1] < picture.shape[0] - 8)
            if keep.sum() >= 8:
                a = recording.undistorted(points[keep] + 0.5) * recording.intrinsics[0]
                b = recording.undistorted(there[keep] + 0.5) * recording.intrinsics[0]
                _, inliers = cv2.findFundamentalMat(a, b, cv2.FM_RANSAC, 1.5, 0.99)
                if inliers is not None:
                    keep[np.flatnonzero(keep)] = inliers.ravel() == 1
            points = there[keep]
            names = [n for n, k in zip(names, keep) if k]
            ages = [n + 1 for n, k in zip(ages, keep) if k]
        if len(points) < 180:
            mask = np.full(picture.shape, 255, np.uint8)
            for x, y in points.reshape(-1, 2):
                cv2.circle(mask, (int(x), int(y)), 20, 0, -1)
            new = cv2.goodFeaturesToTrack(picture, 180 - len(points), 0.001, 20, mask=mask)
            if new is not None:
                points = np.concatenate([points, new])
                names += range(following, following + len(new))
                ages += [0] * len(new)
                following += len(new)
        before = picture
        times.append((time.process_time() - start) * 1e3)
        tracks += [(index, n, x + 0.5, y + 0.5, a) for n, (x, y), a in zip(names, points.reshape(-1, 2), ages)]
    return np.array(tracks), statistics.median(times[3:])


def quality(recording, tracks):
    """How long features live, and how far matches some images apart are from the true epipolar line, pixels."""
    frames = tracks[:, 0].astype(int)
    normalized = recording.undistorted(tracks[:, 2:4])
    _, lengths = np.unique(tracks[:, 1], return_counts=True)
    result = {"a picture": len(tracks) / len(recording.pictures), "length": float(np.mean(lengths)),
              "length50": float(np.median(lengths)), "long": float(np.mean(lengths >= 20))}
    by_frame = [dict(zip(tracks[frames == i, 1].astype(int), normalized[frames == i])) for i in range(len(recording.pictures))]
    for gap in (1, 5, 10, 20, 40):
        errors = []
        for i in range(0, len(by_frame) - gap):
            if not (recording.has_truth[i] and recording.has_truth[i + gap]):
                continue
            common = sorted(by_frame[i].keys() & by_frame[i + gap].keys())
            if not common:
                continue
            second_from_first = np.linalg.inv(recording.world_from_camera[i + gap]) @ recording.world_from_camera[i]
            t = second_from_first[:3, 3]
            if np.linalg.norm(t) < 0.02:
                continue
            t = t / np.linalg.norm(t)
            essential = np.array([[0, -t[2], t[1]], [t[2], 0, -t[0]], [-t[1], t[0], 0]]) @ second_from_first[:3, :3]
            a = np.array([[*by_frame[i][n], 1] for n in common])
            b = np.array([[*by_frame[i + gap][n], 1] for n in common])
            ea, eb = a @ essential.T, b @ essential
            e = np.sum(b * ea, 1) / np.sqrt(ea[:, 0] ** 2 + ea[:, 1] ** 2 + eb[:, 0] ** 2 + eb[:, 1] ** 2)
            errors.append(np.abs(e) * recording.intrinsics[0])
        if errors:
            errors = np.concatenate(errors)
            result[f"gap {gap}"] = (len(errors) / len(by_frame), float(np.median(errors)), float(np.mean(errors < 1)), float(np.mean(errors > 3)))
    return result


def show(name, values):
    cells = [f"{name:10}", f"{values['a picture']:5.0f}", f"{values['length']:6.1f}", f"{values['length50']:4.0f}", f"{values['long']:5.2f}"]
    for key, value in values.items():
        if key.startswith("gap"):
            cells.append(f"{key[4:]:>3}: {value[0]:4.0f} {value[1]:5.2f}px {100 * value[2]:3.0f}% {100 * value[3]:4.1f}%")
    print("  ".join(cells))


def benchmark(program, folder):
    recording = Recording(folder)
    with tempfile.TemporaryDirectory() as name:
        temporary = pathlib.Path(name)
        write_clip(recording, temporary)
        ours = json.loads(subprocess.run([program, temporary, temporary / "tracks.csv"], check=True, capture_output=True, text=True).stdout)
        tracks = np.loadtxt(temporary / "tracks.csv", delimiter=",")
        wasm = os.environ.get("KERNEL_WASM")
        command = ["node", "--no-liftoff", ROOT / "Benchmarks/kernels.mjs", wasm, temporary]
        browser = json.loads(subprocess.run(command, check=True, capture_output=True).stdout) if wasm else None
    peer = opencv_times(recording)
    print(f"\n{folder.name}: {recording.pictures[0].shape[1]} × {recording.pictures[0].shape[0]}, {len(recording.pictures)} pictures")
    peer_tracks, peer["frame"] = opencv_tracks(recording)
    print(f"{'CPU ms, median':28}{'Sightline':>10}{'OpenCV':>10}")
    for key, label in (("pyramid", "pyramid"), ("corners", "corners, whole picture"), ("flow", "both pyramids and flow"), ("frame", "whole front end a picture")):
        note = f" ({ours['points']:.0f} / {peer['points']} points)" if key == "flow" else ""
        print(f"{label:28}{ours[key]:10.2f}{peer[key]:10.2f}{note}")
    print(f"{'  95 % / worst':28}{ours['frame95']:10.2f}{ours['frameMaximum']:10.2f}")
    if browser:
        print(f"{'  WebAssembly, node, 95 %':28}{browser['frame']:10.2f}{browser['frame95']:10.2f}")
    print("quality: features a picture, mean and median length, share ≥ 20 pictures; by gap of pictures: matches, median error to the true epipolar line, share under 1 px, over 3 px")
    show("Sightline", quality(recording, tracks))
    show("OpenCV", quality(recording, peer_tracks))


def main():
    program = sys.argv[1]
    folders = [pathlib.Path(x) for x in sys.argv[2:]] or sorted(
        p for p in (ROOT / "../shared/data/vio").glob("*") if (p / "mav0/state_groundtruth_estimate0").exists()
    )
    if not folders:
        print("no recording with truth at hand: give a folder in the EuRoC layout")
    for folder in folders:
        benchmark(os.path.abspath(program), folder)


if __name__ == "__main__":
    main()
