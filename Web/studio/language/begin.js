// Chooses the page's language before anything is drawn: what the person chose, or else what the browser asks for. A classic script in the page's
// head: the page waits for it, so its direction is right from the first paint. What it chose is in `sightlineLanguage`, for language.js.

(() => {
    /** By code: what the language calls itself. The page's own texts are English; each other language has a catalogue beside this file. */
    const names = { en: "English", fr: "Français", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", ar: "العربية" };
    const kept = "sightline-language";
    const page = document.documentElement;

    /** The one of our languages that a language tag asks for, such as zh-Hant for zh-TW; null if there is none. */
    function languageOf(tag) {
        try {
            const { language, script } = new Intl.Locale(tag).maximize();
            return [`${language}-${script}`, language].find((code) => code in names) ?? null;
        } catch {
            // A system without a language gives tags such as "C", which are none.
            return null;
        }
    }

    /** What the person chose; null if they did not, or if the browser keeps nothing. */
    function chosenLanguage() {
        try {
            const code = localStorage.getItem(kept);
            return code in names ? code : null;
        } catch {
            return null;
        }
    }

    const language = chosenLanguage() ?? navigator.languages.map(languageOf).find((code) => code !== null) ?? "en";
    /** With the person's region where the browser knows it, for numbers and dates. */
    const locale = navigator.languages.find((tag) => languageOf(tag) === language) ?? language;
    page.lang = language;
    page.dir = language === "ar" ? "rtl" : "ltr";
    const catalogue = language === "en" ? null : fetch(new URL(`${language}.json`, document.currentScript.src));
    // The texts are not seen until they are translated (studio.css).
    if (catalogue) page.dataset.translating = "true";
    globalThis.sightlineLanguage = { language, locale, names, kept, catalogue };
})();
