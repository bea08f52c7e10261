"""Pages with an engine and the examples run over our WebXR as they are."""
import pytest
import trimesh

from webxr_site import address, babylon_folder, model_viewer_folder, phone, shot, three_folder, until  # noqa: F401 (a fixture)

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


def test_attach_gives_three_the_rooms_light_and_shadows(chromium, address):
    """The light is the session's estimate, the environment its cube map; a ball over a plane darkens the image beneath it, and without it nothing does."""
    if three_folder() is None:
        pytest.skip("nicegui, which carries three.js, is not installed")
    with phone(chromium) as page:
        page.goto(f"{address}test/webxr-attach.html")
        page.click("#start")
        until(page, "Boolean(test.session || test.fault)", 30)
        assert page.evaluate("test.fault ?? null") is None
        until(page, "Boolean(test.hit && test.scene.environment) && test.attached.group.children.some(({ isMesh }) => isMesh)", 90)
        page.evaluate("test.session.sightline.hold()")
        page.wait_for_timeout(1500)
        before = shot(page)
        told = page.evaluate("""() => {
            const { group } = test.attached;
            const [harmonics, sun] = [group.children.find(({ isLightProbe }) => isLightProbe), group.children.find(({ isDirectionalLight }) => isDirectionalLight)];
            return [harmonics.sh.coefficients[0].x, sun.intensity, sun.position.y - sun.target.position.y, test.renderer.xr.isPresenting];
        }""")
        assert told[0] > 0 and told[1] > 0 and told[2] > 0 and told[3] is True
        page.evaluate("test.place()")
        page.wait_for_timeout(1500)
        after = shot(page)
        darker = ((before - after).min(axis=2) > 15).sum()
        changed = (abs(after - before).max(axis=2) > 15).sum()
        assert changed > 2000, "the ball is seen"
        assert darker > 300, "its shadow is seen"
        page.evaluate("test.session.end()")
        until(page, "test.scene.children.length === 1 && test.scene.environment === null")


def test_babylon_draws_a_box_where_one_taps(chromium, address):
    if babylon_folder() is None:
        pytest.skip("pybabylonjs, which carries Babylon.js, is not installed")
    files = [next(babylon_folder().glob(f"{chunk}.*.js")).name for chunk in (944, 605, 627)]
    with phone(chromium) as page:
        # Babylon.js takes an address without HTTPS only where it is called localhost.
        page.goto(f"{address.replace('127.0.0.1', 'localhost')}test/webxr-babylon.html?files={','.join(files)}")
        until(page, "globalThis.test?.isReady === true", 60)
        page.click(".babylonVRicon")
        until(page, "test.xr.baseExperience.state === test.BABYLON.WebXRState.IN_XR", 30)
        until(page, "test.hits.length > 0", 90)
        before = shot(page)
        page.touchscreen.tap(195, 422)
        until(page, "test.boxes === 1", 20)
        page.evaluate("test.xr.baseExperience.sessionManager.session.sightline.hold()")
        page.wait_for_timeout(1000)
        assert orange(shot(page)) > orange(before) + 200
        page.evaluate("test.xr.baseExperience.exitXRAsync()")
        until(page, "test.xr.baseExperience.state === test.BABYLON.WebXRState.NOT_IN_XR && document.querySelector('[data-sightline]') === null")
        # Babylon.js says of its hit test that it is experimental.
        page.faults[:] = [fault for fault in page.faults if "experimental and unstable feature" not in fault]


