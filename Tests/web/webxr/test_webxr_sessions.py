"""WebXR sessions over our tracking, in a page that uses them by hand: the rules of a session, and that pixels stand where they should."""
import cv2
import numpy
import pytest

import recordings
import truth
from webxr_site import address, begin, hold, phone, refusal, shot, until, until_tracked, xr  # noqa: F401 (fixtures)

MAGENTA = (255, 0, 255)


def test_a_session_keeps_the_rules(xr):
    """Features, spaces, the lifetimes of frames, touches in order, hits, anchors, planes, light, the camera's image, the end."""
    xr.evaluate("""
    globalThis.setUp = async (session, space) => {
        const viewer = await session.requestReferenceSpace("viewer");
        test.source = await session.requestHitTestSource({ space: viewer, entityTypes: ["plane", "point"] });
        test.transient = await session.requestHitTestSourceForTransientInput({ profile: "generic-touchscreen", entityTypes: ["plane", "point"] });
        test.probe = await session.requestLightProbe();
        test.offset = space.getOffsetReferenceSpace(new XRRigidTransform({ x: 1 }));
    };
    test.onframe = (frame, space, time, layer) => {
        const { session } = frame;
        if (!test.view && frame.getViewerPose(space)) {
            const pose = frame.getViewerPose(space);
            const view = pose.views[0];
            const binding = new XRWebGLBinding(session, document.getElementById("canvas").getContext("webgl2"));
            test.view = {
                eye: view.eye, frozen: Object.isFrozen(pose.views), kind: view.projectionMatrix.constructor.name, emulated: pose.emulatedPosition,
                framebuffer: layer.framebuffer, viewport: [layer.getViewport(view).width, layer.framebufferWidth],
                camera: [view.camera.width, view.camera.height], image: binding.getCameraImage(view.camera) instanceof WebGLTexture,
                states: [session.environmentBlendMode, session.interactionMode, session.visibilityState, session.domOverlayState.type],
            };
            setUp(session, space);
        }
        if (!test.offset || !frame.getViewerPose(space)) return;
        test.apart = frame.getPose(test.offset, space).transform.position.x;
        const [hit] = frame.getHitTestResults(test.source);
        test.planes = [...frame.detectedPlanes].map(({ orientation, polygon }) => [orientation, polygon.length]);
        const touched = frame.getHitTestResultsForTransientInput(test.transient);
        if (touched[0]?.results[0]) test.touched = touched[0].inputSource.targetRayMode;
        if (hit) {
            const { x, y, z } = hit.getPose(space).transform.position;
            test.hit = { place: [x, y, z], type: hit.sightline.type, covariance: hit.sightline.covariance.length };
            test.late = hit;
            if (test.askedAt === undefined) {
                test.askedAt = y;
                hit.createAnchor().then((anchor) => { test.anchor = anchor; });
            }
        }
        if (test.anchor && frame.trackedAnchors.has(test.anchor)) test.anchored = frame.getPose(test.anchor.anchorSpace, space).transform.position.y;
        const light = frame.getLightEstimate(test.probe);
        if (light) test.light = [light.sphericalHarmonicsCoefficients.length, light.primaryLightDirection.w, light.primaryLightIntensity.x > 0];
    };
    test.onevent = (type, event) => {
        if (type !== "select") return;
        const ray = event.frame.getPose(event.inputSource.targetRaySpace, test.space);
        let name = null;
        try { event.frame.getViewerPose(test.space); } catch (error) { name = error.name; }
        test.selected = { ray: Boolean(ray), name, listed: event.inputSource === test.session.inputSources[0] };
    };
    null;""")
    begin(xr, """{ requiredFeatures: ["local", "hit-test", "anchors", "camera-access"],
        optionalFeatures: ["plane-detection", "light-estimation", "dom-overlay", "no-such-thing"], domOverlay: { root: document.getElementById("overlay") } }""")
    assert refusal(xr, "navigator.xr.requestSession('immersive-ar')") == "InvalidStateError"
    until(xr, "Boolean(test.view && test.hit && test.anchored !== undefined && test.light && test.planes.length > 0)", 90)
    view = xr.evaluate("test.view")
    assert view["states"] == ["alpha-blend", "screen-space", "visible", "screen"]
    assert [view["eye"], view["frozen"], view["kind"], view["emulated"], view["image"]] == ["none", True, "Float32Array", False, True]
    assert view["viewport"][0] == view["viewport"][1] and view["framebuffer"] is None
    assert view["camera"] == [pytest.approx(480 * 390 / 844, abs=1), 480]
    assert set(xr.evaluate("test.session.enabledFeatures")) >= {"viewer", "local", "hit-test", "anchors", "plane-detection", "dom-overlay"}
    assert "no-such-thing" not in xr.evaluate("test.session.enabledFeatures")
    assert xr.evaluate("test.apart") == pytest.approx(1, abs=1e-6)
    assert xr.evaluate("[test.hit.type, test.hit.covariance]") in (["plane", 6], ["point", 6])
    assert xr.evaluate("test.anchored") == pytest.approx(xr.evaluate("test.askedAt"), abs=0.05)
    assert xr.evaluate("test.light") == [27, 0, True]
    assert {"horizontal"} <= {orientation for orientation, _ in xr.evaluate("test.planes")}
    # A frame, and all that comes from it, is over with its callback.
    for text, name in (
        ("test.frame.getViewerPose(test.space)", "InvalidStateError"),
        ("test.frame.getHitTestResults(test.source)", "InvalidStateError"),
        ("test.frame.trackedAnchors", "InvalidStateError"),
        ("test.late.getPose(test.space)", "InvalidStateError"),
        ("test.session.requestReferenceSpace('local-floor')", "NotSupportedError"),
        ("test.session.requestReferenceSpace('ground')", "TypeError"),
        ("test.session.updateRenderState({ inlineVerticalFieldOfView: 1 })", "InvalidStateError"),
        ("test.session.requestAnimationFrame(null)", "TypeError"),
    ):
        assert refusal(xr, text) == name, text

    xr.evaluate("test.events = []")
    xr.touchscreen.tap(195, 500)
    until(xr, "test.events.includes('inputsourceschange') && test.events.length >= 5")
    assert xr.evaluate("test.events") == ["inputsourceschange", "selectstart", "select", "selectend", "inputsourceschange"]
    assert xr.evaluate("test.selected") == {"ray": True, "name": "InvalidStateError", "listed": True}
    assert xr.evaluate("test.session.inputSources.length") == 0

    # A page's own button in the overlay keeps its tap: it selects nothing.
    xr.evaluate("""test.events = [];
        document.getElementById("inside").addEventListener("beforexrselect", (event) => event.preventDefault());
        document.getElementById("inside").onclick = () => test.events.push("click");
        null;""")
    xr.click("#inside")
    until(xr, "test.events.length >= 3")
    assert sorted(xr.evaluate("test.events")) == ["click", "inputsourceschange", "inputsourceschange"]

    xr.evaluate("test.onframe = null; test.events = []; test.source.cancel()")
    assert refusal(xr, "test.source.cancel()") == "InvalidStateError"
    xr.click("[data-sightline=exit]")
    until(xr, "test.events.includes('end')")
    assert refusal(xr, "test.session.end()") == "InvalidStateError"
    assert refusal(xr, "test.session.requestReferenceSpace('local')") == "InvalidStateError"
    assert xr.evaluate("test.session.requestAnimationFrame(() => {})") == 0
    assert xr.evaluate("document.querySelector('[data-sightline]') === null && document.getElementById('canvas').parentNode === document.body")
    assert xr.evaluate("document.getElementById('canvas').style.cssText") == ""


