// The labels of the tools: each is shown until its tool was used once on this device.

const key = "assist/known-tools";

export class ToolWords {
    #bar;
    #known = new Set(JSON.parse(localStorage.getItem(key) ?? "[]"));

    /** `bar` holds the tools, each an element with `data-tool`. */
    constructor(bar) {
        this.#bar = bar;
    }

    /** A tool was used. Its label disappears at the next `show`, not under the finger. */
    use(tool) {
        if (this.#known.has(tool)) return;
        this.#known.add(tool);
        localStorage.setItem(key, JSON.stringify([...this.#known]));
    }

    /** Shows the labels of unused tools. */
    show() {
        const all = [...this.#bar.querySelectorAll("[data-tool]")];
        for (const each of all) each.classList.toggle("known", this.#known.has(each.dataset.tool));
        this.#bar.dataset.hasWords = all.some((each) => !each.hidden && !this.#known.has(each.dataset.tool));
    }
}
