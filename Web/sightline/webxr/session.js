// XRSession (WebXR §4.3, §12), with what the modules add to it.

import { restoreAnchor } from "./anchors.js";
import { makeSource, XRHitTestSource, XRTransientInputHitTestSource } from "./hit-test.js";
import { argument, claim, dictionary, enumeration, expose, fault, finite, make, stateOf } from "./interfaces.js";
import { XRLightProbe } from "./light.js";
import { renderChanges, XRRenderState } from "./render-state.js";
import { spaceAt, XRReferenceSpace, XRSpace } from "./spaces.js";
import { identity } from "./transform.js";

function demandRunning(state) {
    if (state.isEnded) throw fault("InvalidStateError", "The session is over.");
}

function demandAnchors(state) {
    demandRunning(state);
    if (!state.features.has("anchors")) throw fault("NotSupportedError", "The session was made without the feature anchors.");
}

/** Depth Sensing, "Session configuration": the configuration of a session with the feature. */
function demandDepth({ depth }) {
    if (!depth) throw fault("InvalidStateError", "The session was made without the feature depth-sensing.");
    return depth;
}

const referenceTypes = ["viewer", "local", "local-floor", "bounded-floor", "unbounded"];

/** The origins of the reference spaces (WebXR §7.2): the world's origin is the first tracked pose of the camera. */
const origins = {
    viewer: () => (view) => view.worldFromViewer,
    local: () => () => identity,
    unbounded: () => () => identity,
    "local-floor": (state) => () => ({ rotation: [0, 0, 0, 1], translation: [0, state.floor, 0] }),
};

export class XRSession extends EventTarget {
    #renderState = null;
    #enabled = null;

    constructor() {
        super();
        claim(this);
    }

