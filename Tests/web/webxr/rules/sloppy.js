// What a careless or a hostile page does in a running session: it is refused or it gets what it asked for, and the session goes on. A rule gives true.

/** Whether the session still gives frames with a pose. */
const goesOn = () => inFrame((frame) => frame.getViewerPose(local) instanceof XRViewerPose);

rules.sloppy = {
    "ten thousand anchors at once: a thousand are made": async () => {
        const before = await inFrame((frame) => frame.trackedAnchors.size);
        const told = await inFrame((frame) => Promise.allSettled(Array.from({ length: 10_000 }, (_, index) => frame.createAnchor(new XRRigidTransform({ x: index / 100 }), local))));
        const made = told.flatMap(({ value }) => value ?? []);
        const refused = told.filter(({ reason }) => reason);
        const tracked = await inFrame((frame) => frame.trackedAnchors.size);
        made.forEach((anchor) => anchor.delete());
        const rest = await inFrame((frame) => frame.trackedAnchors.size);
        return made.length + before === 1000 && refused.every(({ reason }) => reason.name === "OperationError") && tracked === 1000 && rest === before && await goesOn();
    },
    "ten thousand hit test sources": async () => {
        const sources = await Promise.all(Array.from({ length: 10_000 }, () => session.requestHitTestSource({ space: viewer })));
        const counts = await inFrame((frame) => sources.slice(0, 100).map((each) => frame.getHitTestResults(each).length));
        sources.forEach((each) => each.cancel());
        return new Set(counts).size === 1 && counts[0] > 0 && await goesOn();
    },
    "a source cancelled within a frame": async () => {
        const own = await session.requestHitTestSource({ space: viewer });
        return inFrame((frame) => {
            const [hit] = frame.getHitTestResults(own);
            own.cancel();
            return throws(() => frame.getHitTestResults(own)) === "InvalidStateError" && hit.getPose(local) instanceof XRPose;
        });
    },
    "an anchor deleted while the set of a frame is gone through": async () => {
        const anchors = await inFrame((frame) => Promise.all([0, 1, 2].map((x) => frame.createAnchor(new XRRigidTransform({ x }), local))));
        return inFrame((frame) => {
            for (const anchor of frame.trackedAnchors) if (anchors.includes(anchor)) anchor.delete();
            return anchors.every((anchor) => throws(() => anchor.anchorSpace) === "InvalidStateError");
        });
    },
    "an offset beyond all numbers": async () => {
        const away = new XRRigidTransform({ x: 1e308 });
        const far = local.getOffsetReferenceSpace(away).getOffsetReferenceSpace(away);
        const pose = await inFrame((frame) => frame.getPose(far, local));
        const refused = await inFrame((frame) => rejects(() => frame.createAnchor(away, far)));
        return !Number.isFinite(pose.transform.position.x) && refused === "OperationError" && await goesOn();
    },
    "an orientation and a direction whose length is beyond all numbers": () => {
        const { orientation } = new XRRigidTransform({}, { x: 1e308, y: 1e308, z: 1e308, w: 1e308 });
        const { direction } = new XRRay({}, { x: 0, y: 1e308, z: -1e308 });
        return Math.abs(orientation.w - 0.5) < 1e-9 && Math.abs(direction.y - Math.SQRT1_2) < 1e-9;
    },
    "a layer of a billion times the size, and one of less than nothing": () => {
        const sizes = [1e9, -1].map((framebufferScaleFactor) => new XRWebGLLayer(session, context(), { framebufferScaleFactor }).framebufferHeight);
        return sizes[0] <= 4096 && sizes[1] >= 1;
    },
    "near and far planes in the same place": async () => {
        session.updateRenderState({ depthNear: 0, depthFar: 0 });
        await inFrame(() => 0);
        const told = await inFrame((frame) => frame.getViewerPose(local).views[0].projectionMatrix.length);
        session.updateRenderState({ depthNear: 0.1, depthFar: 1000 });
        await inFrame(() => 0);
        return told === 16 && await goesOn();
    },
    "a session asked for in a frame": () => withTap(true, () => inFrame(() => rejects(() => navigator.xr.requestSession("immersive-ar")))).then((name) => name === "InvalidStateError"),
    "a layer in every frame, and none": async () => {
        const { baseLayer } = session.renderState;
        const gl = document.getElementById("canvas").getContext("webgl2");
        for (let i = 0; i < 5; i++) await inFrame(() => session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) }));
        session.updateRenderState({ baseLayer: null });
        await new Promise((done) => setTimeout(done, 100));
        session.updateRenderState({ baseLayer });
        return await goesOn() && document.getElementById("canvas").isConnected;
    },
    "a page whose canvas is taken out of the session": async () => {
        const canvas = document.getElementById("canvas");
        const parent = canvas.parentNode;
        canvas.remove();
        const isGoing = await goesOn();
        parent.insertBefore(canvas, parent.firstElementChild?.nextSibling ?? null);
        return isGoing;
    },
};
