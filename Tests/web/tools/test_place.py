"""The placing page: models of one's own and samples stand in a recorded room, in their true size, and are moved, turned and scaled."""
import io
import re
import zipfile

import numpy
import pytest
from PIL import Image

from conftest import at_size, first_at
from model_files import glb
from waiting import until

MODELS = "Number(document.body.dataset.models)"
ADVICE = "document.getElementById('advice').textContent"


def begin(page, studio, name="walk"):
    """Plays the recording to where a level surface is aimed at, and holds it there."""
    page.goto(f"{studio}place/?recording={name}")
    page.wait_for_selector("#play:not([disabled])")
    page.click("#play")
    page.wait_for_selector("#stand:not([disabled])", timeout=90_000)
    page.click("#hold")
    page.wait_for_timeout(500)


def sides(page):
    """Width, height and depth in centimetres, each with its error."""
    return [tuple(map(float, each)) for each in re.findall(r"([\d.]+) ± ([\d.]+) cm", page.inner_text("#size"))]


def give(page, name, content):
    page.locator("#mine").set_input_files({"name": name, "mimeType": "model/gltf-binary", "buffer": content})


@first_at("phone")
def test_a_sample_stands_in_its_true_size_and_is_moved_turned_and_scaled(page, studio, simulated):
    begin(page, studio)
    before = page.screenshot()
    page.click("#stand")
    until(page, f"{MODELS} === 1", seconds=10)
    page.wait_for_timeout(500)
    stood = page.screenshot()
    assert stood != before
    (width, error), (height, _), (depth, _) = sides(page)
    assert (width, height, depth) == pytest.approx((11.7, 24, 11.7), abs=0.5) and 0 < error < 5
    box = page.locator("#view").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y - 20)
    page.mouse.down()
    page.mouse.move(x + 20, y, steps=3)
    until(page, "document.body.dataset.held === 'true'", seconds=5)
    page.mouse.move(x + 60, y + 10, steps=5)
    page.mouse.up()
    until(page, "document.body.dataset.held === 'false'", seconds=5)
    assert page.screenshot() != stood
    page.locator("#view").focus()
    for key in ["+", "+", "ArrowRight"]:
        page.keyboard.press(key)
    until(page, f"{ADVICE}.includes('110 %')", seconds=5)
    assert sides(page)[1][0] == pytest.approx(26.5, abs=0.6)
    page.keyboard.press("Delete")
    until(page, f"{MODELS} === 0", seconds=5)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not page.faults


@at_size("desktop")
def test_ones_own_file_is_shown_and_what_cannot_be_is_said_in_words(page, studio, simulated):
    # As on a device that has a viewer of its own.
    page.add_init_script("DOMTokenList.prototype.supports = (name) => name === 'ar'")
    begin(page, studio)
    for name, content, told in [
        ("draco.glb", glb(extensionsRequired=["KHR_draco_mesh_compression"]), "KHR_draco_mesh_compression"),
        ("cut.glb", glb()[:-200], "damaged"), ("text.glb", b"<html>no model</html>", "damaged"), ("photo.jpg", b"\xff\xd8\xff", ".glb"),
        ("beyond.glb", glb(accessors=[{"bufferView": 0, "componentType": 5126, "count": 2_000_000_000, "type": "VEC3"}] * 2), "beyond"),
        ("empty.glb", glb(nodes=[{}], meshes=[]), "no triangles"),
    ]:
        give(page, name, content)
        until(page, f"document.getElementById('told').textContent.includes({told!r})", seconds=10)
        page.evaluate("document.getElementById('told').textContent = ''")
    give(page, "table.glb", glb(cameras=[{"type": "perspective"}], nodes=[{"mesh": 0, "camera": 0}]))
    until(page, "document.getElementById('told').textContent.startsWith('table.glb is ready')", seconds=10)
    assert page.inner_text("#omissions") == "Not shown: cameras"
    page.evaluate("document.getElementById('stand').click()")
    until(page, f"{MODELS} === 1", seconds=10)
    assert [side for side, _ in sides(page)] == pytest.approx([120, 50, 80], abs=0.6)
    until(page, "document.getElementById('viewer').href.startsWith('blob:')", seconds=5)
    read = "fetch(document.getElementById('viewer').href).then((answer) => answer.arrayBuffer()).then((bytes) => Array.from(new Uint8Array(bytes)))"
    with zipfile.ZipFile(io.BytesIO(bytes(page.evaluate(read)))) as archive:
        assert archive.testzip() is None and archive.namelist() == ["model.usda"]
        layer = archive.read("model.usda").decode()
    assert layer.startswith("#usda 1.0") and "metersPerUnit = 1" in layer
    points = re.search(r"point3f\[\] points = \[(.*?)\]", layer)[1]
    corners = numpy.float64(re.findall(r"-?[\d.]+", points)).reshape(-1, 3)
    assert numpy.ptp(corners, axis=0) == pytest.approx([1.2, 0.5, 0.8], abs=1e-4), "the viewer shows it in its true size"
    assert not page.faults


def magenta(page):
    """The pixels of the view that show pure magenta."""
    image = numpy.array(Image.open(io.BytesIO(page.locator("#view").screenshot())).convert("RGB")).astype(int)
    return (image[..., 0] > 220) & (image[..., 1] < 60) & (image[..., 2] > 220)


@at_size("desktop")
def test_a_model_hides_behind_real_things_when_that_is_wanted(page, studio, simulated):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page, studio)
    assert not [url for url in asked if "depth.wasm" in url]
    # A slab on the table that reaches under all that stands there, and behind the chairs.
    paint = {"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 1, 1]}, "extensions": {"KHR_materials_unlit": {}}}
    shape = {"attributes": {"POSITION": 0}, "indices": 1, "material": 0}
    give(page, "slab.glb", glb((9, 0.01, 9), materials=[paint], meshes=[{"primitives": [shape]}]))
    until(page, "document.getElementById('told').textContent.startsWith('slab.glb is ready')", seconds=10)
    page.evaluate("document.getElementById('stand').click()")
    until(page, f"{MODELS} === 1", seconds=10)
    page.evaluate("document.getElementById('occlude').click()")
    page.click("#hold")
    page.wait_for_timeout(2500)
    page.click("#hold")
    page.wait_for_timeout(700)
    hidden = magenta(page)
    page.evaluate("document.getElementById('occlude').click()")
    page.wait_for_timeout(700)
    whole = magenta(page)
    print(f"the slab covers {whole.mean():.3f} of the view; {(whole & ~hidden).mean():.4f} are hidden, {(hidden & ~whole).mean():.4f} were not there")
    assert (whole & ~hidden).mean() > 0.005, "the things on the table stand before it"
    assert hidden.mean() > 0.5 * whole.mean() and (hidden & ~whole).mean() < 0.002
    assert page.get_attribute("#occlude", "aria-pressed") == "false" and not page.faults


@pytest.mark.parametrize("name", ["measure/", "draw/", ""])
def test_pages_without_models_do_not_load_their_engine(chromium, studio, name):
    page = chromium.new_context(service_workers="block").new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(studio + name)
    page.wait_for_timeout(700)
    page.context.close()
    assert asked and not [url for url in asked if "models.wasm" in url or "placing" in url]
