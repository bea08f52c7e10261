// The form by which a person chooses what to show of a channel.

import { translated } from "../language/language.js";

/** Channels' names, as servers of the Pusher protocol allow them. */
const channelPattern = "[A-Za-z0-9_\\-=@,.;]{1,164}";

/**
 * A form for a wish `{ channel, event, field, title }` with a button of a text; `add(wish)` returns what is wrong with it,
 * empty if nothing is. Returns `{ form, warn(text) }`.
 */
export function wishForm(text, add) {
    const form = made("form", { className: "wish-form" });
    const fields = {
        channel: field(translated("Channel"), { required: true, maxLength: 164, pattern: channelPattern, name: "channel" }),
        event: field(translated("Event (empty for all)"), { maxLength: 200, name: "event" }),
        field: field(translated("Part of the event (empty to choose by itself)"), { maxLength: 100, name: "field" }),
        title: field(translated("Name on the label"), { maxLength: 40, name: "title" }),
    };
    for (const { input } of Object.values(fields)) Object.assign(input, { autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const fault = made("p", { className: "label", role: "alert" });
    form.append(...Object.values(fields).map(({ label }) => label), made("button", { className: "button", textContent: text }), fault);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const wish = Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value.trim()]));
        fault.textContent = add(wish);
        if (!fault.textContent) form.reset();
    });
    return { form, warn: (words) => (fault.textContent = words) };
}

function field(text, properties) {
    const label = made("label", { className: "field" });
    const input = made("input", { className: "button", ...properties });
    label.append(made("span", { className: "label", textContent: text }), input);
    return { label, input };
}

/** An element with properties. */
export function made(name, { role, ...properties }) {
    const element = Object.assign(document.createElement(name), properties);
    if (role) element.setAttribute("role", role);
    return element;
}
