"""The same recording through the native build and through WebAssembly gives the same trajectory."""
import json
import subprocess

import numpy
import pytest

import conftest
import recordings

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


@pytest.mark.parametrize("name", ["hall", "room"])
def test_native_and_web_agree(name, real_recordings, engine, tmp_path):
    web, web_path = run_web(real_recordings / name, tmp_path)
    native, native_path = run_native(real_recordings / name, tmp_path)
    assert web["frames"] == native["frames"]
    assert web["trackedFrames"] == native["trackedFrames"]
    # To the last of nine digits written.
    assert numpy.array_equal(web_path, native_path)
    assert web_path.shape[0] > 0.85 * web["frames"]
