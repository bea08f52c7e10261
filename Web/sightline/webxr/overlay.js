// The page's overlay (DOM Overlays §2): its element covers the view, in the browser's top layer if possible, and
// `:xr-overlay` matches it.

const attribute = "data-xr-overlay";
const overlayLevel = 2147483647;

/** Sets an element's style properties by their names in CSS; a page's content security policy allows it in scripts. */
export function styled(element, properties, priority = "") {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, priority);
}

/** Styles that cover the whole window, independent of the page's styles. */
export const whole = {
    position: "fixed", left: "0", top: "0", right: "auto", bottom: "auto", width: "100%", height: "100%", margin: "0", padding: "0", border: "0",
    "max-width": "none", "max-height": "none", "min-width": "0", "min-height": "0", transform: "none", visibility: "visible", opacity: "1",
};

/** Moves an element to the top layer; returns false if that is not possible. */
export function raise(element) {
    if (!("showPopover" in element) || element.hasAttribute("popover") || element.contains(document.body)) return false;
    element.setAttribute("popover", "manual");
    element.showPopover();
    return true;
}

/** Removes an element from the top layer. */
function lower(element) {
    element.hidePopover();
    element.removeAttribute("popover");
}

export class Overlay {
    #root;
    #css;
    #isRaised;
    #sheet = null;
    #isOver = false;

    constructor(root) {
        this.#root = root;
        this.#css = root.getAttribute("style");
        this.#isRaised = raise(root);
        styled(root, { ...whole, "box-sizing": "border-box", "z-index": String(overlayLevel), background: "transparent", overflow: "auto", contain: "paint" }, "important");
        root.setAttribute(attribute, "");
        this.#match().catch((error) => console.warn(`:xr-overlay is not matched: ${error.message}`));
    }

    close() {
        this.#isOver = true;
        const [root, sheet] = [this.#root, this.#sheet];
        if (this.#isRaised) lower(root);
        root.removeAttribute(attribute);
        if (this.#css === null) root.removeAttribute("style");
        else root.setAttribute("style", this.#css);
        if (sheet) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    }

    /**
     * A script cannot add a pseudo-class, so the page's rules with `:xr-overlay` are repeated with an attribute
     * instead.
     */
    async #match() {
        const texts = await Promise.all([...document.querySelectorAll("style, link[rel~=stylesheet]")].map(styleText));
        const rules = texts.filter((text) => text.includes(":xr-overlay")).flatMap(rulesForOverlay);
        if (this.#isOver || rules.length === 0) return;
        this.#sheet = new CSSStyleSheet();
        this.#sheet.replaceSync(rules.join("\n"));
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    }
}

/** The text of a style element or of a style sheet from the page's own origin. */
async function styleText(element) {
    if (element.localName === "style") return element.textContent;
    if (new URL(element.href).origin !== location.origin) return "";
    const answer = await fetch(element.href, { cache: "force-cache" });
    return answer.ok ? answer.text() : "";
}

/** The rules of a style sheet that concern the overlay, as texts. */
function rulesForOverlay(text) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text.replaceAll(":xr-overlay", `[${attribute}]`));
    return [...sheet.cssRules].map(({ cssText }) => cssText).filter((rule) => rule.includes(attribute));
}
