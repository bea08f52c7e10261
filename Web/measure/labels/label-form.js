// The sheet's block of labels: the form for a new one, the list, and the button in the view that places one.

import { numberText, translated } from "../../studio/language/language.js";
import { made, wishForm } from "../../studio/live-values/wish-form.js";
import { BeaconForm } from "./beacon-form.js";

/**
 * Fills the block; `add(wish)` receives a form and returns what is wrong with it, `stick()` a tap on the button in the
 * view, `addOthers()` one on the button that adds the plan's other beacons; beacons are those of `venue`. Returns
 * `{ list, stick, wait(title), refuse(), warn(isFull), plan(words, count) }`.
 */
export function fillBlock(block, { add, stick, venue, addOthers }) {
    const { form, warn } = wishForm(translated("Add the label"), add);
    const list = made("ul", { className: "label-list", id: "labels" });
    const plan = made("p", { className: "label", role: "status", id: "label-plan", hidden: true });
    const others = made("button", { className: "button", type: "button", id: "add-others", hidden: true });
    others.addEventListener("click", addOthers);
    block.append(list, plan, others, form, new BeaconForm(venue, add).element);
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
        plan(words, count) {
            if (plan.textContent !== words) plan.textContent = words;
            plan.hidden = !words;
            others.hidden = count === 0;
            others.textContent = translated("Show the plan's other beacons ({count})", { count: numberText(count) });
        },
        warn: (isFull) => isFull && warn(translated("This browser does not keep the labels: its storage is full or switched off.")),
    };
}
