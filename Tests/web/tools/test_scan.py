"""The scanning page: a recorded walk becomes a painted surface and files, the same as `sightline scan` makes natively."""
import subprocess

import numpy
import pytest

import conftest
from conftest import at_size
from recordings import copy_beginning
from waiting import until

SECONDS = 7


@pytest.fixture(scope="module")
def beginning(simulated, tmp_path_factory):
    """The first seconds of the simulated walk."""
    return copy_beginning(simulated / "walk", tmp_path_factory.mktemp("scanned") / "beginning", SECONDS)


@pytest.fixture(scope="module")
def address(beginning, tmp_path_factory, engine):
    with conftest.serving("--data", tmp_path_factory.mktemp("scan-data"), "--recordings", beginning) as address:
        yield address


def read_ply(data, part=0):
    """Vertices and triangles of a mesh file of the engine, of one part if it has two."""
    head, _, body = data.partition(b"end_header\n")
    vertices, triangles = (int(line.split()[2]) for line in head.decode().splitlines() if line.startswith("element"))
    vertex = numpy.dtype([("place", "<f4", 3), ("normal", "<f4", 3), ("color", "u1", 3)])
    has_parts = b"property uchar part\n" in head
    face = numpy.dtype([("count", "u1"), ("corners", "<u4", 3)] + [("part", "u1")] * has_parts)
    places = numpy.frombuffer(body, vertex, vertices)
    faces = numpy.frombuffer(body, face, triangles, vertices * vertex.itemsize)
    assert len(body) == vertices * vertex.itemsize + triangles * face.itemsize and (faces["count"] == 3).all()
    return places["place"].astype(float), faces["corners"][faces["part"] == part] if has_parts else faces["corners"]


def points_on(places, triangles, count=15_000):
    """Points that lie evenly on a surface."""
    a, b, c = (places[triangles[:, k]] for k in range(3))
    sums = numpy.linalg.norm(numpy.cross(b - a, c - a), axis=1).cumsum()
    chosen = numpy.searchsorted(sums, (numpy.arange(count) + 0.5) / count * sums[-1])
    u, v = numpy.random.default_rng(1).random((2, count, 1))
    u, v = numpy.where(u + v > 1, 1 - u, u), numpy.where(u + v > 1, 1 - v, v)
    return a[chosen] + u * (b - a)[chosen] + v * (c - a)[chosen]


def area_of(places, triangles):
    a, b, c = (places[triangles[:, k]] for k in range(3))
    return numpy.linalg.norm(numpy.cross(b - a, c - a), axis=1).sum() / 2


# The vertices of the last frame's mesh anchors in the world, whose origin and heading are not those of the files.
WORLD_VERTICES = """import("/sightline/sightline.js").then(({ transformed }) => document.getElementById("view").session.frame.meshAnchors.flatMap(
    ({ worldFromAnchor, vertices }) => Array.from({ length: vertices.length / 3 }, (_, index) => transformed(worldFromAnchor, [...vertices.subarray(3 * index, 3 * index + 3)]))))"""


def saved(page, button):
    with page.expect_download() as download:
        page.click(button)
    return download.value.path().read_bytes()


@at_size("phone")
def test_a_walk_becomes_a_painted_surface_and_files_as_natively(page, address, beginning, tmp_path):
    page.goto(f"{address}scan/?recording={beginning.name}")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    # Slowly, so that a busy machine makes as many maps.
    page.evaluate("document.getElementById('view').session.setPace(0.4)")
    until(page, "document.body.dataset.run === 'ended'", seconds=120)
    page.wait_for_timeout(500)
    assert int(page.evaluate("document.body.dataset.triangles")) > 200
    assert "m²" in page.inner_text("#floor") and "m²" in page.inner_text("#surface") and "MB" in page.inner_text("#memory")
    painted = page.locator(".stage").screenshot()
    page.click("#painted")
    assert page.get_attribute("#painted", "aria-pressed") == "false" and page.locator(".stage").screenshot() != painted
    page.click("#finish")
    until(page, "['done', 'notEnclosed', 'noFloor'].includes(document.body.dataset.plan)", seconds=20)
    # On a phone the sheet with the words slides up.
    until(page, "document.getElementById('plan-told').innerText !== ''", seconds=5)
    assert page.is_hidden("#drawing") == (page.evaluate("document.body.dataset.plan") != "done")
    for button, start in [("glb", b"glTF"), ("usdz", b"PK\x03\x04"), ("obj", b"# Sightline")]:
        assert saved(page, f"[data-mesh={button}]").startswith(start)
    own, triangles = read_ply(saved(page, "[data-mesh=ply]"))
    output = tmp_path / "native.ply"
    subprocess.run([conftest.PROGRAM, "scan", beginning, "--voxel", "0.04", "--output", output], check=True, capture_output=True, timeout=120)
    native, native_triangles = read_ply(output.read_bytes())
    areas = area_of(own, triangles), area_of(native, native_triangles)
    shown = numpy.array(page.evaluate(WORLD_VERTICES))
    surface = points_on(native, native_triangles)
    near = numpy.array([numpy.linalg.norm(surface - point, axis=1).min() for point in shown[::3]])
    print(f"{areas[0]:.2f} m² in the page, {areas[1]:.2f} natively; {(near < 0.03).mean():.0%} of the page's vertices within 3 cm of the native surface, median {numpy.median(near) * 100:.1f} cm")
    assert 0.6 < areas[0] / areas[1] < 1.6
    assert (near < 0.03).mean() > 0.75
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
