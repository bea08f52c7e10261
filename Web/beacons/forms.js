// The dialog in which the owner sets things up.

import { make } from "./elements.js";

const place = [
    { name: "x", label: "x, m", type: "number", step: 0.1, half: true, hint: "Leave both empty where it is carried." },
    { name: "y", label: "y, m", type: "number", step: 0.1, half: true },
    { name: "height", label: "Height over the floor, m", type: "number", step: 0.1, min: 0 },
];

/** What is asked for of each kind of setting; `venue` gives the choices. */
const fields = {
    receivers: () => [
        { name: "name", label: "Name", required: true, maxlength: 60, placeholder: "Entrance" },
        ...place,
        { name: "gain", label: "Signal offset, dB", type: "number", step: 0.5, hint: "How much stronger this receiver reads than the others." },
    ],
    beacons: () => [
        { name: "name", label: "Name", required: true, maxlength: 60, placeholder: "Visitor 12" },
        { name: "beacon", label: "Identity", required: true, mono: true, placeholder: "UUID/major/minor", hint: "Or namespace/instance for Eddystone." },
        ...place,
        { name: "power", label: "Power at 1 m, dBm", type: "number", step: 0.1, hint: "As calibrated; empty to believe what it says." },
    ],
    regions: (venue) => [
        { name: "name", label: "Name", required: true, maxlength: 60, placeholder: "Shop" },
        { name: "uuid", label: "UUID", required: true, mono: true },
        { name: "major", label: "Major", type: "number", min: 0, max: 65535, step: 1, half: true, hint: "Empty for any." },
        { name: "minor", label: "Minor", type: "number", min: 0, max: 65535, step: 1, half: true },
        { name: "receiver", label: "Heard by", options: [["", "any receiver"], ...venue.receivers.map(({ id, name }) => [id, name])] },
    ],
    zones: () => [
        { name: "name", label: "Name", required: true, maxlength: 60, placeholder: "Gallery" },
        { name: "x", label: "Left edge x, m", type: "number", step: 0.1, required: true, half: true },
        { name: "y", label: "Lower edge y, m", type: "number", step: 0.1, required: true, half: true },
        { name: "width", label: "Width, m", type: "number", step: 0.1, min: 0.2, required: true, half: true },
        { name: "depth", label: "Depth, m", type: "number", step: 0.1, min: 0.2, required: true, half: true },
    ],
    actions: (venue) => [
        { name: "place", label: "When", options: [["", "any region or zone"], ...[...venue.regions, ...venue.zones].map(({ id, name }) => [id, name])], half: true },
        { name: "on", label: "is", options: [["both", "entered or left"], ["enter", "entered"], ["exit", "left"]], half: true },
        { name: "channel", label: "Publish on the studio's channel", placeholder: "museum", hint: "Give a channel or an address, not both." },
        { name: "url", label: "Or post to", type: "url", placeholder: "https://…" },
        { name: "secret", label: "Signed with the secret", hint: "X-Sightline-Signature is the HMAC-SHA256 of the body." },
    ],
    plan: () => [
        { name: "width", label: "Width along x, m", type: "number", step: 0.1, min: 1, required: true, half: true },
        { name: "depth", label: "Depth along y, m", type: "number", step: 0.1, min: 1, required: true, half: true },
        { name: "method", label: "Positions by", options: [["particles", "particle filter: nobody walks through walls"], ["leastSquares", "least squares: three receivers at once"]] },
        { name: "isPublic", label: "Everybody who can open this page may see who is near", type: "checkbox" },
    ],
};

const titles = { receivers: "receiver", beacons: "beacon", regions: "region", zones: "zone", actions: "action", plan: "Floor plan" };

export class Forms {
    #dialog;

    constructor(dialog) {
        this.#dialog = dialog;
        dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    }

