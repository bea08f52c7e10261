"""`sightline simulate`, `track`, `planes` and `convert` on whole, broken and impossible recordings."""
import hashlib
import shutil

import pytest


@pytest.fixture(scope="module")
def recording(sightline, tmp_path_factory):
    """Four seconds round a simulated table."""
    folder = tmp_path_factory.mktemp("recording") / "table"
    sightline("simulate", "desk", "--motion", "tabletop", "--start", "moving", "--duration", 4, "--no-hand", "--output", folder)
    return folder


def copy(recording, folder):
    return shutil.copytree(recording, folder / "copy")


def edit(path, change):
    lines = path.read_text().splitlines()
    change(lines)
    path.write_text("\n".join(lines) + "\n")


def digest(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(str(path.relative_to(folder)), hashlib.sha256(path.read_bytes()).hexdigest()) for path in files]


def test_track_gives_a_trajectory_and_its_error(sightline, recording, tmp_path):
    report = sightline("track", recording, "--trajectory", tmp_path / "t.tum", "--evaluate", "--json").json
    lines = (tmp_path / "t.tum").read_text().splitlines()
    assert report["trackedFrames"] == len(lines) > 60
    assert all(len(line.split()) == 8 for line in lines)
    assert report["ate"]["rmse"] < 0.05
    assert report.get("interruption") is None


def test_a_recording_that_breaks_off_gives_what_came_before(sightline, recording, tmp_path):
    broken = copy(recording, tmp_path)
    table = broken / "mav0/imu0/data.csv"
    edit(table, lambda lines: lines.__setitem__(600, "half a row"))
    done = sightline("track", broken, "--trajectory", tmp_path / "t.tum", status=65)
    assert f"{table}:601: the row has 1 fields, not 7" in done.stderr
    assert "The result covers the" in done.stderr
    assert "tracked" in done.stdout
    assert len((tmp_path / "t.tum").read_text().splitlines()) > 40


def test_planes_up_to_a_bad_image_are_told(sightline, recording, tmp_path):
    broken = copy(recording, tmp_path)
    images = sorted((broken / "mav0/cam0/data").iterdir())
    images[100].write_bytes(b"no image")
    done = sightline("planes", broken, status=65)
    assert "neither JPEG nor PNG" in done.stderr and "cam0/data.csv:102" in done.stderr
    assert done.stdout


@pytest.mark.parametrize("key, line, told", [
    ("intrinsics", "intrinsics: [1e300, 502, 321, 237]", "no lens has"),
    ("resolution", "resolution: [0, 480]", "is not an image's size"),
    ("timeshift_cam_imu", "timeshift_cam_imu: 1e300", "is not a time under 10 s"),
])
def test_a_description_that_cannot_be_is_bad_input(sightline, recording, tmp_path, key, line, told):
    broken = copy(recording, tmp_path)
    description = broken / "mav0/cam0/sensor.yaml"
    numbers = []

    def change(lines):
        numbers.append(next(index for index, text in enumerate(lines) if text.startswith(key)))
        lines[numbers[0]] = line

    edit(description, change)
    done = sightline("track", broken, status=65)
    assert f"{description}:{numbers[0] + 1}: " in done.stderr and told in done.stderr


def test_with_given_poses_no_inertial_sensor_is_needed(sightline, recording, tmp_path):
    poses = tmp_path / "poses.tum"
    sightline("track", recording, "--trajectory", poses)
    still = copy(recording, tmp_path)
    shutil.rmtree(still / "mav0/imu0")
    report = sightline("planes", still, "--poses", poses, "--json").json
    assert isinstance(report["planes"], list)
    assert "imu0" in sightline("planes", still, status=65).stderr


def test_the_same_arguments_simulate_the_same_bytes(sightline, tmp_path):
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        sightline("simulate", "room", "--duration", 1, "--seed", seed, "--output", tmp_path / name)
    assert digest(tmp_path / "a") == digest(tmp_path / "b") != digest(tmp_path / "c")


def test_images_are_simulated_at_the_rate_that_is_asked_for(sightline, tmp_path):
    sightline("simulate", "room", "--duration", 2, "--image-rate", 10, "--output", tmp_path / "slow")
    stamps = [int(file.stem) for file in sorted((tmp_path / "slow/mav0/cam0/data").iterdir())]
    gaps = [(after - before) / 1e9 for before, after in zip(stamps, stamps[1:])]
    # Stamps jitter by some milliseconds, and an image in a hundred is lost.
    assert 18 <= len(stamps) <= 20 and all(abs(gap / 0.1 - round(gap / 0.1)) < 0.2 for gap in gaps), gaps
    assert "--image-rate" in sightline("simulate", "room", "--image-rate", 0, "--output", tmp_path / "none", status=64).stderr
    assert not (tmp_path / "none").exists()


def test_a_scene_that_is_not_understood_names_file_and_line(sightline, tmp_path):
    scene = tmp_path / "my.scene"
    scene.write_text("room size=4,4,2.5\nball a at=1,2 radius=1\n")
    done = sightline("simulate", scene, "--output", tmp_path / "out", status=65)
    assert f"{scene}:2: `at` needs 3 numbers" in done.stderr


def test_convert_keeps_samples_images_and_truth(sightline, recording, tmp_path):
    report = sightline("convert", recording, "--output", tmp_path / "out", "--json").json
    assert report["pictures"] == len(list((recording / "mav0/cam0/data").iterdir()))
    assert report["samples"] == len((recording / "mav0/imu0/data.csv").read_text().splitlines()) - 1
    assert "already" in sightline("convert", recording, "--output", tmp_path / "out", status=1).stderr
