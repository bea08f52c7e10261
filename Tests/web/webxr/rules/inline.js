// WebXR §4.3 to §5: inline sessions, and what all sessions share. A rule gives true.

/** A finger on an inline session's canvas, right of its middle and above it: the events, and what its source is while it lasts. */
const pressed = async (session, canvas, isPrimary) => {
    const viewer = await session.requestReferenceSpace("viewer");
    const told = [];
    for (const type of ["inputsourceschange", "selectstart", "select", "selectend"]) session.addEventListener(type, () => told.push(type));
    document.body.append(canvas);
    await inFrame(() => 0, session);
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const point = (type) => canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary, pointerId: 7, clientX: left + 0.75 * width, clientY: top + 0.25 * height }));
    point("pointerdown");
    await inFrame((frame) => {
        const [source] = session.inputSources;
        const { matrix } = frame.getPose(source.targetRaySpace, viewer).transform;
        told.push(source.targetRayMode, source.profiles.length, -matrix[8] > 0.1, -matrix[9] > 0.1);
    }, session);
    point("pointerup");
    await inFrame(() => told.push(session.inputSources.length), session);
    canvas.remove();
    return told;
};

rules.inline = {
    "there are viewer spaces": () => inline(async (session) => {
        const space = await session.requestReferenceSpace("viewer");
        return space instanceof XRReferenceSpace && space instanceof XRSpace;
    }),
    "an unknown reference space": () => inline((session) => rejects(() => session.requestReferenceSpace("ground"))).then((name) => name === "TypeError"),
    "a space that was not granted": () => inline((session) => rejects(() => session.requestReferenceSpace("local"))).then((name) => name === "NotSupportedError"),
    "nothing is blended with an inline session": () => inline((session) => session.environmentBlendMode === "opaque"),
    "the features are a frozen list": () => inline((session) => Object.isFrozen(session.enabledFeatures) && session.enabledFeatures.join() === "viewer"),
    "the render state at first": () => inline(async (session) => {
        const s = (await navigator.xr.requestSession("inline")).renderState;
        return [s.depthNear, s.depthFar, s.inlineVerticalFieldOfView, s.baseLayer].join() === `0.1,1000,${Math.PI / 2},`;
    }),
    "the render state is changed with the next frame": () => inline(async (session) => {
        session.updateRenderState({ depthNear: 0.5 });
        const at = session.renderState.depthNear;
        await inFrame(() => 0, session);
        return at === 0.1 && session.renderState.depthNear === 0.5;
    }),
    "no change is no change": () => inline((session) => { session.updateRenderState(); session.updateRenderState({}); return true; }),
    "changes are added up": () => inline(async (session) => {
        session.updateRenderState({ depthNear: 0.5 });
        session.updateRenderState({ depthFar: 9 });
        await inFrame(() => 0, session);
        return session.renderState.depthNear === 0.5 && session.renderState.depthFar === 9;
    }),
    "a field of view is clamped": () => inline(async (session) => {
        session.updateRenderState({ inlineVerticalFieldOfView: 9 });
        await inFrame(() => 0, session);
        const most = session.renderState.inlineVerticalFieldOfView;
        session.updateRenderState({ inlineVerticalFieldOfView: -1 });
        await inFrame(() => 0, session);
        return most < Math.PI && most > 3 && session.renderState.inlineVerticalFieldOfView > 0;
    }),
    "a near plane is not behind the viewer": () => inline(async (session) => {
        session.updateRenderState({ depthNear: -3 });
        await inFrame(() => 0, session);
        return session.renderState.depthNear === 0;
    }),
    "a distance must be finite": () => inline((session) => throws(() => session.updateRenderState({ depthNear: NaN })) === "TypeError"),
    "a layer must be one": () => inline((session) => throws(() => session.updateRenderState({ baseLayer: {} })) === "TypeError"),
    "a layer of another session": () => inline((session) => inline((_, layer) => throws(() => session.updateRenderState({ baseLayer: layer })))).then((name) => name === "InvalidStateError"),
    "no layers at all may be null": () => inline((session) => throws(() => session.updateRenderState({ layers: null })) === "nothing"),
    "layers need their feature": () => inline((session) => throws(() => session.updateRenderState({ layers: [] })) === "NotSupportedError"),
    "without a layer there are no frames": () => inline(async (session) => {
        session.updateRenderState({ baseLayer: null });
        let ran = false;
        session.requestAnimationFrame(() => { ran = true; });
        await new Promise((done) => setTimeout(done, 200));
        return !ran;
    }),
    "handles count up from one": () => inline((session) => {
        const [a, b] = [session.requestAnimationFrame(() => {}), session.requestAnimationFrame(() => {})];
        return a === 1 && b === 2;
    }),
    "a callback must be callable": () => inline((session) => throws(() => session.requestAnimationFrame({})) === "TypeError"),
    "callbacks run in their order": () => inline(async (session) => {
        const order = [];
        for (const each of [1, 2, 3]) session.requestAnimationFrame(() => order.push(each));
        await inFrame(() => 0, session);
        return order.join() === "1,2,3";
    }),
    "a callback runs once": () => inline(async (session) => {
        let runs = 0;
        session.requestAnimationFrame(() => { runs += 1; });
        for (let i = 0; i < 3; i++) await inFrame(() => 0, session);
        return runs === 1;
    }),
    "a cancelled callback does not run": () => inline(async (session) => {
        let ran = false;
        const handle = session.requestAnimationFrame(() => { ran = true; });
        session.cancelAnimationFrame(handle);
        await inFrame(() => 0, session);
        return !ran;
    }),
    "a callback may cancel one of the same frame": () => inline(async (session) => {
        let ran = false;
        let handle = 0;
        session.requestAnimationFrame(() => session.cancelAnimationFrame(handle));
        handle = session.requestAnimationFrame(() => { ran = true; });
        await inFrame(() => 0, session);
        return !ran;
    }),
    "an unknown handle is ignored": () => inline((session) => { session.cancelAnimationFrame(99); return true; }),
    "a callback asked for in a frame runs in the next": () => inline(async (session) => {
        const frames = [];
        session.requestAnimationFrame((_, a) => { frames.push(a); session.requestAnimationFrame((_, b) => frames.push(b)); });
        await inFrame(() => 0, session);
        await inFrame(() => 0, session);
        return frames.length === 2 && frames[0] !== frames[1];
    }),
    "all callbacks of a frame get its frame and time": () => inline(async (session) => {
        const told = [];
        for (let i = 0; i < 2; i++) session.requestAnimationFrame((time, frame) => told.push(time, frame));
        await inFrame(() => 0, session);
        return told[0] === told[2] && told[1] === told[3];
    }),
    "an exception stops no other callback": () => inline(async (session) => {
        const heard = new Promise((done) => addEventListener("error", (event) => { event.preventDefault(); done(event.message); }, { once: true }));
        let ran = false;
        session.requestAnimationFrame(() => { throw new Error("thrown on purpose"); });
        session.requestAnimationFrame(() => { ran = true; });
        await inFrame(() => 0, session);
        return ran && (await heard).includes("on purpose");
    }),
    "a frame has its session and its time": () => inline((session) => inFrame((frame, time) => frame.session === session && frame.predictedDisplayTime === time, session)),
    "an inline view is drawn in the whole canvas": () => inline(async (session, layer) => {
        const space = await session.requestReferenceSpace("viewer");
        return inFrame((frame) => {
            const v = layer.getViewport(frame.getViewerPose(space).views[0]);
            return v instanceof XRViewport && [v.x, v.y, v.width, v.height].join() === "0,0,300,150";
        }, session);
    }),
    "an inline layer has no framebuffer": () => inline((session, layer, gl) => layer.framebuffer === null && layer.framebufferWidth === gl.drawingBufferWidth
        && layer.antialias === gl.getContextAttributes().antialias),
    "a layer needs a session": () => throws(() => new XRWebGLLayer({}, context())) === "TypeError",
    "a layer needs a context": () => inline((session) => throws(() => new XRWebGLLayer(session, {})) === "TypeError"),
    "a layer needs a context that is not lost": () => inline((session) => {
        const gl = context();
        gl.getExtension("WEBGL_lose_context").loseContext();
        return throws(() => new XRWebGLLayer(session, gl)) === "InvalidStateError";
    }),
    "a scale must be finite": () => inline((session) => throws(() => new XRWebGLLayer(session, context(), { framebufferScaleFactor: NaN })) === "TypeError"),
    "an inline session has no binding": () => inline((session) => throws(() => new XRWebGLBinding(session, context())) === "InvalidStateError"),
    "the scale of an ended session is 0": async () => {
        let ended;
        const running = await inline((session) => { ended = session; return XRWebGLLayer.getNativeFramebufferScaleFactor(session); });
        return running > 0 && XRWebGLLayer.getNativeFramebufferScaleFactor(ended) === 0;
    },
    "the inline projection has the field of view asked for": () => inline(async (session) => {
        session.updateRenderState({ inlineVerticalFieldOfView: 1, depthNear: 0.5, depthFar: 10 });
        const space = await session.requestReferenceSpace("viewer");
        return inFrame((frame) => {
            const m = frame.getViewerPose(space).views[0].projectionMatrix;
            return Math.abs(m[5] - 1 / Math.tan(0.5)) < 1e-5 && Math.abs(m[0] - m[5] / 2) < 1e-5 && Math.abs(m[14] + 2 * 10 * 0.5 / 9.5) < 1e-5;
        }, session);
    }),
    "a press on an inline session's canvas is a source without profiles": () => inline(async (session, layer, { canvas }) => {
        const told = await pressed(session, canvas, true);
        return told.join() === "inputsourceschange,selectstart,screen,0,true,true,select,selectend,inputsourceschange,0";
    }),
    "a second finger on an inline session's canvas selects nothing": () => inline(async (session, layer, { canvas }) => {
        const told = await pressed(session, canvas, false);
        return told.join() === "inputsourceschange,screen,0,true,true,inputsourceschange,0";
    }),
    "two inline sessions run side by side": () => inline((one) => inline(async (two) => {
        await inFrame(() => 0, one);
        await inFrame(() => 0, two);
        return one !== two;
    })),
    "a session ends once": () => inline(async (session) => {
        await session.end();
        return await rejects(() => session.end()) === "InvalidStateError";
    }),
    "end is fired after the call, before its promise": () => inline(async (session) => {
        const order = [];
        session.onend = (event) => order.push(event instanceof XRSessionEvent && event.session === session);
        const promise = session.end();
        order.push("called");
        await promise;
        order.push("resolved");
        return order.join() === "called,true,resolved";
    }),
    "an ended session gives no frames": () => inline(async (session) => {
        let ran = false;
        session.requestAnimationFrame(() => { ran = true; });
        await session.end();
        await new Promise((done) => setTimeout(done, 100));
        return !ran && session.requestAnimationFrame(() => {}) === 0;
    }),
    "an ended session's render state stays": () => inline(async (session) => {
        await session.end();
        return throws(() => session.updateRenderState({})) === "InvalidStateError";
    }),
    "an ended session gives no spaces": () => inline(async (session) => {
        await session.end();
        return await rejects(() => session.requestReferenceSpace("viewer")) === "InvalidStateError";
    }),
    "an ended session gives no layers": () => inline(async (session) => {
        await session.end();
        return throws(() => new XRWebGLLayer(session, context())) === "InvalidStateError";
    }),
    "event handlers are attributes": () => inline((session) => {
        const names = ["end", "select", "selectstart", "selectend", "squeeze", "squeezestart", "squeezeend", "inputsourceschange", "visibilitychange", "frameratechange"];
        return names.every((name) => session[`on${name}`] === null);
    }),
    "a handler that is no function is none": () => inline((session) => { session.onend = 5; return session.onend === null; }),
};
