// The sheet's block of labels: the form for a new one, the list, and the button in the view that places one.

import { translated } from "../../studio/language/language.js";
import { made, wishForm } from "../../studio/live-values/wish-form.js";

/**
 * Fills the block; `add(wish)` receives the form and returns what is wrong with it, `stick()` a tap on the button in the
 * view. Returns `{ list, stick, wait(title), refuse(), warn(isFull) }`.
 */
export function fillBlock(block, { add, stick }) {
    const { form, warn } = wishForm(translated("Add the label"), add);
    const list = made("ul", { className: "label-list", id: "labels" });
    block.append(list, form);
    const button = made("button", { className: "stick glass", type: "button", id: "stick-label", hidden: true });
    button.addEventListener("click", stick);
    let title = "";
    return {
        list, stick: button,
        wait(waiting) {
            title = waiting ?? "";
            button.hidden = waiting === null;
            button.textContent = translated("Put “{name}” here", { name: title });
        },
        refuse: () => (button.textContent = translated("No surface is known here: aim elsewhere for “{name}”", { name: title })),
        warn: (isFull) => isFull && warn(translated("This browser does not keep the labels: its storage is full or switched off.")),
    };
}
