#!/usr/bin/env python3
"""Makes other recordings out of one in the EuRoC layout: its mirror image, its reverse in time, and later starts.

Usage: variants.py RECORDING OUTPUT [--browser]

One recording is one sample: what is tuned on it alone may fit nothing else. Each variant is as real as the recording and as true to its
ground truth. The mirror is that of a left hand: x turns round in camera, body and world, so turning rates about y and z change sign too.
In reverse, velocities and turning rates change sign and forces do not. Later starts have but a tenth of a second of samples before the first image.

With --browser: the first 8, 11 and 30 s as a browser gives them, samples 60 times per second and rounded to 0.1° a second and 0.1 m/s², every second
image on average, its stamp scattered by 2 ms, and a guessed calibration: a usual focal length, no distortion, the camera where the sensor is.
"""
import pathlib
import re
import sys

import cv2
import numpy as np

STARTS = (0.1, 3, 6, 9, 12, 16, 20)
MIRROR = np.array([-1.0, 1, 1])
BROWSER_SECONDS = (8, 11, 30)
USUAL_FOCAL_SHARE = 0.82


class Table:
    """A csv file: its heading, stamps, and everything behind them."""

    def __init__(self, path):
        lines = [line for line in path.read_text().splitlines() if line.strip()]
        self.heading = lines[0]
        cells = [line.split(",") for line in lines[1:]]
        self.stamps = np.array([int(row[0]) for row in cells])
        self.rest = [row[1:] for row in cells]

    def values(self):
        return np.array(self.rest, dtype=float)

    def write(self, path, stamps, rows):
        path.parent.mkdir(parents=True, exist_ok=True)
        order = np.argsort(stamps, kind="stable")
        lines = [",".join([str(stamps[i]), *map(str, rows[i])]) for i in order]
        path.write_text("\n".join([self.heading, *lines]) + "\n")


def numbers(text, name):
    found = re.search(name + r":\s*\[(.*?)\]", text, re.S)
    return found, np.array([float(value) for value in found[1].split(",")])


def replaced(text, name, change):
    found, values = numbers(text, name)
    return text.replace(found[0], name + ": [" + ", ".join(f"{value:.12g}" for value in change(values)) + "]")


def mirrored_camera(text):
    """The camera's calibration as a mirror shows it."""
    width = numbers(text, "resolution")[1][0]

    def pose(values):
        matrix = values.reshape(4, 4)
        matrix[:3, :3] *= np.outer(MIRROR, MIRROR)
        matrix[:3, 3] *= MIRROR
        return matrix.ravel()

    text = replaced(text, "data", pose)
    text = replaced(text, "intrinsics", lambda k: [k[0], k[1], width - 1 - k[2], k[3]])
    return replaced(text, "distortion_coefficients", lambda k: [k[0], k[1], k[2], -k[3]])


class Variant:
    """A recording made out of another: from when to when, seconds after its first image, in reverse or not, mirrored or not."""

    def __init__(self, name, start=0.0, end=1e6, before=1.0, reverse=False, mirror=False):
        self.name, self.start, self.end, self.before = name, start, end, before
        self.reverse, self.mirror = reverse, mirror

    def write(self, source, output):
        source, output = source / "mav0", output / self.name / "mav0"
        pictures = Table(source / "cam0" / "data.csv")
        first = pictures.stamps[0] + int(self.start * 1e9)
        last = min(pictures.stamps[-1], pictures.stamps[0] + int(self.end * 1e9))
        self.turn = (lambda stamps: first + last - stamps) if self.reverse else (lambda stamps: stamps)
        self.write_pictures(pictures, source / "cam0", output / "cam0", first, last)
        self.write_values("imu0", source, output, first - int(self.before * 1e9), last + 10**8, self.inertial)
        self.write_values("state_groundtruth_estimate0", source, output, first, last, self.truth)
        (output / "imu0" / "sensor.yaml").write_text((source / "imu0" / "sensor.yaml").read_text())
        return output.parent

    def write_pictures(self, table, source, output, first, last):
        (output / "data").mkdir(parents=True, exist_ok=True)
        stamps, rows = [], []
        for stamp, row in zip(table.stamps, table.rest):
            if not first <= stamp <= last or not self.keeps_picture():
                continue
            stamps.append(self.picture_stamp(stamp))
            name = str(stamps[-1]) + pathlib.Path(row[0].strip()).suffix
            rows.append([name])
            picture, there = source / "data" / row[0].strip(), output / "data" / name
            if self.mirror:
                cv2.imwrite(str(there), cv2.imread(str(picture), 0)[:, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 97])
            elif not there.exists():
                there.symlink_to(picture.resolve())
        table.write(output / "data.csv", np.array(stamps), rows)
        (output / "sensor.yaml").write_text(self.camera((source / "sensor.yaml").read_text()))

    def keeps_picture(self):
        return True

    def picture_stamp(self, stamp):
        return self.turn(stamp)

    def camera(self, text):
        return mirrored_camera(text) if self.mirror else text

    def write_values(self, name, source, output, first, last, change):
        table = Table(source / name / "data.csv")
        within = (table.stamps >= first) & (table.stamps <= last)
        rows = change(table.values()[within])
        table.write(output / name / "data.csv", self.turn(table.stamps[within]), [[f"{v:.12g}" for v in row] for row in rows])

    def inertial(self, values):
        if self.reverse:
            values[:, :3] *= -1
        if self.mirror:
            values[:, :3] *= -MIRROR
            values[:, 3:6] *= MIRROR
        return values

    def truth(self, values):
        """Place, attitude (w, x, y, z), velocity, and the biases of gyroscope and accelerometer."""
        if self.reverse:
            values[:, 7:13] *= -1
        if self.mirror:
            values[:, 0:3] *= MIRROR
            values[:, 4:7] *= -MIRROR
            values[:, 7:10] *= MIRROR
            values[:, 10:13] *= -MIRROR
            values[:, 13:16] *= MIRROR
        return values


