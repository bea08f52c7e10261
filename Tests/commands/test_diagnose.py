"""`sightline diagnose`: a simulated recording without a fault, and the same with each fault put into it."""
import json
import os
import pathlib
import shutil
import zipfile

import numpy
import PIL.Image
import PIL.ImageFilter
import pytest

SECONDS = 9


def rows(path):
    head, *lines = path.read_text().splitlines()
    return head, [line.split(",") for line in lines]


@pytest.fixture(scope="module")
def walk(sightline, tmp_path_factory):
    """The first seconds of a simulated walk; SIGHTLINE_SIMULATED names a folder with one made before (Tests/web/walks.py)."""
    folder = tmp_path_factory.mktemp("diagnose")
    if made := os.environ.get("SIGHTLINE_SIMULATED"):
        source = pathlib.Path(made) / ".camera"
    else:
        source = folder / "whole"
        sightline("simulate", "room", "--device", "phone", "--motion", "tabletop", "--duration", SECONDS, "--output", source)
    cut = folder / "walk"
    shutil.copytree(source / "mav0", cut / "mav0", ignore=lambda path, names: names if path.endswith("cam0/data") else [])
    start = int(rows(source / "mav0/imu0/data.csv")[1][0][0])
    for sensor in ("imu0", "cam0"):
        table = cut / f"mav0/{sensor}/data.csv"
        head, kept = rows(table)
        kept = [row for row in kept if int(row[0]) < start + SECONDS * 1_000_000_000]
        table.write_text("\n".join([head, *(",".join(row) for row in kept)]) + "\n")
        if sensor == "cam0":
            for row in kept:
                os.symlink(source / "mav0/cam0/data" / row[1], cut / "mav0/cam0/data" / row[1])
    return cut


class Copy:
    """A copy of the recording in which a test changes rows and images."""

    def __init__(self, walk, folder):
        self.path = folder / "copy"
        shutil.copytree(walk, self.path, symlinks=True)

    def change(self, sensor, act):
        table = self.path / f"mav0/{sensor}/data.csv"
        head, kept = rows(table)
        table.write_text("\n".join([head, *(",".join(row) for row in act(kept))]) + "\n")

    def samples(self, act):
        """Changes the samples as an array of stamps and one of values."""
        def changed(kept):
            values = numpy.array([[float(each) for each in row[1:]] for row in kept])
            stamps, values = act(numpy.array([int(row[0]) for row in kept]), values)
            return [[str(stamp), *map(repr, map(float, row))] for stamp, row in zip(stamps, values)]
        self.change("imu0", changed)

    def images(self, act, numbers=slice(None)):
        for row in rows(self.path / "mav0/cam0/data.csv")[1][numbers]:
            file = self.path / "mav0/cam0/data" / row[1]
            image = PIL.Image.open(file.resolve()).convert("L")
            file.unlink()
            act(image).save(file, quality=95)


@pytest.fixture
def copy(walk, tmp_path):
    return Copy(walk, tmp_path)


def found(sightline, copy):
    told = sightline("diagnose", copy.path, "--json").json
    for finding in told["findings"]:
        assert finding["text"].endswith(".") and finding["advice"].endswith(".") and finding["severity"] in ("minor", "serious")
    return {finding["kind"]: finding for finding in told["findings"]}


def test_a_good_recording_has_no_finding(sightline, walk):
    told = sightline("diagnose", walk, "--json").json
    assert told["findings"] == []
    assert told["imageCount"] == len(rows(walk / "mav0/cam0/data.csv")[1]) and told["trackedShare"] > 0.8
    assert 25 < told["imageRate"] < 35 and told["inertialRate"] == pytest.approx(200, rel=0.05)
    assert "Nothing unusual was found." in sightline("diagnose", walk).stdout