def test_model_viewer_places_its_model(chromium, address):
    if model_viewer_folder() is None:
        pytest.skip("dash-model-viewer, which carries model-viewer, is not installed")
    box = trimesh.creation.box((0.12, 0.12, 0.12))
    box.visual.face_colors = [255, 140, 0, 255]
    with phone(chromium) as page:
        page.route("**/models/box.glb", lambda route: route.fulfill(body=box.export(file_type="glb"), content_type="model/gltf-binary"))
        page.goto(f"{address}test/webxr-model-viewer.html")
        until(page, "document.getElementById('viewer').loaded && document.getElementById('viewer').canActivateAR", 60)
        page.evaluate("""() => {
            globalThis.states = [];
            const viewer = document.getElementById("viewer");
            viewer.addEventListener("ar-status", ({ detail }) => states.push(detail.status));
        }""")
        page.locator("#viewer #default-ar-button").click()
        until(page, "states.includes('session-started') || states.includes('failed')", 60)
        assert page.evaluate("states")[-1] == "session-started"
        until(page, "states.includes('object-placed')", 90)
        page.wait_for_timeout(1500)
        assert orange(shot(page)) > 200
        page.click("[data-sightline=exit]")
        until(page, "states.at(-1) === 'not-presenting' && document.querySelector('[data-sightline]') === null")


def test_the_calls_of_playcanvas_get_what_it_needs(chromium, address):
    """PlayCanvas itself is in no package that is to be had here; its page makes the same calls of WebXR."""
    with phone(chromium) as page:
        page.goto(f"{address}test/webxr-playcanvas.html")
        page.wait_for_function("globalThis.test !== undefined")
        page.click("#start")
        until(page, "test.errors.length > 0 || test.hits > 5 && test.planes > 5 && test.lights > 5 && test.depths > 2 && test.anchors > 2 && Boolean(test.handle && test.colors)", 90)
        page.touchscreen.tap(195, 500)
        until(page, "test.errors.length > 0 || test.selected.length === 3", 20)
        told = page.evaluate("({ ...test, session: null })")
        assert told["errors"] == []
        assert told["available"] is True and told["fault"] == 0 and told["colors"] > 20
        assert told["selected"] == [[type, None, None, True] for type in ("selectstart", "select", "selectend")]
        assert told["viewport"] == [0, 0, 390, 844] and told["sizes"] == 0
        page.evaluate("test.session.end()")
        until(page, "test.isOver === true && document.querySelector('[data-sightline]') === null")


def test_a_page_goes_from_inline_to_ar_and_back_on_one_canvas(chromium, address):
    """With nothing but the script: the inline session waits meanwhile and has its canvas back as it was; what a page writes on sessions and anchors stays there."""
    with phone(chromium) as page:
        page.goto(f"{address}test/webxr-inline.html")
        until(page, "test.frames.inline > 3 && !document.getElementById('start').disabled", 30)
        assert page.evaluate("[...test.viewport, canvas.width]") == [200, 100, 200]
        page.click("#start")
        until(page, "test.errors.length > 0 || test.hits > 3", 90)
        assert page.evaluate("test.viewport") == [390, 844]
        inline = page.evaluate("test.frames.inline")
        page.touchscreen.tap(195, 500)
        until(page, "test.errors.length > 0 || test.anchored.length > 0", 20)
        page.evaluate("test.session.sightline.hold()")
        assert page.evaluate("test.errors") == []
        assert page.evaluate("test.anchored[0]") == pytest.approx(1, abs=0.3), "the camera moves meanwhile"
        assert page.evaluate("[test.selects, test.frames.inline]") == [1, inline]
        page.click("[data-sightline=exit]")
        until(page, f"test.frames.inline > {inline} + 2")
        assert page.evaluate("[test.ended, test.hidden, document.getElementById('start').disabled]") == [[True], [[False, "hidden"], [False, "visible"]], False]
        assert page.evaluate("[...test.viewport, canvas.width, canvas.parentNode === document.body, canvas.style.length]") == [200, 100, 200, True, 0]
        page.mouse.click(*page.evaluate("(() => { const { left, top } = canvas.getBoundingClientRect(); return [left + 20, top + 20]; })()"))
        until(page, "test.selects === 2")


