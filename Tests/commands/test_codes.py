"""`sightline codes` on images of codes whose corners are known."""
import cv2
import numpy
import pytest

CORNERS = numpy.array([[210.3, 90.6], [402.8, 118.2], [371.4, 322.9], [188.7, 296.1]])


def tag_picture(number):
    """An AprilTag seen through a homography, smooth at its edges."""
    tags = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    # OpenCV shows these tags upside down.
    marker = numpy.rot90(tags.generateImageMarker(number, 8, borderBits=1), 2)
    fine, scale = 8, 40
    paper = numpy.full((12 * scale, 12 * scale), 255, numpy.uint8)
    paper[2 * scale:10 * scale, 2 * scale:10 * scale] = numpy.kron(marker, numpy.ones((scale, scale), numpy.uint8))
    inner = numpy.array([[2, 2], [10, 2], [10, 10], [2, 10]], numpy.float32) * scale - 0.5
    matrix = cv2.getPerspectiveTransform(inner, (CORNERS * fine - 0.5).astype(numpy.float32))
    large = cv2.warpPerspective(paper, matrix, (640 * fine, 480 * fine), borderValue=110)
    return cv2.resize(large, (640, 480), interpolation=cv2.INTER_AREA)


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "tag.png"
    cv2.imwrite(str(path), tag_picture(123))
    return path


def test_a_tag_is_read_with_its_corners_and_its_pose(sightline, picture):
    report = sightline("codes", picture, "--edge", 0.1, "--focal", 600, "--json").json
    [code] = report["codes"]
    assert (code["type"], code["id"], code["corrected"]) == ("aprilTag36h11", 123, 0)
    assert numpy.abs(numpy.array(code["corners"]) - CORNERS).max() < 0.1
    corners = numpy.array([[-.05, .05], [.05, .05], [.05, -.05], [-.05, -.05]])
    x, y, z, w = code["pose"]["rotation"]
    rotation = numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w)], [2 * (x * y + z * w), 1 - 2 * (x * x + z * z)], [2 * (x * z - y * w), 2 * (y * z + x * w)]])
    points = corners @ rotation.T + code["pose"]["translation"]
    pixels = numpy.column_stack([320 - 600 * points[:, 0] / points[:, 2], 240 + 600 * points[:, 1] / points[:, 2]])
    assert numpy.abs(pixels - CORNERS).max() < 3 * code["reprojectionError"] + 0.1
    assert len(code["translationSigma"]) == 3 and min(code["translationSigma"]) > 0


def test_the_kind_is_chosen_and_wrong_options_are_named(sightline, picture):
    assert sightline("codes", picture, "--kind", "qr", "--json").json["codes"] == []
    assert "tag 123" in sightline("codes", picture).stdout
    assert "--kind" in sightline("codes", picture, "--kind", "bar", status=64).stderr
    assert "--edge" in sightline("codes", picture, "--edge", 0.1, status=64).stderr
