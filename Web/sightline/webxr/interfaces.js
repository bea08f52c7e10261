// The shared part of all WebXR interfaces: pages cannot construct them, their state is hidden, their members are
// enumerable (Web IDL §3.7).

const states = new WeakMap();
let handed = null;

/** Creates an object of an interface that a page cannot construct; `state` is the value of `stateOf`. */
export function make(Interface, state) {
    handed = { Interface, state };
    try {
        return new Interface();
    } finally {
        handed = null;
    }
}

/** Called by such an interface's constructor: in a page's own call no state has been set. */
export function claim(object) {
    if (handed?.Interface !== object.constructor) throw new TypeError("Illegal constructor");
    states.set(object, handed.state);
    handed = null;
}

/** Sets the state of an object of an interface with a public constructor. */
export function hold(object, state) {
    states.set(object, state);
}

/** The state of an object, for the interfaces' own members. */
export function stateOf(object) {
    const state = states.get(object);
    if (!state) throw new TypeError("Illegal invocation");
    return state;
}

/** The state of an argument of a required interface (Web IDL §3.2.15). */
export function argument(value, Interface) {
    if (!(value instanceof Interface) || !states.has(value)) throw new TypeError(`The argument is no ${Interface.name}.`);
    return states.get(value);
}

/** An argument that is a dictionary (Web IDL §3.2.17): its members, none for a missing one. */
export function dictionary(value) {
    if (value === undefined || value === null) return {};
    if (typeof value !== "object" && typeof value !== "function") throw new TypeError("The argument is no object.");
    return value;
}

/** An argument that is a sequence (Web IDL §3.2.21) as an array. */
export function sequence(value) {
    if (typeof value !== "object" || typeof value?.[Symbol.iterator] !== "function") throw new TypeError("The argument cannot be iterated over.");
    return [...value];
}

/** An argument that is one of an enumeration (Web IDL §3.2.18). */
export function enumeration(value, names) {
    const name = String(value);
    if (!names.includes(name)) throw new TypeError(`"${name}" is none of ${names.join(", ")}.`);
    return name;
}

/** An argument that is a finite number (Web IDL `double`). */
export function finite(value) {
    const number = Number(value);
    if (!Number.isFinite(number)) throw new TypeError("The number must be finite.");
    return number;
}

/** The interfaces that are installed, by name. */
export const interfaces = {};

/**
 * Makes a class conform to a Web IDL interface, with `on…` attributes for its events, and lists it for installation.
 */
export function expose(Interface, { events = [] } = {}) {
    for (const type of events) addHandler(Interface.prototype, type);
    const members = Object.getOwnPropertyDescriptors(Interface.prototype);
    for (const [name, { value, get, set }] of Object.entries(members)) {
        if (name === "constructor") continue;
        const guarded = value ? { value: guard(Interface, name, value), writable: true } : { get: guard(Interface, `get ${name}`, get), set: set && guard(Interface, `set ${name}`, set) };
        Object.defineProperty(Interface.prototype, name, { ...guarded, configurable: true, enumerable: true });
    }
    Object.defineProperty(Interface.prototype, Symbol.toStringTag, { value: Interface.name, configurable: true });
    interfaces[Interface.name] = Interface;
    return Interface;
}

const AsyncFunction = (async () => {}).constructor;

/**
 * A member that is called only on objects of its interface, and with all its arguments; one that returns a promise
 * rejects it instead of throwing (Web IDL §3.7.7).
 */
function guard(Interface, name, act) {
    const check = (self, count) => {
        if (!(self instanceof Interface) || !states.has(self)) throw new TypeError("Illegal invocation");
        if (count < act.length) throw new TypeError(`${name}: ${act.length} arguments are required, ${count} were given.`);
    };
    const guarded = act instanceof AsyncFunction
        ? { async call(...given) { check(this, given.length); return act.apply(this, given); } }
        : { call(...given) { check(this, given.length); return act.apply(this, given); } };
    return Object.defineProperties(guarded.call, { name: { value: name, configurable: true }, length: { value: act.length, configurable: true } });
}

const handlers = new WeakMap();

/** An event handler attribute (HTML §8.1.8.1): its position among the listeners is that of its first setting. */
export function addHandler(prototype, type) {
    Object.defineProperty(prototype, `on${type}`, {
        configurable: true, enumerable: true,
        get() {
            return handlers.get(this ?? globalThis)?.[type]?.callback ?? null;
        },
        set(callback) {
            const target = this ?? globalThis;
            const own = handlers.get(target) ?? {};
            handlers.set(target, own);
            const wanted = typeof callback === "function" ? callback : null;
            if (own[type]) {
                own[type].callback = wanted;
                return;
            }
            if (!wanted) return;
            const entry = own[type] = { callback: wanted };
            target.addEventListener(type, (event) => {
                if (entry.callback?.call(target, event) === false) event.preventDefault();
            });
        },
    });
}

/** Gives an interface the members of a read-only set (`readonly setlike` of Web IDL); its state is a Set. */
export function makeSetlike({ prototype }) {
    const members = {
        has(value) { return stateOf(this).has(value); },
        entries() { return stateOf(this).entries(); },
        keys() { return stateOf(this).values(); },
        values() { return stateOf(this).values(); },
        forEach(callback, self = undefined) { stateOf(this).forEach((value) => callback.call(self, value, value, this)); },
    };
    for (const [name, value] of Object.entries(members)) Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
    Object.defineProperty(prototype, "size", { configurable: true, get() { return stateOf(this).size; } });
    Object.defineProperty(prototype, Symbol.iterator, { value: members.values, configurable: true, writable: true });
}

/** An error of the DOM by its name. */
export function fault(name, message) {
    return new DOMException(message, name);
}