    get visibilityState() { return stateOf(this).visibility; }
    get frameRate() { stateOf(this); return null; }
    get supportedFrameRates() { stateOf(this); return null; }
    get isSystemKeyboardSupported() { stateOf(this); return false; }
    get inputSources() { return stateOf(this).inputSources; }
    get trackedSources() { return stateOf(this).trackedSources; }
    get enabledFeatures() { return this.#enabled ??= Object.freeze([...stateOf(this).features]); }

    get renderState() {
        return this.#renderState ??= make(XRRenderState, stateOf(this).render);
    }

    updateRenderState(init = {}) {
        const state = stateOf(this);
        demandRunning(state);
        const changes = renderChanges(this, init);
        if (Object.keys(changes).length > 0) state.pending = { ...state.pending, ...changes };
    }

    async updateTargetFrameRate(rate) {
        finite(rate);
        demandRunning(stateOf(this));
        throw fault("InvalidStateError", "The session's frame rate cannot be chosen.");
    }

    async requestReferenceSpace(type) {
        const state = stateOf(this);
        enumeration(type, referenceTypes);
        demandRunning(state);
        if (!state.features.has(type) || !(type in origins)) throw fault("NotSupportedError", `The session was made without the feature ${type}.`);
        const space = make(XRReferenceSpace, { session: this, type, locate: origins[type](state) });
        state.spaces.add(space);
        return space;
    }

    requestAnimationFrame(callback) {
        const state = stateOf(this);
        if (typeof callback !== "function") throw new TypeError("requestAnimationFrame takes a function.");
        return state.isEnded ? 0 : state.request(callback);
    }

    cancelAnimationFrame(handle) {
        stateOf(this).cancel(handle);
    }

    async end() {
        const state = stateOf(this);
        demandRunning(state);
        return state.end();
    }

    // AR Module §3.2, §3.3.
    get environmentBlendMode() { return stateOf(this).mode === "inline" ? "opaque" : "alpha-blend"; }
    get interactionMode() { stateOf(this); return "screen-space"; }

    // DOM Overlays §3.
    get domOverlayState() {
        return stateOf(this).root ? overlayState : null;
    }

    // Hit Test §4.
    async requestHitTestSource(options) {
        const { space, ...init } = dictionary(options);
        if (argument(space, XRSpace).session !== this) throw fault("InvalidStateError", "The space is of another session.");
        return makeSource(this, XRHitTestSource, init, { space });
    }

    async requestHitTestSourceForTransientInput(options) {
        const { profile, ...init } = dictionary(options);
        if (profile === undefined) throw new TypeError("The options have no profile.");
        return makeSource(this, XRTransientInputHitTestSource, init, { profile: String(profile) });
    }

    // Anchors §6.
    get persistentAnchors() {
        return Object.freeze([...(stateOf(this).place?.handles.keys() ?? [])]);
    }

    async restorePersistentAnchor(handle) {
        demandAnchors(stateOf(this));
        return restoreAnchor(this, String(handle));
    }

    async deletePersistentAnchor(handle) {
        const state = stateOf(this);
        demandAnchors(state);
        if (!state.place.handles.has(String(handle))) throw fault("InvalidStateError", "No anchor was kept under this handle.");
        await state.place.forget(String(handle));
    }

    /** Plane Detection, "Obtaining detected planes": planes are detected without a capture, so nothing is to be done. */
    async initiateRoomCapture() {
        const state = stateOf(this);
        demandRunning(state);
        if (state.wasRoomCaptured) throw fault("InvalidStateError", "The capture of the room was initiated before.");
        state.wasRoomCaptured = true;
    }

    // Depth Sensing, "Session configuration".
    get depthUsage() { return demandDepth(stateOf(this)).usage; }
    get depthDataFormat() { return demandDepth(stateOf(this)).format; }
    get depthType() { return demandDepth(stateOf(this)).type; }
    get depthActive() { return demandDepth(stateOf(this)).isActive; }
    pauseDepthSensing() { this.#setDepthActive(false); }
    resumeDepthSensing() { this.#setDepthActive(true); }

    #setDepthActive(isActive) {
        const state = stateOf(this);
        const depth = demandDepth(state);
        demandRunning(state);
        if (depth.isActive === isActive) return;
        depth.isActive = isActive;
        // Meshes are made of depth maps.
        if (state.features.has("mesh-detection")) return;
        if (isActive) state.device.startDepth({ mesh: state.hasMeshes }).catch(() => { depth.isActive = false; });
        else state.device.stopDepth();
    }

    // Lighting Estimation §3.
    get preferredReflectionFormat() { stateOf(this); return "srgba8"; }

    async requestLightProbe(options = {}) {
        const state = stateOf(this);
        const { reflectionFormat = "srgba8" } = dictionary(options);
        enumeration(reflectionFormat, ["srgba8", "rgba16f"]);
        if (!state.features.has("light-estimation")) throw fault("NotSupportedError", "The session was made without the feature light-estimation.");
        demandRunning(state);
        if (reflectionFormat !== "srgba8") throw fault("NotSupportedError", `There is no reflection format "${reflectionFormat}" here.`);
        const probe = make(XRLightProbe, { session: this, space: spaceAt(this, () => identity) });
        state.light.add(probe);
        return probe;
    }

    // Ours: `hold()` and `release()` freeze and continue the view; `hasExit` shows or hides our exit button;
    // `saveMap()` returns the map as bytes.
    get sightline() {
        const { device, notices } = stateOf(this);
        return device && {
            hold() { device.isHeld = true; },
            release() { device.isHeld = false; },
            saveMap: () => device.saveMap(),
            set hasExit(isShown) { if (notices) notices.hasExit = isShown; },
        };
    }
}
expose(XRSession, {
    events: [
        "end", "inputsourceschange", "trackedsourceschange", "select", "selectstart", "selectend", "squeeze", "squeezestart", "squeezeend", "visibilitychange",
        "frameratechange", "visibilitymaskchange",
    ],
});

const overlayState = Object.freeze({ type: "screen" });
