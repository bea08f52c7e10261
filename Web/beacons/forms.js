// The dialog of the owner's settings.

import { numberText, translated, translatedMessage } from "../studio/language/language.js";
import { make } from "./elements.js";
import { floorName } from "./floor-switch.js";

const place = [
    { name: "x", label: translated("x, m"), type: "number", step: 0.1, half: true, hint: translated("Leave both empty where it is carried.") },
    { name: "y", label: translated("y, m"), type: "number", step: 0.1, half: true },
    { name: "height", label: translated("Height over the floor, m"), type: "number", step: 0.1, min: 0 },
];

const rectangle = [
    { name: "x", label: translated("Left edge x, m"), type: "number", step: 0.1, required: true, half: true },
    { name: "y", label: translated("Lower edge y, m"), type: "number", step: 0.1, required: true, half: true },
    { name: "width", label: translated("Width, m"), type: "number", step: 0.1, min: 0.2, required: true, half: true },
    { name: "depth", label: translated("Depth, m"), type: "number", step: 0.1, min: 0.2, required: true, half: true },
];

/** Where something stands, if the venue has several floors. */
const onFloor = ({ floors }) => (floors.length > 1 ? [{ name: "floor", label: translated("Floor"), options: floors.map((floor) => [floor.id, floorName(floor)]) }] : []);

/** The fields of each kind of setting; `venue` has the choices. */
const fields = {
    receivers: (venue) => [
        { name: "name", label: translated("Name"), required: true, maxlength: 60, placeholder: translated("Entrance") },
        ...onFloor(venue),
        ...place,
        { name: "gain", label: translated("Signal offset, dB"), type: "number", step: 0.5, hint: translated("How much stronger this receiver reads than the others.") },
    ],
    beacons: (venue) => [
        { name: "name", label: translated("Name"), required: true, maxlength: 60, placeholder: translated("Visitor 12") },
        { name: "beacon", label: translated("Identity"), required: true, mono: true, placeholder: "UUID/major/minor", hint: translated("Or namespace/instance for Eddystone.") },
        ...onFloor(venue),
        ...place,
        { name: "power", label: translated("Power at 1 m, dBm"), type: "number", step: 0.1, hint: translated("As calibrated; empty to believe what it says.") },
    ],
    regions: (venue) => [
        { name: "name", label: translated("Name"), required: true, maxlength: 60, placeholder: translated("Shop") },
        { name: "uuid", label: "UUID", required: true, mono: true },
        { name: "major", label: translated("Major"), type: "number", min: 0, max: 65535, step: 1, half: true, hint: translated("Empty for any.") },
        { name: "minor", label: translated("Minor"), type: "number", min: 0, max: 65535, step: 1, half: true },
        { name: "receiver", label: translated("Heard by"), options: [["", translated("any receiver")], ...(venue.floors.length > 1 ? venue.floors.map((floor) => [`floor:${floor.id}`, translated("any receiver of {floor}", { floor: floorName(floor) })]) : []), ...venue.receivers.map(({ id, name }) => [id, name])] },
    ],
    zones: (venue, { outline }) => [
        { name: "name", label: translated("Name"), required: true, maxlength: 60, placeholder: translated("Gallery") },
        ...onFloor(venue),
        ...(outline ? [] : rectangle),
    ],
    actions: (venue) => [
        { name: "place", label: translated("When"), options: [["", translated("any region or zone")], ...[...venue.regions, ...venue.zones].map(({ id, name }) => [id, name])], half: true },
        { name: "on", label: translated("is"), options: [["both", translated("entered or left")], ["enter", translated("entered")], ["exit", translated("left")]], half: true },
        { name: "channel", label: translated("Publish on the studio's channel"), placeholder: translated("museum"), hint: translated("Give a channel or an address, not both.") },
        { name: "url", label: translated("Or post to"), type: "url", placeholder: "https://…" },
        { name: "secret", label: translated("Signed with the secret"), hint: translated("X-Sightline-Signature is the HMAC-SHA256 of the body.") },
    ],
    notices: (venue) => [
        { name: "place", label: translated("When"), options: [["", translated("any region or zone")], ...[...venue.regions, ...venue.zones].map(({ id, name }) => [id, name])], hint: translated("is entered, once a visit: after half an hour away a new one begins.") },
        { name: "title", label: translated("First line"), required: true, maxlength: 100 },
        { name: "text", label: translated("Text"), maxlength: 600 },
        { name: "image", label: translated("Picture"), placeholder: "https://…", maxlength: 400 },
        { name: "link", label: translated("A tap opens"), placeholder: "https://…", maxlength: 400 },
        { name: "quietFrom", label: translated("Quiet from"), type: "time", half: true, hint: translated("By the studio's clock. Leave both empty for none.") },
        { name: "quietUntil", label: translated("until"), type: "time", half: true },
    ],
    floors: (_, { image }) => [
        { name: "name", label: translated("Name"), required: true, maxlength: 60, placeholder: translated("Upper floor") },
        { name: "level", label: translated("Storey"), type: "number", step: 1, min: -20, max: 200, required: true, hint: translated("0 at the ground, negative below it.") },
        { name: "width", label: translated("Width along x, m"), type: "number", step: 0.1, min: 1, required: true, half: true },
        { name: "depth", label: translated("Depth along y, m"), type: "number", step: 0.1, min: 1, required: true, half: true },
        { name: "picture", label: translated("Picture of the plan"), type: "file", accept: "image/png,image/jpeg,image/webp", hint: translated("PNG, JPEG or WebP, 8 MB at most. Its edges are the plan's: cut it to the outer walls.") },
        ...(image ? [{ name: "isPictureRemoved", label: translated("Remove the picture"), type: "checkbox" }] : []),
    ],
    earth: () => [
        { name: "latitude", label: translated("Latitude, °"), type: "number", min: -85, max: 85, required: true, half: true },
        { name: "longitude", label: translated("Longitude, °"), type: "number", min: -180, max: 180, required: true, half: true },
        { type: "locate", label: translated("I stand here: take it from this device") },
    ],
    plan: (venue, setting) => [
        ...fields.floors(venue, setting),
        { name: "method", label: translated("Positions by"), options: [["particles", translated("particle filter: nobody walks through walls")], ["leastSquares", translated("least squares: three receivers at once")]] },
        ...(venue.floors.length > 1 ? [{ name: "ceilingLoss", label: translated("Loss of a signal in a ceiling, dB"), type: "number", step: 0.5, min: 0, max: 60, required: true, hint: translated("15 for concrete, 10 in flats, 5 for wood.") }] : []),
        ...(venue.plan.earth?.length ? [{ name: "isEarthRemoved", label: translated("Remove the tie to the earth"), type: "checkbox" }] : []),
        { name: "isPublic", label: translated("Everybody who can open this page may see who is near"), type: "checkbox" },
    ],
};

