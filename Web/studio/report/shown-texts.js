// What a page has said to the person lately, for a report.

const mostTexts = 60;
const identifiers = ["state", "advice", "notice", "trouble"];

/** Follows the places where a page shows its state, its advice and its faults, and errors of its scripts. */
export class ShownTexts {
    /** The texts, the oldest first, as events of a session's log. */
    events = [];

    constructor() {
        for (const id of identifiers) {
            const element = document.getElementById(id);
            if (!element) continue;
            let last = element.textContent;
            new MutationObserver(() => {
                const text = element.textContent.trim().replace(/\s+/g, " ");
                if (text !== last && text !== "") this.#note("shown", `${id}: ${text}`);
                last = text;
            }).observe(element, { childList: true, characterData: true, subtree: true });
        }
        addEventListener("error", ({ message }) => this.#note("fault", `script: ${message}`));
        addEventListener("unhandledrejection", ({ reason }) => this.#note("fault", `script: ${reason?.message ?? reason}`));
    }

    #note(kind, text) {
        this.events.push({ seconds: Math.round(performance.now()) / 1000, kind, text: text.slice(0, 300) });
        if (this.events.length > mostTexts) this.events.shift();
    }
}
