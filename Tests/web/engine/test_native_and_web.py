"""The same recording through the native build and through WebAssembly gives the same trajectory."""
import json
import subprocess

import numpy
import pytest

import conftest
import recordings

#: What DepthExportTests.swift expects of the native build.
DEPTH_DIGEST = 366988420
MESH_DIGEST = 3250745616


def run_web(recording, folder, configuration=None, ray=None, maps_per_second=None):
    pixels = folder / "pixels"
    recordings.write_pixels(recording, pixels)
    command = ["node", recordings.ROOT / "Tests/web/engine/track-recording.mjs", recording, pixels, folder / "web.tum"]
    if configuration or ray or maps_per_second:
        command.append(json.dumps(configuration or {}))
    if ray or maps_per_second:
        command.append(json.dumps(ray) if ray else "")
    if maps_per_second:
        command.append(str(maps_per_second))
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


@pytest.fixture(scope="module")
def usual(simulated, engine, tmp_path_factory):
    """The simulated walk with nothing configured: what is known of it, and its path."""
    return run_web(simulated / "walk", tmp_path_factory.mktemp("usual"))


@pytest.fixture(scope="module")
def usual_path(usual):
    return usual[1]


def test_webxr_states_the_engines_own_uncertainty_of_planes(usual):
    """Cast over a frame, a hit is where the engine's is, with its covariance: offset, drift and aim. A tilt is compared in node/hit-covariance.test.mjs."""
    hits = usual[0]["planeHits"]
    assert hits["hits"] > 40 and hits["drifted"] > 20, hits
    # The frame's focal length, which is estimated on, may differ a little from that of the image's camera.
    assert hits["apart"] < 1e-6 and hits["covariance"] < 0.01, hits


@pytest.mark.parametrize("kinds", [["horizontal"], pytest.param(["vertical"], marks=pytest.mark.long), []])
def test_only_planes_that_are_looked_for_are_found(kinds, simulated, usual_path, engine, tmp_path):
    told, path = run_web(simulated / "walk", tmp_path, {"planeDetection": kinds})
    assert set(told["planes"]) <= set(kinds)
    # The walk goes round a table.
    assert ("horizontal" in told["planes"]) == ("horizontal" in kinds)
    # What is looked for does not move the camera.
    assert numpy.array_equal(path, usual_path)


def test_a_configuration_that_cannot_be_is_refused(simulated, engine, tmp_path):
    for configuration, fault in [
        ({"planeDetection": ["level"]}, '"level" is none of horizontal, vertical, tilted'),
        ({"interruptionAfter": -1}, "interruptionAfter seconds above 0"),
        ({"relocalizationTimeout": "soon"}, "relocalizationTimeout must be seconds"),
    ]:
        with pytest.raises(subprocess.CalledProcessError) as refused:
            run_web(simulated / "walk", tmp_path, configuration)
        assert fault in refused.value.stderr


def test_a_tracked_ray_is_a_guess_at_first_and_stands_on_the_table_later(simulated, engine, tmp_path):
    told, _ = run_web(simulated / "walk", tmp_path, ray=[320, 240])
    guess, *updates = told["told"]
    assert guess["type"] == "instantPlacement"
    assert len(updates) > 1
    assert "instantPlacement" not in {hit["type"] for hit in updates}
    last = updates[-1]
    assert last["type"] == "existingPlaneUsingExtent" and last["anchor"]
    position, first, now = (numpy.array(place) for place in (guess["position"], guess["pointInWorld"], last["pointInWorld"]))
    # On the same ray.
    assert numpy.linalg.norm(numpy.cross(now - position, first - position)) < 1e-6
    deviation = [sum(hit["covariance"][i] for i in (0, 3, 5)) ** 0.5 for hit in (guess, last)]
    assert deviation[0] > 0.3 and deviation[1] < 0.02


def test_keyframes_give_the_same_depth_map_to_the_byte(engine):
    told = json.loads(subprocess.run(["node", recordings.ROOT / "Tests/web/engine/depth-estimator.mjs"], capture_output=True, text=True, check=True).stdout)
    assert told["digest"] == DEPTH_DIGEST
    assert (told["meshDigest"], told["isFusedOnce"]) == (MESH_DIGEST, True)
    assert told["anchors"] > 3
    assert told["things"] == [2, 1], "no level surface, nothing seen"
    assert told["refusal"] == "The estimator of depth cannot use a keyframe."


def test_hit_tests_meet_the_depth_map(simulated, usual_path, engine, tmp_path):
    told, path = run_web(simulated / "walk", tmp_path, maps_per_second=5)
    depth = told["depth"]
    print(depth["keyframes"], depth["maps"], depth["known"], depth["addMilliseconds"], sorted(depth["mapMilliseconds"])[len(depth["mapMilliseconds"]) // 2])
    assert depth["maps"] > 20 and depth["known"] > 0.4
    assert len(depth["hits"]) > 0.5 * depth["maps"]
    for hit in depth["hits"]:
        assert all(hit["covariance"][i] > 0 for i in (0, 3, 5))
        assert hit["distance"] == pytest.approx(numpy.linalg.norm(numpy.subtract(hit["pointInWorld"], hit["cameraInWorld"])), rel=1e-6)
    # Depth maps do not move the camera.
    assert numpy.array_equal(path, usual_path)
