// The entry "Something is off" of a page with a camera.

import { translated } from "../language/language.js";
import { ReportDialog } from "./report-dialog.js";
import { ShownTexts } from "./shown-texts.js";

/**
 * Adds the entry to places of a page. `subject()` returns `{ session, source }`, the page's session and what runs as for
 * `session.run`, each null if there is none; `headers()` those that allow this person to send.
 */
export function offerReport(places, subject, headers = () => ({})) {
    const shown = new ShownTexts();
    let dialog = null;
    for (const place of places) {
        const button = Object.assign(document.createElement("button"), { type: "button", className: "button report-entry", textContent: translated("Something is off") });
        button.addEventListener("click", () => {
            dialog ??= new ReportDialog(headers);
            dialog.open({ ...subject(), shown: shown.events });
        });
        place.append(button);
    }
}
