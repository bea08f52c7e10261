// The placing page: the user's own model or a sample is placed in the room in true size, moved, turned and scaled.

import { PlacingTool, bytesOf } from "../sightline/placing.js";
import { Session } from "../sightline/sightline.js";
import { filmWith } from "../studio/film-button.js";
import { Gestures } from "../studio/model-gestures.js";
import { numberText, translated } from "../studio/language/language.js";
import { save } from "../studio/saving.js";
import { Stage } from "../studio/stage.js";
import { faultText, omissionText } from "../studio/model-fault-text.js";
import { samples } from "./samples.js";
import { scaleText, sizeTexts } from "./size-text.js";

const byId = (id) => document.getElementById(id);
const session = new Session({ canvas: byId("view"), view: true, parts: ["placing"] });
const placing = new PlacingTool();
session.use(placing);

/** The model that the button places: `{ name, bytes }`. */
let model = null;
let isRunning = false;
let isLoaded = false;
let tracking = "";
/** The sliders' values for the chosen model. */
let turned = 0;

const notify = (text) => {
    byId("told").textContent = text;
    stage.advise(text, { isWarning: true });
};
const stage = new Stage(session, translated("Place"), {
    onbegin() {
        isRunning = isLoaded = false;
        byId("size").hidden = true;
    },
    onframe(frame) {
        tracking = stage.trackingAdvice(frame);
        if (!isRunning) settle();
    },
    ondrop(transfer) {
        const file = [...transfer.files].find(({ name }) => isModel(name));
        if (file) open(file);
        return Boolean(file);
    },
});
const gestures = new Gestures(stage, placing, { ontap: (place) => placing.state?.modelCount === 0 && stand(...place) });

const isModel = (name) => /\.(glb|gltf)$/i.test(name);

/** Resets the state: a new run of the engine has no model. */
async function settle() {
    isRunning = true;
    gestures.reset();
    await load();
}

/** Sends the engine the chosen model; true if the engine accepted it. */
async function load() {
    isLoaded = false;
    if (!isRunning || !model) return false;
    const wanted = model;
    try {
        const notes = await placing.load(model.bytes);
        byId("omissions").hidden = notes.length === 0;
        byId("omissions").textContent = omissionText(notes);
        isLoaded = true;
        offerViewer().catch(() => {});
    } catch (error) {
        // The user has chosen another meanwhile.
        if (model !== wanted) return false;
        notify(translated("{name}: {fault}", { name: model.name, fault: faultText(error.message) }));
        if (model.isOwn) choose(0);
    }
    return isLoaded;
}

/** Where the device has a viewer of its own for models (iOS), links to the loaded model for it. */
async function offerViewer() {
    const link = byId("viewer");
    if (!link.relList.supports("ar")) return;
    const bytes = await placing.usdz();
    URL.revokeObjectURL(link.href);
    link.hidden = bytes.length === 0;
    link.href = URL.createObjectURL(new Blob([bytes], { type: "model/vnd.usdz+zip" }));
    link.download = "model.usdz";
}

/** Chooses a file of the user. */
async function open(file) {
    try {
        if (!isModel(file.name)) throw new Error(translated("Choose a glTF file: .glb, or .gltf that holds its data."));
        model = { name: file.name, bytes: await bytesOf(file), isOwn: true };
        for (const choice of byId("samples").querySelectorAll("input")) choice.checked = false;
        if (!isRunning) return notify(translated("{name} is ready. Start the camera or a recording, then place it.", { name: file.name }));
        if (await load()) notify(translated("{name} is ready to be placed.", { name: file.name }));
    } catch (error) {
        notify(faultText(error.message));
    }
}

/** Chooses a sample. */
function choose(number) {
    byId("samples").querySelectorAll("input")[number].checked = true;
    model = { name: samples[number].name, bytes: samples[number].file(), isOwn: false };
    return load();
}

