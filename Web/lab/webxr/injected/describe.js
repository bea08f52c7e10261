// Values of a page's calls as short texts.

import { stateOf } from "../../../sightline/webxr/interfaces.js";
import { XRReferenceSpace } from "../../../sightline/webxr/spaces.js";

const longestText = 60;
const mostMembers = 6;
const deepest = 2;

/** A value in few words: interfaces by their names, reference spaces by their types. */
export function describe(value, depth = 0) {
    if (value === null || value === undefined || typeof value === "boolean") return String(value);
    if (typeof value === "number") return String(Number(value.toPrecision(4)));
    if (typeof value === "string") return `"${shortened(value)}"`;
    if (typeof value !== "object") return typeof value;
    if (value instanceof XRReferenceSpace) return `XRReferenceSpace ${typeOf(value)}`;
    if (value instanceof Element) return `<${value.localName}${value.id ? `#${shortened(value.id)}` : ""}>`;
    const name = Object.prototype.toString.call(value).slice(8, -1);
    if (Array.isArray(value)) return depth < deepest ? listed(value.map((each) => describe(each, depth + 1)), "[", "]") : "[…]";
    if (name !== "Object") return name;
    return depth < deepest ? listed(Object.entries(value).map(([key, each]) => `${shortened(key)}: ${describe(each, depth + 1)}`), "{ ", " }") : "{…}";
}

/** An error as its name and message. */
export function describeError(error) {
    return error instanceof Error || error instanceof DOMException ? `${error.name}: ${error.message}` : describe(error);
}

function typeOf(space) {
    const { type, root } = stateOf(space);
    return root ? `${type}, offset` : type;
}

const shortened = (text) => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

function listed(texts, open, close) {
    const more = texts.length > mostMembers ? [...texts.slice(0, mostMembers), "…"] : texts;
    return `${open}${more.join(", ")}${close}`;
}