def marker(picture):
    """The middle of the magenta square."""
    rows, columns = numpy.nonzero((numpy.abs(picture - MAGENTA) < 60).all(axis=2))
    assert len(rows) > 20, "the marker is not seen"
    return numpy.array([columns.mean() + 0.5, rows.mean() + 0.5])


def seen_picture(picture, recording, near):
    """The stamp of the recording's image that a screenshot shows, among those near a number in the recording."""
    files = recordings.picture_files(recording)
    errors = {}
    height, width = picture.shape[:2]
    for file in files[max(0, near - 20):near + 4]:
        whole = cv2.cvtColor(cv2.imread(str(file)), cv2.COLOR_BGR2RGB)
        scale = max(width / whole.shape[1], height / whole.shape[0])
        large = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
        left, top = (large.shape[1] - width) // 2, (large.shape[0] - height) // 2
        part = large[top:top + height, left:left + width].astype(int)
        errors[file.stem] = numpy.abs(part - picture)[100:-140].mean()
    return min(errors, key=errors.get)


def test_a_marker_is_drawn_where_its_point_is_seen(xr, camera_walk):
    """A corner of the simulated table at its true place: the pose and the image are of one frame, standing still, moving, and in a slow page."""
    from test_examples import poses, turn

    where, _ = poses(camera_walk)
    begin(xr)
    until(xr, "test.stamps.length > 150 && Boolean(test.stamps.at(-1)[1])", 90)
    hold(xr)
    stamp, matrix, _ = xr.evaluate("test.stamps.at(-1)")
    world_from_camera = numpy.array(matrix).reshape(4, 4).T
    true = numpy.eye(4)
    true[:3, :3], true[:3, 3] = turn(*where[int(stamp)][:4]), where[int(stamp)][4:]
    engine_from_truth = world_from_camera @ numpy.linalg.inv(true)
    upright = numpy.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])
    corners = corner_points(camera_walk)
    stamps = truth.stamps(camera_walk)

    def corner_seen():
        """The corner that stays nearest to the middle of the view from here on: name and number."""
        first = stamps.index(stamp)
        distances = {}
        for each in stamps[first:first + 150:10]:
            for name, pixels in truth.rectangles(camera_walk, each):
                for number, pixel in enumerate(pixels):
                    distances.setdefault((name, number), []).append(numpy.abs((pixel - (320, 240)) / (111, 240)).max())
        return min((name for name in distances if len(distances[name]) > 10), key=lambda name: max(distances[name]))

    name, number = corner_seen()
    point = engine_from_truth @ [*(upright @ corners[name][number]), 1]
    bare = shot(xr)
    xr.evaluate("(point) => { test.marker = point; }", point[:3].tolist())
    hold(xr)
    drawn = marker(shot(xr))
    assert seen_picture(bare, camera_walk, stamps.index(stamp)) == stamp
    gray = cv2.cvtColor(bare.astype(numpy.uint8), cv2.COLOR_RGB2GRAY)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.01)
    # The recording is shown 1.8 times as large, and its edges are blurred by motion: a smaller window sees the blur, not the edges.
    seen = cv2.cornerSubPix(gray, (drawn - 0.5).astype(numpy.float32).reshape(1, 1, 2), (12, 12), (-1, -1), stop).ravel() + 0.5
    assert numpy.linalg.norm(drawn - seen) < 1.5, (name, number, drawn, seen)

    for burden in (0, 80):
        xr.evaluate("(burden) => { test.burden = burden; test.session.sightline.release(); }", burden)
        taken = []
        for _ in range(4):
            xr.wait_for_timeout(150)
            taken.append((shot(xr), dict((each[0], each[1]) for each in xr.evaluate("test.stamps.slice(-40)"))))
        hold(xr)
        apart, all_seen = [], set()
        for moving, known in taken:
            seen = seen_picture(moving, camera_walk, stamps.index(max(known, key=int)))
            all_seen.add(seen)
            pose = numpy.linalg.inv(numpy.array(known[seen]).reshape(4, 4).T) @ point
            apart.append(numpy.linalg.norm(marker(moving) - shown(projected(pose, camera_walk))))
        assert max(apart) < 1.5, apart
        assert len(all_seen) > 2, "the recording stood still"


