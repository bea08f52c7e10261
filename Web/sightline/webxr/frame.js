// Frames, views and poses (WebXR §5 to §8), with what the modules add to XRFrame.

import { anchorsOf, createAnchor } from "./anchors.js";
import { cpuDepth } from "./depth.js";
import { hitResults, transientHitResults, XRHitTestSource, XRTransientInputHitTestSource } from "./hit-test.js";
import { argument, claim, expose, fault, finite, make, stateOf } from "./interfaces.js";
import { estimateOf, XRLightProbe } from "./light.js";
import { meshesOf } from "./meshes.js";
import { planesOf } from "./planes.js";
import { poseBetween, XRViewerPose } from "./poses.js";
import { XRReferenceSpace, XRSpace } from "./spaces.js";
import { compose, identity, invert, matrixOf, poseOf, transformOf } from "./transform.js";

export class XRViewport {
    constructor() {
        claim(this);
    }

    get x() { return stateOf(this).x; }
    get y() { return stateOf(this).y; }
    get width() { return stateOf(this).width; }
    get height() { return stateOf(this).height; }
}
expose(XRViewport);

export class XRView {
    constructor() {
        claim(this);
    }

    get eye() { return "none"; }
    get index() { return 0; }
    get projectionMatrix() { return stateOf(this).projectionMatrix; }
    get transform() { return stateOf(this).transform; }
    get recommendedViewportScale() { return null; }
    requestViewportScale(scale) { stateOf(this).wishedScale = scale === null || scale === undefined ? null : finite(scale); }
    // AR Module §4.3.
    get isFirstPersonObserver() { return false; }
    // Raw Camera Access §4.
    get camera() {
        const state = stateOf(this);
        if (state.camera === undefined) {
            demandActive(stateOf(state.frame));
            state.camera = stateOf(state.session).cameraOf(state.frame);
        }
        return state.camera;
    }
}
expose(XRView);

function demandActive(state) {
    if (!state.isActive) throw fault("InvalidStateError", "This XRFrame is over: it is valid only within its callback.");
}

function demandAnimation(state) {
    demandActive(state);
    if (!state.isAnimation) throw fault("InvalidStateError", "Only frames of requestAnimationFrame have this.");
}

function demandSame(state, space) {
    if (stateOf(space).session !== state.session) throw fault("InvalidStateError", "The space is of another session.");
}

export class XRFrame {
    constructor() {
        claim(this);
    }

    get session() { return stateOf(this).session; }
    get predictedDisplayTime() { return stateOf(this).time; }

    getViewerPose(referenceSpace) {
        const state = stateOf(this);
        argument(referenceSpace, XRReferenceSpace);
        demandAnimation(state);
        demandSame(state, referenceSpace);
        const { view, session } = state;
        // WebXR §6.1, "populate the pose" with forced emulation: while the pose is not known, the last one that was.
        const worldFromViewer = view.worldFromViewer ?? stateOf(session).lastKnownViewer;
        const base = worldFromViewer && stateOf(referenceSpace).locate({ ...view, worldFromViewer });
        if (!base) return null;
        const transform = transformOf(compose(invert(base), worldFromViewer));
        const camera = stateOf(session).features.has("camera-access") ? undefined : null;
        const projectionMatrix = stateOf(session).projectionOf(view).slice();
        const views = Object.freeze([make(XRView, { projectionMatrix, transform, camera, session, frame: this })]);
        return make(XRViewerPose, { transform, views, emulatedPosition: !view.worldFromViewer });
    }

    getPose(space, baseSpace) {
        const state = stateOf(this);
        argument(space, XRSpace);
        argument(baseSpace, XRSpace);
        demandActive(state);
        demandSame(state, space);
        demandSame(state, baseSpace);
        return poseBetween(state.view, space, baseSpace);
    }

    // Hit Test §5.
    getHitTestResults(hitTestSource) {
        const state = stateOf(this);
        argument(hitTestSource, XRHitTestSource);
        demandActive(state);
        return hitResults(this, hitTestSource);
    }

    getHitTestResultsForTransientInput(hitTestSource) {
        const state = stateOf(this);
        argument(hitTestSource, XRTransientInputHitTestSource);
        demandActive(state);
        return transientHitResults(this, hitTestSource);
    }

    // Anchors §3.
    async createAnchor(pose, space) {
        const state = stateOf(this);
        const offset = poseOf(pose);
        argument(space, XRSpace);
        demandActive(state);
        demandSame(state, space);
        const base = stateOf(space).locate(state.view);
        if (!base) throw fault("InvalidStateError", "Where the space is is not known just now.");
        return createAnchor(state.session, compose(base, offset));
    }

    get trackedAnchors() {
        const state = stateOf(this);
        demandActive(state);
        return state.trackedAnchors ??= anchorsOf(this);
    }

    // Plane Detection §3.
    get detectedPlanes() {
        const state = stateOf(this);
        demandActive(state);
        return state.detectedPlanes ??= planesOf(this);
    }

    // Mesh Detection §3.
    get detectedMeshes() {
        const state = stateOf(this);
        demandActive(state);
        return state.detectedMeshes ??= meshesOf(this);
    }

    // Lighting Estimation §3.
    getLightEstimate(lightProbe) {
        const state = stateOf(this);
        argument(lightProbe, XRLightProbe);
        demandActive(state);
        if (stateOf(lightProbe).session !== state.session) throw fault("InvalidStateError", "The light probe is of another session.");
        return estimateOf(lightProbe);
    }

    // Depth Sensing, "XRCPUDepthInformation": obtain CPU depth information.
    getDepthInformation(view) {
        const state = stateOf(this);
        argument(view, XRView);
        if (!stateOf(state.session).depth) throw fault("NotSupportedError", "The session was made without the feature depth-sensing.");
        demandAnimation(state);
        if (stateOf(view).frame !== this) throw fault("InvalidStateError", "The view is of another frame.");
        if (stateOf(state.session).depth.usage !== "cpu-optimized") throw fault("InvalidStateError", "This session's depth is for the GPU: ask its XRWebGLBinding.");
        return cpuDepth(this, view);
    }

    // Ours: the data of a frame that engines need, without a reference space.
    /** World from camera, inverted: 16 numbers, columns one after another; null without a pose. */
    get viewMatrix() {
        const { view } = stateOf(this);
        return view.worldFromViewer && matrixOf(invert(view.worldFromViewer));
    }

    /** The lens's projection for a view of this size, which the camera image covers. */
    projectionMatrix(width, height, near = 0.1, far = 1000) {
        const { session, view } = stateOf(this);
        return stateOf(session).device.projection(view, [width, height], near, far);
    }

    /** The library's own frame. */
    get sightline() {
        return stateOf(this).view.frame;
    }
}
expose(XRFrame);

/** A frame of a session: `isAnimation` for requestAnimationFrame, else for an event. It is valid within `act`. */
export function withFrame(session, view, time, isAnimation, act) {
    const frame = make(XRFrame, { session, view, time, isAnimation, isActive: true });
    try {
        return act(frame);
    } finally {
        stateOf(frame).isActive = false;
    }
}

const nothing = { frame: null, turn: 0, landmarks: () => [], anchors: () => new Map() };
export const emptyView = Object.freeze({ ...nothing, worldFromViewer: null });
export const inlineView = Object.freeze({ ...nothing, worldFromViewer: identity });
