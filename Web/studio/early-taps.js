// Until a page's modules have run, its buttons do nothing: over a slow link that is for seconds. A button that is tapped
// in that time shows that it was heard, and is pressed when the page is ready. A classic script in the page's head, after
// language/begin.js.

(() => {
    const texts = {
        en: ["Loading the page…", "The page is ready. Tap again.", "The page could not be loaded whole.", "Load it again"],
        fr: ["Chargement de la page…", "La page est prête. Touchez encore une fois.", "La page n’a pas pu être chargée en entier.", "La recharger"],
        "zh-Hans": ["正在加载页面…", "页面已就绪，请再点一次。", "页面未能完整加载。", "重新加载"],
        "zh-Hant": ["正在載入頁面…", "頁面已就緒，請再點一次。", "頁面未能完整載入。", "重新載入"],
        ar: ["جارٍ تحميل الصفحة…", "الصفحة جاهزة. انقر مرة أخرى.", "تعذّر تحميل الصفحة كاملة.", "أعد التحميل"],
    };
    const [loading, tapAgain, incomplete, loadAgain] = texts[globalThis.sightlineLanguage?.language] ?? texts.en;
    /** After which the page says that it is loading, milliseconds. */
    const patience = 1000;
    const page = document.documentElement;
    const word = Object.assign(document.createElement("p"), { className: "early glass", role: "status" });
    let tapped = null;

    function say(text) {
        word.textContent = text;
        if (!word.isConnected) page.append(word);
    }

    /** Keeps a tap, or the Enter key in a form, for when the page is ready. */
    function keep(event) {
        const { target } = event;
        const button = event.type === "submit" ? (event.submitter ?? target.querySelector("[type=submit], button")) : target.closest?.("button, [type=submit]");
        if (!button || word.contains(button)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        tapped?.removeAttribute("aria-busy");
        tapped = button;
        tapped.setAttribute("aria-busy", "true");
        say(loading);
    }

    function end() {
        for (const kind of ["click", "submit"]) removeEventListener(kind, keep, true);
        removeEventListener("error", fail, true);
        clearTimeout(timer);
        tapped?.removeAttribute("aria-busy");
    }

    function fail({ target }) {
        if (!(target instanceof HTMLScriptElement)) return;
        end();
        say(`${incomplete} `);
        word.role = "alert";
        word.append(Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: loadAgain, onclick: () => location.reload() }));
        page.dataset.incomplete = "true";
    }

    function press() {
        if (page.dataset.incomplete) return;
        end();
        word.remove();
        if (!tapped?.isConnected) return;
        // iOS asks for the motion sensors only inside of a tap.
        if (typeof globalThis.DeviceMotionEvent?.requestPermission !== "function") return tapped.click();
        tapped.focus();
        say(tapAgain);
        addEventListener("click", () => word.remove(), { once: true, capture: true });
    }

    /** Modules that wait for the texts of a language run after them. */
    function pressWhenTranslated() {
        if (page.dataset.translating) requestAnimationFrame(pressWhenTranslated);
        else setTimeout(press);
    }

    const timer = setTimeout(say, patience, loading);
    for (const kind of ["click", "submit"]) addEventListener(kind, keep, true);
    addEventListener("error", fail, true);
    // Modules of the page have run by then.
    document.addEventListener("DOMContentLoaded", pressWhenTranslated);
})();
