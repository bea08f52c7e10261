// The choices of the drawing page: colours, the pen's modes, materials.

import { translated } from "../studio/language/language.js";

export const colors = [
    [translated("Coral"), 0xff5a52], [translated("Amber"), 0xffb224], [translated("Mint"), 0x22c58b], [translated("Sky"), 0x2f9bff], [translated("Iris"), 0x8b6cff], [translated("White"), 0xffffff], [translated("Ink"), 0x11151c],
];
export const modes = { ink: translated("Ink"), erase: translated("Erase"), pull: translated("Pull up") };
const finishes = { plain: translated("Matt"), wood: translated("Wood"), metal: translated("Metal"), glazed: translated("Glazed") };

function radio(name, value, checked, onchoose) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name, value, checked });
    input.addEventListener("change", () => onchoose(value));
    label.append(input);
    return label;
}

/** Fills a group with the colours; `onchoose(color)` is called with the chosen one. */
export function offerColors(group, onchoose) {
    for (const [name, color] of colors) {
        const label = radio("color", color, color === colors[0][1], onchoose);
        label.style.setProperty("--swatch", `#${color.toString(16).padStart(6, "0")}`);
        label.title = name;
        label.firstChild.setAttribute("aria-label", name);
        group.append(label);
    }
}

/** Fills a group with the pen's modes. */
export function offerModes(group, onchoose) {
    for (const [mode, name] of Object.entries(modes)) {
        const label = radio("mode", mode, mode === "ink", onchoose);
        label.append(name);
        group.append(label);
    }
}

/** Fills a group with the materials. */
export function offerFinishes(group, onchoose) {
    for (const [finish, name] of Object.entries(finishes)) {
        const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: name });
        button.dataset.finish = finish;
        button.setAttribute("aria-pressed", String(finish === "plain"));
        button.addEventListener("click", () => {
            for (const each of group.children) each.setAttribute("aria-pressed", String(each === button));
            onchoose(finish);
        });
        group.append(button);
    }
}
