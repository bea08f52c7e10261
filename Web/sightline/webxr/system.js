// XRSystem (WebXR §4.1, §4.2): the type of `navigator.xr`.

import { depthConfiguration, depthWishes } from "./depth.js";
import { Device } from "./device.js";
import { claim, dictionary, enumeration, expose, fault, make, sequence, stateOf } from "./interfaces.js";
import { Touches } from "./input.js";
import { Notices } from "./notices.js";
import { KeptPlace } from "../core/kept-place.js";
import { XRSession } from "./session.js";
import { SessionState } from "./session-state.js";
import { Stage } from "./stage.js";

const modes = ["inline", "immersive-vr", "immersive-ar"];
const usualFeatures = { inline: ["viewer"], "immersive-ar": ["viewer", "local"] };
const moreFeatures = {
    inline: [],
    "immersive-ar": ["local-floor", "unbounded", "hit-test", "anchors", "plane-detection", "light-estimation", "dom-overlay", "camera-access", "depth-sensing", "mesh-detection"],
};

/** Whether this device has what tracking needs: a camera and motion sensors, or a recording instead. */
export function canTrack({ recording }) {
    if (recording) return true;
    const isTouched = navigator.maxTouchPoints > 0 || "ontouchstart" in globalThis || matchMedia("(pointer: coarse)").matches;
    const hasSensors = "DeviceMotionEvent" in globalThis && isTouched;
    return isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia) && hasSensors && "Worker" in globalThis;
}

export class XRSystem extends EventTarget {
    constructor() {
        super();
        claim(this);
    }

    async isSessionSupported(mode) {
        const state = stateOf(this);
        enumeration(mode, modes);
        const native = await state.native();
        if (native) return native.isSessionSupported(mode);
        if (mode === "immersive-ar" && canTrack(state)) state.library().catch(() => {});
        return isSupported(state, mode);
    }

    async requestSession(mode, options = {}) {
        const state = stateOf(this);
        enumeration(mode, modes);
        const init = wishes(options);
        // Read before anything is awaited: the tap is valid only for a moment.
        const isInTap = navigator.userActivation?.isActive ?? true;
        const native = state.isDecided ? state.known : await state.native();
        if (native) return native.requestSession(mode, options);
        const isImmersive = mode !== "inline";
        const needsTap = isImmersive || init.required.length + init.optional.length > 0;
        if (needsTap && !isInTap) throw fault("SecurityError", "An immersive session, and any feature, must be asked for in a tap.");
        if (isImmersive && state.active) throw fault("InvalidStateError", "An immersive session is running.");
        if (!isSupported(state, mode)) throw fault("NotSupportedError", `There is no ${mode} here.`);
        const features = chosenFeatures(mode, init);
        return isImmersive ? openImmersive(state, mode, features, init) : beginInline(state, features);
    }
}
expose(XRSystem, { events: ["devicechange"] });

/** A validated XRSessionInit (Web IDL §3.2.17): features as texts, the overlay's element and the configuration of depth, or null. */
function wishes(init) {
    const { requiredFeatures = [], optionalFeatures = [], domOverlay, depthSensing } = dictionary(init);
    const root = dictionary(domOverlay).root ?? null;
    if (domOverlay && !(root instanceof Element)) throw new TypeError("domOverlay.root is no Element.");
    const depth = depthConfiguration(depthWishes(depthSensing));
    return { required: sequence(requiredFeatures).map(String), optional: sequence(optionalFeatures).map(String), root, depth };
}

const isSupported = (state, mode) => mode === "inline" || (mode === "immersive-ar" && canTrack(state));

/** The features of a session: the default ones, the required ones and the available optional ones (WebXR §4.2.1). */
function chosenFeatures(mode, { required, optional, root, depth }) {
    const needed = { "dom-overlay": root, "depth-sensing": depth };
    const isThere = (feature) => [...usualFeatures[mode], ...moreFeatures[mode]].includes(feature) && needed[feature] !== null;
    const missing = required.find((feature) => !isThere(feature));
    if (missing !== undefined) throw fault("NotSupportedError", `The required feature "${missing}" is not there.`);
    return new Set([...usualFeatures[mode], ...required, ...optional.filter(isThere)]);
}

function begin(state) {
    const session = make(XRSession, state);
    state.start(session);
    return session;
}

/** An inline session is hidden while an immersive one runs: both may draw on the same canvas. */
function beginInline(system, features) {
    const state = new SessionState({ mode: "inline", features, onend: () => system.sessions.delete(state) });
    const session = begin(state);
    system.sessions.add(state);
    showOrHide(system);
    return session;
}

/** Updates whether sessions are visible (WebXR §4.3: visibility state). */
export function showOrHide({ sessions, active }) {
    for (const state of sessions) state.setVisibility(document.hidden || (active && state.mode === "inline") ? "hidden" : "visible");
}

/** Starts depth; if it cannot be fetched, optional features are left out (Depth Sensing, "Session configuration"). */
async function startDepth(device, features, { required }) {
    const wanted = ["depth-sensing", "mesh-detection"].filter((feature) => features.has(feature));
    if (wanted.length === 0) return;
    try {
        await device.startDepth({ mesh: features.has("mesh-detection") });
    } catch (error) {
        if (wanted.some((feature) => required.includes(feature))) throw fault("NotSupportedError", error.message);
        wanted.forEach((feature) => features.delete(feature));
    }
}

async function openImmersive(system, mode, features, init) {
    system.active = true;
    const stage = new Stage();
    try {
        const library = await system.library();
        const place = features.has("anchors") ? await KeptPlace.load() ?? new KeptPlace() : null;
        const device = await Device.open(library, { ...system, map: system.map ?? place?.map });
        await startDepth(device, features, init).catch((error) => {
            device.stop();
            throw error;
        });
        const root = features.has("dom-overlay") ? init.root : null;
        const depth = features.has("depth-sensing") ? init.depth : null;
        const onend = () => {
            system.sessions.delete(state);
            system.active = false;
            showOrHide(system);
        };
        const state = new SessionState({ mode, features, device, stage, root, place, depth, onend });
        const session = begin(state);
        system.sessions.add(state);
        showOrHide(system);
        if (root) stage.setRoot(root);
        if (system.hasOverlay) state.notices = new Notices(session, system.texts);
        state.touches = new Touches(session);
        state.touches.listenOn(root ? [stage.surface, root] : [stage.surface], root);
        device.onnotice = (text) => text && state.notices?.show(text);
        device.onfail = (error) => {
            console.error(error.message);
            if (!state.isEnded) state.end();
        };
        return session;
    } catch (error) {
        stage.close();
        system.active = false;
        throw error;
    }
}
