// One of several panes at a time, by the tabs above them; arrow keys go from tab to tab.

export class Tabs {
    #tabs;
    #onchange;

    constructor(list, onchange = () => {}) {
        this.#tabs = [...list.querySelectorAll("[role=tab]")];
        this.#onchange = onchange;
        for (const tab of this.#tabs) tab.addEventListener("click", () => this.choose(tab.id));
        list.addEventListener("keydown", (event) => this.#step(event));
    }

    choose(id) {
        for (const tab of this.#tabs) {
            const isChosen = tab.id === id;
            tab.setAttribute("aria-selected", String(isChosen));
            tab.tabIndex = isChosen ? 0 : -1;
            document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
        }
        document.getElementById(id).scrollIntoView({ block: "nearest", inline: "nearest" });
        this.#onchange(id);
    }

    #step(event) {
        const shown = this.#tabs.filter((tab) => tab.offsetParent !== null);
        const isRightToLeft = document.documentElement.dir === "rtl";
        const places = isRightToLeft ? { ArrowLeft: 1, ArrowRight: -1 } : { ArrowRight: 1, ArrowLeft: -1 };
        const at = shown.indexOf(event.target);
        if (!places[event.key] || at < 0) return;
        event.preventDefault();
        const next = shown[(at + places[event.key] + shown.length) % shown.length];
        this.choose(next.id);
        next.focus();
    }
}
