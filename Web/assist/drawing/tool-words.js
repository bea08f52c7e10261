// The words under the tools: each stands there until its tool was used once on this device.

const key = "assist/known-tools";

export class ToolWords {
    #bar;
    #known = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));

    /** `bar` holds the tools, each an element with `data-tool`. */
    constructor(bar) {
        this.#bar = bar;
    }

    /** A tool was used. Its word goes when `show` is called next, not under the hand. */
    use(tool) {
        if (this.#known.has(tool)) return;
        this.#known.add(tool);
        localStorage.setItem(key, JSON.stringify([...this.#known]));
    }

    /** Shows the words of the tools that were never used. */
    show() {
        const all = [...this.#bar.querySelectorAll("[data-tool]")];
        for (const each of all) each.classList.toggle("known", this.#known.has(each.dataset.tool));
        this.#bar.dataset.hasWords = all.some((each) => !each.hidden && !this.#known.has(each.dataset.tool));
    }
}