    /** Asks for a setting; `onkeep(setting)` may throw what is shown then, `ondelete` is offered where it is given. */
    ask(kind, setting, venue, { onkeep, ondelete }) {
        const title = kind === "plan" ? titles.plan : `${setting.id ? "Change" : "Add"} ${titles[kind]}`;
        const asked = fields[kind](venue);
        const inputs = asked.map((field) => this.#field(field, setting[field.name]));
        const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
        const attempt = async (work) => {
            trouble.hidden = true;
            try {
                await work();
                this.#dialog.close();
            } catch (error) {
                trouble.textContent = error.message;
                trouble.hidden = false;
            }
        };
        const form = make("form", { method: "dialog", novalidate: false, onsubmit: (event) => {
            event.preventDefault();
            attempt(() => onkeep(this.#read(form, asked, setting)));
        } },
            make("h2", { id: "form-title", text: title }),
            make("div", { class: "fields" }, ...inputs),
            trouble,
            make("div", { class: "row ends" },
                make("button", { class: "button main", type: "submit", text: "Keep" }),
                make("button", { class: "button", type: "button", text: "Cancel", onclick: () => this.#dialog.close() }),
                ondelete ? make("button", { class: "button danger", type: "button", text: "Delete", onclick: () => attempt(ondelete) }) : null));
        this.#open(form);
    }

    /** Shows a receiver's token and the line to run. */
    showToken(name, token) {
        const line = `SIGHTLINE_RECEIVER_TOKEN=${token} sightline beacons forward --server ${location.origin} --source hci0`;
        const copied = make("p", { class: "label", role: "status" });
        const copy = async () => {
            await navigator.clipboard?.writeText(line).then(() => (copied.textContent = "Copied."), () => (copied.textContent = "Select the line and copy it."));
        };
        this.#open(make("div", {},
            make("h2", { id: "form-title", text: `Token of ${name}` }),
            make("p", { text: "Run this line on the receiver. The token is shown this once; a new one takes its place." }),
            make("pre", { class: "figure token", tabindex: 0, text: line }),
            copied,
            make("div", { class: "row ends" }, make("button", { class: "button main", type: "button", text: "Copy", onclick: copy }), make("button", { class: "button", type: "button", text: "Done", onclick: () => this.#dialog.close() }))));
    }

    /** Guides through a calibration; gives a function that takes its live state. */
    calibrate(words, receivers, { onstart, onend }) {
        const choice = make("select", { class: "button" }, ...receivers.map(({ id, name }) => make("option", { value: id, text: name })));
        const bar = make("progress", { max: 1, value: 0, "aria-label": "Calibrated" });
        const told = make("p", { role: "status" });
        const start = make("button", { class: "button main", type: "button", text: "Start", onclick: async () => {
            start.disabled = true;
            told.textContent = "Waiting for the first packet…";
            await onstart(choice.value).catch((error) => (told.textContent = error.message));
        } });
        this.#open(make("div", {},
            make("h2", { id: "form-title", text: `Calibrate ${words}` }),
            make("p", { text: "Put it where it will hang, the receiver 1 m from it in free sight, and stand aside for twenty seconds. Moving the receiver by a hand's breadth meanwhile averages out the room's echoes." }),
            make("label", { class: "field" }, make("span", { class: "label", text: "Receiver" }), choice),
            bar, told,
            make("div", { class: "row ends" }, start, make("button", { class: "button", type: "button", text: "Close", onclick: () => this.#dialog.close() }))));
        this.#dialog.addEventListener("close", () => onend(), { once: true });
        return (state) => {
            if (!state) return;
            bar.value = state.share;
            const texts = { listening: `Listening… ${Math.round(state.share * 100)} %`, done: `${state.power?.toFixed(1)} dBm at 1 m ± ${state.error?.toFixed(2)} dB. Kept.`, failed: state.message };
            if (start.disabled) told.textContent = texts[state.state] ?? "";
            if (state.state !== "listening") start.disabled = false;
        };
    }

    get isOpen() {
        return this.#dialog.open;
    }

    #open(content) {
        this.#dialog.replaceChildren(content);
        this.#dialog.showModal();
    }

    #field({ name, label, hint, half, mono, options, type = "text", ...rest }, value) {
        const id = `field-${name}`;
        const shared = { id, name, ...rest };
        let input;
        if (options) {
            input = make("select", { ...shared, class: "button" }, ...options.map(([key, text]) => make("option", { value: key, text, selected: key === (value ?? "") })));
        } else if (type === "checkbox") {
            input = make("input", { ...shared, type, checked: Boolean(value) });
        } else {
            input = make("input", { ...shared, type, class: `button${mono ? " figure" : ""}`, inputmode: type === "number" ? "decimal" : null, autocomplete: "off", spellcheck: "false", value: value ?? "" });
            if (type === "number" && rest.step === undefined) input.step = "any";
        }
        const words = make("span", { class: "label", text: label });
        const notes = hint ? make("small", { class: "label", text: hint }) : null;
        const order = type === "checkbox" ? [input, words] : [words, input];
        return make("label", { class: `field${half ? " half" : ""}${type === "checkbox" ? " check" : ""}`, for: id }, ...order, notes);
    }

    #read(form, asked, setting) {
        const read = { ...setting };
        for (const { name, type } of asked) {
            const input = form.elements[name];
            if (type === "checkbox") read[name] = input.checked;
            else if (input.value.trim() === "") delete read[name];
            else read[name] = type === "number" ? Number(input.value) : input.value.trim();
        }
        return read;
    }
}
