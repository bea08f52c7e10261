// The report in the page's language: the engine writes it in English, also for the command line.

import { language, readingText, translated } from "../studio/language/language.js";
import { toldReading, toolName } from "./tools.js";

const sentences = {
    "Measurements": translated("Measurements"),
    "Seen from above, and every reading ± one sigma": translated("Seen from above, and every reading ± one sigma"),
};
const rough = /^rough (.*)$/;

/**
 * The report (bytes of SVG) as text with words and numbers in the page's language; a person's names of measurements (`names`)
 * are unchanged.
 */
export function translatedReport(bytes, names) {
    const text = new TextDecoder().decode(bytes);
    if (language === "en") return text;
    const report = new DOMParser().parseFromString(text, "image/svg+xml");
    for (const element of report.querySelectorAll("text")) {
        if (!names.has(element.textContent)) element.textContent = words(element.textContent);
    }
    return new XMLSerializer().serializeToString(report);
}

function words(text) {
    const [, reading] = text.match(rough) ?? [];
    if (reading) return toldReading({ text: reading, rough: true });
    return sentences[text] ?? (text.includes("±") ? readingText(text) : toolName(text));
}