def corner_points(recording):
    import json

    scene = json.loads((recording / "truth/scene.json").read_text())
    return {each["name"]: numpy.array(each["corners"]) for each in scene["rectangles"]}


def projected(point, recording):
    """The pixel of a point in the camera's axes (+Y up, −Z forward), by the recording's true lens."""
    import json

    camera = json.loads((recording / "truth/scene.json").read_text())["camera"]
    focal, middle = numpy.array(camera["focalLengthPixels"]), numpy.array(camera["principalPointPixels"])
    return focal * numpy.array([point[0], -point[1]]) / -point[2] + middle


def shown(pixel, size=(640, 480), view=(390, 844)):
    scale = max(view[0] / size[0], view[1] / size[1])
    return numpy.array([(pixel[axis] - size[axis] / 2) * scale + view[axis] / 2 for axis in range(2)])


def test_a_recording_is_the_same_every_time(chromium, address):
    def run(page):
        page.goto(f"{address}test/webxr.html")
        begin(page)
        until(page, "test.stamps.length > 70", 60)
        return page.evaluate("test.stamps.slice(0, 70)")

    told = []
    for _ in range(2):
        with phone(chromium) as page:
            told.append(run(page))
    assert told[0] == told[1]
    assert len({stamp for stamp, _, _ in told[0]}) == 70


@pytest.mark.realtime
def test_a_live_camera_is_tracked_and_its_permission_asked_in_the_tap(live, address):
    page = live("phone")
    page.goto(f"{address}test/webxr.html")
    page.evaluate("void installWebXR({ always: true })")
    assert page.evaluate("navigator.xr.isSessionSupported('immersive-ar')") is True
    begin(page)
    assert page.inner_text("[data-sightline=notice]") != ""
    until_tracked(page)
    page.evaluate("test.session.end()")
    until(page, "test.events.includes('end')")


