#!/usr/bin/env python3
"""Depth maps against the simulator's truth and a depth sensor, beside OpenCV's StereoSGBM.

    Benchmarks/depth/depth.py [--sightline PROGRAM] [--seeds 11,12] [--seconds 12] [--rgbd FOLDER] [--rgbd-part first|second|all]
        [--sets true,stereo,later,own,real]

Simulated walks (phone preset) use the true poses and the session's own; the real set uses its tracker's poses. For every map
OpenCV gets the reference and its best partner, rectified, at the map's fine size, with its left-right check.
"""
import argparse
import csv
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import cv2
import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))
import true_poses  # noqa: E402

OFFSET_KEYFRAMES = 4
SEEN_BASELINE = 0.05
SETS = ("true", "stereo", "later", "own", "real")


def quaternion(m):
    """x, y, z, w of a rotation matrix."""
    vector = cv2.Rodrigues(m)[0].ravel()
    angle = numpy.linalg.norm(vector)
    axis = vector / angle if angle > 1e-12 else numpy.zeros(3)
    return [*(axis * math.sin(angle / 2)), math.cos(angle / 2)]


def rotation(q):
    """The matrix of x, y, z, w."""
    x, y, z, w = numpy.asarray(q) / numpy.linalg.norm(q)
    return numpy.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


def pose(r, t):
    """4 × 4."""
    m = numpy.eye(4)
    m[:3, :3], m[:3, 3] = r, t
    return m


class Scores:
    """What is counted over all maps of one method."""

    def __init__(self):
        self.errors, self.z, self.valid, self.seen, self.told_seen, self.times = [], [], 0, 0, 0, []

    def add(self, depth, sigma, truth, seen, near, far, scale_sigma=0):
        valid = (truth >= near) & (truth <= far)
        told = valid & (depth > 0)
        error = numpy.abs(depth[told] - truth[told])
        self.valid += int(valid.sum())
        self.seen += int((valid & seen).sum())
        self.told_seen += int((told & seen).sum())
        self.errors.append(error / truth[told])
        if sigma is not None:
            # The scale's error, which all pixels share, is stated by itself.
            stated = numpy.hypot(sigma[told], scale_sigma * depth[told])
            self.z.append(error / numpy.maximum(stated, 1e-6))

    def row(self):
        errors = numpy.concatenate(self.errors) if self.errors else numpy.zeros(0)
        z = numpy.concatenate(self.z) if self.z else None
        return {
            "maps": len(self.errors),
            "median": float(numpy.median(errors)) if errors.size else None,
            "told": len(errors) / max(1, self.valid),
            "toldOfSeen": self.told_seen / max(1, self.seen),
            "wrong": float((errors > 0.1).mean()) if errors.size else None,
            "withinOne": float((z <= 1).mean()) if z is not None and z.size else None,
            "withinTwo": float((z <= 2).mean()) if z is not None and z.size else None,
            "milliseconds": float(numpy.median(self.times)) if self.times else None,
        }


def sightline(program, arguments):
    """Runs a command; returns its JSON."""
    done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{program} {' '.join(map(str, arguments))}: {done.stderr}")
    return json.loads(done.stdout)


class Scene:
    """A recording with poses of the lens, its images and true depths."""

    def __init__(self, folder, matrix, distortion, stamps, poses, image, truth):
        self.folder, self.matrix, self.distortion = folder, matrix, distortion
        self.stamps, self.poses, self.image, self.truth = stamps, poses, image, truth

    def pose_of(self, stamp):
        return self.poses[self.stamps.index(stamp)]


