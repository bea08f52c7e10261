// The last action and the number of strokes in one sentence, so that neither replaces the other before it was read.

import { translated, translatedCount } from "../studio/language/language.js";

const together = 2000;

export class Status {
    #element;
    #done = "";
    #doneAt = 0;
    #strokes = 0;

    /** `element` is a live region. */
    constructor(element) {
        this.#element = element;
    }

    /** Reports an action or its failure. */
    notify(text) {
        this.#done = text;
        this.#doneAt = performance.now();
        this.#show();
    }

    /** Sets the number of strokes; a change removes an old action from the text. */
    count(strokes) {
        if (strokes === this.#strokes) return;
        this.#strokes = strokes;
        if (performance.now() - this.#doneAt > together) this.#done = "";
        this.#show();
    }

    #show() {
        const drawn = this.#strokes === 0 ? translated("Nothing drawn yet.") : translatedCount(this.#strokes, "One line.", "{count} lines.");
        this.#element.textContent = this.#done ? `${this.#done} ${drawn}` : drawn;
    }
}