@pytest.mark.parametrize("refusal_of_camera, name", [("NotAllowedError", "NotAllowedError"), ("NotFoundError", "NotSupportedError")])
def test_a_refused_camera_rejects_the_session(xr, refusal_of_camera, name):
    xr.evaluate("void installWebXR({ always: true })")
    xr.evaluate("(name) => { MediaDevices.prototype.getUserMedia = async () => { throw new DOMException('no', name); }; }", refusal_of_camera)
    assert refusal(xr, "navigator.xr.requestSession('immersive-ar')") == name
    assert xr.evaluate("document.querySelector('[data-sightline]')") is None


def test_an_anchor_is_found_again_after_a_reload(xr, camera_walk):
    """Its place in the true room is the same to 2 cm."""
    from test_examples import poses, turn

    where, _ = poses(camera_walk)

    def truth_from_engine(told):
        true = numpy.eye(4)
        true[:3, :3], true[:3, 3] = turn(*where[int(told["stamp"])][:4]), where[int(told["stamp"])][4:]
        return true @ numpy.linalg.inv(numpy.array(told["camera"]).reshape(4, 4).T)

    watch = """test.onframe = (frame, space) => {
        const pose = frame.getViewerPose(space);
        if (!pose || !test.anchor || !frame.trackedAnchors.has(test.anchor)) return;
        test.told = { stamp: String(frame.sightline.timestampNanoseconds), camera: Array.from(pose.transform.matrix),
            anchor: Array.from(frame.getPose(test.anchor.anchorSpace, space).transform.matrix).slice(12, 15) };
    };
    null;"""
    init = '{ requiredFeatures: ["anchors"] }'
    begin(xr, init)
    until(xr, "test.stamps.length > 240", 90)
    xr.evaluate("""test.onframe = (frame, space) => {
        if (test.asked || !frame.getViewerPose(space)) return;
        test.asked = frame.createAnchor(new XRRigidTransform({ z: -0.3 }), space).then((anchor) => { test.anchor = anchor; });
    };
    null;""")
    until(xr, "Boolean(test.anchor)")
    xr.evaluate(watch)
    until(xr, "Boolean(test.told)")
    first = xr.evaluate("test.told")
    handle = xr.evaluate("test.anchor.requestPersistentHandle()")
    assert xr.evaluate("test.session.persistentAnchors") == [handle]
    xr.reload()
    begin(xr, init)
    assert refusal(xr, "test.session.restorePersistentAnchor('none')") == "InvalidStateError"
    xr.evaluate("(handle) => { test.session.restorePersistentAnchor(handle).then((anchor) => { test.anchor = anchor; }); }", handle)
    until(xr, "Boolean(test.anchor)", 60)
    xr.evaluate(watch)
    until(xr, "Boolean(test.told)")
    second = xr.evaluate("test.told")
    places = [truth_from_engine(told) @ [*told["anchor"], 1] for told in (first, second)]
    assert numpy.linalg.norm(places[1] - places[0]) < 0.02
    xr.evaluate("(handle) => test.session.deletePersistentAnchor(handle)", handle)
    assert xr.evaluate("test.session.persistentAnchors") == []


def depth_session(xr, usage, data_format, rest="", more=""):
    """Starts a session with depth and collects `told(frame, view, binding)` of its frames into `test.depths`."""
    xr.evaluate(f"""
    test.depths = [];
    test.onframe = (frame, space) => {{
        const {{ session }} = frame;
        const pose = frame.getViewerPose(space);
        test.binding ??= new XRWebGLBinding(session, document.getElementById("canvas").getContext("webgl2"));
        if (!test.asked) {{
            test.asked = true;
            session.requestReferenceSpace("viewer").then((viewer) => Promise.all(["plane", "mesh"].map((type) => session.requestHitTestSource({{ space: viewer, entityTypes: [type] }}))))
                .then(([plane, mesh]) => {{ Object.assign(test, {{ source: plane, meshSource: mesh }}); }});
        }}
        if (!pose || !test.source) return;
        const [view] = pose.views;
        {more}
    }};
    true""")
    begin(xr, f"{{ requiredFeatures: ['local', 'hit-test', 'depth-sensing'], depthSensing: {{ usagePreference: ['{usage}'], dataFormatPreference: ['{data_format}'] {rest} }} }}")
    assert xr.evaluate("[test.session.depthUsage, test.session.depthDataFormat, test.session.depthType]") == [usage, data_format, "raw"]


