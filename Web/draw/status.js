// What was done and how much is drawn, said in one sentence, so that neither takes the other's place before it was read.

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

    /** Something was done, or could not be. */
    tell(text) {
        this.#done = text;
        this.#doneAt = performance.now();
        this.#show();
    }

    /** So many strokes are drawn; what was done a while ago no longer matters when that changes. */
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