const additions = {
    receivers: translated("Add a receiver"), beacons: translated("Add a beacon"), regions: translated("Add a region"), zones: translated("Add a zone"),
    actions: translated("Add an action"), notices: translated("Add a notice"), floors: translated("Add a floor"), earth: translated("Point on the earth"),
};
const changes = {
    receivers: translated("Change the receiver"), beacons: translated("Change the beacon"), regions: translated("Change the region"),
    zones: translated("Change the zone"), actions: translated("Change the action"), notices: translated("Change the notice"), floors: translated("Change the floor"), plan: translated("Floor plan"),
};

function calibrationText({ state, share, power, error, message }) {
    switch (state) {
        case "listening": return translated("Listening… {percent} %", { percent: numberText(Math.round(100 * share)) });
        case "done": return translated("{power} dBm at 1 m ± {error} dB. Kept.", { power: numberText(power, 1), error: numberText(error, 2) });
        case "failed": return translatedMessage(message);
        default: return "";
    }
}

/** A button that fills in latitude and longitude from this device, and says how sure they are. */
function locateField(label) {
    const told = make("small", { class: "label", role: "status" });
    const locate = ({ target }) => {
        const { latitude, longitude } = target.form.elements;
        told.textContent = translated("Waiting for a position…");
        navigator.geolocation.getCurrentPosition(({ coords }) => {
            [latitude.value, longitude.value] = [coords.latitude.toFixed(7), coords.longitude.toFixed(7)];
            told.textContent = translated("± {accuracy} m", { accuracy: numberText(coords.accuracy, 1) });
        }, () => (told.textContent = translated("This device does not know where it is.")), { enableHighAccuracy: true, maximumAge: 0, timeout: 20_000 });
    };
    return make("div", { class: "field" }, make("button", { class: "button", type: "button", text: label, onclick: locate, disabled: !("geolocation" in navigator) }), told);
}

export class Forms {
    #dialog;

    constructor(dialog) {
        this.#dialog = dialog;
        dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    }

