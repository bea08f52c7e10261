// Notes the page's calls of WebXR, by wrapping the interfaces' members; the implementation itself does not call them.

import { interfaces } from "../../../sightline/webxr/interfaces.js";
import { describe, describeError } from "./describe.js";

/** Attributes that are worth a line: each reads the session's world. */
const watchedAttributes = { XRFrame: ["detectedPlanes", "detectedMeshes", "trackedAnchors"] };
const sessionEvents = ["end", "select", "selectstart", "selectend", "visibilitychange", "inputsourceschange", "sightlinenotice"];
/** Members whose results are too many to be described one by one. */
const summaries = {
    XRSession: (session) => `XRSession: ${session.enabledFeatures.join(", ")}`,
    Array: (list) => (list.length === 0 ? "none" : `${list.length} × ${describe(list[0])}`),
    XRPlaneSet: ({ size }) => `${size} × XRPlane`,
    XRMeshSet: ({ size }) => `${size} × XRMesh`,
    XRAnchorSet: ({ size }) => `${size} × XRAnchor`,
};

/** Notes every call in a `CallLog` from now on. */
export function watchCalls(log) {
    // The unwrapped member: the lab's own calls are none of the page's.
    const { getPose } = interfaces.XRHitTestResult.prototype;
    const locals = new WeakMap();
    const watch = new Watch(log, (owner, name, self, value) => {
        if (name === "requestSession") rememberSession(value, log, locals);
        if (name.startsWith("getHitTestResults") && Array.isArray(value)) notePoints(log, getPose, locals.get(self.session), value);
        if (name.startsWith("requestReferenceSpace")) value.addEventListener("reset", () => log.note({ name: "event reset", detail: describe(value), result: "", isFault: false }));
    });
    const { requestReferenceSpace } = interfaces.XRSession.prototype;
    locals.ask = (session) => requestReferenceSpace.call(session, "local");
    for (const [name, Interface] of Object.entries(interfaces)) {
        if (name.endsWith("Event")) continue;
        watch.members(name, Interface);
        if (Interface === globalThis[name]) watch.constructions(name, Interface);
    }
}

/** Notes a session's events, and gets the space in which hits are told to the lab. */
function rememberSession(session, log, locals) {
    for (const type of sessionEvents) session.addEventListener(type, () => log.note({ name: `event ${type}`, detail: "", result: "", isFault: false }));
    locals.ask(session).then((space) => locals.set(session, space), () => {});
}

function notePoints(log, getPose, space, results) {
    if (!space) return;
    for (const result of results.flatMap((each) => each.results ?? [each]).slice(0, 4)) {
        const position = getPose.call(result, space)?.transform.position;
        if (position) log.notePoint([position.x, position.y, position.z]);
    }
}

class Watch {
    #log;
    #onresult;

    constructor(log, onresult) {
        this.#log = log;
        this.#onresult = onresult;
    }

    /** Wraps the methods of an interface, and its watched attributes. */
    members(owner, { prototype }) {
        for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
            if (name === "constructor" || !descriptor.configurable) continue;
            if (typeof descriptor.value === "function") Object.defineProperty(prototype, name, { ...descriptor, value: this.#wrapped(owner, name, descriptor.value) });
            else if (watchedAttributes[owner]?.includes(name)) Object.defineProperty(prototype, name, { ...descriptor, get: this.#wrapped(owner, name, descriptor.get) });
        }
    }

    /** Notes `new` of an interface that a page may construct. */
    constructions(name, Interface) {
        const note = (...values) => this.#note(...values);
        const watched = new Proxy(Interface, {
            construct(target, given, made) {
                try {
                    const value = Reflect.construct(target, given, made === watched ? target : made);
                    if (name.startsWith("XRWebGL")) note(`new ${name}`, given, "");
                    return value;
                } catch (error) {
                    note(`new ${name}`, given, error);
                    throw error;
                }
            },
        });
        Object.defineProperty(globalThis, name, { value: watched, configurable: true, enumerable: false, writable: true });
    }

    #wrapped(owner, name, act) {
        const label = `${owner}.${name}`;
        const watch = this;
        const wrapper = { call(...given) {
            try {
                const value = Reflect.apply(act, this, given);
                if (value instanceof Promise) value.then((result) => watch.#done(owner, name, label, this, given, result), (error) => watch.#note(label, given, error));
                else watch.#done(owner, name, label, this, given, value);
                return value;
            } catch (error) {
                watch.#note(label, given, error);
                throw error;
            }
        } }.call;
        return Object.defineProperties(wrapper, { name: { value: name, configurable: true }, length: { value: act.length, configurable: true } });
    }

    #done(owner, name, label, self, given, value) {
        this.#note(label, given, resultOf(value));
        this.#onresult(owner, name, self, value);
    }

    #note(name, given, result) {
        const isFault = typeof result !== "string";
        // A handle differs in every frame.
        const detail = name.endsWith(".cancelAnimationFrame") ? "…" : given.map((each) => describe(each)).join(", ");
        this.#log.note({ name, detail, result: isFault ? describeError(result) : result, isFault });
    }
}

function resultOf(value) {
    if (value === undefined || typeof value === "number") return "";
    const kind = Array.isArray(value) ? "Array" : Object.prototype.toString.call(value).slice(8, -1);
    return Object.hasOwn(summaries, kind) ? summaries[kind](value) : describe(value);
}
