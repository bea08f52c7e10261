"""The same recording through the native build and through WebAssembly gives the same trajectory."""
import json
import subprocess

import numpy
import pytest

import conftest
import recordings

# Both builds run the same arithmetic, sines and logarithms included, and their first six poses agree to the last digit written. At the seventh
# they part by 15 micrometres, for a reason not yet found, and the filter's yes-or-no decisions carry that on: 17 cm were seen on a 32 m path, as
# much as half a pixel of focal length moves it.
POSITION_TOLERANCE = 0.25
"""Metres, the largest distance between the two at any time."""


def run_web(recording, folder):
    pixels = folder / "pixels"
    recordings.write_pixels(recording, pixels)
    script = recordings.ROOT / "Tests/web/track-recording.mjs"
    result = subprocess.run(
        ["node", script, recording, pixels, folder / "web.tum"], capture_output=True, text=True, check=True
    )
    return json.loads(result.stdout), numpy.loadtxt(folder / "web.tum")


def run_native(recording, folder):
    command = [conftest.PROGRAM, "track", recording, "--trajectory", folder / "native.tum", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(result.stdout), numpy.loadtxt(folder / "native.tum")


@pytest.mark.parametrize("name", ["hall"])
def test_native_and_web_agree(name, real_recordings, engine, tmp_path):
    web, web_path = run_web(real_recordings / name, tmp_path)
    native, native_path = run_native(real_recordings / name, tmp_path)
    assert web["frames"] == native["frames"]
    assert web["trackedFrames"] == native["trackedFrames"]
    assert numpy.array_equal(web_path[:, 0], native_path[:, 0])
    distance = numpy.linalg.norm(web_path[:, 1:4] - native_path[:, 1:4], axis=1)
    assert distance.max() < POSITION_TOLERANCE
    assert web_path.shape[0] > 0.95 * web["frames"]
