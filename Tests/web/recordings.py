"""Recordings for the tests of the web engine and the pages."""
import json
import os
import pathlib
import shutil

import cv2
import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "vio"
# Where the programs are: those that `make test` built, unless a benchmark names others.
BUILT = pathlib.Path(os.environ.get("SIGHTLINE_BUILT", ROOT / ".build-tests/debug"))


def picture_files(recording):
    """The recording's image files in order, for both layouts."""
    table = recording / "mav0/cam0/data.csv"
    if table.exists():
        rows = [row.split(",") for row in table.read_text().splitlines() if row and not row.startswith("#")]
        return [recording / "mav0/cam0/data" / row[1].strip() for row in rows]
    lines = (json.loads(line) for line in (recording / "data.jsonl").read_text().splitlines() if line.strip())
    return [recording / line["frames"][0]["file"] for line in lines if "frames" in line]


def copy_beginning(recording, output, seconds):
    """Copies a recording with the images of its first seconds."""
    shutil.copytree(recording, output, ignore=lambda path, names: names if path.endswith("cam0/data") else [])
    table = output / "mav0/cam0/data.csv"
    head, *lines = table.read_text().splitlines()
    last = int(lines[0].split(",")[0]) + seconds * 1_000_000_000
    kept = [line for line in lines if int(line.split(",")[0]) < last]
    table.write_text("\n".join([head, *kept]) + "\n")
    for file in picture_files(output):
        shutil.copy(recording / file.relative_to(output), file)
    return output


def write_pixels(recording, output):
    """Writes all images one after another, gray, as the engine sees them; returns how many."""
    files = picture_files(recording)
    with open(output, "wb") as stream:
        for file in files:
            stream.write(gray(file).tobytes())
    return len(files)


def gray(file):
    """An image in gray by the engine's weights: 77, 150 and 29 of 256 for red, green and blue."""
    picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if picture.ndim == 2:
        return picture
    blue, green, red = (picture[:, :, channel].astype(numpy.uint32) for channel in range(3))
    return ((77 * red + 150 * green + 29 * blue + 128) >> 8).astype(numpy.uint8)
