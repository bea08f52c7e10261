// Of a session that runs with all features and is held: `session`, its spaces `local` and `viewer`, `source` and `transient` of hit tests, `probe`. A rule gives true.

rules.running = {
    "AR §3: the camera is seen through the page": () => session.environmentBlendMode === "alpha-blend" && session.interactionMode === "screen-space",
    "a session is visible": () => session.visibilityState === "visible",
    "no frame rate is told": () => session.frameRate === null && session.supportedFrameRates === null,
    "a frame rate must be a number": () => rejects(() => session.updateTargetFrameRate("fast")).then((name) => name === "TypeError"),
    "a frame rate cannot be chosen": () => rejects(() => session.updateTargetFrameRate(30)).then((name) => name === "InvalidStateError"),
    "there is no system keyboard": () => session.isSystemKeyboardSupported === false,
    "the features granted are listed": () => Object.isFrozen(session.enabledFeatures) && session.enabledFeatures === session.enabledFeatures
        && ["local", "local-floor", "unbounded", "hit-test", "anchors", "plane-detection", "light-estimation", "dom-overlay", "camera-access", "depth-sensing", "mesh-detection"].every((name) => session.enabledFeatures.includes(name))
        && session.enabledFeatures.includes("viewer"),
    "attributes are the same objects": () => ["renderState", "inputSources", "trackedSources", "domOverlayState"].every((name) => session[name] === session[name]),
    "an immersive session has no field of view": () => session.renderState.inlineVerticalFieldOfView === null,
    "an immersive session's field of view cannot be chosen": () => throws(() => session.updateRenderState({ inlineVerticalFieldOfView: 1 })) === "InvalidStateError",
    "one immersive session at a time": () => withTap(true, () => rejects(() => navigator.xr.requestSession("immersive-ar"))).then((name) => name === "InvalidStateError"),
    "without a tap the refusal is a SecurityError": () => withTap(false, async () => {
        const name = await rejects(() => navigator.xr.requestSession("immersive-ar"));
        return name === "SecurityError" && await rejects(() => navigator.xr.requestSession("inline", { optionalFeatures: ["local"] })) === "SecurityError";
    }),
    "an inline session is hidden meanwhile": () => inline(async (other) => {
        let ran = false;
        other.requestAnimationFrame(() => { ran = true; });
        await new Promise((done) => setTimeout(done, 150));
        return other.visibilityState === "hidden" && !ran;
    }),
    "a context must be compatible": () => throws(() => new XRWebGLLayer(session, context({}))) === "InvalidStateError",
    "a binding's context must be compatible": () => throws(() => new XRWebGLBinding(session, context({}))) === "InvalidStateError",
    "a canvas that is not in a page is refused": () => throws(() => {
        const gl = new OffscreenCanvas(4, 4).getContext("webgl2");
        gl.makeXRCompatible();
        return new XRWebGLLayer(session, gl);
    }) === "OperationError",
    "depth values are ignored": () => session.renderState.baseLayer.ignoreDepthValues === true && session.renderState.baseLayer.fixedFoveation === null,
    // Frames, §5.
    "a frame's attributes are the same objects": () => inFrame((frame) => ["session", "trackedAnchors", "detectedPlanes", "detectedMeshes"].every((name) => frame[name] === frame[name])),
    "a viewer pose has its types": () => inFrame((frame) => {
        const pose = frame.getViewerPose(local);
        return pose instanceof XRViewerPose && pose instanceof XRPose && pose.transform instanceof XRRigidTransform
            && pose.emulatedPosition === false && Object.isFrozen(pose.views) && pose.views.length === 1 && pose.views[0] instanceof XRView
            && pose.views === pose.views;
    }),
    "a viewer pose needs a reference space": () => inFrame((frame) => throws(() => frame.getViewerPose(source.targetRaySpace ?? {})) === "TypeError"),
    "a pose needs spaces": () => inFrame((frame) => throws(() => frame.getPose(local, {})) === "TypeError"),
    "a viewer pose in a space of another session": () => inline(async (other) => {
        const space = await other.requestReferenceSpace("viewer");
        return inFrame((frame) => throws(() => frame.getViewerPose(space)) === "InvalidStateError");
    }),
    "a pose of a space of another session": () => inline(async (other) => {
        const space = await other.requestReferenceSpace("viewer");
        return inFrame((frame) => throws(() => frame.getPose(space, local)) + throws(() => frame.getPose(local, space)) === "InvalidStateErrorInvalidStateError");
    }),
    "a frame is over with its callback": async () => {
        const frame = await inFrame((frame) => frame);
        return ["getViewerPose", "getPose"].every((name) => throws(() => frame[name](local, local)) === "InvalidStateError")
            && throws(() => frame.trackedAnchors) + throws(() => frame.detectedPlanes) + throws(() => frame.detectedMeshes) + throws(() => frame.getHitTestResults(source)) + throws(() => frame.getLightEstimate(probe)) === "InvalidStateError".repeat(5);
    },
    "a frame that is over still has its session": async () => {
        const frame = await inFrame((frame) => frame);
        return frame.session === session && frame.predictedDisplayTime > 0;
    },
    "an anchor of a frame that is over": async () => {
        const frame = await inFrame((frame) => frame);
        return await rejects(() => frame.createAnchor(new XRRigidTransform(), local)) === "InvalidStateError";
    },
    "a pose of a space in itself is the identity": () => inFrame((frame) => [...frame.getPose(local, local).transform.matrix].every((v, i) => Math.abs(v - (i % 5 ? 0 : 1)) < 1e-6)),
    "the viewer's pose is that of the viewer space": () => inFrame((frame) => {
        const [a, b] = [frame.getViewerPose(local).transform.matrix, frame.getPose(viewer, local).transform.matrix];
        return a.every((v, i) => Math.abs(v - b[i]) < 1e-5);
    }),
    "velocities are not known": () => inFrame((frame) => {
        const { linearVelocity, angularVelocity } = frame.getViewerPose(local);
        return linearVelocity === null && angularVelocity === null;
    }),
    // Depth Sensing, "Session configuration" and "Obtaining depth data".
    "depth has the usage and format of the first preference that there is": () => session.depthUsage === "cpu-optimized" && session.depthDataFormat === "luminance-alpha"
        && session.depthType === "raw" && session.depthActive === true,
    "depth information has its types": () => inFrame((frame) => {
        const [view] = frame.getViewerPose(local).views;
        const depth = frame.getDepthInformation(view);
        return depth instanceof XRCPUDepthInformation && depth instanceof XRDepthInformation && depth.data instanceof ArrayBuffer && depth.data === depth.data
            && depth.data.byteLength === 2 * depth.width * depth.height && Math.abs(depth.rawValueToMeters - 0.001) < 1e-9
            && depth.normDepthBufferFromNormView instanceof XRRigidTransform && depth.normDepthBufferFromNormView === depth.normDepthBufferFromNormView;
    }),
    "depth information has its view's geometry": () => inFrame((frame) => {
        const [view] = frame.getViewerPose(local).views;
        const depth = frame.getDepthInformation(view);
        return depth.projectionMatrix.every((value, index) => value === view.projectionMatrix[index]) && depth.transform.matrix.every((value, index) => value === view.transform.matrix[index]);
    }),
    "a depth in metres is its raw value times the unit": () => inFrame((frame) => {
        const depth = frame.getDepthInformation(frame.getViewerPose(local).views[0]);
        const raw = new Uint16Array(depth.data);
        return [[0, 0], [0.5, 0.5], [1, 1], [0.25, 0.75]].every(([x, y]) => {
            const [column, row] = [Math.min(Math.trunc(x * depth.width), depth.width - 1), Math.min(Math.trunc(y * depth.height), depth.height - 1)];
            return Math.abs(depth.getDepthInMeters(x, y) - raw[row * depth.width + column] * depth.rawValueToMeters) < 1e-6;
        });
    }),
    "some depths are known, and none is absurd": () => inFrame((frame) => {
        const raw = new Uint16Array(frame.getDepthInformation(frame.getViewerPose(local).views[0]).data);
        const known = raw.filter((value) => value > 0);
        return known.length > 0.15 * raw.length && known.every((value) => value > 100 && value < 20000);
    }),
    "a position outside the view has no depth": () => inFrame((frame) => {
        const depth = frame.getDepthInformation(frame.getViewerPose(local).views[0]);
        return [[-0.1, 0], [1.1, 0], [0, -0.1], [0, 1.1]].every((place) => throws(() => depth.getDepthInMeters(...place)) === "RangeError") && throws(() => depth.getDepthInMeters(NaN, 0)) === "TypeError";
    }),
    "depth information needs a view of its frame": async () => {
        const old = await inFrame((frame) => frame.getViewerPose(local).views[0]);
        return inFrame((frame) => throws(() => frame.getDepthInformation(old)) + throws(() => frame.getDepthInformation({})) === "InvalidStateErrorTypeError");
    },
    "depth for the processor is none for the GPU": () => inFrame((frame) => throws(() => binding.getDepthInformation(frame.getViewerPose(local).views[0])) === "InvalidStateError"
        && throws(() => binding.getDepthInformation({})) === "TypeError"),
    "depth is over with its frame": async () => {
        const [frame, view, depth] = await inFrame((frame) => {
            const [view] = frame.getViewerPose(local).views;
            return [frame, view, frame.getDepthInformation(view)];
        });
        return throws(() => frame.getDepthInformation(view)) + throws(() => depth.data) + throws(() => depth.getDepthInMeters(0, 0)) === "InvalidStateError".repeat(3) && depth.width > 0;
    },
    "paused depth is none, and comes back": async () => {
        session.pauseDepthSensing();
        const isNone = await inFrame((frame) => session.depthActive === false && frame.getDepthInformation(frame.getViewerPose(local).views[0]) === null);
        session.resumeDepthSensing();
        return isNone && inFrame((frame) => session.depthActive === true && frame.getDepthInformation(frame.getViewerPose(local).views[0]) !== null);
    },
    // Spaces, §7.
    "an offset space stands where it should": async () => {
        const offset = local.getOffsetReferenceSpace(new XRRigidTransform({ x: 1, y: 2 }));
        return inFrame((frame) => {
            const { x, y } = frame.getPose(offset, local).transform.position;
            return Math.abs(x - 1) < 1e-6 && Math.abs(y - 2) < 1e-6;
        });
    },
    "offsets are added in the offset space's axes": async () => {
        const turned = local.getOffsetReferenceSpace(new XRRigidTransform({ x: 1 }, { y: Math.SQRT1_2, w: Math.SQRT1_2 }));
        const offset = turned.getOffsetReferenceSpace(new XRRigidTransform({ z: -1 }));
        return inFrame((frame) => {
            const { x, z } = frame.getPose(offset, local).transform.position;
            return Math.abs(x) < 1e-6 && Math.abs(z) < 1e-6;
        });
    },
    "an offset space is a reference space of its own": () => {
        const offset = local.getOffsetReferenceSpace(new XRRigidTransform());
        return offset instanceof XRReferenceSpace && offset !== local && offset.onreset === null;
    },
    "an offset must be a transform": () => throws(() => local.getOffsetReferenceSpace({ x: 1 })) === "TypeError",
    "an offset of the viewer moves with it": async () => {
        const ahead = viewer.getOffsetReferenceSpace(new XRRigidTransform({ z: -2 }));
        return inFrame((frame) => Math.abs(frame.getPose(ahead, viewer).transform.position.z + 2) < 1e-6);
    },
    "each request gives a space of its own": () => (async () => await session.requestReferenceSpace("local") !== await session.requestReferenceSpace("local"))(),
    "the floor is below the start": async () => {
        const floor = await session.requestReferenceSpace("local-floor");
        return inFrame((frame) => frame.getPose(floor, local).transform.position.y < -0.5);
    },
    "there are unbounded spaces": () => session.requestReferenceSpace("unbounded").then((space) => space instanceof XRReferenceSpace),
    "bounded spaces were not granted": () => rejects(() => session.requestReferenceSpace("bounded-floor")).then((name) => name === "NotSupportedError"),
    // Views, §8 and §11.
    "a view has its eye and matrices": () => inFrame((frame) => {
        const [view] = frame.getViewerPose(local).views;
        return view.eye === "none" && view.projectionMatrix instanceof Float32Array && view.projectionMatrix.length === 16
            && view.projectionMatrix === view.projectionMatrix && view.transform === view.transform && view.recommendedViewportScale === null
            && view.isFirstPersonObserver === false && view.index === 0;
    }),
    "near and far planes are in the projection": async () => {
        session.updateRenderState({ depthNear: 0.25, depthFar: 40 });
        await inFrame(() => 0);
        return inFrame((frame) => {
            const m = frame.getViewerPose(local).views[0].projectionMatrix;
            session.updateRenderState({ depthNear: 0.1, depthFar: 1000 });
            return Math.abs(m[10] + 40.25 / 39.75) < 1e-4 && Math.abs(m[14] + 2 * 40 * 0.25 / 39.75) < 1e-4 && m[11] === -1;
        });
    },
    "a page that writes in a matrix changes no other": () => inFrame((frame) => {
        frame.getViewerPose(local).views[0].projectionMatrix[0] = 99;
        return frame.getViewerPose(local).views[0].projectionMatrix[0] !== 99;
    }),
    "a viewport lies within the layer": () => inFrame((frame) => {
        const layer = session.renderState.baseLayer;
        const v = layer.getViewport(frame.getViewerPose(local).views[0]);
        return v.x === 0 && v.width === layer.framebufferWidth && v.height === layer.framebufferHeight && v.width > 0;
    }),
    "a viewport needs a view": () => inFrame(() => throws(() => session.renderState.baseLayer.getViewport({})) === "TypeError"),
    "a view is over with its frame": async () => {
        const view = await inFrame((frame) => frame.getViewerPose(local).views[0]);
        return throws(() => session.renderState.baseLayer.getViewport(view)) === "InvalidStateError";
    },
    "a viewport scale is taken, or none": () => inFrame((frame) => {
        const [view] = frame.getViewerPose(local).views;
        view.requestViewportScale(0.5);
        view.requestViewportScale(null);
        return throws(() => view.requestViewportScale(NaN)) === "TypeError";
    }),
    // Hit Test.
    "a hit test source needs a space": () => rejects(() => session.requestHitTestSource({})).then((name) => name === "TypeError"),
    "a hit test source knows its entity types": () => rejects(() => session.requestHitTestSource({ space: viewer, entityTypes: ["wall"] })).then((name) => name === "TypeError"),
    "an offset ray must be a ray": () => rejects(() => session.requestHitTestSource({ space: viewer, offsetRay: {} })).then((name) => name === "TypeError"),
    "a hit test source in a space of another session": () => inline(async (other) => {
        const space = await other.requestReferenceSpace("viewer");
        return await rejects(() => session.requestHitTestSource({ space })) === "InvalidStateError";
    }),
    "a transient source needs a profile": () => rejects(() => session.requestHitTestSourceForTransientInput({})).then((name) => name === "TypeError"),
    "hit test results are a frozen list by distance": () => inFrame((frame) => {
        const hits = frame.getHitTestResults(source);
        const far = (hit) => Math.hypot(...["x", "y", "z"].map((axis) => hit.getPose(viewer).transform.position[axis]));
        return Object.isFrozen(hits) && hits.every((hit, index) => hit instanceof XRHitTestResult && (index === 0
            || far(hit) >= far(hits[index - 1]) - 1e-6));
    }),
    "a hit test source must be one": () => inFrame((frame) => throws(() => frame.getHitTestResults({})) === "TypeError"),
    "a transient source is no other": () => inFrame((frame) => throws(() => frame.getHitTestResults(transient)) + throws(() => frame.getHitTestResultsForTransientInput(source)) === "TypeErrorTypeError"),
    "a result is over with its frame": async () => {
        const hits = await inFrame((frame) => [...frame.getHitTestResults(source)]);
        return hits.length > 0 && throws(() => hits[0].getPose(local)) === "InvalidStateError";
    },
    "a result's pose stands upright on what was met": () => inFrame((frame) => {
        const [hit] = frame.getHitTestResults(source);
        const m = hit.getPose(local).transform.matrix;
        return Math.abs(Math.hypot(m[4], m[5], m[6]) - 1) < 1e-5 && (hit.sightline.type !== "plane" || Math.abs(m[5]) > 0.9 || Math.abs(m[5]) < 0.2);
    }),
    "no entity types meet nothing": async () => {
        const none = await session.requestHitTestSource({ space: viewer, entityTypes: [] });
        const count = await inFrame((frame) => frame.getHitTestResults(none).length);
        none.cancel();
        return count === 0;
    },
    "a mesh is met by those who ask for meshes, and by no others": () => inFrame((frame) => {
        const [hits, others] = [frame.getHitTestResults(meshSource), frame.getHitTestResults(source)];
        return hits.length > 0 && hits.every((hit) => hit instanceof XRHitTestResult && hit.sightline.type === "mesh" && hit.sightline.covariance.length === 6)
            && others.every((hit) => hit.sightline.type !== "mesh");
    }),
    "a hit on a mesh lies on its ray, ahead": () => inFrame((frame) => {
        const { x, y, z } = frame.getHitTestResults(meshSource)[0].getPose(viewer).transform.position;
        return Math.hypot(x, y) < 1e-4 && z < -0.1 && z > -5;
    }),
    "a source is cancelled once": async () => {
        const each = await session.requestHitTestSource({ space: viewer });
        each.cancel();
        return throws(() => each.cancel()) === "InvalidStateError";
    },
    "a cancelled source gives no results": async () => {
        const each = await session.requestHitTestSource({ space: viewer });
        each.cancel();
        return inFrame((frame) => throws(() => frame.getHitTestResults(each)) === "InvalidStateError");
    },
    // Anchors.
    "an anchor needs a transform": () => inFrame((frame) => frame).then((frame) => rejects(() => frame.createAnchor({}, local))).then((name) => name === "TypeError"),
    "an anchor is made, tracked and deleted": async () => {
        const promise = await inFrame((frame) => [frame.createAnchor(new XRRigidTransform({ y: -0.1 }), local)]);
        const anchor = await promise[0];
        test.session.sightline.release();
        for (let left = 200; left > 0 && !await inFrame((frame) => frame.trackedAnchors.has(anchor)); left--);
        test.session.sightline.hold();
        const tracked = await inFrame((frame) => frame.trackedAnchors.size >= 1 && [...frame.trackedAnchors][0] instanceof XRAnchor
            && Math.abs(frame.getPose(anchor.anchorSpace, local).transform.position.y + 0.1) < 0.05);
        const same = anchor.anchorSpace === anchor.anchorSpace && anchor.anchorSpace instanceof XRSpace;
        anchor.delete();
        anchor.delete();
        return tracked && same && throws(() => anchor.anchorSpace) === "InvalidStateError"
            && !await inFrame((frame) => frame.trackedAnchors.has(anchor));
    },
    "an unknown handle restores nothing": () => rejects(() => session.restorePersistentAnchor("none")).then((name) => name === "InvalidStateError"),
    "an unknown handle deletes nothing": () => rejects(() => session.deletePersistentAnchor("none")).then((name) => name === "InvalidStateError"),
    // Plane Detection.
    "a set of planes is read-only and iterable": () => inFrame((frame) => {
        const planes = frame.detectedPlanes;
        const listed = [];
        planes.forEach((value, key, set) => listed.push(value === key && set === planes));
        return planes instanceof XRPlaneSet && !("add" in planes) && planes.size === [...planes].length && planes.size > 0
            && listed.every(Boolean) && [...planes.keys()].length === planes.size && planes.has([...planes.values()][0]);
    }),
    "a plane's outline lies in its space": () => inFrame((frame) => [...frame.detectedPlanes].every((plane) => plane instanceof XRPlane && Object.isFrozen(plane.polygon)
        && plane.polygon.length >= 3 && plane.polygon.every((p) => p instanceof DOMPointReadOnly && p.y === 0 && p.w === 1))),
    "a plane has its types": () => inFrame((frame, time) => [...frame.detectedPlanes].every((plane) => plane.planeSpace instanceof XRSpace
        && plane.planeSpace === plane.planeSpace && [null, "horizontal", "vertical"].includes(plane.orientation) && plane.lastChangedTime <= time
        && plane.semanticLabel === null)),
    "a level plane's normal is up": () => inFrame((frame) => {
        const level = [...frame.detectedPlanes].filter(({ orientation }) => orientation === "horizontal");
        return level.length > 0 && level.every((plane) => Math.abs(frame.getPose(plane.planeSpace, local).transform.matrix[5]) > 0.95);
    }),
    "a plane stays one object": async () => {
        const [a, b] = [await inFrame((frame) => [...frame.detectedPlanes]), await inFrame((frame) => [...frame.detectedPlanes])];
        return a.length === b.length && a.every((plane) => b.includes(plane));
    },
    "a room's capture is initiated once": async () => await rejects(() => session.initiateRoomCapture()) === "nothing" && await rejects(() => session.initiateRoomCapture()) === "InvalidStateError",
    // Mesh Detection.
    "a set of meshes is read-only and iterable": () => inFrame((frame) => {
        const meshes = frame.detectedMeshes;
        const listed = [];
        meshes.forEach((value, key, set) => listed.push(value === key && set === meshes));
        return meshes instanceof XRMeshSet && !("add" in meshes) && meshes.size === [...meshes].length && meshes.size > 0 && listed.every(Boolean) && meshes.has([...meshes][0]);
    }),
    "a mesh has its types": () => inFrame((frame, time) => [...frame.detectedMeshes].every((mesh) => mesh instanceof XRMesh && mesh.meshSpace instanceof XRSpace
        && mesh.meshSpace === mesh.meshSpace && mesh.vertices instanceof Float32Array && mesh.vertices === mesh.vertices && mesh.indices instanceof Uint32Array
        && mesh.lastChangedTime <= time && mesh.semanticLabel === null)),
    "a mesh is made of triangles of its vertices": () => inFrame((frame) => [...frame.detectedMeshes].every(({ vertices, indices }) => vertices.length % 3 === 0
        && indices.length > 0 && indices.length % 3 === 0 && indices.every((index) => index < vertices.length / 3) && vertices.every(Number.isFinite))),
    "a mesh stays one object": async () => {
        const [a, b] = [await inFrame((frame) => [...frame.detectedMeshes]), await inFrame((frame) => [...frame.detectedMeshes])];
        return a.length === b.length && a.every((mesh) => b.includes(mesh));
    },
    "meshes lie on what planes lie on": () => inFrame((frame) => {
        const levels = [...frame.detectedPlanes].filter(({ orientation }) => orientation === "horizontal").map((plane) => frame.getPose(plane.planeSpace, local).transform.position.y);
        const heights = [...frame.detectedMeshes].flatMap(({ meshSpace, vertices }) => {
            const { matrix } = frame.getPose(meshSpace, local).transform;
            return Array.from({ length: vertices.length / 3 }, (_, i) => matrix[1] * vertices[3 * i] + matrix[5] * vertices[3 * i + 1] + matrix[9] * vertices[3 * i + 2] + matrix[13]);
        });
        return heights.filter((y) => levels.some((level) => Math.abs(y - level) < 0.05)).length > 0.2 * heights.length;
    }),
    // Lighting Estimation.
    "a probe's format must be one": () => rejects(() => session.requestLightProbe({ reflectionFormat: "jpeg" })).then((name) => name === "TypeError"),
    "a format that is not preferred": () => rejects(() => session.requestLightProbe({ reflectionFormat: "rgba16f" })).then((name) => name === "NotSupportedError"),
    "a probe has its space": () => session.preferredReflectionFormat === "srgba8" && probe.probeSpace instanceof XRSpace && probe.probeSpace === probe.probeSpace
        && probe instanceof EventTarget && probe.onreflectionchange === null,
    "an estimate has its types": () => inFrame((frame) => {
        const e = frame.getLightEstimate(probe);
        const { x, y, z, w } = e.primaryLightDirection;
        return e instanceof XRLightEstimate && e.sphericalHarmonicsCoefficients instanceof Float32Array
            && e.sphericalHarmonicsCoefficients.length === 27 && e.sphericalHarmonicsCoefficients[0] > 0 && Math.abs(Math.hypot(x, y, z) - 1) < 1e-6
            && w === 0 && e.primaryLightIntensity.w === 1 && e.primaryLightIntensity.x >= 0;
    }),
    "a probe must be one": () => inFrame((frame) => throws(() => frame.getLightEstimate({})) === "TypeError"),
    "a reflection map is a new cube map": () => {
        const gl = context();
        const binding = new XRWebGLBinding(session, gl);
        const [a, b] = [binding.getReflectionCubeMap(probe), binding.getReflectionCubeMap(probe)];
        gl.bindTexture(gl.TEXTURE_CUBE_MAP, a);
        return a instanceof WebGLTexture && a !== b && gl.isTexture(a) && gl.getError() === 0;
    },
    "a reflection map of a lost context": () => {
        const gl = context();
        const binding = new XRWebGLBinding(session, gl);
        gl.getExtension("WEBGL_lose_context").loseContext();
        return throws(() => binding.getReflectionCubeMap(probe)) === "InvalidStateError";
    },
    "a binding has a probe": () => throws(() => new XRWebGLBinding(session, context()).getReflectionCubeMap({})) === "TypeError",
    // Raw Camera Access.
    "a view's camera is the same object": () => inFrame((frame) => {
        const [view] = frame.getViewerPose(local).views;
        return view.camera instanceof XRCamera && view.camera === view.camera && view.camera.width > 0 && view.camera.height > 0;
    }),
    "a camera is first asked for in its frame": async () => {
        const view = await inFrame((frame) => frame.getViewerPose(local).views[0]);
        return throws(() => view.camera) === "InvalidStateError";
    },
    "a camera's image is over with its frame": async () => {
        const camera = await inFrame((frame) => frame.getViewerPose(local).views[0].camera);
        return throws(() => new XRWebGLBinding(session, context()).getCameraImage(camera)) === "InvalidStateError";
    },
    "a camera's image leaves the context as it was": () => {
        const gl = context();
        const binding = new XRWebGLBinding(session, gl);
        const mine = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, mine);
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        return inFrame((frame) => {
            const image = binding.getCameraImage(frame.getViewerPose(local).views[0].camera);
            return image instanceof WebGLTexture && image !== mine && gl.getParameter(gl.TEXTURE_BINDING_2D) === mine
                && gl.getParameter(gl.UNPACK_ALIGNMENT) === 1 && gl.getParameter(gl.UNPACK_FLIP_Y_WEBGL) === false && gl.getError() === 0;
        });
    },
    // DOM Overlays.
    "the overlay covers the screen": () => session.domOverlayState.type === "screen" && (() => {
        const { left, top, width, height } = document.getElementById("overlay").getBoundingClientRect();
        return left === 0 && top === 0 && width === innerWidth && height === innerHeight;
    })(),
    "the overlay is transparent": () => getComputedStyle(document.getElementById("overlay")).backgroundColor === "rgba(0, 0, 0, 0)",
    "the page's rules with :xr-overlay match it": () => getComputedStyle(document.getElementById("overlay")).letterSpacing === "3px"
        && getComputedStyle(document.getElementById("inside")).letterSpacing === "4px",
};