def middle(values, seconds=1):
    """The samples of a second in the middle."""
    count = int(200 * seconds)
    return slice(len(values) // 2, len(values) // 2 + count)


def without(act):
    def changed(stamps, values):
        kept = numpy.ones(len(stamps), bool)
        kept[act(values)] = False
        return stamps[kept], values[kept]
    return changed


def held(columns):
    def changed(stamps, values):
        values[middle(values), columns] = values[middle(values).start, columns]
        return stamps, values
    return changed


def clipped(column, share):
    def changed(stamps, values):
        limit = share * numpy.abs(values[:, column]).max()
        values[:, column] = values[:, column].clip(-limit, limit)
        return stamps, values
    return changed


def scaled(columns, factor):
    def changed(stamps, values):
        values[:, columns] *= factor
        return stamps, values
    return changed


def doubled(stamps, values):
    at = numpy.arange(0, len(stamps), 10)
    return numpy.insert(stamps, at, stamps[at]), numpy.insert(values, at, values[at], axis=0)


def swapped(stamps, values):
    stamps[[900, 902]] = stamps[[902, 900]]
    return stamps, values


GYROSCOPE, ACCELEROMETER = slice(0, 3), slice(3, 6)
SAMPLE_FAULTS = {
    "lowInertialRate": lambda stamps, values: (stamps[::6], values[::6]),
    "inertialGaps": without(lambda values: middle(values, 0.4)),
    "duplicateInertialStamps": doubled,
    "lateInertialStamps": swapped,
    "frozenGyroscope": held(GYROSCOPE),
    "frozenAccelerometer": held(ACCELEROMETER),
    "clippedGyroscope": clipped(0, 0.4),
    "clippedAccelerometer": clipped(4, 0.4),
    "gyroscopeUnit": scaled(GYROSCOPE, 180 / numpy.pi),
    "accelerometerUnit": scaled(ACCELEROMETER, 1 / 9.80665),
    "motionDoesNotCoverImages": lambda stamps, values: (stamps[200:], values[200:]),
}


@pytest.mark.parametrize("kind", SAMPLE_FAULTS)
def test_faults_of_the_motion_sensors(sightline, copy, kind):
    copy.samples(SAMPLE_FAULTS[kind])
    assert kind in found(sightline, copy)


IMAGE_ROW_FAULTS = {
    "lowImageRate": lambda kept: kept[::3],
    "droppedImages": lambda kept: [row for number, row in enumerate(kept) if number % 7 not in (2, 3)],
    "lateImageStamps": lambda kept: [*kept[:100], kept[101], kept[100], *kept[102:]],
    "duplicateImageStamps": lambda kept: [*kept[:100], kept[99], *kept[100:]],
    "unreadableRows": lambda kept: [*kept[:100], ["x", "y.png"], *kept[100:]],
    "unreadable": lambda kept: [*kept[:100], [kept[100][0], "missing.jpg"], *kept[101:]],
}


@pytest.mark.parametrize("kind", IMAGE_ROW_FAULTS)
def test_faults_of_the_images_table(sightline, copy, kind):
    copy.change("cam0", IMAGE_ROW_FAULTS[kind])
    assert kind in found(sightline, copy)


def test_images_with_a_lag_against_the_gyroscope(sightline, copy):
    """The camera's clock is 60 ms ahead; the calibration does not know, and is a guess as a phone's."""
    as_guess(copy)
    copy.change("cam0", lambda kept: [[str(int(row[0]) + 60_000_000), row[1]] for row in kept[:-3]])
    finding = found(sightline, copy)["cameraLag"]
    told = int(finding["text"].split(" ms")[0].split()[-1])
    assert told == pytest.approx(60, abs=12) and "too late" in finding["text"]


def as_guess(copy, focal_length=502.0):
    description = copy.path / "mav0/cam0/sensor.yaml"
    text = description.read_text().replace("intrinsics: [502.0, 502.0", f"intrinsics: [{focal_length}, {focal_length}")
    description.write_text(text + "\ncalibration: guess\n")


def test_another_lens_than_stated(sightline, copy):
    as_guess(copy, 560.0)
    finding = found(sightline, copy)["focalLength"]
    assert float(finding["text"].split(" pixels")[0].split()[-1]) == pytest.approx(502, rel=0.04)


def test_a_lens_that_no_phone_has(sightline, copy):
    as_guess(copy, 1200.0)
    assert "unusualLens" in found(sightline, copy)


def test_blurred_dark_and_frozen_images(sightline, copy):
    copy.images(lambda image: image.filter(PIL.ImageFilter.GaussianBlur(5)), slice(60, 130))
    assert "blurredImages" in found(sightline, copy)
    copy.images(lambda image: image.point(lambda shade: shade // 8))
    assert "darkImages" in found(sightline, copy)


def test_frozen_images(sightline, copy):
    copy.change("cam0", lambda kept: [row if not 100 <= number < 140 else [row[0], kept[100][1]] for number, row in enumerate(kept)])
    assert "frozenImages" in found(sightline, copy)


def test_a_capture_without_motion_sensors(sightline, copy):
    copy.samples(lambda stamps, values: (stamps[:1], values[:1]))
    assert "noMotionSensors" in found(sightline, copy)


def test_what_is_no_recording_is_an_error(sightline, tmp_path):
    assert "not a recording" in sightline("diagnose", tmp_path, "--json", status=65).stderr


def as_capture(walk, folder, lines=lambda lines: lines):
    """The recording in the layout of a saved capture: `data.jsonl`, `calibration.json`, `frames/`."""
    body_from_optical = numpy.array([[0, -1, 0, 0.012], [-1, 0, 0, 0.048], [0, 0, -1, -0.003], [0, 0, 0, 1]], float)
    camera = {
        "model": "brown-conrady", "imageWidth": 640, "imageHeight": 480, "focalLengthX": 502, "focalLengthY": 502, "principalPointX": 320.5, "principalPointY": 236.5,
        "distortionCoefficients": [0.05, -0.09, 0.0004, -0.0003], "imuToCamera": numpy.linalg.inv(body_from_optical).tolist(), "timeOffset": -0.008, "readoutTime": 0.02,
    }
    (folder / "frames").mkdir(parents=True)
    (folder / "calibration.json").write_text(json.dumps({"cameras": [camera], "isGuess": False}))
    told = []
    for stamp, *values in rows(walk / "mav0/imu0/data.csv")[1]:
        numbers = [float(each) for each in values]
        told += [(int(stamp), {"sensor": {"type": "gyroscope", "values": numbers[:3]}}), (int(stamp), {"sensor": {"type": "accelerometer", "values": numbers[3:]}})]
    for stamp, name in rows(walk / "mav0/cam0/data.csv")[1]:
        os.symlink((walk / "mav0/cam0/data" / name).resolve(), folder / "frames" / name)
        told.append((int(stamp), {"frames": [{"cameraInd": 0, "file": f"frames/{name}"}]}))
    written = [json.dumps({"time": stamp / 1e9, **line}) for stamp, line in sorted(told, key=lambda each: each[0])]
    (folder / "data.jsonl").write_text("\n".join(lines(written)) + "\n")
    return folder


def test_a_good_capture_has_no_finding(sightline, walk, tmp_path):
    told = sightline("diagnose", as_capture(walk, tmp_path / "capture"), "--json").json
    assert told["findings"] == [] and told["trackedShare"] > 0.8


def late(lines):
    first, second = [number for number, line in enumerate(lines) if '"gyroscope"' in line][500:502]
    return [*lines[:first], lines[second], *lines[first:second], *lines[second + 1:]]


CAPTURE_FAULTS = {
    "unreadableRows": lambda lines: [*lines[:-1], lines[-1][:20]],
    "lateInertialStamps": late,
    "noMotionSensors": lambda lines: [line for line in lines if '"accelerometer"' not in line],
    "droppedImages": lambda lines: [line.replace('"frames"', '"droppedFrame": true, "notFrames"') if '"frames"' in line and number % 4 == 0 else line for number, line in enumerate(lines)],
}


@pytest.mark.parametrize("kind", CAPTURE_FAULTS)
def test_faults_of_a_capture(sightline, walk, tmp_path, kind):
    told = sightline("diagnose", as_capture(walk, tmp_path / "capture", CAPTURE_FAULTS[kind]), "--json").json
    assert kind in [finding["kind"] for finding in told["findings"]]


def archive(folder, path, compression=zipfile.ZIP_STORED):
    """A folder as an archive, as a page saves a capture."""
    with zipfile.ZipFile(path, "w", compression) as made:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                made.writestr(f"{folder.name}/{file.relative_to(folder)}", file.read_bytes())
    return path


def test_an_archive_is_tracked_and_diagnosed_as_its_folder(sightline, walk, tmp_path):
    folder = as_capture(walk, tmp_path / "capture")
    packed = archive(folder, tmp_path / "capture.zip")
    assert sightline("diagnose", packed, "--json").json == sightline("diagnose", folder, "--json").json
    for place, name in ((folder, "folder.tum"), (packed, "archive.tum")):
        sightline("track", place, "--trajectory", tmp_path / name)
    assert (tmp_path / "archive.tum").read_text() == (tmp_path / "folder.tum").read_text() != ""


def test_a_compressed_archive_is_refused_in_words(sightline, walk, tmp_path):
    packed = archive(as_capture(walk, tmp_path / "capture"), tmp_path / "capture.zip", zipfile.ZIP_DEFLATED)
    assert "compressed: unpack the archive" in sightline("track", packed, "--json", status=65).stderr