async function stand(x, y) {
    if (!isRunning || !isLoaded || tracking !== null) return;
    const identifier = await placing.place(x === undefined ? {} : { x, y });
    if (identifier === null) {
        const isFull = placing.state?.modelCount >= 16;
        return notify(isFull ? translated("No more models can stand here: remove one first.") : translated("Aim at a floor or a table that was found, then place it."));
    }
    turned = 0;
    navigator.vibrate?.(15);
    byId("told").textContent = translated("Placed: {name}.", { name: model.name });
}

async function remove() {
    if (!placing.state?.chosen) return;
    await placing.remove(placing.state.chosen);
    byId("told").textContent = translated("Removed.");
}

placing.onchange = (state) => {
    const isPlaced = state.modelCount > 0;
    Object.assign(document.body.dataset, { models: state.modelCount, held: state.isHeld, onSurface: state.isAimOnSurface });
    byId("remove").disabled = !isPlaced;
    byId("stand").disabled = tracking !== null || !isLoaded || !state.isAimOnSurface;
    for (const id of ["scale", "turn", "true-size"]) byId(id).disabled = !isPlaced;
    byId("animate").hidden = state.animationCount === 0;
    byId("animate").setAttribute("aria-pressed", String(state.animation !== null));
    byId("size").hidden = !isPlaced;
    if (isPlaced) for (const [index, text] of sizeTexts(state).entries()) stage.text(`side-${index}`, text);
    showSliders(state);
    showState(state, isPlaced);
};

function showSliders(state) {
    const scale = state.scale || 1;
    if (document.activeElement !== byId("scale")) byId("scale").value = String(Math.log10(scale));
    stage.text("scale-told", scaleText(scale));
    if (document.activeElement !== byId("turn")) byId("turn").value = String(turned);
    stage.text("turn-told", `${numberText(turned)}°`);
}

function showState(state, isPlaced) {
    if (tracking !== null) {
        stage.state("notReady", translated("NOT READY"));
        return stage.advise(tracking);
    }
    stage.state(isPlaced ? "placed" : "ready", isPlaced ? translated("PLACED") : translated("READY"));
    if (isPlaced) stage.advise(state.scale === 1 ? "" : translated("Shown at {scale} of its true size.", { scale: scaleText(state.scale) }));
    else stage.advise(state.isAimOnSurface ? translated("Tap the floor or the table, or press the button.") : translated("Aim at a floor or a table."));
}

for (const [number, { key, name }] of samples.entries()) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "sample", value: key });
    input.addEventListener("change", () => choose(number));
    label.append(input, name);
    byId("samples").append(label);
}
choose(0);

byId("stand").addEventListener("click", () => stand());
byId("remove").addEventListener("click", remove);
byId("mine").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) open(file);
});
byId("scale").addEventListener("input", ({ target }) => placing.state?.scale && placing.scaleBy(10 ** target.valueAsNumber / placing.state.scale));
byId("turn").addEventListener("input", ({ target }) => {
    placing.turn(((target.valueAsNumber - turned) * Math.PI) / 180);
    turned = target.valueAsNumber;
});
byId("true-size").addEventListener("click", () => placing.useTrueSize());
byId("animate").addEventListener("click", () => placing.play(placing.state?.animation === null ? 0 : -1));
byId("occlude").addEventListener("click", async ({ currentTarget: button }) => {
    const isWanted = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", String(isWanted));
    try {
        await session.occlude(isWanted);
    } catch {
        button.setAttribute("aria-pressed", "false");
        notify(translated("What hides the model could not be loaded."));
    }
});
byId("save-picture").addEventListener("click", async () => {
    if (!isRunning) return notify(translated("Nothing is running yet."));
    save(await session.snapshot(), "placed.png", "image/png");
});
filmWith(byId("film"), byId("view"), "placed", notify);

const keys = {
    Enter: () => stand(), Delete: remove, Backspace: remove, "+": () => placing.scaleBy(1.05), "-": () => placing.scaleBy(1 / 1.05),
    ArrowLeft: () => placing.turn(-Math.PI / 36), ArrowRight: () => placing.turn(Math.PI / 36),
};
byId("view").addEventListener("keydown", (event) => {
    if (!placing.state || event.metaKey || event.altKey || event.ctrlKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
});
