// Translates whole messages whose wording is known but whose numbers and names are not.

/** A text with fewer fixed letters, such as a number with its unit, is ambiguous. */
const fewestLetters = 5;

export class TextPatterns {
    #texts;
    #patterns = null;

    #filled;

    /**
     * `texts` by their English wording, in which `{name}` matches anything; `filled(text, values)` inserts values into
     * a text.
     */
    constructor(texts, filled) {
        this.#texts = texts;
        this.#filled = filled;
    }

    translated(message) {
        const text = this.#texts[message];
        if (typeof text === "string") return text;
        for (const { pattern, names, translation } of this.#patterns ??= this.#compile()) {
            const found = message.match(pattern);
            if (found) return this.#filled(translation, Object.fromEntries(names.map((name, index) => [name, found[index + 1]])));
        }
        return message;
    }

    /**
     * The texts with placeholders, those with most fixed letters first, so that specific ones are tried before general
     * ones.
     */
    #compile() {
        const fixed = ([english]) => english.replace(/\{\w+\}|\P{Letter}/gu, "").length;
        const isOpen = ([english, text]) => typeof text === "string" && /\{[a-z]\w*\}/.test(english) && fixed([english]) >= fewestLetters;
        return Object.entries(this.#texts).filter(isOpen).toSorted((left, right) => fixed(right) - fixed(left)).map(([english, translation]) => ({
            pattern: new RegExp(`^${english.split(/\{\w+\}/).map(escaped).join("(.+?)")}$`, "su"),
            names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
            translation,
        }));
    }
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
