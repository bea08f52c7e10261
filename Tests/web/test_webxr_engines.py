"""Pages with an engine and the examples run over our WebXR as they are."""
import pytest

from webxr_site import address, phone, shot, three_folder, until  # noqa: F401 (a fixture)

SHIM = """import bundle from "/three/index.js";
export const { BoxGeometry, HemisphereLight, Mesh, MeshStandardMaterial, PerspectiveCamera, Scene, WebGLRenderer } = bundle.THREE;"""


def orange(picture):
    """How many pixels have the examples' colour."""
    red, green, blue = (picture[:, :, channel] for channel in range(3))
    return int(((red > 150) & (green > 60) & (green < 190) & (blue < 60)).sum())


def test_three_draws_a_cube_where_one_taps(chromium, address):
    if three_folder() is None:
        pytest.skip("nicegui, which carries three.js, is not installed")
    with phone(chromium) as page:
        page.route("**/three.module.min.js", lambda route: route.fulfill(
            body=SHIM.replace('"/three', f'"{address}three'), content_type="text/javascript", headers={"access-control-allow-origin": "*"}))
        page.goto(f"{address}examples/webxr-three.html?recording=/recording/")
        page.click("#start")
        until(page, "renderer.xr.isPresenting", 30)
        for _ in range(60):
            page.wait_for_timeout(500)
            page.touchscreen.tap(195, 520)
            if page.evaluate("scene.children.length") > 1:
                break
        page.evaluate("renderer.xr.getSession().sightline.hold()")
        page.wait_for_timeout(500)
        assert orange(shot(page)) > 300
        assert page.evaluate("renderer.xr.getEnvironmentBlendMode()") == "alpha-blend"
        page.evaluate("renderer.xr.getSession().end()")
        until(page, "!renderer.xr.isPresenting && document.querySelector('[data-sightline]') === null")


def test_the_plain_example_draws_a_square_over_the_camera(chromium, address):
    with phone(chromium) as page:
        page.goto(f"{address}examples/webxr-plain.html?recording=/recording/")
        page.click("#start")
        for _ in range(60):
            page.wait_for_timeout(500)
            picture = shot(page)
            if orange(picture) > 300:
                break
        assert orange(picture) > 300
        assert picture[200:600].std() > 10


def test_the_measuring_example_tells_a_length_with_its_sigma(chromium, address):
    with phone(chromium) as page:
        page.goto(f"{address}examples/webxr-measure.html?recording=/recording/")
        page.click("#start")
        for turn in range(60):
            page.wait_for_timeout(400)
            page.touchscreen.tap(*((120, 500), (270, 500))[turn % 2])
            if "±" in page.inner_text("#told"):
                break
        assert page.inner_text("#told").endswith("cm") and "±" in page.inner_text("#told")
