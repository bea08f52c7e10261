"""`sightline render`: a person's gestures played over a recording, drawn off-screen into a video."""
import base64
import json
import struct

import cv2
import pytest


def script(folder, gestures):
    path = folder / "gestures.json"
    path.write_text(json.dumps({"gestures": gestures}))
    return path


def ring(start, seconds, middle=(320, 300), radius=70, steps=24):
    """A pointer that goes round once, from the lowest point on, clockwise."""
    around = [(0, 1), (-.5, .87), (-.87, .5), (-1, 0), (-.87, -.5), (-.5, -.87), (0, -1), (.5, -.87), (.87, -.5), (1, 0), (.87, .5), (.5, .87)]
    return [{"time": start + seconds * step / steps, "do": "aim",
             "at": [middle[0] + radius * around[step // 2 % 12][0], middle[1] + radius * around[step // 2 % 12][1]]} for step in range(steps + 1)]


def coloured(picture):
    """How many pixels are as blue as the pen's ink."""
    blue, green, red = (picture[..., i].astype(int) for i in range(3))
    return int(((blue > 120) & (blue - red > 60) & (blue - green > 40)).sum())


def test_gestures_leave_ink_that_is_pulled_up_and_filmed(sightline, table, tmp_path):
    gestures = [{"time": 0, "do": "pen", "color": "#1030ff", "thickness": 0.008}, *ring(4.0, 0.8)]
    gestures += [{"time": 4.02, "do": "press"}, {"time": 4.9, "do": "release"}]
    gestures += [{"time": 5.0, "do": "choose", "mode": "pull"}, {"time": 5.0, "do": "aim", "at": [320, 370]}, {"time": 5.1, "do": "press"},
                 {"time": 5.4, "do": "aim", "at": [320, 300]}, {"time": 5.6, "do": "release"}]
    film = tmp_path / "film.mp4"
    arguments = ["render", table, "--experience", "draw", "--gestures", script(tmp_path, gestures), "--size", "640x480", "--rate", 20]
    report = sightline(*arguments, "--output", film, "--json").json
    assert report["strokes"] == 1 and report["solids"] == 1 and report["ink"] > 0.1
    video = cv2.VideoCapture(str(film))
    pictures = []
    while (read := video.read())[0]:
        pictures.append(read[1])
    assert len(pictures) == report["videoPictures"] and abs(len(pictures) - 120) <= 3
    assert pictures[0].shape == (480, 640, 3)
    before, drawn, pulled = (coloured(pictures[k]) for k in (76, 98, -1))
    assert drawn > before + 1500 and pulled > drawn + 5000


@pytest.mark.parametrize("gestures, told", [
    ([{"time": 1, "do": "jump"}], "there is no “jump”"),
    ([{"time": 1, "do": "follow"}], "gesture 1: “at”"),
    ([{"time": 1, "do": "press"}, {"time": -1, "do": "release"}], "gesture 2: “time”"),
    ([{"do": "press"}], "gesture 1 lacks “time”"),
])
def test_a_wrong_gesture_is_named_by_its_number(sightline, table, tmp_path, gestures, told):
    path = script(tmp_path, gestures)
    done = sightline("render", table, "--experience", "draw", "--gestures", path, "--output", tmp_path / "film.mp4", status=65)
    assert told in done.stderr and str(path) in done.stderr
    assert not (tmp_path / "film.mp4").exists()


def test_gestures_without_the_pen_are_refused(sightline, tmp_path):
    done = sightline("render", tmp_path, "--gestures", tmp_path / "gestures.json", "--output", tmp_path / "film.mp4", status=64)
    assert "--experience draw and --gestures belong together" in done.stderr


def model(folder):
    """A glTF file with a red square of 30 cm that stands upright."""
    corners = [(-.15, 0, 0), (.15, 0, 0), (.15, .3, 0), (-.15, .3, 0)]
    data = b"".join(struct.pack("<3f", *corner) for corner in corners) + struct.pack("<6H", 0, 1, 2, 0, 2, 3)
    path = folder / "square.gltf"
    path.write_text(json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"doubleSided": True, "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1], "metallicFactor": 0}, "extensions": {"KHR_materials_unlit": {}}}],
        "extensionsUsed": ["KHR_materials_unlit"],
        "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [-.15, 0, 0], "max": [.15, .3, 0]},
                      {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
    }))
    return path


def last_picture(film):
    video, last = cv2.VideoCapture(str(film)), None
    while (read := video.read())[0]:
        last = read[1]
    return last.astype(int)


def test_a_length_and_a_model_are_filmed(sightline, table, tmp_path):
    film, size = tmp_path / "film.mp4", ["--size", "320x240", "--rate", 10]
    ends = ["--from", "4.5,250,300", "--to", "4.9,390,300"]
    pictures = []
    for material in ("plain", "wood"):
        arguments = ["render", table, "--experience", "measure", *ends, "--material", material]
        report = sightline(*arguments, *size, "--output", film, "--json").json
        assert .05 < report["distance"] < 1 and report["sigma"] < .1 * report["distance"]
        pictures.append(last_picture(film))
    assert (abs(pictures[0] - pictures[1]).max(axis=2) > 40).sum() > 100, "the bar has another material"
    sightline("render", table, "--experience", "model", "--model", model(tmp_path), "--at", "4.5,320,300", *size, "--output", film)
    blue, green, red = (last_picture(film)[..., i] for i in range(3))
    assert ((red > 150) & (green < 90) & (blue < 90)).sum() > 300, "the model stands in the picture"


def test_a_model_that_cannot_be_read_and_options_that_do_not_belong_together_are_refused(sightline, table, tmp_path):
    film, damaged = tmp_path / "film.mp4", tmp_path / "damaged.glb"
    damaged.write_bytes(b"glTF" + bytes(40))
    told = sightline("render", table, "--experience", "model", "--model", damaged, "--output", film, status=65).stderr
    assert "damaged" in told and not film.exists()
    for options in (["--experience", "measure"], ["--from", "1,2,3", "--to", "1,2,3"], ["--experience", "model"], ["--at", "1,2,3"], ["--material", "wood"]):
        assert "belong together" in sightline("render", tmp_path, *options, "--output", film, status=64).stderr
