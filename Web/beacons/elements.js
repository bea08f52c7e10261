// Creates elements.

const paths = {
    up: "M12 19V5M6 11l6-6 6 6",
    down: "M12 5v14M6 13l6 6 6-6",
    edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
    remove: "M6 7h12M10 7V5h4v2M8 7l1 12h6l1-12",
    key: "M14 10a4 4 0 1 0-3.5 4L12 16h2v2h2v2h3v-3l-5.3-5.3M9 9h.01",
    enter: "M4 12h11M11 7l5 5-5 5M19 5v14",
    exit: "M9 12h11M16 7l5 5-5 5M5 5v14",
    fact: "M12 11v5M12 8h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
    channel: "M5 12a7 7 0 0 1 14 0M8 15a4 4 0 0 1 8 0M12 18h.01",
    phone: "M8 3h8v18H8zM11 18h2",
    survey: "M5 19l4-9 5 4 5-9M5 19h.01M9 10h.01M14 14h.01M19 5h.01",
    post: "M4 6h16v12H4zM4 7l8 6 8-6",
};

/** An element with attributes and children; `on…` attributes are listeners, `text` its text. */
export function make(name, { text, ...attributes } = {}, ...children) {
    const element = document.createElement(name);
    set(element, attributes);
    if (text !== undefined) element.textContent = text;
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

/** The same for drawings. */
export function draw(name, { text, ...attributes } = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    set(element, attributes);
    if (text !== undefined) element.textContent = text;
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

export function icon(name) {
    const svg = draw("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" });
    svg.append(draw("path", { d: paths[name] }));
    return svg;
}

/** A small round button with an icon and a name for screen readers. */
export function iconButton(name, label, onclick) {
    return make("button", { class: "icon", type: "button", "aria-label": label, title: label, onclick }, icon(name));
}

/** Sets a text only if it changes, so that nothing flickers and a screen reader reads only changes. */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : value);
    }
}

/**
 * Synchronises a list's elements with items: `key(item)` identifies them, `create(item)` makes an element,
 * `update(element, item)` updates it. Elements that stay keep the focus.
 */
export function keep(list, items, { key, create, update }) {
    const held = new Map([...list.children].map((child) => [child.dataset.key, child]));
    items.forEach((item, index) => {
        const name = String(key(item));
        let element = held.get(name);
        if (!element) {
            element = create(item);
            element.dataset.key = name;
        }
        held.delete(name);
        if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
        update(element, item);
    });
    for (const element of held.values()) element.remove();
}