def test_the_a_frame_component_puts_its_target_where_one_taps(chromium, address):
    """With three.js, and the calls of A-Frame that the component uses."""
    if three_folder() is None:
        pytest.skip("nicegui, which carries three.js, is not installed")
    with phone(chromium) as page:
        page.goto(f"{address}test/webxr-aframe.html")
        assert page.evaluate("test.wanted") == {
            "requiredFeatures": ["local"], "optionalFeatures": ["hit-test", "anchors", "light-estimation", "plane-detection"]}
        page.click("#start")
        until(page, "Boolean(test.session)", 30)
        assert page.evaluate("test.target.object3D.visible") is False
        for _ in range(60):
            page.wait_for_timeout(500)
            page.touchscreen.tap(195, 520)
            if page.evaluate("test.events.some(([type]) => type === 'sightlineplaced')"):
                break
        page.wait_for_timeout(1000)
        page.evaluate("test.session.sightline.hold()")
        page.wait_for_timeout(500)
        assert orange(shot(page)) > 200
        # In a slow page a later tap may have placed it again.
        placed = page.evaluate("test.events.filter(([type]) => type === 'sightlineplaced').map(([, { position, anchor }]) => [position.x, position.y, position.z, anchor instanceof XRAnchor]).at(-1)")
        assert placed[3] is True
        moved = page.evaluate("(place) => Math.hypot(...['x', 'y', 'z'].map((axis, index) => test.target.object3D.position[axis] - place[index]))", placed[:3])
        assert moved < 0.05
        assert page.evaluate("test.events.some(([type]) => type === 'sightlinemissed' || type === 'sightlinenotice')")
        page.evaluate("test.session.end()")


@pytest.mark.realtime
def test_the_pipeline_module_tracks_a_live_camera(live, address):
    """Under the published names: status and readiness as events, a pose that begins at the origin that was set, hits on what stands there."""
    page = live("phone")
    page.goto(f"{address}test/webxr-pipeline.html")
    page.evaluate("void test.XrController.updateCameraProjectionMatrix({ origin: { x: 0, y: 2, z: 4 }, facing: { w: 1, x: 0, y: 0, z: 0 } })")
    page.evaluate("void test.XrController.configure({ enableWorldPoints: true })")
    page.click("#start")
    until(page, "test.results.some(({ trackingStatus }) => trackingStatus === 'NORMAL')", 60)
    events = page.evaluate("test.events")
    assert ["reality.realityready", {}] in events
    assert ["reality.trackingstatus", {"status": "NORMAL", "reason": "UNSPECIFIED"}] in events
    first, last = page.evaluate("[test.results[0], test.results.at(-1)]")
    assert [first["position"][axis] for axis in "xyz"] == pytest.approx([0, 2, 4], abs=1e-6)
    assert abs(first["rotation"]["w"]) > 0.8, "the camera looks along −Z but for its tilt"
    assert len(last["intrinsics"]) == 16 and last["intrinsics"][11] == -1
    until(page, "test.results.at(-1).worldPoints.length > 10", 20)
    # The next frame may have no hit.
    until(page, "(test.hit = test.XrController.hitTest(0.5, 0.5)[0]) !== undefined", 60)
    hit = page.evaluate("test.hit")
    assert hit["type"] in ("DETECTED_SURFACE", "FEATURE_POINT") and 0.1 < hit["distance"] < 5
    camera = page.evaluate("test.results.at(-1).position")
    apart = sum((hit["position"][axis] - camera[axis]) ** 2 for axis in "xyz") ** 0.5
    assert apart == pytest.approx(hit["distance"], abs=0.1)
    assert page.evaluate("test.XrController.hitTest(0.5, 0.5, ['UNSPECIFIED'])") == []
    page.evaluate("test.XrController.recenter()")
    page.wait_for_timeout(300)
    assert page.evaluate("(() => { const { x, y, z } = test.results.at(-1).position; return Math.hypot(x, y - 2, z - 4); })()") < 0.5
    with pytest.raises(Exception, match="metres"):
        page.evaluate("test.XrController.configure({ scale: 'responsive' })")
    page.evaluate("void test.module.onDetach()")
