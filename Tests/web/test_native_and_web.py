"""The same recording through the native build and through WebAssembly gives the same trajectory."""
import json
import subprocess

import numpy
import pytest

import conftest
import recordings

def run_web(recording, folder, configuration=None):
    pixels = folder / "pixels"
    recordings.write_pixels(recording, pixels)
    command = ["node", recordings.ROOT / "Tests/web/track-recording.mjs", recording, pixels, folder / "web.tum"]
    if configuration:
        command.append(json.dumps(configuration))
    result = subprocess.run(command, capture_output=True, text=True, check=True)
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


@pytest.mark.parametrize("kinds", [["horizontal"], ["vertical"], []])
def test_only_planes_that_are_looked_for_are_found(kinds, simulated, engine, tmp_path):
    told, path = run_web(simulated / "walk", tmp_path, {"planeDetection": kinds})
    assert set(told["planes"]) <= set(kinds)
    # The walk goes round a table.
    assert ("horizontal" in told["planes"]) == ("horizontal" in kinds)
    # What is looked for does not move the camera.
    _, usual = run_web(simulated / "walk", tmp_path)
    assert numpy.array_equal(path, usual)


def test_a_configuration_that_cannot_be_is_refused(simulated, engine, tmp_path):
    for configuration, fault in [
        ({"planeDetection": ["level"]}, '"level" is none of horizontal, vertical, tilted'),
        ({"interruptionAfter": -1}, "interruptionAfter seconds above 0"),
        ({"relocalizationTimeout": "soon"}, "relocalizationTimeout must be seconds"),
    ]:
        with pytest.raises(subprocess.CalledProcessError) as refused:
            run_web(simulated / "walk", tmp_path, configuration)
        assert fault in refused.value.stderr
