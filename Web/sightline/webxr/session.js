// XRSession (WebXR §4.3, §4.5, §12), with what the modules add to it.

import { restoreAnchor } from "./anchors.js";
import { emptyView, inlineView, withFrame } from "./frame.js";
import { makeSource, XRHitTestSource, XRTransientInputHitTestSource } from "./hit-test.js";
import { XRInputSourceArray, XRInputSourceEvent, XRSessionEvent } from "./input.js";
import { argument, claim, dictionary, enumeration, expose, fault, finite, make, stateOf } from "./interfaces.js";
import { contextOf, XRCamera } from "./layer.js";
import { LightMap, XRLightProbe } from "./light.js";
import { updateMeshes } from "./meshes.js";
import { updatePlanes } from "./planes.js";
import { applyChanges, initialRender, renderChanges, XRRenderState } from "./render-state.js";
import { KnownSpaces, spaceAt, XRReferenceSpace, XRReferenceSpaceEvent, XRSpace } from "./spaces.js";
import { identity, perspective } from "./transform.js";

/**
 * The usual height of a held phone above the floor, metres, until a floor is detected; a surface nearer than half of it
 * is a table.
 */
const usualHeight = 1.3;

/** The state of a session; the members of XRSession read and change it. */
export class SessionState {
    isEnded = false;
    sources = [];
    spaces = new KnownSpaces();
    hitTestSources = new Set();
    anchors = new Map();
    anchorsInWork = 0;
    planes = new Map();
    meshes = new Map();
    light = new LightMap();
    shown = null;
    visibility = "visible";
    touches = null;
    notices = null;
    floor = -usualHeight;
    pending = null;
    restoring = [];
    #callbacks = new Map();
    #running = new Map();
    #handles = 0;
    #matrices = { view: null, key: "", value: null };
    #rejectAtEnd;
    #ending = new Promise((_, reject) => { this.#rejectAtEnd = reject; });

    constructor({ mode, features, device = null, stage = null, root = null, place = null, depth = null, onend = () => {} }) {
        Object.assign(this, { mode, features, device, stage, root, place, depth, onend, render: initialRender(mode) });
        this.#ending.catch(() => {});
    }

    /** Starts the frames of the session with this state. */
    start(session) {
        this.session = session;
        this.inputSources = make(XRInputSourceArray, this.sources);
        this.trackedSources = make(XRInputSourceArray, []);
        const each = (now) => {
            if (this.isEnded) return;
            requestAnimationFrame(each);
            try {
                this.#tick(now);
            } catch (error) {
                reportError(error);
            }
        };
        requestAnimationFrame(each);
    }

    request(callback) {
        this.#callbacks.set(++this.#handles, callback);
        return this.#handles;
    }

    cancel(handle) {
        this.#callbacks.delete(handle);
        this.#running.delete(handle);
    }

    /** A promise that the session's end rejects. */
    untilEnd(promise) {
        return Promise.race([promise, this.#ending]);
    }

    /**
     * WebXR §5.1 in the order of the specification: pending state, inputs, callbacks; then the drawing is shown with
     * its image.
     */
    #tick(now) {
        this.#applyPending();
        if (this.visibility === "hidden") return;
        if (!this.render.baseLayer) return this.#preview();
        if (this.mode === "inline") return this.#run(inlineView, now);
        const isWanted = this.#callbacks.size > 0;
        const view = isWanted ? this.device.advance() : null;
        // Without a new view the touches wait for it: each is in at least one frame.
        if (isWanted && !view) return;
        const isNew = view !== null && view !== this.shown;
        if (isNew) this.#take(view, now);
        const time = view ? this.device.timeOf(view, now) : now;
        if (view) this.stage.paint(view);
        this.touches.settle((type, inputSource) => this.fireInput(type, inputSource, time));
        if (this.isEnded || !view) return;
        if (isNew) this.#lookAtLight(view, time);
        this.#run(view, time);
    }

    /** Shows the camera until the page has set its layer; a recording waits for it. */
    #preview() {
        const view = this.device?.isLive ? this.device.advance() : null;
        if (view) this.stage.paint(view);
    }

