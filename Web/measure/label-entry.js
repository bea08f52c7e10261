// The sheet's block of labels that show a channel's events in the view. The modules that draw them are fetched when the
// block is opened.

import { keptLabels } from "./labels/kept-labels.js";

/**
 * Opens the block once a person asks for it, or at once if labels are kept; `onframe`, `begin` and `take` pass on what
 * happens on the page.
 */
export class LabelEntry {
    #labels = null;
    #opening = null;
    #stage;

    /** `stage`: `{ session, view, source, aim, measurements, closeSheet, lens }`, see `LiveLabels`. */
    constructor(byId, stage) {
        this.#stage = stage;
        byId("open-labels").addEventListener("click", () => this.#open(byId));
        if (keptLabels().length > 0) this.#open(byId);
    }

    /** What a run of a source needs so that labels are found again where they stood. */
    runOptions(source) {
        return this.#labels?.runOptions(source) ?? {};
    }

    /** A run begins: places of the last one mean nothing any more, unless they are kept. */
    begin() {
        this.#labels?.begin();
    }

    /** A frame is shown. */
    show(frame) {
        this.#labels?.show(frame);
    }

    async #open(byId) {
        this.#opening ??= import("./labels/live-labels.js");
        const { LiveLabels } = await this.#opening;
        if (this.#labels) return;
        byId("open-labels").hidden = true;
        this.#labels = new LiveLabels(byId("labels-block"), this.#stage);
    }
}
