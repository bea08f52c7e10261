"""The interfaces of the WebXR specifications as far as they concern hand-held AR: their members, written from the IDL."""


def interface(*, attributes="", methods="", writable="", constructs=False, parent="Object"):
    members = {name: kind for kind, names in (("attribute", attributes), ("method", methods), ("writable", writable)) for name in names.split()}
    return {"members": members, "constructs": constructs, "parent": parent}


INTERFACES = {
    # WebXR Device API
    "XRSystem": interface(methods="isSessionSupported requestSession", writable="ondevicechange", parent="EventTarget"),
    "XRSession": interface(
        attributes="visibilityState frameRate supportedFrameRates renderState inputSources trackedSources enabledFeatures isSystemKeyboardSupported "
        "environmentBlendMode interactionMode domOverlayState preferredReflectionFormat persistentAnchors "
        "depthUsage depthDataFormat depthType depthActive",
        methods="updateRenderState updateTargetFrameRate requestReferenceSpace requestAnimationFrame cancelAnimationFrame end "
        "requestHitTestSource requestHitTestSourceForTransientInput requestLightProbe restorePersistentAnchor deletePersistentAnchor initiateRoomCapture "
        "pauseDepthSensing resumeDepthSensing",
        writable="onend oninputsourceschange onselect onselectstart onselectend onsqueeze onsqueezestart onsqueezeend onvisibilitychange onframeratechange "
        "onvisibilitymaskchange ontrackedsourceschange",
        parent="EventTarget",
    ),
    "XRRenderState": interface(attributes="depthNear depthFar passthroughFullyObscured inlineVerticalFieldOfView baseLayer"),
    "XRFrame": interface(
        attributes="session predictedDisplayTime trackedAnchors detectedPlanes detectedMeshes",
        methods="getViewerPose getPose getHitTestResults getHitTestResultsForTransientInput createAnchor getLightEstimate getDepthInformation",
    ),
    "XRSpace": interface(parent="EventTarget"),
    "XRReferenceSpace": interface(methods="getOffsetReferenceSpace", writable="onreset", parent="XRSpace"),
    "XRBoundedReferenceSpace": interface(attributes="boundsGeometry", parent="XRReferenceSpace"),
    "XRView": interface(
        attributes="eye index projectionMatrix transform recommendedViewportScale isFirstPersonObserver camera", methods="requestViewportScale"),
    "XRViewport": interface(attributes="x y width height"),
    "XRRigidTransform": interface(attributes="position orientation matrix inverse", constructs=True),
    "XRPose": interface(attributes="transform linearVelocity angularVelocity emulatedPosition"),
    "XRViewerPose": interface(attributes="views", parent="XRPose"),
    "XRInputSource": interface(attributes="handedness targetRayMode targetRaySpace gripSpace profiles skipRendering gamepad hand"),
    "XRInputSourceArray": interface(attributes="length", methods="entries keys values forEach"),
    "XRLayer": interface(parent="EventTarget"),
    "XRWebGLLayer": interface(
        attributes="antialias ignoreDepthValues framebuffer framebufferWidth framebufferHeight", writable="fixedFoveation", methods="getViewport",
        constructs=True, parent="XRLayer"),
    "XRSessionEvent": interface(attributes="session", parent="Event", constructs=True),
    "XRInputSourceEvent": interface(attributes="frame inputSource", parent="Event", constructs=True),
    "XRInputSourcesChangeEvent": interface(attributes="session added removed", parent="Event", constructs=True),
    "XRReferenceSpaceEvent": interface(attributes="referenceSpace transform", parent="Event", constructs=True),
    # Hit Test
    "XRHitTestSource": interface(methods="cancel"),
    "XRTransientInputHitTestSource": interface(methods="cancel"),
    "XRHitTestResult": interface(methods="getPose createAnchor"),
    "XRTransientInputHitTestResult": interface(attributes="inputSource results"),
    "XRRay": interface(attributes="origin direction matrix", constructs=True),
    # Anchors
    "XRAnchor": interface(attributes="anchorSpace", methods="delete requestPersistentHandle"),
    "XRAnchorSet": interface(attributes="size", methods="has entries keys values forEach"),
    # Plane Detection
    "XRPlane": interface(attributes="planeSpace polygon orientation lastChangedTime semanticLabel"),
    "XRPlaneSet": interface(attributes="size", methods="has entries keys values forEach"),
    # Mesh Detection
    "XRMesh": interface(attributes="meshSpace vertices indices lastChangedTime semanticLabel"),
    "XRMeshSet": interface(attributes="size", methods="has entries keys values forEach"),
    # Lighting Estimation
    "XRLightProbe": interface(attributes="probeSpace", writable="onreflectionchange", parent="EventTarget"),
    "XRLightEstimate": interface(attributes="sphericalHarmonicsCoefficients primaryLightDirection primaryLightIntensity"),
    # Depth Sensing
    "XRDepthInformation": interface(attributes="width height normDepthBufferFromNormView rawValueToMeters projectionMatrix transform"),
    "XRCPUDepthInformation": interface(attributes="data", methods="getDepthInMeters", parent="XRDepthInformation"),
    "XRWebGLDepthInformation": interface(attributes="texture textureType imageIndex", parent="XRDepthInformation"),
    # Raw Camera Access
    "XRCamera": interface(attributes="width height"),
    "XRWebGLBinding": interface(methods="getCameraImage getReflectionCubeMap getDepthInformation", constructs=True),
}