    #take(view, now) {
        this.shown = view;
        const time = this.device.timeOf(view, now);
        updatePlanes(this.session, view, time);
        updateMeshes(this.session, view, time);
        this.notices?.look(view.frame);
        if (view.worldFromViewer) this.restoring = this.restoring.filter((look) => !look(view));
        if (view.frame.events.some(({ kind }) => kind === "restarted")) this.#reset(() => true);
        const heights = view.frame.anchors.filter(({ plane }) => plane?.alignment === "horizontal").map((each) => each.worldFromAnchor.translation[1]);
        const lowest = Math.min(...heights, 0);
        if (lowest > -usualHeight / 2 || Math.abs(lowest - this.floor) < 0.05) return;
        this.floor = lowest;
        this.#reset(({ type }) => type === "local-floor");
    }

    #reset(isMeant) {
        for (const space of this.spaces) {
            if (isMeant(stateOf(space))) space.dispatchEvent(new XRReferenceSpaceEvent("reset", { referenceSpace: space }));
        }
    }

    #run(view, time) {
        if (this.#callbacks.size === 0) return;
        this.#running = this.#callbacks;
        this.#callbacks = new Map();
        withFrame(this.session, view, time, true, (frame) => {
            // A callback cancelled by an earlier one is no longer in the map.
            for (const callback of this.#running.values()) {
                try {
                    callback(time, frame);
                } catch (error) {
                    reportError(error);
                }
            }
        });
        this.#running = new Map();
    }

    #lookAtLight(view, time) {
        if (!this.light.isWanted) return;
        const { image } = this.stage;
        this.light.look(image, view.worldFromViewer, this.device.projection(view, [image.width, image.height], 0.1, 1000), time);
    }

    #applyPending() {
        if (!this.pending) return;
        const { baseLayer } = this.render;
        applyChanges(this.render, this.pending);
        this.pending = null;
        if (this.stage && this.render.baseLayer !== baseLayer) this.stage.setCanvas(this.render.baseLayer && contextOf(this.render.baseLayer).canvas);
    }

    /** Fires an event of an input source with a frame that is valid within it. */
    fireInput(type, inputSource, time) {
        withFrame(this.session, this.shown ?? emptyView, time, false, (frame) => {
            this.session.dispatchEvent(new XRInputSourceEvent(type, { frame, inputSource }));
        });
    }

    /** The present projection of a view: column by column. */
    projectionOf(view) {
        const { depthNear, depthFar, baseLayer, inlineVerticalFieldOfView } = this.render;
        const [width, height] = this.stage ? this.stage.size : [baseLayer?.framebufferWidth ?? 1, baseLayer?.framebufferHeight ?? 1];
        const key = [width, height, depthNear, depthFar, inlineVerticalFieldOfView].join();
        if (this.#matrices.view === view && this.#matrices.key === key) return this.#matrices.value;
        const value = this.mode === "inline"
            ? perspective(inlineVerticalFieldOfView, width / height, depthNear, depthFar)
            : this.device.projection(view, [width, height], depthNear, depthFar);
        this.#matrices = { view, key, value };
        return value;
    }

    /** Raw Camera Access §4: the part of the camera's image in a frame's view. */
    cameraOf(frame) {
        const [width, height] = this.stage.size;
        return make(XRCamera, { session: this.session, frame, ...cropOf(this.stage.image, width / height) });
    }

    setVisibility(visibility) {
        if (visibility === this.visibility) return;
        this.visibility = visibility;
        this.device?.interrupt(visibility === "hidden");
        this.session.dispatchEvent(new XRSessionEvent("visibilitychange", { session: this.session }));
    }

    /** Ends the session (WebXR §4.3); the promise is of the task that fires `end`. */
    end() {
        this.isEnded = true;
        this.touches?.close();
        this.notices?.close();
        this.device?.stop();
        this.stage?.close();
        this.#rejectAtEnd(fault("InvalidStateError", "The session is over."));
        this.onend();
        return new Promise((done) => {
            setTimeout(() => {
                this.session.dispatchEvent(new XRSessionEvent("end", { session: this.session }));
                done();
            });
        });
    }
}

/** The size of an image cropped to an aspect, as with `object-fit: cover`. */
function cropOf({ width, height }, aspect) {
    return { width: Math.round(Math.min(width, height * aspect)), height: Math.round(Math.min(height, width / aspect)) };
}

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
        if (isActive) state.device.startDepth().catch(() => { depth.isActive = false; });
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