def simulated(program, folder, seed, seconds):
    """A walk of the phone preset with exact depth twice per second; writes the true poses as `poses.tum`."""
    if not (folder / "truth/scene.json").exists():
        sightline(program, ["simulate", "room", "--output", folder, "--seed", seed, "--duration", seconds, "--depth", 0.5])
    camera = json.loads((folder / "truth/scene.json").read_text())["camera"]
    f, c = camera["focalLengthPixels"], camera["principalPointPixels"]
    matrix = numpy.array([[f[0], 0, c[0] - 0.5], [0, f[1], c[1] - 0.5], [0, 0, 1]])
    body_from_optical = pose(rotation(camera["bodyFromOpticalQuaternion"]), camera["bodyFromOpticalTranslation"])
    shift = round(camera["timeOffset"] * 1e9)
    rows = [row for row in csv.reader(open(folder / "mav0/state_groundtruth_estimate0/data.csv")) if not row[0].startswith("#")]
    true_poses.write(folder, folder / "poses.tum")
    times = numpy.array([int(row[0]) - shift for row in rows])
    stamps = [int(row[0]) for row in csv.reader(open(folder / "mav0/cam0/data.csv")) if not row[0].startswith("#")]
    poses = []
    for stamp in stamps:
        row = rows[int(numpy.abs(times - stamp).argmin())]
        body = pose(rotation([float(row[k]) for k in (5, 6, 7, 4)]), [float(v) for v in row[1:4]])
        poses.append(body @ body_from_optical)

    def truth(stamp):
        path = folder / f"truth/depth/{stamp}.png"
        return cv2.imread(str(path), cv2.IMREAD_UNCHANGED).astype(numpy.float32) / 1000 if path.exists() else None

    def image(stamp):
        return cv2.imread(str(folder / f"mav0/cam0/data/{stamp}.jpg"), 0)

    return Scene(folder, matrix, numpy.array(camera["radialTangential"]), stamps, poses, image, truth)


def real(source, folder, part):
    """The real set as a recording: an image every half second, since it has no stamps."""
    matrix = numpy.loadtxt(source / "K.txt")
    lines = [line.split() for line in open(source / "poses.txt") if line.strip()]
    half = len(lines) // 2
    lines = {"first": lines[:half], "second": lines[half:], "all": lines}[part]
    data = folder / "mav0/cam0/data"
    data.mkdir(parents=True, exist_ok=True)
    stamps, poses, names = [], [], {}
    with open(folder / "mav0/cam0/data.csv", "w") as images, open(folder / "poses.tum", "w") as track:
        images.write("#timestamp [ns],filename\n")
        for index, line in enumerate(lines):
            stamp = (index + 1) * 500_000_000
            m = numpy.array([float(v) for v in line[1:17]]).reshape(4, 4)
            names[stamp] = line[0]
            shutil.copy(source / f"images/{line[0]}.jpg", data / f"{stamp}.jpg")
            images.write(f"{stamp},{stamp}.jpg\n")
            numbers = [*m[:3, 3], *quaternion(m[:3, :3])]
            track.write(f"{stamp // 10**9}.{stamp % 10**9:09d} " + " ".join(f"{v:.9f}" for v in numbers) + "\n")
            stamps.append(stamp)
            poses.append(m)
    height, width = cv2.imread(str(data / f"{stamps[0]}.jpg"), 0).shape
    (folder / "mav0/cam0/sensor.yaml").write_text(
        "sensor_type: camera\nT_BS:\n  cols: 4\n  rows: 4\n  data: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]\n"
        f"rate_hz: 2\nresolution: [{width}, {height}]\ncamera_model: pinhole\n"
        f"intrinsics: [{matrix[0, 0]}, {matrix[1, 1]}, {matrix[0, 2]}, {matrix[1, 2]}]\n"
        "distortion_model: radial-tangential\ndistortion_coefficients: [0, 0, 0, 0]\n"
    )

    def truth(stamp):
        return cv2.imread(str(source / f"depth/{names[stamp]}.png"), cv2.IMREAD_UNCHANGED).astype(numpy.float32) / 1000

    def image(stamp):
        return cv2.imread(str(data / f"{stamp}.jpg"), 0)

    return Scene(folder, matrix, numpy.zeros(4), stamps, poses, image, truth)


