// Touches of the screen as transient input sources (WebXR §10 and §12; DOM Overlays §3 for `beforexrselect`).

import { claim, expose, hold, make, stateOf } from "./interfaces.js";
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
    get profiles() { return profiles; }
    get skipRendering() { return true; }
    get gamepad() { return null; }
    get hand() { return null; }
}
expose(XRInputSource);
const profiles = Object.freeze(["generic-touchscreen"]);

/** The list of input sources, by index and in a loop. */
export class XRInputSourceArray {
    constructor() {
        claim(this);
        const sources = stateOf(this);
        const listed = new Proxy(this, {
            get: (target, name) => (isIndex(name) ? sources[name] : Reflect.get(target, name, target)),
            has: (target, name) => (isIndex(name) ? name in sources : Reflect.has(target, name)),
        });
        hold(listed, sources);
        return listed;
    }

    get length() { return stateOf(this).length; }
    entries() { return stateOf(this).entries(); }
    keys() { return stateOf(this).keys(); }
    values() { return stateOf(this).values(); }
    forEach(callback, self) { stateOf(this).forEach((source, index) => callback.call(self, source, index, this)); }
    [Symbol.iterator]() { return stateOf(this).values(); }
}
expose(XRInputSourceArray);

const isIndex = (name) => typeof name === "string" && /^\d+$/.test(name);

export class XRSessionEvent extends Event {
    #session;

    constructor(type, { session, ...init }) {
        super(type, init);
        stateOf(session);
        this.#session = session;
    }

    get session() { return this.#session; }
}
expose(XRSessionEvent);

export class XRInputSourceEvent extends Event {
    #frame;
    #inputSource;

    constructor(type, { frame, inputSource, ...init }) {
        super(type, init);
        stateOf(frame);
        stateOf(inputSource);
        [this.#frame, this.#inputSource] = [frame, inputSource];
    }

    get frame() { return this.#frame; }
    get inputSource() { return this.#inputSource; }
}
expose(XRInputSourceEvent);

export class XRInputSourcesChangeEvent extends Event {
    #values;

    constructor(type, { session, added, removed, ...init }) {
        super(type, init);
        stateOf(session);
        this.#values = { session, added: Object.freeze([...added]), removed: Object.freeze([...removed]) };
    }

    get session() { return this.#values.session; }
    get added() { return this.#values.added; }
    get removed() { return this.#values.removed; }
}
expose(XRInputSourcesChangeEvent);

/**
 * Turns touches into input sources. What happens to a finger is kept until the next frame (`settle`), so that every touch is there in at least
 * one frame, and hit tests of its ray with it.
 */
export class Touches {
    #session;
    #touches = new Map();
    #ended = [];
    #controller = new AbortController();

    /** `surfaces` are the elements that fingers touch; `root` is the page's overlay, or null. */
    constructor(session, surfaces, root) {
        this.#session = session;
        const { signal } = this.#controller;
        for (const surface of surfaces) surface.addEventListener("pointerdown", (event) => this.#press(event, root), { signal });
        addEventListener("pointermove", (event) => this.#move(event), { signal, capture: true });
        addEventListener("pointerup", (event) => this.#release(event, true), { signal, capture: true });
        addEventListener("pointercancel", (event) => this.#release(event, false), { signal, capture: true });
    }

    close() {
        this.#controller.abort();
    }

    #press(event, root) {
        if (event.button !== 0 || this.#touches.has(event.pointerId)) return;
        if (root?.contains(event.target)) {
            const question = new XRSessionEvent("beforexrselect", { session: this.#session, bubbles: true, cancelable: true, composed: true });
            if (!event.target.dispatchEvent(question)) return;
        }
        this.#touches.set(event.pointerId, { place: this.#placeOf(event), source: null, isOver: false, isSelected: false });
    }

    #move(event) {
        const touch = this.#touches.get(event.pointerId);
        if (touch) touch.place = this.#placeOf(event);
    }

    #release(event, isSelected) {
        const touch = this.#touches.get(event.pointerId);
        if (!touch) return;
        this.#touches.delete(event.pointerId);
        Object.assign(touch, { isOver: true, isSelected });
        this.#ended.push(touch);
    }

    /** Before a frame's callbacks: new touches become sources; those that a frame has seen and that are over are taken away. */
    settle(fire) {
        const { sources } = stateOf(this.#session);
        const over = this.#ended.filter(({ source }) => source);
        const begun = [...this.#touches.values(), ...this.#ended].filter(({ source }) => !source);
        this.#ended = this.#ended.filter(({ source }) => !source);
        for (const { source, isSelected } of over) {
            if (isSelected) fire("select", source);
            fire("selectend", source);
            sources.splice(sources.indexOf(source), 1);
        }
        if (over.length > 0) this.#tell([], over.map(({ source }) => source));
        for (const touch of begun) sources.push(touch.source = this.#source(touch));
        if (begun.length > 0) this.#tell(begun.map(({ source }) => source), []);
        for (const { source } of begun) fire("selectstart", source);
    }

    #tell(added, removed) {
        const session = this.#session;
        session.dispatchEvent(new XRInputSourcesChangeEvent("inputsourceschange", { session, added, removed }));
    }

    /** Where in the view a finger is, 0…1 from the top left. */
    #placeOf({ clientX, clientY }) {
        const [width, height] = stateOf(this.#session).stage.size;
        return [clientX / width, clientY / height];
    }

    #source(touch) {
        const session = this.#session;
        const locate = (view) => view.worldFromViewer && rayPose(view.worldFromViewer, stateOf(session).viewOf(view).projectionMatrix, touch.place);
        return make(XRInputSource, { targetRaySpace: spaceAt(session, locate) });
    }
}
