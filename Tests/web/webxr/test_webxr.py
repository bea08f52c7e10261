"""WebXR over our tracking: what the specifications demand of the interfaces and of what is asked without a running session."""
import subprocess
import sys

import pytest

import recordings
from webxr_interfaces import INTERFACES
from webxr_site import address, phone, refusal, xr  # noqa: F401 (fixtures)


def test_the_classic_script_is_up_to_date():
    subprocess.run([sys.executable, recordings.ROOT / "Scripts/bundle-webxr.py", "--check"], check=True)


def test_the_interfaces_are_those_of_the_specifications(xr):
    """Every member of the IDL is there, as an attribute or as a method, and enumerable; no interface is constructed that has no constructor."""
    told = xr.evaluate("""(wanted) => Object.entries(wanted).flatMap(([name, { members, constructs, parent }]) => {
        const Interface = globalThis[name];
        if (!Interface) return [`${name} is missing`];
        const wrong = Object.entries(members).flatMap(([member, kind]) => {
            const found = Object.getOwnPropertyDescriptor(Interface.prototype, member);
            if (!found) return [`${name}.${member} is missing`];
            const has = typeof found.value === "function" ? "method" : found.set ? "writable" : "attribute";
            return has === kind && found.enumerable ? [] : [`${name}.${member} is ${has}, enumerable ${found.enumerable}`];
        });
        if (Object.getPrototypeOf(Interface.prototype) !== globalThis[parent].prototype) wrong.push(`${name} is no ${parent}`);
        if (Object.prototype.toString.call(Object.create(Interface.prototype)) !== `[object ${name}]`) wrong.push(`${name} has another tag`);
        let fault = null;
        try { new Interface(); } catch (error) { fault = error; }
        if (!constructs && !(fault instanceof TypeError)) wrong.push(`${name} can be constructed`);
        return wrong;
    })""", INTERFACES)
    assert told == []


def test_what_is_supported_is_said(xr):
    assert xr.evaluate("navigator.xr instanceof XRSystem && navigator.xr === navigator.xr")
    said = [xr.evaluate(f"navigator.xr.isSessionSupported('{mode}')") for mode in ("inline", "immersive-ar", "immersive-vr")]
    assert said == [True, True, False]
    assert refusal(xr, "navigator.xr.isSessionSupported('flat')") == "TypeError"


def test_sessions_are_refused_as_specified(xr):
    # Playwright's own calls count as taps.
    xr.evaluate("Object.defineProperty(navigator, 'userActivation', { value: { isActive: false }, configurable: true })")
    assert refusal(xr, "navigator.xr.requestSession('immersive-ar')") == "SecurityError"
    xr.evaluate("delete navigator.userActivation")
    assert refusal(xr, "navigator.xr.requestSession('immersive-vr')") == "NotSupportedError"
    assert refusal(xr, "navigator.xr.requestSession('immersive-ar', { requiredFeatures: ['hand-tracking'] })") == "NotSupportedError"
    assert refusal(xr, "navigator.xr.requestSession('immersive-ar', { requiredFeatures: ['dom-overlay'] })") == "NotSupportedError"
    assert refusal(xr, "navigator.xr.requestSession('inline', { requiredFeatures: ['local'] })") == "NotSupportedError"


def test_an_inline_session_draws_in_the_pages_canvas(xr):
    told = xr.evaluate("""async () => {
        const session = await navigator.xr.requestSession("inline");
        const gl = document.createElement("canvas").getContext("webgl2");
        session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
        const space = await session.requestReferenceSpace("viewer");
        const local = await session.requestReferenceSpace("local").catch(({ name }) => name);
        const found = await new Promise((done) => session.requestAnimationFrame((_, frame) => {
            const { views } = frame.getViewerPose(space);
            const { width, height } = session.renderState.baseLayer.getViewport(views[0]);
            done([views.length, width, height, views[0].projectionMatrix[5], session.environmentBlendMode]);
        }));
        await session.end();
        return [local, ...found];
    }""")
    assert told == ["NotSupportedError", 1, 300, 150, pytest.approx(1), "opaque"]


def test_transforms_and_rays_keep_their_rules(xr):
    for text, name in (
        ("new XRRigidTransform({ w: 2 })", "TypeError"),
        ("new XRRigidTransform({ x: NaN })", "TypeError"),
        ("new XRRigidTransform({}, { x: 0, y: 0, z: 0, w: 0 })", "InvalidStateError"),
        ("new XRRay({ w: 0 })", "TypeError"),
        ("new XRRay({}, { x: 0, y: 0, z: 0 })", "TypeError"),
        ("new XRRay({}, { z: 1, w: 1 })", "TypeError"),
    ):
        assert refusal(xr, text) == name, text
    told = xr.evaluate("""() => {
        const transform = new XRRigidTransform({ x: 1, y: 2, z: 3 }, { x: 0, y: 2, z: 0, w: 2 });
        const [ray, turned] = [new XRRay(), new XRRay(transform)];
        return {
            matrix: Array.from(transform.matrix), kind: transform.matrix.constructor.name, same: transform.matrix === transform.matrix,
            back: transform.inverse.inverse === transform, point: transform.position instanceof DOMPointReadOnly, w: transform.orientation.w,
            ray: [ray.direction.z, ray.direction.w, ray.origin.w], turned: [turned.direction.x, turned.origin.y],
        };
    }""")
    assert told["matrix"] == pytest.approx([0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 3, 1], abs=1e-6)
    assert [told["kind"], told["same"], told["back"], told["point"]] == ["Float32Array", True, True, True]
    assert told["w"] == pytest.approx(0.5**0.5)
    assert told["ray"] == [-1, 0, 1]
    assert told["turned"] == pytest.approx([-1, 2], abs=1e-6)


def test_the_browsers_own_ar_is_left_alone(chromium, address):
    with phone(chromium) as page:
        page.add_init_script("""
            const own = { isSessionSupported: async () => true, requestSession: async () => "the browser's" };
            Object.defineProperty(Navigator.prototype, "xr", { configurable: true, get: () => own });""")
        page.goto(f"{address}sightline/package.json")
        told = page.evaluate("""async () => {
            const before = navigator.xr;
            const { installWebXR } = await import("/sightline/webxr.js");
            const first = await navigator.xr.requestSession("immersive-ar");
            const isBack = navigator.xr === before;
            const remove = installWebXR({ always: true });
            const isOurs = navigator.xr !== before && navigator.xr instanceof XRSystem;
            remove();
            return [first, isBack, isOurs, navigator.xr === before];
        }""")
        assert told == ["the browser's", True, True, True]
