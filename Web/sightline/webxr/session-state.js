// The state of an XRSession and its frames (WebXR §4.3, §4.5, §5.1).

import { emptyView, inlineView, withFrame } from "./frame.js";
import { Touches, XRInputSourceArray, XRInputSourceEvent, XRSessionEvent } from "./input.js";
import { fault, make, stateOf } from "./interfaces.js";
import { contextOf, XRCamera } from "./layer.js";
import { LightMap } from "./light.js";
import { updateMeshes } from "./meshes.js";
import { updatePlanes } from "./planes.js";
import { applyChanges, initialRender } from "./render-state.js";
import { KnownSpaces, XRReferenceSpaceEvent } from "./spaces.js";
import { perspective } from "./transform.js";

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
    /** Where the viewer was when that was last known, in the world; null before. */
    lastKnownViewer = null;
    visibility = "visible";
    touches = null;
    notices = null;
    floor = -usualHeight;
    pending = null;
    restoring = [];
    wasRoomCaptured = false;
    #callbacks = new Map();
    #running = new Map();
    #handles = 0;
    #matrices = { view: null, key: "", value: null };
    #rejectAtEnd;
    #ending = new Promise((_, reject) => { this.#rejectAtEnd = reject; });

    constructor({ mode, features, device = null, stage = null, root = null, place = null, depth = null, onend = () => {} }) {
        Object.assign(this, { mode, features, device, stage, root, place, depth, onend, render: initialRender(mode) });
        this.hasMeshes = features.has("mesh-detection");
        this.#ending.catch(() => {});
    }

    /** Starts the frames of the session with this state. */
    start(session) {
        this.session = session;
        this.inputSources = make(XRInputSourceArray, this.sources);
        this.trackedSources = make(XRInputSourceArray, []);
        // WebXR §10.4: touches of an inline session's canvas are sources too.
        if (this.mode === "inline") this.touches = new Touches(session);
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
        if (this.mode === "inline") return this.#runInline(now);
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

    #runInline(now) {
        this.shown = inlineView;
        this.touches.settle((type, inputSource) => this.fireInput(type, inputSource, now));
        if (!this.isEnded) this.#run(inlineView, now);
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
        const isRestarted = view.frame.events.some(({ kind }) => kind === "restarted");
        this.lastKnownViewer = view.worldFromViewer ?? (isRestarted ? null : this.lastKnownViewer);
        if (isRestarted) this.#reset(() => true);
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
        if (this.render.baseLayer === baseLayer) return;
        const canvas = this.render.baseLayer && contextOf(this.render.baseLayer).canvas;
        if (this.stage) this.stage.setCanvas(canvas);
        else this.touches.listenOn(canvas instanceof HTMLElement ? [canvas] : []);
    }

    /** Makes meshes from now on, if there are depth maps to make them of. */
    wantMeshes() {
        if (this.hasMeshes || !this.depth) return;
        this.hasMeshes = true;
        if (this.depth.isActive) this.device.startDepth({ mesh: true }).catch(() => { this.hasMeshes = false; });
    }

    /** Where the view lies in the window, CSS pixels. */
    get bounds() {
        if (this.render.baseLayer && !this.stage) return contextOf(this.render.baseLayer).canvas.getBoundingClientRect();
        const [width, height] = this.stage?.size ?? [1, 1];
        return { left: 0, top: 0, width, height };
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
