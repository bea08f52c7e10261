"""`sightline rectangles` and `sightline follow` on images whose truth is known to a part of a pixel."""
import cv2
import numpy
import pytest

SHEET = numpy.array([[182.4, 96.7], [468.9, 121.2], [441.3, 402.8], [150.6, 371.5]])


def sheet(corners=SHEET, size=(640, 480), ground=70, paper=225):
    """A pale sheet on a dark, slightly noisy ground, its edges smooth; corners by the convention that the first pixel's centre is (0.5, 0.5)."""
    fine = 8
    mask = numpy.zeros((size[1] * fine, size[0] * fine), numpy.uint8)
    cv2.fillConvexPoly(mask, numpy.round(corners * fine - 0.5).astype(numpy.int32), 255)
    cover = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(float) / 255
    noise = numpy.random.default_rng(1).normal(0, 2, (size[1], size[0]))
    return numpy.clip(ground + (paper - ground) * cover + noise, 0, 255).astype(numpy.uint8)


def test_a_sheet_s_corners_come_clockwise_from_the_top_left(sightline, tmp_path):
    path = tmp_path / "sheet.png"
    cv2.imwrite(str(path), sheet())
    report = sightline("rectangles", path, "--json", "--draw", tmp_path / "drawn").json
    assert len(report["quadrilaterals"]) == 1 and report["milliseconds"] > 0
    found = report["quadrilaterals"][0]
    assert numpy.abs(numpy.array(found["corners"]) - SHEET).max() < 0.5
    assert 0.8 < found["confidence"] <= 1
    drawn = cv2.imread(str(tmp_path / "drawn/sheet.jpg"))
    assert drawn.shape == (480, 640, 3) and numpy.ptp(drawn.astype(int), axis=2).max() > 60, "the outline is drawn in colour"


def test_several_pictures_are_told_of_one_by_one_and_an_empty_one_holds_nothing(sightline, tmp_path):
    cv2.imwrite(str(tmp_path / "sheet.jpg"), sheet())
    cv2.imwrite(str(tmp_path / "empty.png"), numpy.full((480, 640), 120, numpy.uint8))
    images = sightline("rectangles", tmp_path / "sheet.jpg", tmp_path / "empty.png", "--count", 0, "--minimum-confidence", 0.5, "--json").json["images"]
    assert [len(each["quadrilaterals"]) for each in images] == [1, 0]
    assert sightline("rectangles", tmp_path / "sheet.jpg", "--minimum-size", 0.9, "--json").json["quadrilaterals"] == []


def test_a_picture_too_long_to_be_looked_at_is_named(sightline, tmp_path):
    cv2.imwrite(str(tmp_path / "long.png"), numpy.zeros((64, 40000), numpy.uint8))
    refused = sightline("rectangles", tmp_path / "long.png", status=65).stderr
    assert "long.png: 40000 × 64 pixels; no side may be longer than 32767" in refused


def test_a_file_that_is_no_picture_is_named(sightline, tmp_path):
    (tmp_path / "notes.png").write_text("no picture")
    assert "notes.png" in sightline("rectangles", tmp_path / "notes.png", status=65).stderr
    assert "--camera" in sightline("rectangles", tmp_path / "notes.png", "--camera", "1,2", status=64).stderr


@pytest.fixture(scope="module")
def sequence(tmp_path_factory):
    """A chequered box with a spot on a winding way over a rough ground, in the layout of OTB: images in img, the truth beside them."""
    folder = tmp_path_factory.mktemp("sequence")
    (folder / "img").mkdir()
    random = numpy.random.default_rng(3)
    ground = cv2.resize(random.integers(40, 160, (30, 40, 3), dtype=numpy.uint8), (320, 240), interpolation=cv2.INTER_NEAREST)
    u, v = numpy.meshgrid(numpy.arange(40) // 8, numpy.arange(40) // 8)
    pattern = numpy.where(((u + v) % 2 == 0)[..., None], (40, 30, 150), (60, 120, 220)).astype(numpy.uint8)
    cv2.circle(pattern, (12, 16), 7, (40, 240, 250), -1)
    lines = []
    for t in range(40):
        x, y = 140 + int(round(70 * numpy.sin(0.08 * t))), 100 + int(round(50 * numpy.sin(0.136 * t)))
        picture = ground.copy()
        picture[y:y + 40, x:x + 40] = pattern
        cv2.imwrite(str(folder / f"img/{t + 1:04d}.jpg"), picture)
        lines.append(f"{x},{y},40,40")
    (folder / "groundtruth_rect.txt").write_text("\n".join(lines) + "\n")
    return folder, numpy.array([[float(value) for value in line.split(",")] for line in lines])


@pytest.mark.parametrize("level", ["fast", "accurate"])
def test_an_object_is_followed_scored_and_plotted(sightline, sequence, tmp_path, level):
    folder, truth = sequence
    plot, boxes = tmp_path / "plot.svg", tmp_path / "boxes.txt"
    box = ",".join(str(int(value)) for value in truth[0])
    report = sightline("follow", folder, "--box", box, "--level", level, "--plot", plot, "--boxes", boxes, "--json").json
    found = numpy.array([frame["box"] for frame in report["frames"]])
    assert found.shape == truth.shape and report["target"] == "object"
    assert numpy.abs(found[:, :2] + found[:, 2:] / 2 - truth[:, :2] - 20).max() < 3
    assert min(frame["confidence"] for frame in report["frames"]) > 0.3
    assert report["areaUnderCurve"] > 0.8 and report["precisionWithin20"] == 1
    assert {"mean", "p50", "p95", "max"} <= report["millisecondsPerFrame"].keys()
    written = numpy.loadtxt(boxes, delimiter=",")
    assert numpy.abs(written - found).max() < 0.01
    drawn = plot.read_text()
    assert drawn.startswith("<svg") and f"{report['areaUnderCurve']:.3f}" in drawn


def test_a_box_that_cannot_be_followed_is_refused(sightline, sequence, tmp_path):
    folder, _ = sequence
    assert "outside" in sightline("follow", folder, "--box", "400,300,40,40", status=65).stderr
    assert "four numbers" in sightline("follow", folder, "--box", "1,2,3", status=64).stderr
    (tmp_path / "nothing").mkdir()
    assert "no images" in sightline("follow", tmp_path / "nothing", "--box", "1,2,30,30", status=65).stderr


def jpeg_with_orientation(picture, value):
    """A JPEG whose Exif data say how it stands."""
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes()
    tiff = b"MM\0*\0\0\0\x08" + b"\0\x01" + b"\x01\x12\0\x03\0\0\0\x01" + bytes([0, value, 0, 0]) + b"\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:]


@pytest.mark.parametrize("value", range(1, 9))
def test_corners_are_those_of_the_picture_as_it_stands_upright(sightline, tmp_path, value):
    upright = sheet()
    stored = {1: upright, 2: upright[:, ::-1], 3: upright[::-1, ::-1], 4: upright[::-1], 5: upright.T, 6: numpy.rot90(upright),
              7: upright[::-1, ::-1].T, 8: numpy.rot90(upright, -1)}[value]
    path = tmp_path / "sheet.jpg"
    path.write_bytes(jpeg_with_orientation(numpy.ascontiguousarray(stored), value))
    assert numpy.abs(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE).astype(int) - upright).mean() < 3, "an independent reader sees it upright"
    found = sightline("rectangles", path, "--json").json["quadrilaterals"][0]
    assert numpy.abs(numpy.array(found["corners"]) - SHEET).max() < 0.5
