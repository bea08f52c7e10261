// XRSystem (WebXR §4.1, §4.2): what `navigator.xr` is.

import { Device } from "./device.js";
import { claim, expose, fault, make, stateOf } from "./interfaces.js";
import { Touches } from "./input.js";
import { Notices } from "./notices.js";
import { KeptPlace } from "./persistence.js";
import { SessionState, XRSession } from "./session.js";
import { Stage } from "./stage.js";

const modes = ["inline", "immersive-vr", "immersive-ar"];
const usualFeatures = { inline: ["viewer"], "immersive-ar": ["viewer", "local"] };
const moreFeatures = {
    inline: [],
    "immersive-ar": ["local-floor", "unbounded", "hit-test", "anchors", "plane-detection", "light-estimation", "dom-overlay", "camera-access"],
};

/** Whether this device has what tracking needs: a camera and motion sensors, or a recording in their place. */
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
        demandMode(mode);
        const native = await state.native();
        if (native) return native.isSessionSupported(mode);
        if (mode === "immersive-ar" && canTrack(state)) state.library().catch(() => {});
        return isSupported(state, mode);
    }

    async requestSession(mode, options = {}) {
        const state = stateOf(this);
        demandMode(mode);
        // Asked before anything is awaited: the tap counts only for a moment.
        const isInTap = navigator.userActivation?.isActive ?? true;
        const native = state.isDecided ? state.known : await state.native();
        if (native) return native.requestSession(mode, options);
        const isImmersive = mode !== "inline";
        if (isImmersive && state.active) throw fault("InvalidStateError", "An immersive session is running.");
        if (isImmersive && !isInTap) throw fault("SecurityError", "An immersive session must be asked for in a tap.");
        if (!isSupported(state, mode)) throw fault("NotSupportedError", `There is no ${mode} here.`);
        const features = chosenFeatures(mode, options);
        return isImmersive ? openImmersive(state, mode, features, options) : begin(new SessionState({ mode, features, isParked: () => state.active }));
    }
}
expose(XRSystem, { events: ["devicechange"] });

function demandMode(mode) {
    if (!modes.includes(mode)) throw new TypeError(`"${mode}" is no XRSessionMode.`);
}

const isSupported = (state, mode) => mode === "inline" || (mode === "immersive-ar" && canTrack(state));

/** The features of a session: what it always has, what is required and what of the optional ones there is (WebXR §4.2.1). */
function chosenFeatures(mode, { requiredFeatures = [], optionalFeatures = [], domOverlay = null }) {
    const isThere = (feature) => [...usualFeatures[mode], ...moreFeatures[mode]].includes(feature) && (feature !== "dom-overlay" || domOverlay?.root);
    const missing = [...requiredFeatures].find((feature) => !isThere(String(feature)));
    if (missing !== undefined) throw fault("NotSupportedError", `The required feature "${missing}" is not there.`);
    return new Set([...usualFeatures[mode], ...requiredFeatures, ...[...optionalFeatures].filter((feature) => isThere(String(feature)))].map(String));
}

function begin(state) {
    const session = make(XRSession, state);
    state.start(session);
    return session;
}

async function openImmersive(system, mode, features, { domOverlay }) {
    system.active = true;
    const stage = new Stage();
    try {
        const library = await system.library();
        const place = features.has("anchors") ? await KeptPlace.load() ?? new KeptPlace() : null;
        const device = await Device.open(library, { ...system, map: system.map ?? place?.map });
        const root = features.has("dom-overlay") ? domOverlay.root : null;
        const state = new SessionState({ mode, features, device, stage, root, place, onend: () => { system.active = false; } });
        const session = begin(state);
        if (root) stage.setRoot(root);
        if (system.hasOverlay) state.notices = new Notices(session, system.texts);
        state.touches = new Touches(session, root ? [stage.surface, root] : [stage.surface], root);
        device.onnotice = (text) => text && state.notices?.tell(text);
        device.onfail = (error) => {
            console.error(error.message);
            state.end();
        };
        const look = () => (state.isEnded ? document.removeEventListener("visibilitychange", look) : state.setVisibility(document.hidden ? "hidden" : "visible"));
        document.addEventListener("visibilitychange", look);
        return session;
    } catch (error) {
        stage.close();
        system.active = false;
        throw error;
    }
}
