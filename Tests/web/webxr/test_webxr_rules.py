"""What the WebXR specifications demand that a page can see, a test a rule. The rules are functions in rules/; the interfaces' members are in test_webxr."""
import numpy
import pytest

from test_examples import poses, turn
from test_webxr_sessions import corner_points
from webxr_interfaces import INTERFACES
from webxr_site import address, load_rules, phone, rule_names, start_running, until, until_tracked  # noqa: F401 (a fixture)


def rules(name):
    """A test each for the rules of a file."""
    return pytest.mark.parametrize("rule", rule_names(name))


def holds(page, name, rule):
    return page.evaluate(f"rules.{name}[{rule!r}]()")


@pytest.fixture(scope="module")
def page(chromium, address):
    with phone(chromium) as page:
        page.goto(f"{address}test/webxr.html")
        load_rules(page)
        yield page


@pytest.fixture(scope="module")
def running(chromium, address):
    """A page with a running session that knows planes, held."""
    with phone(chromium) as page:
        page.goto(f"{address}test/webxr.html")
        load_rules(page)
        start_running(page)
        yield page


@pytest.fixture(scope="module")
def bare(running):
    """The same page with a second session after the first has ended."""
    running.evaluate("""async () => {
        globalThis.before = { session, local, source, probe, binding, layer };
        test.onframe = null;
        await session.end();
        test.session = null;
        test.stamps = [];
        test.init = {};
    }""")
    # Asked for twice in one tap: the first is given.
    running.evaluate("withTap(true, async () => { for (const _ of [1, 2]) document.getElementById('start').click(); })")
    until(running, "Boolean(test.session && test.fault)", 30)
    assert running.evaluate("test.fault").startswith("InvalidStateError")
    until_tracked(running)
    running.evaluate("""async () => {
        const { session } = test;
        Object.assign(globalThis, { session, local: test.space, viewer: await session.requestReferenceSpace("viewer") });
        session.sightline.hold();
    }""")
    return running


@rules("interfaces")
def test_interfaces(page, rule):
    assert holds(page, "interfaces", rule) is True


@rules("inline")
def test_inline_sessions(page, rule):
    assert holds(page, "inline", rule) is True


@rules("running")
def test_a_running_session(running, rule):
    assert holds(running, "running", rule) is True


def test_a_hit_on_the_table_is_as_far_away_as_its_figures_say(running, camera_walk):
    """The ray of the viewer meets the true table within three standard deviations of the hit and of the scale; sheets and magazines lie up to 6 mm above it."""
    told = running.evaluate("""() => inFrame((frame) => {
        const hit = frame.getHitTestResults(source).find(({ sightline }) => sightline.type === "plane");
        const { timestampNanoseconds, scaleSigma } = frame.sightline;
        return { stamp: String(timestampNanoseconds), scaleSigma, ...hit.sightline, camera: Array.from(frame.getViewerPose(local).transform.matrix), up: hit.getPose(local).transform.matrix[5] };
    })""")
    assert told["up"] > 0.98, "the table is seen"
    xx, xy, xz, yy, yz, zz = told["covariance"]
    forward = -numpy.array(told["camera"][8:11])
    sigma = (forward @ [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] @ forward + (told["scaleSigma"] * told["distance"]) ** 2) ** 0.5
    *rotation, x, y, z = poses(camera_walk)[0][int(told["stamp"])]
    table = min(corner[2] for corner in corner_points(camera_walk)["notes"])
    true = (table - y) / -turn(*rotation)[1, 2]
    assert abs(told["distance"] - true) < 3 * sigma + 0.006 / abs(forward[1]), (told, true, sigma)
    assert sigma < 0.1 * true


@rules("sloppy")
def test_a_careless_page_breaks_nothing(running, rule):
    assert holds(running, "sloppy", rule) is True


def test_every_getter_of_every_interface_refuses_a_foreign_object(page):
    assert page.evaluate("""(names) => names.flatMap((name) => Object.entries(Object.getOwnPropertyDescriptors(globalThis[name].prototype))
        .filter(([, { get }]) => get && throws(() => get.call(Object.create(globalThis[name].prototype))) !== "TypeError").map(([member]) => `${name}.${member}`))""", list(INTERFACES)) == []


def test_touches_are_sources_with_events_in_order(running):
    """WebXR §10.3 and §12: a transient source is added, selected and taken away; its space has poses in the events' frames alone."""
    running.evaluate("""() => {
        globalThis.told = [];
        globalThis.listen = new AbortController();
        for (const type of ["inputsourceschange", "selectstart", "select", "selectend"]) {
            session.addEventListener(type, (event) => {
                if (type === "inputsourceschange") {
                    told.push([type, event.constructor.name, event.session === session, event.added.length, event.removed.length, Object.isFrozen(event.added), session.inputSources.length,
                        Object.keys(session.inputSources).join()]);
                    return;
                }
                const { frame, inputSource } = event;
                globalThis.touch = inputSource;
                globalThis.touchFrame = frame;
                told.push([type, event.constructor.name, frame.session === session, throws(() => frame.getViewerPose(local)), frame.getPose(inputSource.targetRaySpace, local) instanceof XRPose,
                    inputSource === session.inputSources[0], [...session.inputSources].includes(inputSource), Array.isArray(frame.getHitTestResults(source))]);
            }, { signal: listen.signal });
        }
    }""")
    running.touchscreen.tap(195, 560)
    until(running, "told.length === 5")
    select = ["XRInputSourceEvent", True, "InvalidStateError", True, True, True, True]
    assert running.evaluate("told") == [
        ["inputsourceschange", "XRInputSourcesChangeEvent", True, 1, 0, True, 1, "0"],
        ["selectstart", *select], ["select", *select], ["selectend", *select],
        ["inputsourceschange", "XRInputSourcesChangeEvent", True, 0, 1, True, 0, ""],
    ]
    running.evaluate("listen.abort()")
    assert running.evaluate("[touch.handedness, touch.targetRayMode, touch.gripSpace, touch.gamepad, touch.hand, touch.skipRendering, [...touch.profiles], Object.isFrozen(touch.profiles)]") == [
        "none", "screen", None, None, None, True, ["generic-touchscreen"], True]
    assert running.evaluate("touch.targetRaySpace === touch.targetRaySpace && touch.profiles === touch.profiles && touch instanceof XRInputSource")
    assert running.evaluate("throws(() => touchFrame.getPose(touch.targetRaySpace, local))") == "InvalidStateError", "an event's frame is over with the event"


