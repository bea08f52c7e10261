// What the rules of WebXR are asked with.

/** The name of the error that is thrown at once; "nothing" where none is. */
globalThis.throws = (act) => {
    try {
        act();
        return "nothing";
    } catch (error) {
        return error.name;
    }
};

/** The name of the error that a promise rejects with; "nothing" where it does not. What throws at once rejects nothing. */
globalThis.rejects = async (act) => {
    let promise;
    try {
        promise = act();
    } catch (error) {
        return `threw ${error.name}`;
    }
    return promise.then(() => "nothing", (error) => error.name);
};

/** An act while the browser counts a tap, or none. */
globalThis.withTap = async (isActive, act) => {
    Object.defineProperty(navigator, "userActivation", { value: { isActive }, configurable: true });
    try {
        return await act();
    } finally {
        delete navigator.userActivation;
    }
};

/** What an act gives in the next frame of a session. */
globalThis.inFrame = (act, of = globalThis.test.session) => new Promise((done, fail) => {
    of.requestAnimationFrame((time, frame) => {
        try {
            done(act(frame, time));
        } catch (error) {
            fail(error);
        }
    });
});

/** The events of a type that a target fires while an act runs and until a time has passed. */
globalThis.during = async (target, types, act, milliseconds = 100) => {
    const events = [];
    const note = (event) => events.push(event);
    for (const type of types) target.addEventListener(type, note);
    await act();
    await new Promise((done) => setTimeout(done, milliseconds));
    for (const type of types) target.removeEventListener(type, note);
    return events;
};

/** A WebGL context that may be used in a session, unless `attributes` say otherwise; of many the oldest is given up, as a browser has only so many. */
globalThis.context = (attributes = { xrCompatible: true }, kind = "webgl2") => {
    const gl = document.createElement("canvas").getContext(kind, attributes);
    contexts.push(gl);
    if (contexts.length > 6) contexts.shift().getExtension("WEBGL_lose_context")?.loseContext();
    return gl;
};
const contexts = [];

/** An inline session with a layer, for an act; ended afterwards. */
globalThis.inline = async (act) => {
    const session = await navigator.xr.requestSession("inline");
    const gl = context({});
    const layer = new XRWebGLLayer(session, gl);
    session.updateRenderState({ baseLayer: layer });
    try {
        return await act(session, layer, gl);
    } finally {
        await session.end().catch(() => {});
    }
};

/** The rules by their file: each a function by a sentence. */
globalThis.rules = {};

/** What a rule gives, or its error as text. */
globalThis.outcome = async (file, rule) => {
    try {
        return await rules[file][rule]();
    } catch (error) {
        return String(error);
    }
};
