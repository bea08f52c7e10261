// What the studio reads in a picture of the call. The picture goes to the studio, which keeps nothing of it.

import { request } from "../call/room.js";

/** Tesseract's languages for each language of the page: its own, and the Latin letters and digits of plates. */
const usual = { en: ["eng"], fr: ["fra", "eng"], "zh-Hans": ["chi_sim", "eng"], "zh-Hant": ["chi_tra", "eng"], ar: ["ara", "eng"] };

export class StudioReader {
    #room;
    #ability = null;

    /** `room` is the room of a call, inside which the studio reads. */
    constructor(room) {
        this.#room = room;
    }

    /** A promise of what the studio can do: `{ isAvailable, languages, mostPixels }`. */
    ability() {
        this.#ability ??= request(this.#path, { pass: this.#room.pass }).catch((error) => {
            // It is asked again: the studio may be away for a moment.
            this.#ability = null;
            throw error;
        });
        return this.#ability;
    }

    /** The lines that a picture shows, `[{ text, confidence }]`: one block of lines if it is a framed part. */
    async read(blob, { languages, isPart }) {
        const query = new URLSearchParams({ languages: languages.join(" "), layout: isPart ? "block" : "sparse" });
        return (await request(`${this.#path}?${query}`, { method: "POST", pass: this.#room.pass, body: blob })).lines;
    }

    get #path() {
        return `rooms/${this.#room.name}/text`;
    }
}

/**
 * What can be chosen of the languages that a studio knows: `[{ name, languages }]`, each with Latin letters beside it, that of
 * the page first.
 */
export function languageChoices(known, page) {
    const names = new Intl.DisplayNames([page], { type: "language" });
    const first = usual[page]?.find((code) => known.includes(code));
    const sorted = known.filter((code) => !code.includes("vert")).sort((a, b) => Number(b === first) - Number(a === first));
    return sorted.map((code) => ({
        name: nameOf(code, names),
        languages: code === "eng" || !known.includes("eng") ? [code] : [code, "eng"],
    }));
}

function nameOf(code, names) {
    const tag = { chi_sim: "zh-Hans", chi_tra: "zh-Hant" }[code] ?? code.replaceAll("_", "-");
    try {
        return names.of(tag);
    } catch {
        return code;
    }
}