def test_a_touch_that_the_overlay_keeps_is_an_auxiliary_action(running):
    """DOM Overlays §3: beforexrselect on the element that is touched; where it is cancelled there are sources, but no selection."""
    running.evaluate("""() => {
        globalThis.told = [];
        globalThis.listen = new AbortController();
        const { signal } = listen;
        for (const type of ["inputsourceschange", "selectstart", "select", "selectend"]) session.addEventListener(type, () => told.push(type), { signal });
        document.getElementById("overlay").addEventListener("beforexrselect", (event) => {
            told.push([event.constructor.name, event.target.id, event.bubbles, event.cancelable, event.composed, event.session === session]);
            event.preventDefault();
        }, { signal });
    }""")
    running.click("#inside")
    until(running, "told.length === 3")
    running.wait_for_timeout(200)
    running.evaluate("listen.abort()")
    assert running.evaluate("told") == [["XRSessionEvent", "inside", True, True, True, True], "inputsourceschange", "inputsourceschange"]


def test_a_hidden_page_hides_its_session(running):
    told = running.evaluate("""async () => {
        const hide = (value) => { Object.defineProperty(document, "hidden", { value, configurable: true }); document.dispatchEvent(new Event("visibilitychange")); };
        const states = [];
        session.onvisibilitychange = (event) => states.push([session.visibilityState, event instanceof XRSessionEvent, event.session === session]);
        hide(true);
        let ran = false;
        session.requestAnimationFrame(() => { ran = true; });
        await new Promise((done) => setTimeout(done, 200));
        states.push(ran);
        hide(false);
        delete document.hidden;
        await inFrame(() => 0);
        session.onvisibilitychange = null;
        return [...states, ran];
    }""")
    assert told == [["hidden", True, True], False, ["visible", True, True], True]


def test_a_reflection_map_shows_what_the_camera_saw(running):
    """Where the camera looks the map has the image's brightness; where it never looked the map is even. The event is an Event, once per second at most."""
    told = running.evaluate("""() => {
        const gl = binding ? document.getElementById("canvas").getContext("webgl2") : null;
        return inFrame((frame) => {
            const texture = binding.getReflectionCubeMap(probe);
            const buffer = gl.createFramebuffer();
            gl.bindFramebuffer(gl.READ_FRAMEBUFFER, buffer);
            const faces = [];
            for (let face = 0; face < 6; face++) {
                gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_CUBE_MAP_POSITIVE_X + face, texture, 0);
                const pixels = new Uint8Array(16 * 16 * 4);
                gl.readPixels(0, 0, 16, 16, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
                const values = pixels.filter((_, index) => index % 4 === 1);
                faces.push(new Set(values).size);
            }
            gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
            return [faces, gl.getError(), changes.length, changes.every((event) => event.constructor === Event && event.type === "reflectionchange"), frame.getLightEstimate(probe).sightline.seenShare];
        });
    }""")
    faces, error, changes, are_events, seen = told
    assert error == 0 and changes >= 1 and are_events
    assert max(faces) > 10, "the faces that were looked at have many levels"
    assert 0 < seen < 0.9


@rules("bare")
def test_a_session_without_features(bare, rule):
    assert holds(bare, "bare", rule) is True


def test_the_end_rejects_what_is_waited_for(bare):
    """WebXR §4.3: outstanding promises are rejected, the promise of the end is not; the page is as before."""
    told = bare.evaluate("""async () => {
        const order = [];
        session.addEventListener("end", () => order.push("end"));
        session.sightline.release();
        const promise = inFrame((frame) => rejects(() => frame.createAnchor(new XRRigidTransform(), local)));
        await promise;
        // From within a frame, and twice.
        const [ending, again] = await inFrame(() => [session.end(), rejects(() => session.end())].map((promise) => ({ promise })));
        order.push("called", await again.promise);
        await ending.promise;
        order.push("resolved");
        return [order, await rejects(() => session.requestReferenceSpace("viewer")), session.requestAnimationFrame(() => {}), document.querySelector("[data-sightline]") === null,
            document.getElementById("canvas").parentNode === document.body, document.getElementById("canvas").width];
    }""")
    assert told == [["called", "InvalidStateError", "end", "resolved"], "InvalidStateError", 0, True, True, 64]
