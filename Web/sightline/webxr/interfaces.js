// What all interfaces of WebXR share: no page constructs them, their state is hidden, their members are enumerable (Web IDL §3.7).

const states = new WeakMap();
let handed = null;

/** Makes an object of an interface that a page cannot construct; `state` is what `stateOf` gives. */
export function make(Interface, state) {
    handed = { Interface, state };
    try {
        return new Interface();
    } finally {
        handed = null;
    }
}

/** Called by such an interface's constructor: a page's own call has nothing handed over. */
export function claim(object) {
    if (handed?.Interface !== object.constructor) throw new TypeError("Illegal constructor");
    states.set(object, handed.state);
    handed = null;
}

/** Gives an object of an interface with a public constructor its state. */
export function hold(object, state) {
    states.set(object, state);
}

/** The state of an object, for the interfaces' own members. */
export function stateOf(object) {
    const state = states.get(object);
    if (!state) throw new TypeError("Illegal invocation");
    return state;
}

/** Whether an object is one of ours of an interface. */
export function isOurs(object, Interface) {
    return object instanceof Interface && states.has(object);
}

/** The interfaces that are installed, by name. */
export const interfaces = {};

/** Makes a class look like an interface of Web IDL, with `on…` attributes for the events that it names, and lists it for installation. */
export function expose(Interface, { events = [], hidden = false } = {}) {
    for (const type of events) addHandler(Interface.prototype, type);
    const members = Object.getOwnPropertyDescriptors(Interface.prototype);
    for (const [name, descriptor] of Object.entries(members)) {
        if (name !== "constructor") Object.defineProperty(Interface.prototype, name, { ...descriptor, enumerable: true });
    }
    Object.defineProperty(Interface.prototype, Symbol.toStringTag, { value: Interface.name, configurable: true });
    if (!hidden) interfaces[Interface.name] = Interface;
    return Interface;
}

const handlers = new WeakMap();

/** An event handler attribute (HTML §8.1.8.1): its place among the listeners is that of its first setting. */
function addHandler(prototype, type) {
    Object.defineProperty(prototype, `on${type}`, {
        configurable: true,
        get() {
            return handlers.get(this)?.[type]?.callback ?? null;
        },
        set(callback) {
            const own = handlers.get(this) ?? {};
            handlers.set(this, own);
            const wanted = typeof callback === "function" ? callback : null;
            if (own[type]) {
                own[type].callback = wanted;
                return;
            }
            if (!wanted) return;
            const entry = own[type] = { callback: wanted };
            this.addEventListener(type, (event) => {
                if (entry.callback?.call(this, event) === false) event.preventDefault();
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
        forEach(callback, self) { stateOf(this).forEach((value) => callback.call(self, value, value, this)); },
    };
    for (const [name, value] of Object.entries(members)) Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
    Object.defineProperty(prototype, "size", { configurable: true, get() { return stateOf(this).size; } });
    Object.defineProperty(prototype, Symbol.iterator, { value: members.values, configurable: true, writable: true });
}

/** An error of the DOM by its name. */
export function fault(name, message) {
    return new DOMException(message, name);
}