def map_truth(scene, stamp, entry):
    """The truth at the map's pixels, and their points in the optical frame; 0 if there is none."""
    truth = scene.truth(stamp)
    if truth is None:
        return None, None
    f, c = entry["focalLengthPixels"], entry["principalPointPixels"]
    x, y = numpy.meshgrid(numpy.arange(entry["width"]) + 0.5, numpy.arange(entry["height"]) + 0.5)
    rays = numpy.stack([(x - c[0]) / f[0], (y - c[1]) / f[1], numpy.ones_like(x)], -1)
    pixels, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), numpy.zeros(3), numpy.zeros(3), scene.matrix, scene.distortion)
    place = numpy.rint(pixels.reshape(*x.shape, 2)).astype(int)
    inside = (place >= 0).all(-1) & (place[..., 0] < truth.shape[1]) & (place[..., 1] < truth.shape[0])
    column, row = place[..., 0].clip(0, truth.shape[1] - 1), place[..., 1].clip(0, truth.shape[0] - 1)
    depth = numpy.where(inside, truth[row, column], 0)
    return depth, rays * depth[..., None]


def seen_elsewhere(scene, stamp, points, span, later):
    """Which points another image of the last `span` images, or of `later` ones, shows from 5 cm away or more."""
    index = scene.stamps.index(stamp)
    seen = numpy.zeros(points.shape[:2], bool)
    for other in range(max(0, index - span), min(len(scene.stamps), index + later + 1), max(1, span // 12)):
        relative = numpy.linalg.inv(scene.poses[other]) @ scene.poses[index]
        if numpy.linalg.norm(relative[:3, 3]) < SEEN_BASELINE:
            continue
        local = points @ relative[:3, :3].T + relative[:3, 3]
        z = numpy.maximum(local[..., 2], 1e-3)
        u = local[..., 0] / z * scene.matrix[0, 0] + scene.matrix[0, 2]
        v = local[..., 1] / z * scene.matrix[1, 1] + scene.matrix[1, 2]
        size = 2 * scene.matrix[:2, 2]
        seen |= (local[..., 2] > 0.1) & (u > 0) & (v > 0) & (u < size[0]) & (v < size[1])
    return seen


def stereo(scene, stamp, entry, span, later):
    """OpenCV's StereoSGBM on the image and its best partner; the depth at the map's pixels, and seconds; None without one."""
    index = scene.stamps.index(stamp)
    truth, _ = map_truth(scene, stamp, entry)
    typical = numpy.median(truth[truth > 0])
    best = None
    for other in range(max(0, index - span), min(len(scene.stamps), index + later + 1)):
        # Left from the right one: the partner's place in the image's axes.
        relative = numpy.linalg.inv(scene.poses[other]) @ scene.poses[index]
        shift, turn = relative[:3, 3], numpy.linalg.norm(cv2.Rodrigues(relative[:3, :3])[0])
        baseline = numpy.linalg.norm(shift)
        # Rectified pairs cannot come from one behind the other.
        if baseline < 0.03 or abs(shift[2]) > 0.6 * baseline or turn > 0.5:
            continue
        ratio = baseline / (0.12 * typical)
        score = max(ratio, 1 / ratio) + turn * 2
        if best is None or score < best[0]:
            best = (score, other, relative)
    if best is None:
        return None
    _, other, relative = best
    scale = 2 * entry["width"] / (2 * scene.matrix[0, 2])
    first, second = scene.image(stamp), scene.image(scene.stamps[other])
    size = (first.shape[1], first.shape[0])
    # A vertical baseline gives rectified columns; they are searched as rows of the turned images.
    r1, r2, p1, p2, *_ = cv2.stereoRectify(
        scene.matrix, scene.distortion, scene.matrix, scene.distortion, size, numpy.ascontiguousarray(relative[:3, :3]), relative[:3, 3].reshape(3, 1).copy(),
        flags=cv2.CALIB_ZERO_DISPARITY, alpha=-1,
    )
    vertical = abs(p2[1, 3]) > abs(p2[0, 3])
    small = (round(size[0] * scale), round(size[1] * scale))
    grow = numpy.diag([scale, scale, 1])
    p1, p2 = grow @ p1, grow @ p2
    left = cv2.remap(first, *cv2.initUndistortRectifyMap(scene.matrix, scene.distortion, r1, p1[:, :3], small, cv2.CV_32FC1), cv2.INTER_AREA)
    right = cv2.remap(second, *cv2.initUndistortRectifyMap(scene.matrix, scene.distortion, r2, p2[:, :3], small, cv2.CV_32FC1), cv2.INTER_AREA)
    length = p2[1, 3] if vertical else p2[0, 3]  # −f · baseline, with its sign
    if vertical:
        left, right = left.T, right.T
    mirrored = length > 0
    if mirrored:
        left, right = left[:, ::-1], right[:, ::-1]
    left, right = numpy.ascontiguousarray(left), numpy.ascontiguousarray(right)
    count = int(abs(length) / max(0.3, 0.4 * typical) / 16 + 1) * 16
    if left.shape[1] < count + 32:
        return None
    matcher = cv2.StereoSGBM_create(0, count, 5, 8 * 25, 32 * 25, 1, 31, 10, 50, 2, cv2.STEREO_SGBM_MODE_HH)
    start = time.thread_time()
    disparity = matcher.compute(left, right).astype(numpy.float32) / 16
    seconds = time.thread_time() - start
    if mirrored:
        disparity = disparity[:, ::-1]
    if vertical:
        disparity = disparity.T
    z = numpy.where(disparity > 0.5, abs(length) / numpy.maximum(disparity, 0.5), 0)
    # Back to the map's pixels: each ray is looked up in the rectified image, its depth turned back to the optical axis.
    f, c = entry["focalLengthPixels"], entry["principalPointPixels"]
    x, y = numpy.meshgrid(numpy.arange(entry["width"]) + 0.5, numpy.arange(entry["height"]) + 0.5)
    rays = numpy.stack([(x - c[0]) / f[0], (y - c[1]) / f[1], numpy.ones_like(x)], -1)
    turned = rays @ r1.T
    u = numpy.rint(turned[..., 0] / turned[..., 2] * p1[0, 0] + p1[0, 2]).astype(int)
    v = numpy.rint(turned[..., 1] / turned[..., 2] * p1[1, 1] + p1[1, 2]).astype(int)
    inside = (turned[..., 2] > 0) & (u >= 0) & (v >= 0) & (u < small[0]) & (v < small[1])
    found = numpy.where(inside, z[v.clip(0, small[1] - 1), u.clip(0, small[0] - 1)], 0)
    return found / numpy.maximum(turned[..., 2], 1e-6), seconds


def judge(program, scene, arguments, near, far, span, later, with_stereo):
    """Runs the command over a scene; returns the scores of Sightline and, if wanted, of OpenCV."""
    ours, theirs = Scores(), Scores()
    with tempfile.TemporaryDirectory() as output:
        report = sightline(program, ["depth", scene.folder, "--output", output, *arguments])
        for entry in report["maps"]:
            stamp = entry["timestampNanoseconds"]
            truth, points = map_truth(scene, stamp, entry)
            if truth is None:
                continue
            depth = cv2.imread(f"{output}/{stamp}.depth.png", cv2.IMREAD_UNCHANGED).astype(numpy.float32) / 1e3
            sigma = cv2.imread(f"{output}/{stamp}.sigma.png", cv2.IMREAD_UNCHANGED).astype(numpy.float32) / 1e4
            seen = seen_elsewhere(scene, stamp, points, span, later)
            ours.add(depth, sigma, truth, seen, near, far, entry["scaleSigma"])
            ours.times.append(entry["milliseconds"])
            other = stereo(scene, stamp, entry, span, later) if with_stereo else None
            if other is not None:
                theirs.add(other[0], None, truth, seen, near, far)
                theirs.times.append(other[1] * 1e3)
    return ours, theirs


def text(name, row):
    def percent(value, digits=1):
        return "–" if value is None else f"{value * 100:.{digits}f} %"

    time_text = "–" if row["milliseconds"] is None else f"{row['milliseconds']:.0f} ms"
    cells = [
        name, str(row["maps"]), percent(row["median"], 2), percent(row["told"]), percent(row["toldOfSeen"]), percent(row["wrong"]),
        percent(row["withinOne"]), percent(row["withinTwo"]), time_text,
    ]
    return "| " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sightline", default=ROOT / ".build-tests/release/sightline")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build-recordings/depth", help="where simulated walks are kept")
    parser.add_argument("--seeds", default="11,12", help="simulated seeds; constants were fitted to seed 1 of this simulator")
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--rgbd", type=pathlib.Path, default=ROOT.parent / "shared/data/rgbd/hololens")
    parser.add_argument("--rgbd-part", choices=["first", "second", "all"], default="second", help="the first half was looked at")
    parser.add_argument("--sets", default=",".join(SETS), help="true: true poses; stereo: OpenCV beside them; later: more keyframes; own: the session's poses; real: the real set")
    options = parser.parse_args()
    sets = options.sets.split(",")
    if unknown := set(sets) - set(SETS):
        parser.error(f"unknown sets: {', '.join(sorted(unknown))}")
    if "stereo" in sets and "true" not in sets:
        parser.error("stereo is compared with the maps of true")
    cv2.setNumThreads(1)
    print("| set | maps | median error | told | told of what was seen from 5 cm | off by > 10 % | within σ | within 2 σ | time |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for seed in options.seeds.split(",") if options.seeds else []:
        scene = simulated(options.sightline, options.folder / f"phone-{seed}", seed, options.seconds)
        poses = ["--poses", scene.folder / "poses.tum", "--every", 0.5]
        if "true" in sets:
            ours, theirs = judge(options.sightline, scene, poses, 0.4, 3, 90, 0, "stereo" in sets)
            print(text(f"simulated {seed}, true poses", ours.row()), flush=True)
            if "stereo" in sets:
                print(text(f"simulated {seed}, StereoSGBM", theirs.row()), flush=True)
        if "later" in sets:
            ahead = [*poses, "--lookahead", OFFSET_KEYFRAMES]
            ours, _ = judge(options.sightline, scene, ahead, 0.4, 3, 90, 30, False)
            print(text(f"simulated {seed}, true poses, {OFFSET_KEYFRAMES} keyframes later", ours.row()), flush=True)
        if "own" in sets:
            own, _ = judge(options.sightline, scene, ["--every", 0.5], 0.4, 3, 90, 0, False)
            print(text(f"simulated {seed}, own poses", own.row()), flush=True)
    if "real" not in sets:
        return
    if not options.rgbd.exists():
        print(f"(no real set at {options.rgbd})")
        return
    with tempfile.TemporaryDirectory() as folder:
        scene = real(options.rgbd, pathlib.Path(folder), options.rgbd_part)
        poses = ["--poses", scene.folder / "poses.tum", "--every", 1, "--rotation-sigma", 5]
        ours, theirs = judge(options.sightline, scene, poses, 0.3, 8, 12, 0, True)
        print(text("office, outside poses", ours.row()), flush=True)
        print(text("office, StereoSGBM", theirs.row()), flush=True)
        ahead = [*poses, "--lookahead", OFFSET_KEYFRAMES + 1, "--partners", 6]
        ours, theirs = judge(options.sightline, scene, ahead, 0.3, 8, 12, 6, True)
        print(text(f"office, {OFFSET_KEYFRAMES + 1} keyframes later, 6 partners", ours.row()), flush=True)
        print(text("office, StereoSGBM, later images too", theirs.row()), flush=True)


if __name__ == "__main__":
    main()
