// Chooses the page's language before anything is drawn: the person's choice, or else the browser's preference. A
// classic script in the page's head: the page waits for it, so its direction is right from the first paint. The choice
// is in `sightlineLanguage`, for language.js.

(() => {
    /**
     * By code: the language's own name. The page's own texts are English; each other language has a catalogue beside
     * this file.
     */
    const names = { en: "English", fr: "Français", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", ar: "العربية" };
    const kept = "sightline-language";
    const page = document.documentElement;

    /** Our language for a language tag, such as zh-Hant for zh-TW; null if there is none. */
    function languageOf(tag) {
        try {
            const { language, script } = new Intl.Locale(tag).maximize();
            return [`${language}-${script}`, language].find((code) => code in names) ?? null;
        } catch {
            // A system without a language has invalid tags such as "C".
            return null;
        }
    }

    /** The person's choice; null if there is none, or if the browser stores nothing. */
    function chosenLanguage() {
        try {
            const code = localStorage.getItem(kept);
            return code in names ? code : null;
        } catch {
            return null;
        }
    }

    const language = chosenLanguage() ?? navigator.languages.map(languageOf).find((code) => code !== null) ?? "en";
    /** With the person's region if the browser knows it, for numbers and dates. */
    const locale = navigator.languages.find((tag) => languageOf(tag) === language) ?? language;
    page.lang = language;
    page.dir = language === "ar" ? "rtl" : "ltr";
    const catalogue = language === "en" ? null : fetch(new URL(`${language}.json`, document.currentScript.src));
    // The texts are hidden until they are translated (studio.css).
    if (catalogue) page.dataset.translating = "true";
    globalThis.sightlineLanguage = { language, locale, names, kept, catalogue };
})();
