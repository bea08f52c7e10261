// Installs `navigator.xr` and the interfaces, and removes them.

import { addHandler, interfaces, make, stateOf } from "./interfaces.js";
import { installCompatibility } from "./layer.js";
import { canTrack, showOrHide, XRSystem } from "./system.js";

/**
 * `library` imports Sightline's; `parameters` of the script's address control the immediate installation. Returns
 * `installWebXR`.
 */
export function installFor(library, parameters) {
    let remove = null;
    const install = (options = {}) => {
        remove?.();
        remove = installed(library, options);
        return remove;
    };
    install({
        recording: parameters.get("recording"), pace: Number(parameters.get("pace") ?? 1), always: parameters.has("always"), overlay: !parameters.has("bare"),
    });
    return install;
}

/** Whether the browser has an immersive session of its own. */
async function hasNative(xr) {
    const answers = ["immersive-ar", "immersive-vr"].map((mode) => xr.isSessionSupported(mode).catch(() => false));
    return (await Promise.all(answers)).some(Boolean);
}

function installed(library, { always = false, recording = null, pace = 1, map = null, texts = {}, overlay = true }) {
    const old = Object.getOwnPropertyDescriptor(Navigator.prototype, "xr");
    const browsers = navigator.xr ?? null;
    const asksNative = browsers !== null && !always && !recording;
    if (asksNative && !canTrack({ recording })) return () => {};
    let loaded = null;
    const state = {
        recording, pace, map, texts, hasOverlay: overlay, active: false, sessions: new Set(), isDecided: !asksNative, known: null,
        library: () => (loaded ??= library().catch((error) => { loaded = null; throw error; })),
        native: async () => (asksNative ? decision : null),
    };
    const system = make(XRSystem, state);
    const look = () => showOrHide(state);
    document.addEventListener("visibilitychange", look);
    const undo = [installCompatibility(), putGlobals(), putSystem(system, old), putHandler(), () => document.removeEventListener("visibilitychange", look)];
    const remove = () => undo.splice(0).forEach((act) => act());
    const decision = asksNative ? hasNative(browsers).then((isThere) => {
        if (isThere) remove();
        Object.assign(state, { isDecided: true, known: isThere ? browsers : null });
        return state.known;
    }) : null;
    // The library must be loaded before a tap: some browsers forget the tap while a script is fetched.
    if (!asksNative && canTrack(state)) addEventListener("load", () => state.library().catch(() => {}), { once: true });
    browsers?.addEventListener?.("devicechange", () => system.dispatchEvent(new Event("devicechange")));
    return remove;
}

function putGlobals() {
    const undo = Object.entries(interfaces).map(([name, Interface]) => {
        const before = Object.getOwnPropertyDescriptor(globalThis, name);
        Object.defineProperty(globalThis, name, { value: Interface, configurable: true, enumerable: false, writable: true });
        return () => (before ? Object.defineProperty(globalThis, name, before) : delete globalThis[name]);
    });
    return () => undo.forEach((act) => act());
}

/** DOM Overlays §2.1: `onbeforexrselect` of elements, documents and windows. */
function putHandler() {
    const undo = [HTMLElement.prototype, SVGElement.prototype, Document.prototype, globalThis].filter((target) => !("onbeforexrselect" in target)).map((target) => {
        addHandler(target, "beforexrselect");
        return () => delete target.onbeforexrselect;
    });
    return () => undo.forEach((act) => act());
}

function putSystem(system, old) {
    stateOf(system);
    Object.defineProperty(Navigator.prototype, "xr", { configurable: true, enumerable: true, get: () => system });
    return () => (old ? Object.defineProperty(Navigator.prototype, "xr", old) : delete Navigator.prototype.xr);
}
