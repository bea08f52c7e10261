// The sheet's block of labels: the form for a new one, the list, and the button in the view that places one.

import { translated } from "../../studio/language/language.js";

/** Channels' names, as servers of the Pusher protocol allow them. */
const channelPattern = "[A-Za-z0-9_\\-=@,.;]{1,164}";

/**
 * Fills the block; `add(wish)` receives the form and returns what is wrong with it, `stick()` a tap on the button in the
 * view. Returns `{ list, stick, wait(title), refuse(), warn(isFull) }`.
 */
export function fillBlock(block, { add, stick }) {
    const form = made("form", { className: "label-form" });
    const fields = {
        channel: field(translated("Channel"), { required: true, maxLength: 164, pattern: channelPattern, name: "channel" }),
        event: field(translated("Event (empty for all)"), { maxLength: 200, name: "event" }),
        field: field(translated("Part of the event (empty to choose by itself)"), { maxLength: 100, name: "field" }),
        title: field(translated("Name on the label"), { maxLength: 40, name: "title" }),
    };
    for (const { input } of Object.values(fields)) Object.assign(input, { autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const fault = made("p", { className: "label", role: "alert" });
    form.append(...Object.values(fields).map(({ label }) => label), made("button", { className: "button", textContent: translated("Add the label") }), fault);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const wish = Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value.trim()]));
        fault.textContent = add(wish);
        if (!fault.textContent) form.reset();
    });
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
        warn: (isFull) => isFull && (fault.textContent = translated("This browser does not keep the labels: its storage is full or switched off.")),
    };
}

function field(text, properties) {
    const label = made("label", { className: "field" });
    const input = made("input", { className: "button", ...properties });
    label.append(made("span", { className: "label", textContent: text }), input);
    return { label, input };
}

function made(name, { role, ...properties }) {
    const element = Object.assign(document.createElement(name), properties);
    if (role) element.setAttribute("role", role);
    return element;
}
