// What holds without an immersive session. A rule gives true.

rules.interfaces = {
    // Web IDL §3.7 and §3.8: what every interface and member keeps.
    "a getter of an interface refuses an object of another": () => throws(() => Object.getOwnPropertyDescriptor(XRView.prototype, "eye").get.call({})) === "TypeError",
    "a getter refuses its interface's prototype": () => throws(() => XRView.prototype.eye) === "TypeError",
    "a getter refuses an object of another of our interfaces": () => throws(() => Object.getOwnPropertyDescriptor(XRRay.prototype, "matrix").get.call(new XRRigidTransform())) === "TypeError",
    "an operation refuses an object of another interface": () => throws(() => XRFrame.prototype.getPose.call(navigator.xr, null, null)) === "TypeError",
    "an operation that promises rejects for an object of another": () => rejects(() => XRSession.prototype.end.call({})).then((name) => name === "TypeError"),
    "an operation that promises rejects for a missing argument": () => rejects(() => navigator.xr.requestSession()).then((name) => name === "TypeError"),
    "an attribute cannot be written": () => { "use strict"; return throws(() => { new XRRigidTransform().matrix = 1; }) === "TypeError"; },
    "optional arguments do not count": () => XRRigidTransform.length === 0 && XRRay.length === 0 && XRWebGLLayer.length === 2 && XRSessionEvent.length === 2,
    "the length of an operation is that of its required arguments": () => XRFrame.prototype.getPose.length === 2 && XRSession.prototype.updateRenderState.length === 0
        && XRAnchorSet.prototype.forEach.length === 1 && XRInputSourceArray.prototype.forEach.length === 1,
    "an operation has its name": () => XRFrame.prototype.getViewerPose.name === "getViewerPose"
        && Object.getOwnPropertyDescriptor(XRFrame.prototype, "session").get.name === "get session",
    "an interface object is not enumerable": () => !Object.keys(globalThis).some((name) => name.startsWith("XR")),
    "a prototype cannot be replaced": () => Object.getOwnPropertyDescriptor(XRSession, "prototype").writable === false,
    "navigator.xr is one object, and read-only": () => navigator.xr === navigator.xr && Object.getOwnPropertyDescriptor(Navigator.prototype, "xr").set === undefined,
    "what is not supported is not there": () => ["createProjectionLayer", "createQuadLayer"].every((name) => !(name in XRWebGLBinding.prototype))
        && !("getJointPose" in XRFrame.prototype) && !("layers" in XRRenderState.prototype),
    // WebXR §10 and Hit Test §7.1: transforms and rays.
    "a transform without arguments is the identity": () => [...new XRRigidTransform().matrix].join() === "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1",
    "undefined and null are no arguments": () => new XRRigidTransform(undefined, null).orientation.w === 1 && new XRRay(null).direction.z === -1,
    "a number is no point": () => throws(() => new XRRigidTransform(1)) === "TypeError",
    "a position's w must be 1": () => throws(() => new XRRigidTransform({ w: 0.5 })) === "TypeError",
    "a position must be finite": () => throws(() => new XRRigidTransform({ x: Infinity })) === "TypeError",
    "an orientation must be finite": () => throws(() => new XRRigidTransform({}, { x: NaN })) === "TypeError",
    "an orientation without length is refused": () => throws(() => new XRRigidTransform({}, { x: 0, y: 0, z: 0, w: 0 })) === "InvalidStateError",
    "an orientation is normalised": () => Math.abs(new XRRigidTransform({}, { x: 1, y: 1, z: 1, w: 1 }).orientation.w - 0.5) < 1e-9,
    "position and orientation are DOMPointReadOnly": () => new XRRigidTransform().position.constructor === DOMPointReadOnly && new XRRigidTransform().orientation.constructor === DOMPointReadOnly,
    "a DOMPoint is taken": () => new XRRigidTransform(new DOMPoint(1, 2, 3)).position.y === 2,
    "attributes of a transform are the same object": () => {
        const t = new XRRigidTransform({ x: 1 });
        return ["position", "orientation", "matrix", "inverse"].every((name) => t[name] === t[name]);
    },
    "an inverse's inverse is the transform": () => { const t = new XRRigidTransform({ x: 1 }, { y: 1, w: 1 }); return t.inverse.inverse === t; },
    "a transform undoes its inverse": () => {
        const t = new XRRigidTransform({ x: 1, y: -2 }, { x: 0.3, y: 1, w: 1 });
        const m = DOMMatrix.fromFloat32Array(t.matrix).multiply(DOMMatrix.fromFloat32Array(t.inverse.matrix));
        return m.toFloat64Array().every((v, i) => Math.abs(v - (i % 5 ? 0 : 1)) < 1e-5);
    },
    "a matrix is made anew when its buffer was taken": () => {
        const t = new XRRigidTransform({ x: 3 });
        structuredClone(t.matrix, { transfer: [t.matrix.buffer] });
        return t.matrix.length === 16 && t.matrix[12] === 3;
    },
    "rotation comes before translation": () => {
        const m = new XRRigidTransform({ x: 5 }, { y: Math.SQRT1_2, w: Math.SQRT1_2 }).matrix;
        return Math.abs(m[2] + 1) < 1e-6 && m[12] === 5;
    },
    "a ray starts at the origin along −Z": () => {
        const { origin, direction } = new XRRay();
        return [origin.x, origin.w, direction.z, direction.w].join() === "0,1,-1,0";
    },
    "a ray's direction defaults member by member": () => {
        const { x, z } = new XRRay({}, { x: 1 }).direction;
        return Math.abs(x - Math.SQRT1_2) < 1e-9 && Math.abs(z + Math.SQRT1_2) < 1e-9;
    },
    "a ray's direction has length 1": () => new XRRay({}, { y: 7, z: 0 }).direction.y === 1,
    "a ray without direction is refused": () => throws(() => new XRRay({}, { z: 0 })) === "TypeError",
    "a ray's origin is a point, its direction none": () => throws(() => new XRRay({ w: 0 })) + throws(() => new XRRay({}, { w: 1 })) === "TypeErrorTypeError",
    "a ray of a transform": () => {
        const { origin, direction } = new XRRay(new XRRigidTransform({ x: 2 }, { y: 1, w: 1 }));
        return origin.x === 2 && Math.abs(direction.x + 1) < 1e-9;
    },
    "a ray's attributes are the same objects": () => {
        const ray = new XRRay({ x: 1 });
        return ray.origin === ray.origin && ray.direction === ray.direction && ray.matrix === ray.matrix;
    },
    "a ray's matrix takes −Z to its direction": () => {
        const m = new XRRay({ y: 1 }, { x: 1, y: 2, z: 2 }).matrix;
        return Math.abs(m[8] + 1 / 3) < 1e-6 && Math.abs(m[10] + 2 / 3) < 1e-6 && m[13] === 1;
    },
    "a ray backwards is turned about X": () => [...new XRRay({}, { z: 1 }).matrix].map((v) => Math.round(v) + 0).join() === "1,0,0,0,0,-1,0,0,0,0,-1,0,0,0,0,1",
    // WebXR §4.1, §4.2, §11 and §13: what is asked and refused without an immersive session.
    "an unknown mode is no mode": () => rejects(() => navigator.xr.isSessionSupported("flat")).then((name) => name === "TypeError"),
    "a session of an unknown mode is refused": () => rejects(() => navigator.xr.requestSession("flat")).then((name) => name === "TypeError"),
    "features must be a sequence": () => rejects(() => navigator.xr.requestSession("inline", { requiredFeatures: "viewer" })).then((name) => name === "TypeError"),
    "an overlay's root must be an element": () => rejects(() => navigator.xr.requestSession("immersive-ar", { domOverlay: { root: {} } })).then((name) => name === "TypeError"),
    "an overlay must have a root": () => rejects(() => navigator.xr.requestSession("immersive-ar", { domOverlay: {} })).then((name) => name === "TypeError"),
    "no overlay at all may be null": () => withTap(true, () =>
        rejects(() => navigator.xr.requestSession("immersive-ar", { domOverlay: null, requiredFeatures: ["dom-overlay"] }))).then((name) => name === "NotSupportedError"),
    "an unknown required feature": () => withTap(true, () =>
        rejects(() => navigator.xr.requestSession("immersive-ar", { requiredFeatures: ["no-such-thing"] }))).then((name) => name === "NotSupportedError"),
    "bounds are not known": () => withTap(true, () =>
        rejects(() => navigator.xr.requestSession("immersive-ar", { requiredFeatures: ["bounded-floor"] }))).then((name) => name === "NotSupportedError"),
    "plane detection is nothing for inline": () => withTap(true, () =>
        rejects(() => navigator.xr.requestSession("inline", { requiredFeatures: ["plane-detection"] }))).then((name) => name === "NotSupportedError"),
    "mesh detection is nothing for inline": () => withTap(true, () =>
        rejects(() => navigator.xr.requestSession("inline", { requiredFeatures: ["mesh-detection"] }))).then((name) => name === "NotSupportedError"),
    // Depth Sensing, "Session configuration".
    "depth's preferences are required members": () => rejects(() => navigator.xr.requestSession("immersive-ar", { depthSensing: { usagePreference: [] } })).then((name) => name === "TypeError"),
    "depth's preferences are of their enumerations": () => rejects(() => navigator.xr.requestSession("immersive-ar", { depthSensing: { usagePreference: ["any"], dataFormatPreference: [] } })).then((name) => name === "TypeError"),
    "depth's request of types is of its enumeration": () => rejects(() => navigator.xr.requestSession("immersive-ar", {
        depthSensing: { usagePreference: [], dataFormatPreference: [], depthTypeRequest: ["fine"] } })).then((name) => name === "TypeError"),
    "required depth without its configuration is refused": () => withTap(true, () =>
        rejects(() => navigator.xr.requestSession("immersive-ar", { requiredFeatures: ["depth-sensing"] }))).then((name) => name === "NotSupportedError"),
    "depth is nothing for inline": () => withTap(true, () => rejects(() => navigator.xr.requestSession("inline", {
        requiredFeatures: ["depth-sensing"], depthSensing: { usagePreference: [], dataFormatPreference: [] } }))).then((name) => name === "NotSupportedError"),
    "a context is made compatible": () => context({}).makeXRCompatible().then((value) => value === undefined),
    "a lost context cannot be": async () => {
        const gl = context();
        gl.getExtension("WEBGL_lose_context").loseContext();
        return await rejects(() => gl.makeXRCompatible()) === "InvalidStateError";
    },
    "a context that was lost is no longer compatible": async () => {
        const gl = context();
        const heard = (type) => new Promise((done) => gl.canvas.addEventListener(type, (event) => { event.preventDefault(); setTimeout(done); }, { once: true }));
        const [extension, lost, restored] = [gl.getExtension("WEBGL_lose_context"), heard("webglcontextlost"), heard("webglcontextrestored")];
        extension.loseContext();
        await lost;
        extension.restoreContext();
        await restored;
        return gl.getContextAttributes().xrCompatible === false;
    },
    // WebXR §6.1, "populate the pose", which the modules are asked for: no recording loses its pose when a test wants it.
    "a viewer that is lost is where it was last, as an emulated position": async () => {
        const names = ["frame", "interfaces", "session", "session-state", "spaces", "transform"];
        const [{ emptyView, withFrame }, { make }, { XRSession }, { SessionState }, { XRReferenceSpace }, { identity }] = await Promise.all(names.map((name) => import(`/sightline/webxr/${name}.js`)));
        const state = new SessionState({ mode: "immersive-ar", features: new Set(["viewer", "local"]), stage: { size: [4, 3] }, device: { projection: () => new Float32Array(16) } });
        const session = state.session = make(XRSession, state);
        const [local, viewer] = [() => identity, (view) => view.worldFromViewer].map((locate) => make(XRReferenceSpace, { session, type: "local", locate }));
        const ask = (act) => withFrame(session, emptyView, 0, true, act);
        const before = ask((frame) => frame.getViewerPose(local));
        state.lastKnownViewer = { rotation: [0, 0, 0, 1], translation: [1, 2, 3] };
        return before === null && ask((frame) => frame.getViewerPose(local).transform.position.y === 2 && frame.getViewerPose(local).emulatedPosition === true
            && frame.getViewerPose(viewer).transform.position.y === 0 && frame.getPose(viewer, local) === null);
    },
    "a context says whether it is compatible": async () => {
        const gl = context({}, "webgl");
        const before = gl.getContextAttributes().xrCompatible;
        await gl.makeXRCompatible();
        return before === false && gl.getContextAttributes().xrCompatible === true && context().getContextAttributes().xrCompatible === true;
    },
    "an event needs its session": () => throws(() => new XRSessionEvent("end", {})) === "TypeError" && throws(() => new XRSessionEvent("end")) === "TypeError",
    "an event's session must be one": () => throws(() => new XRSessionEvent("end", { session: {} })) === "TypeError",
    "an input event needs a frame": () => throws(() => new XRInputSourceEvent("select", {})) === "TypeError",
    "a change of sources needs its lists": () => throws(() => new XRInputSourcesChangeEvent("inputsourceschange", {})) === "TypeError",
    "a reset needs its space": () => throws(() => new XRReferenceSpaceEvent("reset", {})) === "TypeError",
    "elements, the document and the window have onbeforexrselect": () => [document.body, document, globalThis].every((target) => target.onbeforexrselect === null),
    "onbeforexrselect hears its event": () => {
        let heard = 0;
        document.body.onbeforexrselect = () => { heard += 1; };
        document.body.dispatchEvent(new Event("beforexrselect"));
        document.body.onbeforexrselect = null;
        document.body.dispatchEvent(new Event("beforexrselect"));
        return heard === 1;
    },
    "a layer is no layer of its own": () => throws(() => new XRLayer()) === "TypeError",
};
