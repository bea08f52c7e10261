"""A recording played faster: the same as one of a camera that moved that much faster, without rendering an image anew."""
import json
import re
import shutil

import numpy

GRAVITY = 9.81


def hurried(recording, factor, folder):
    """
    Writes a simulated recording as if all had happened `factor` times as fast, with every `factor`th image.

    At `factor` times the speed, turn rates are `factor` times and accelerations the square of it as large, while gravity stays; readout and exposure are shorter. What the
    accelerometer has of noise grows with the square too, so its sensor.yaml says so.
    """
    shutil.copytree(recording, folder, ignore=shutil.ignore_patterns("data"))
    _hurry_images(recording, factor, folder)
    _hurry_motion(recording, factor, folder)
    scene_file = folder / "truth/scene.json"
    scene = json.loads(scene_file.read_text())
    scene["camera"].update({name: scene["camera"][name] / factor for name in ("exposureTime", "readoutTime", "timeOffset")})
    scene_file.write_text(json.dumps(scene))
    return folder


def _sooner(stamp, factor):
    return int(stamp) // factor


def _hurry_images(recording, factor, folder):
    images, truth = folder / "mav0/cam0/data", folder / "truth/rectangles.csv"
    images.mkdir()
    lines = (recording / "mav0/cam0/data.csv").read_text().splitlines()
    kept = [line.split(",") for line in lines if not line.startswith("#")][::factor]
    for stamp, file in kept:
        (images / f"{_sooner(stamp, factor)}.jpg").symlink_to((recording / "mav0/cam0/data" / file.strip()).resolve())
    names = {stamp: str(_sooner(stamp, factor)) for stamp, _ in kept}
    (folder / "mav0/cam0/data.csv").write_text("\n".join([lines[0], *(f"{name},{name}.jpg" for name in names.values())]) + "\n")
    head, *rows = truth.read_text().splitlines()
    truth.write_text("\n".join([head, *(f"{names[stamp]},{rest}" for stamp, _, rest in (row.partition(",") for row in rows) if stamp in names)]) + "\n")
    _change(folder / "mav0/cam0/sensor.yaml", {"timeshift_cam_imu": 1 / factor, "rolling_shutter_readout_time": 1 / factor})


def _hurry_motion(recording, factor, folder):
    file = "mav0/state_groundtruth_estimate0/data.csv"
    truth = numpy.loadtxt(recording / file, delimiter=",")
    inertial = numpy.loadtxt(recording / "mav0/imu0/data.csv", delimiter=",")
    w, x, y, z = truth[:, 4:8].T
    # What an accelerometer at rest would measure in each pose: up, in its axes.
    rest = GRAVITY * numpy.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1)
    inertial[:, 1:4] *= factor
    inertial[:, 4:7] = (inertial[:, 4:7] - rest) * factor**2 + rest
    truth[:, 8:11] *= factor
    truth[:, 11:14] *= factor
    truth[:, 14:17] *= factor**2
    for name, values in ((file, truth), ("mav0/imu0/data.csv", inertial)):
        head = (recording / name).read_text().split("\n", 1)[0]
        rows = (",".join([str(_sooner(row[0], factor)), *map(repr, map(float, row[1:]))]) for row in values)
        (folder / name).write_text("\n".join([head, *rows]) + "\n")
    # A density is the noise of a sample over the root of the rate, a walk's its growth over the root of the time.
    root = factor**0.5
    _change(folder / "mav0/imu0/sensor.yaml", {
        "rate_hz": factor, "gyroscope_noise_density": factor / root, "gyroscope_random_walk": factor * root,
        "accelerometer_noise_density": factor**2 / root, "accelerometer_random_walk": factor**2 * root})


def _change(file, factors):
    """Multiplies numbers of a sensor's description."""
    text = file.read_text()
    for name, factor in factors.items():
        text, count = re.subn(rf"^({name}: )(\S+)", lambda found: f"{found[1]}{float(found[2]) * factor:g}", text, flags=re.MULTILINE)
        assert count == 1, name
    file.write_text(text)