class BrowserVariant(Variant):
    """The first seconds as a browser gives them, with a guessed calibration."""

    def __init__(self, seconds):
        super().__init__(f"browser-{seconds:g}-s", end=seconds)
        self.random = np.random.default_rng(1)

    def keeps_picture(self):
        return self.random.random() >= 0.5

    def picture_stamp(self, stamp):
        return stamp + int(self.random.normal(0, 2e6))

    def camera(self, text):
        return guessed_camera(text)

    def write_values(self, name, source, output, first, last, change):
        super().write_values(name, source, output, first, last, change)
        if name != "imu0":
            return
        table = Table(output / name / "data.csv")
        step = max(1, round(1e9 / 60 / np.median(np.diff(table.stamps))))
        values = table.values()[::step]
        values[:, :3] = np.radians(np.degrees(values[:, :3]).round(1))
        values[:, 3:6] = values[:, 3:6].round(1)
        table.write(output / name / "data.csv", table.stamps[::step], [[f"{v:.12g}" for v in row] for row in values])

    def write(self, source, output):
        folder = super().write(source, output)
        noise = folder / "mav0" / "imu0" / "sensor.yaml"
        text = re.sub(r"(gyroscope_noise_density:\s*)[\d.e-]+", r"\g<1>1e-3", noise.read_text())
        noise.write_text(re.sub(r"(accelerometer_noise_density:\s*)[\d.e-]+", r"\g<1>1e-2", text))
        return folder


def guessed_camera(text):
    """The camera's calibration as a page guesses it."""
    width, height = numbers(text, "resolution")[1]
    focal = USUAL_FOCAL_SHARE * max(width, height)
    text = replaced(text, "intrinsics", lambda _: [focal, focal, width / 2 - 0.5, height / 2 - 0.5])
    text = replaced(text, "data", lambda values: [0 if at in (3, 7, 11) else value for at, value in enumerate(values)])
    text = replaced(text, "distortion_coefficients", lambda _: [0, 0, 0, 0])
    text = re.sub(r"distortion_model:.*", "distortion_model: none", text)
    text = re.sub(r"timeshift_cam_imu:.*", "timeshift_cam_imu: 0", text)
    return re.sub(r"rolling_shutter_readout_time:.*", "rolling_shutter_readout_time: 0.015", text).rstrip() + "\ncalibration: guess\n"


def variants(seconds, is_browser):
    if is_browser:
        yield from (BrowserVariant(each) for each in BROWSER_SECONDS if each <= seconds + 2)
        return
    yield Variant("mirrored", mirror=True)
    yield Variant("reversed", reverse=True)
    yield Variant("mirrored-reversed", mirror=True, reverse=True)
    yield Variant("mirrored-late", mirror=True, before=0.1)
    for start in STARTS:
        if seconds - start > 8:
            yield Variant(f"from-{start:g}-s", start=start, before=0.1)
    for end in (20, 24):
        if seconds > end:
            yield Variant(f"reversed-from-{end}-s", end=end, reverse=True)
    if seconds < 12:
        for start in (0.5, 1, 1.5):
            yield Variant(f"from-{start:g}-s", start=start, before=0.1)


def main():
    source, output = map(pathlib.Path, sys.argv[1:3])
    is_browser = sys.argv[3:] == ["--browser"]
    stamps = Table(source / "mav0" / "cam0" / "data.csv").stamps
    for variant in variants((stamps[-1] - stamps[0]) * 1e-9, is_browser):
        print(variant.write(source, output), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[3:] not in ([], ["--browser"]):
        sys.exit(__doc__)
    main()
