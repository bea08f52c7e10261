// The choice of the language, in every element with the attribute `data-language-choice`.

/** A symbol of the choice for people who cannot read the page. */
const globe = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true"><circle cx="12" cy="12" r="9"/>\
<path d="M3 12h18M12 3c3.2 3 3.2 15 0 18M12 3c-3.2 3-3.2 15 0 18"/></svg>`;

/**
 * Fills the page's elements; `label` names the choice. Another language than `current` is stored, and the page is
 * loaded again in it.
 */
export function offerLanguages(current, label) {
    const { names, kept } = globalThis.sightlineLanguage ?? { names: {} };
    for (const place of document.querySelectorAll("[data-language-choice]")) {
        const choice = document.createElement("select");
        choice.setAttribute("aria-label", label);
        choice.translate = false;
        choice.append(...Object.entries(names).map(([code, name]) => Object.assign(new Option(name, code, false, code === current), { lang: code })));
        choice.addEventListener("change", () => {
            localStorage.setItem(kept, choice.value);
            location.reload();
        });
        place.innerHTML = globe;
        place.append(choice);
    }
}
