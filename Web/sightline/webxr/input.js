// Touches of the screen as transient input sources (WebXR §10 and §12; DOM Overlays §3 for `beforexrselect`).

import { XRFrame } from "./frame.js";
import { argument, claim, dictionary, expose, hold, interfaces, make, sequence, stateOf } from "./interfaces.js";
import { rayPose } from "./hit-test.js";
import { spaceAt } from "./spaces.js";

export class XRInputSource {
    constructor() {
        claim(this);
    }

    get handedness() { return "none"; }
    get targetRayMode() { return "screen"; }
    get targetRaySpace() { return stateOf(this).targetRaySpace; }
    get gripSpace() { return null; }
    get profiles() { return stateOf(this).profiles; }
    get skipRendering() { return true; }
    get gamepad() { return null; }
    get hand() { return null; }
}
expose(XRInputSource);
/** WebXR §10.1: the profiles of an inline session's sources are none. */
const profiles = { inline: Object.freeze([]), "immersive-ar": Object.freeze(["generic-touchscreen"]) };

/** The list of input sources, by index and in a loop. Its state is the array that changes; `reindex` follows it. */
export class XRInputSourceArray {
    constructor() {
        claim(this);
    }

    get length() { return stateOf(this).length; }
    entries() { return stateOf(this).entries(); }
    keys() { return stateOf(this).keys(); }
    values() { return stateOf(this).values(); }
    forEach(callback, self = undefined) { stateOf(this).forEach((source, index) => callback.call(self, source, index, this)); }
}
Object.defineProperty(XRInputSourceArray.prototype, Symbol.iterator, { value: XRInputSourceArray.prototype.values, configurable: true, writable: true });
expose(XRInputSourceArray);

/** Gives a list the indexes of its sources (Web IDL §3.9: enumerable, read-only). */
function reindex(list) {
    const sources = stateOf(list);
    for (const index of Object.keys(list)) delete list[index];
    sources.forEach((value, index) => Object.defineProperty(list, index, { value, configurable: true, enumerable: true }));
}

export class XRSessionEvent extends Event {
    constructor(type, eventInitDict) {
        super(type, eventInitDict);
        const { session } = dictionary(eventInitDict);
        demandSession(session);
        hold(this, { session });
    }

    get session() { return stateOf(this).session; }
}
expose(XRSessionEvent);

export class XRInputSourceEvent extends Event {
    constructor(type, eventInitDict) {
        super(type, eventInitDict);
        const { frame, inputSource } = dictionary(eventInitDict);
        argument(frame, XRFrame);
        argument(inputSource, XRInputSource);
        hold(this, { frame, inputSource });
    }

    get frame() { return stateOf(this).frame; }
    get inputSource() { return stateOf(this).inputSource; }
}
expose(XRInputSourceEvent);

export class XRInputSourcesChangeEvent extends Event {
    constructor(type, eventInitDict) {
        super(type, eventInitDict);
        const { session, added, removed } = dictionary(eventInitDict);
        demandSession(session);
        const [come, gone] = [sequence(added), sequence(removed)];
        [...come, ...gone].forEach((source) => argument(source, XRInputSource));
        hold(this, { session, added: Object.freeze(come), removed: Object.freeze(gone) });
    }

    get session() { return stateOf(this).session; }
    get added() { return stateOf(this).added; }
    get removed() { return stateOf(this).removed; }
}
expose(XRInputSourcesChangeEvent);

const demandSession = (session) => argument(session, interfaces.XRSession);

/**
 * Converts touches to input sources. A finger's changes are kept until the next frame (`settle`), so that every touch
 * is in at least one frame, with the hit tests of its ray.
 */
export class Touches {
    #session;
    #touches = new Map();
    #ended = [];
    #controller = new AbortController();
    #listening = new AbortController();

    constructor(session) {
        this.#session = session;
        const { signal } = this.#controller;
        addEventListener("pointermove", (event) => this.#move(event), { signal, capture: true });
        addEventListener("pointerup", (event) => this.#release(event, true), { signal, capture: true });
        addEventListener("pointercancel", (event) => this.#release(event, false), { signal, capture: true });
    }

    /** From now on fingers touch the elements `surfaces`; `root` is the page's overlay, or null. */
    listenOn(surfaces, root = null) {
        this.#listening.abort();
        this.#listening = new AbortController();
        const { signal } = this.#listening;
        for (const surface of surfaces) surface.addEventListener("pointerdown", (event) => this.#press(event, root), { signal });
    }

    close() {
        this.#listening.abort();
        this.#controller.abort();
    }

    #press(event, root) {
        const { mode, visibility } = stateOf(this.#session);
        if (event.button !== 0 || this.#touches.has(event.pointerId) || visibility === "hidden") return;
        // A touch that the page keeps for itself, and an inline session's second one, are auxiliary actions: sources
        // without select events.
        let isAuxiliary = mode === "inline" && !event.isPrimary;
        if (root?.contains(event.target)) {
            const question = new XRSessionEvent("beforexrselect", { session: this.#session, bubbles: true, cancelable: true, composed: true });
            isAuxiliary = !event.target.dispatchEvent(question);
        }
        this.#touches.set(event.pointerId, { place: this.#placeOf(event), source: null, isAuxiliary, isSelected: false });
    }

    #move(event) {
        const touch = this.#touches.get(event.pointerId);
        if (touch) touch.place = this.#placeOf(event);
    }

    #release(event, isSelected) {
        const touch = this.#touches.get(event.pointerId);
        if (!touch) return;
        this.#touches.delete(event.pointerId);
        this.#ended.push(Object.assign(touch, { isSelected }));
    }

    /** Before a frame's callbacks: new touches become sources; ended ones that were in a frame are removed. */
    settle(fire) {
        const { sources, inputSources } = stateOf(this.#session);
        const over = this.#ended.filter(({ source }) => source);
        const begun = [...this.#touches.values(), ...this.#ended].filter(({ source }) => !source);
        this.#ended = this.#ended.filter(({ source }) => !source);
        for (const { source, isSelected, isAuxiliary } of over) {
            if (isSelected && !isAuxiliary) fire("select", source);
            if (!isAuxiliary) fire("selectend", source);
            sources.splice(sources.indexOf(source), 1);
            reindex(inputSources);
        }
        if (over.length > 0) this.#notify([], over.map(({ source }) => source));
        for (const touch of begun) sources.push(touch.source = this.#source(touch));
        reindex(inputSources);
        if (begun.length > 0) this.#notify(begun.map(({ source }) => source), []);
        for (const { source, isAuxiliary } of begun) {
            if (!isAuxiliary) fire("selectstart", source);
        }
    }

    #notify(added, removed) {
        const session = this.#session;
        session.dispatchEvent(new XRInputSourcesChangeEvent("inputsourceschange", { session, added, removed }));
    }

    /** The position of a finger in the view, 0…1 from the top left. */
    #placeOf({ clientX, clientY }) {
        const { left, top, width, height } = stateOf(this.#session).bounds;
        return [(clientX - left) / width, (clientY - top) / height];
    }

    #source(touch) {
        const session = this.#session;
        const locate = (view) => view.worldFromViewer && rayPose(view.worldFromViewer, stateOf(session).projectionOf(view), touch.place);
        return make(XRInputSource, { targetRaySpace: spaceAt(session, locate), profiles: profiles[stateOf(session).mode] });
    }
}
