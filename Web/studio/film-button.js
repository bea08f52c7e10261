// A button that records a film of the view and saves it.

import { Film } from "./film.js";
import { translated, translatedMessage } from "./language/language.js";
import { save } from "./saving.js";

/** Makes a button start and end a film; the button's text shows which. */
export function filmWith(button, view, name, notify) {
    if (!Film.isPossible) {
        button.hidden = true;
        return;
    }
    const film = new Film(view);
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", async () => {
        try {
            if (film.isRunning) {
                show(button, false);
                const { film: made, extension } = await film.stop();
                save(made, `${name}.${extension}`);
            } else {
                film.start();
                show(button, true);
            }
        } catch (error) {
            show(button, false);
            notify(translatedMessage(error.message));
        }
    });
}

function show(button, isRunning) {
    button.setAttribute("aria-pressed", String(isRunning));
    button.textContent = isRunning ? translated("Stop filming") : translated("Film");
    document.body.dataset.filming = isRunning;
}
