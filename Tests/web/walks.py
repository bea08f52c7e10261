#!/usr/bin/env python3
"""The simulated recordings of the page tests, made once for a built program: Tests/web/walks.py FOLDER.

`make test` makes them beside the build; the tests find them by SIGHTLINE_SIMULATED, and make them themselves without it.
"""
import concurrent.futures
import hashlib
import pathlib
import shutil
import subprocess
import sys

import recordings

PROGRAM = recordings.BUILT / "sightline"
# Half of the images that a phone takes: a page decodes, tracks and draws each, and where software draws, thirty a second need both cores.
HALF = ("--image-rate", "15")
CAMERA = ".camera"
"""The recording of the live tests' camera: the same path with all images, at rest where the camera turns back; a studio does not list it."""
# By name: seconds round a simulated table, and more options.
WALKS = {"walk": (16, *HALF), CAMERA: (18, "--end", "rest"), "hand": (12, "--hand", *HALF), "corridor": (18, "--motion", "walk")}
# A long test alone reads it, which makes it if it is not there.
SELDOM = {"corridor"}
# The scenes that are not the room with its table.
SCENES = {"corridor": "corridor"}


def simulate_walk(output, seconds, *options):
    """Writes a recording of so many seconds round a simulated table, or of the name's own scene, to a folder; gives the folder."""
    motion = [] if "--motion" in options else ["--motion", "tabletop"]
    command = [PROGRAM, "simulate", SCENES.get(output.name, "room"), "--device", "phone", *motion, "--duration", str(seconds)]
    subprocess.run([*command, *options, "--output", output], check=True, capture_output=True)
    return output


def made_walk(folder, name):
    """The recording of a name in a folder, simulated if it is not there."""
    return folder / name if (folder / name).exists() else simulate_walk(folder / name, *WALKS[name])


def make_all(folder):
    """Makes what many tests read and this program has not made in the folder yet, all at once."""
    mark = folder / "program.sha256"
    digest = hashlib.sha256(PROGRAM.read_bytes()).hexdigest()
    if mark.exists() and mark.read_text() == digest:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(lambda name: made_walk(folder, name), WALKS.keys() - SELDOM))
    mark.write_text(digest)


if __name__ == "__main__":
    make_all(pathlib.Path(sys.argv[1]).resolve())