def test_depth_and_mesh_in_the_middle_are_those_of_the_plane_that_a_hit_test_meets(xr):
    depth_session(xr, "cpu-optimized", "float32", more="""
        const depth = frame.getDepthInformation(view);
        const [hit] = frame.getHitTestResults(test.source);
        if (!depth || !hit) return;
        const m = view.transform.inverse.matrix;
        const along = (met) => { const { x, y, z } = met.getPose(space).transform.position; return -(m[2] * x + m[6] * y + m[10] * z + m[14]); };
        const [surface] = frame.getHitTestResults(test.meshSource);
        test.depths.push([depth.getDepthInMeters(0.5, 0.5), along(hit), depth.rawValueToMeters, new Float32Array(depth.data).length === depth.width * depth.height, surface ? along(surface) : 0]);""")
    until(xr, "test.depths.filter(([depth]) => depth > 0).length > 40 && test.depths.filter(([, , , , mesh]) => mesh > 0).length > 40", 90)
    depths = xr.evaluate("test.depths")
    assert all(unit == 1 and is_whole for _, _, unit, is_whole, _ in depths)
    errors = [abs(depth / plane - 1) for depth, plane, *_ in depths if depth > 0]
    assert numpy.median(errors) < 0.06, sorted(errors)
    errors = [abs(mesh / plane - 1) for _, plane, _, _, mesh in depths if mesh > 0]
    assert numpy.median(errors) < 0.06, sorted(errors)


def test_depth_that_need_not_match_the_view_says_where_it_was_seen_from(xr):
    depth_session(xr, "cpu-optimized", "luminance-alpha", ", matchDepthView: false", """
        const depth = frame.getDepthInformation(view);
        if (!depth) return;
        const [a, b] = [depth.transform.matrix, view.transform.matrix];
        test.depths.push(Math.hypot(a[12] - b[12], a[13] - b[13], a[14] - b[14]));""")
    until(xr, "test.depths.length > 60", 90)
    apart = xr.evaluate("test.depths")
    # A keyframe is at most some tenths of a second old.
    assert max(apart) > 0.005 and max(apart) < 1


def test_depth_for_the_gpu_is_a_texture(xr):
    depth_session(xr, "gpu-optimized", "unsigned-short", more="""
        if (test.depths.length > 0) return;
        const depth = test.binding.getDepthInformation(view);
        if (!depth) return;
        const gl = document.getElementById("canvas").getContext("webgl2");
        const buffer = gl.createFramebuffer();
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, buffer);
        gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, depth.texture, 0);
        const pixels = new Uint32Array(4 * depth.width * depth.height);
        gl.readPixels(0, 0, depth.width, depth.height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, pixels);
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
        const known = pixels.filter((value, index) => index % 4 === 0 && value > 0);
        let refused = null;
        try { frame.getDepthInformation(view); } catch (error) { refused = error.name; }
        test.depths.push({ error: gl.getError(), known: known.length / (depth.width * depth.height), low: Math.min(...known), high: Math.max(...known), refused,
            kind: [depth instanceof XRWebGLDepthInformation, depth.texture instanceof WebGLTexture, depth.textureType, depth.imageIndex] });
        test.late = depth;""")
    until(xr, "test.depths.length > 0", 90)
    told = xr.evaluate("test.depths[0]")
    assert told["error"] == 0 and told["kind"] == [True, True, "texture", None] and told["refused"] == "InvalidStateError"
    assert told["known"] > 0.1 and 100 < told["low"] < told["high"] < 20000
    xr.wait_for_timeout(100)
    assert refusal(xr, "Promise.resolve().then(() => test.late.texture)") == "InvalidStateError"


def test_depth_that_cannot_be_fetched_is_refused_if_required_and_left_out_if_not(xr):
    xr.route("**/depth.wasm", lambda route: route.abort())
    configuration = "depthSensing: { usagePreference: [], dataFormatPreference: [] }"
    assert refusal(xr, f"navigator.xr.requestSession('immersive-ar', {{ requiredFeatures: ['depth-sensing'], {configuration} }})") == "NotSupportedError"
    begin(xr, f"{{ optionalFeatures: ['depth-sensing'], {configuration} }}")
    assert xr.evaluate("test.session.enabledFeatures.includes('depth-sensing')") is False
    assert refusal(xr, "Promise.resolve().then(() => test.session.depthUsage)") == "InvalidStateError"
    # The browser itself writes that it could not load.
    assert all("Failed to load resource" in fault for fault in xr.faults)
    xr.faults.clear()
