// The page's language: texts by their English wording, plurals, numbers and dates. A module that imports this one runs
// after the texts are loaded.

import { offerLanguages } from "./language-choice.js";

const { language: wanted, locale: wantedLocale, catalogue } = globalThis.sightlineLanguage ?? { language: "en", locale: "en", catalogue: null };
const texts = catalogue ? await fetchTexts() : null;

/** The code of the page's language, such as `zh-Hant`. */
export const language = texts ? wanted : "en";
/** The same with a region if the browser states one, such as `ar-MA`: the format of numbers and dates. */
export const locale = texts || wanted === "en" ? wantedLocale : "en";

// The code for other languages than English is fetched only for them.
const patterns = texts ? new (await import("./text-patterns.js")).TextPatterns(texts, filled) : null;
const plurals = new Intl.PluralRules(locale);

function filled(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? isolated(String(values[name])) : whole));
}

/**
 * In a text from right to left a value keeps its own direction (Unicode's isolates), so that a code or a reading is not
 * reordered.
 */
function isolated(value) {
    return wanted === "ar" ? `\u2068${value}\u2069` : value;
}

/** The texts of the page's language by their English wording; null, with the page in English, if they cannot be fetched. */
async function fetchTexts() {
    try {
        const response = await catalogue;
        if (!response.ok) throw new Error(`${response.status} ${response.url}`);
        return await response.json();
    } catch (error) {
        console.warn("The texts of this language could not be fetched; the page stays in English.", error);
        Object.assign(document.documentElement, { lang: "en", dir: "ltr" });
        return null;
    }
}

/**
 * A text in the page's language; `{name}` in it is replaced by `values.name`. The English wording is the key of the
 * catalogues.
 */
export function translated(english, values = {}) {
    const text = texts?.[english] ?? english;
    return filled(typeof text === "string" ? text : text.other, values);
}

/** A text with a count: `{count}` in it is replaced by the number. The key is the plural wording. */
export function translatedCount(count, one, many, values = {}) {
    const forms = texts?.[many] ?? { one, other: many };
    return filled(forms[plurals.select(count)] ?? forms.other, { count: numberText(count), ...values });
}

/**
 * A message of the library, the engine or the server, which are English: translated by the catalogue, also with
 * numbers and names in it; unchanged if the catalogue does not have it.
 */
export const translatedMessage = (message) => (patterns ? patterns.translated(message) : message);

/** A number in the language's format, with a number of digits after the point; by default as many as it has. */
export function numberText(value, digits) {
    const places = digits === undefined ? { maximumFractionDigits: 20 } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(locale, { useGrouping: false, ...places }).format(value);
}

/** A reading such as `29.4 ± 0.8 cm` with its numbers in the language's format. */
export function readingText(reading) {
    if (!texts) return reading;
    return reading.replace(/(?<![\w.])\d+(?:\.(\d+))?(?![\w.])/g, (number, decimals) => numberText(Number(number), decimals?.length ?? 0));
}

/** A time of day, of a `Date`, milliseconds since 1970 or a text of ISO 8601; `options` are those of `Intl.DateTimeFormat`. */
export const timeText = (time, options = { timeStyle: "medium" }) => new Intl.DateTimeFormat(locale, options).format(new Date(time));

/** A day and a time. */
export const dateText = (time, options = { dateStyle: "medium", timeStyle: "short" }) => timeText(time, options);

if (globalThis.document) {
    if (texts) (await import("./page-texts.js")).translatePage(document, translated);
    delete document.documentElement.dataset.translating;
    offerLanguages(language, translated("Language"));
}
