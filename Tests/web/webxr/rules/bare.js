// Of a session without features, after one with them (`before`) has ended. A rule gives true.

rules.bare = {
    "no overlay": () => session.domOverlayState === null,
    "no hit tests": () => rejects(() => session.requestHitTestSource({ space: viewer })).then((name) => name === "NotSupportedError"),
    "no hit tests of touches": () => rejects(() => session.requestHitTestSourceForTransientInput({ profile: "generic-touchscreen" })).then((name) => name === "NotSupportedError"),
    "no anchors": async () => {
        const [promise] = await inFrame((frame) => [rejects(() => frame.createAnchor(new XRRigidTransform(), local))]);
        return await promise === "NotSupportedError";
    },
    "no anchors of before": () => rejects(() => session.restorePersistentAnchor("x")).then((name) => name === "NotSupportedError"),
    "no planes": () => inFrame((frame) => frame.detectedPlanes.size === 0 && frame.trackedAnchors.size === 0),
    "no meshes": () => inFrame((frame) => frame.detectedMeshes.size === 0),
    "no light": () => rejects(() => session.requestLightProbe()).then((name) => name === "NotSupportedError"),
    "no depth": () => inFrame((frame) => throws(() => frame.getDepthInformation(frame.getViewerPose(local).views[0])) === "NotSupportedError"
        && ["depthUsage", "depthDataFormat", "depthType", "depthActive"].every((name) => throws(() => session[name]) === "InvalidStateError")
        && throws(() => session.pauseDepthSensing()) + throws(() => session.resumeDepthSensing()) === "InvalidStateErrorInvalidStateError"),
    "no camera": () => inFrame((frame) => frame.getViewerPose(local).views[0].camera === null),
    "no floor": () => rejects(() => session.requestReferenceSpace("local-floor")).then((name) => name === "NotSupportedError"),
    "viewer and local are always there": () => session.enabledFeatures.join() === "viewer,local",
    "what came before belongs to the session before": () => throws(() => session.updateRenderState({ baseLayer: before.layer })) === "InvalidStateError"
        && throws(() => before.session.updateRenderState({})) === "InvalidStateError",
    "a frame refuses what is of the session before": () => inFrame((frame) => throws(() => frame.getPose(before.local, local)) + throws(() => frame.getHitTestResults(before.source)) + throws(() => frame.getLightEstimate(before.probe)) === "InvalidStateError".repeat(3)),
    "a binding of the session before": () => throws(() => new XRWebGLBinding(before.session, context())) === "InvalidStateError"
        && throws(() => before.binding.getReflectionCubeMap(before.probe)) === "InvalidStateError",
};