    /** Shows the form of a setting; it displays errors of `onkeep(setting)`, and offers `ondelete` if there is one. */
    ask(kind, setting, venue, { onkeep, ondelete }) {
        const title = (kind === "plan" || setting.id ? changes : additions)[kind];
        const asked = fields[kind](venue, setting);
        const inputs = asked.map((field) => this.#field(field, setting[field.name]));
        const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
        const attempt = async (work) => {
            trouble.hidden = true;
            try {
                await work();
                this.#dialog.close();
            } catch (error) {
                trouble.textContent = translatedMessage(error.message);
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
                make("button", { class: "button main", type: "submit", text: translated("Keep") }),
                make("button", { class: "button", type: "button", text: translated("Cancel"), onclick: () => this.#dialog.close() }),
                ondelete ? make("button", { class: "button danger", type: "button", text: translated("Delete"), onclick: () => attempt(ondelete) }) : null));
        this.#open(form);
    }

    /** Shows a receiver's token and the command to run. */
    showToken(name, token) {
        const line = `SIGHTLINE_RECEIVER_TOKEN=${token} sightline beacons forward --server ${location.origin} --source hci0`;
        this.#showLine(name, translated("Run this line on the receiver. The token is shown this once; a new one takes its place."), line);
    }

    /** Shows the invitation of who carries a tag. */
    showInvitation(name, token) {
        const words = translated("Who opens this address on a phone can receive notices for the tag. It is shown this once; a new one takes its place, and phones of the old one receive nothing more.");
        this.#showLine(name, words, `${location.origin}${location.pathname}#tag=${token}`);
    }

    /** Shows a line to copy. */
    #showLine(name, words, line) {
        const copied = make("p", { class: "label", role: "status" });
        const copy = async () => {
            await navigator.clipboard?.writeText(line).then(() => (copied.textContent = translated("Copied.")), () => (copied.textContent = translated("Select the line and copy it.")));
        };
        this.#open(make("div", {},
            make("h2", { id: "form-title", text: translated("Token of {name}", { name }) }),
            make("p", { text: words }),
            make("pre", { class: "figure token", tabindex: 0, text: line }),
            copied,
            make("div", { class: "row ends" }, make("button", { class: "button main", type: "button", text: translated("Copy"), onclick: copy }), make("button", { class: "button", type: "button", text: translated("Done"), onclick: () => this.#dialog.close() }))));
    }

    /** Guides through a calibration; returns a function that receives its live state. */
    calibrate(words, receivers, { onstart, onend }) {
        const choice = make("select", { class: "button" }, ...receivers.map(({ id, name }) => make("option", { value: id, text: name })));
        const bar = make("progress", { max: 1, value: 0, "aria-label": translated("Calibrated") });
        const told = make("p", { role: "status" });
        const start = make("button", { class: "button main", type: "button", text: translated("Start"), onclick: async () => {
            start.disabled = true;
            told.textContent = translated("Waiting for the first packet…");
            await onstart(choice.value).catch((error) => (told.textContent = translatedMessage(error.message)));
        } });
        this.#open(make("div", {},
            make("h2", { id: "form-title", text: translated("Calibrate {name}", { name: words }) }),
            make("p", { text: translated("Put it where it will hang, the receiver 1 m from it in free sight, and stand aside for twenty seconds. Moving the receiver by a hand's breadth meanwhile averages out the room's echoes.") }),
            make("label", { class: "field" }, make("span", { class: "label", text: translated("Receiver") }), choice),
            bar, told,
            make("div", { class: "row ends" }, start, make("button", { class: "button", type: "button", text: translated("Close"), onclick: () => this.#dialog.close() }))));
        this.#dialog.addEventListener("close", () => onend(), { once: true });
        return (state) => {
            if (!state) return;
            bar.value = state.share;
            if (start.disabled) told.textContent = calibrationText(state);
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
        if (type === "locate") return locateField(label);
        if (options) {
            input = make("select", { ...shared, class: "button" }, ...options.map(([key, text]) => make("option", { value: key, text, selected: key === (value ?? "") })));
        } else if (type === "file") {
            input = make("input", { ...shared, type, class: "button" });
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
            if (type === "locate") continue;
            if (type === "checkbox") read[name] = input.checked;
            else if (type === "file") read[name] = input.files[0];
            else if (input.value.trim() === "") delete read[name];
            else read[name] = type === "number" ? Number(input.value) : input.value.trim();
        }
        return read;
    }
}
