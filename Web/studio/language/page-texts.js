// The texts of a page's HTML. An element with several pieces of text and elements between them is one text, in which
// `{0}` is its first element; any other piece of text is a separate text. `Scripts/list-texts.py` finds them by the
// same rule.

const attributes = ["title", "aria-label", "placeholder", "alt", "data-label"];
const passedOver = "script, style, svg, [translate=no]";

const isText = (node) => node.nodeType === 3 && /\p{Letter}/u.test(node.data);

/** Translates every text below a node with `translate(english)`. */
export function translatePage(page, translate) {
    const description = page.querySelector?.("meta[name=description]");
    if (description) description.content = translate(description.content);
    for (const element of page.querySelectorAll("*")) {
        if (element.closest(passedOver)) continue;
        translateElement(element, translate);
        // A template's content is a document of its own.
        if (element instanceof HTMLTemplateElement) translatePage(element.content, translate);
    }
}

function translateElement(element, translate) {
    for (const name of attributes) {
        const value = element.getAttribute(name);
        if (value && /\p{Letter}/u.test(value)) element.setAttribute(name, translate(value.replace(/\s+/g, " ")));
    }
    const pieces = [...element.childNodes].filter(isText);
    if (pieces.length > 1 && element.childElementCount > 0) return translateMixed(element, translate);
    for (const piece of pieces) {
        const [, before, text, after] = piece.data.match(/^(\s*)(.*?)(\s*)$/s);
        piece.data = before + translate(text.replace(/\s+/g, " ")) + after;
    }
}

/** One text with elements in it, whose order may differ in another language. */
function translateMixed(element, translate) {
    const inner = [...element.children];
    let count = 0;
    const english = Array.from(element.childNodes, (node) => (node.nodeType === 1 ? `{${count++}}` : node.nodeType === 3 ? node.data : "")).join("");
    const parts = translate(english.trim().replace(/\s+/g, " ")).split(/\{(\d+)\}/);
    element.replaceChildren(...parts.map((part, index) => (index % 2 === 1 ? inner[part] : part)));
}
