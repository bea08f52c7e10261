// The measuring page: input from a camera or a recording, lengths with their uncertainty as output.

import { Session } from "../sightline/sightline.js";
import { accuracyAdvices } from "../sightline/generated/records.js";
import { offerHeadset } from "../studio/headset-entry.js";
import { translated } from "../studio/language/language.js";
import { Stage } from "../studio/stage.js";
import { Aiming } from "./aiming.js";
import { Capturing } from "./capturing.js";
import { offerFiles } from "./files.js";
import { Heaps } from "./heaps.js";
import { MeasurementHistory } from "./history.js";
import { LabelEntry } from "./label-entry.js";
import { MeasurementList } from "./measurement-list.js";
import { ScalePin } from "./scale-pin.js";
import { Sharing } from "./sharing.js";
import { Status } from "./status.js";
import { offerTools } from "./tools.js";
import { Trouble } from "./trouble.js";

const byId = (id) => document.getElementById(id);
const view = byId("view");
const session = new Session({ canvas: view, view: true, measuring: true, parts: ["planes", "measuring"] });
const { measuring } = session;
const status = new Status(byId);
const heaps = new Heaps(session);
const list = new MeasurementList(byId, measuring, heaps, refresh);
const history = new MeasurementHistory(byId);
const trouble = new Trouble(byId);
const pin = new ScalePin(byId, measuring, refresh);
const sharing = new Sharing(byId("sharing"), measuring);

const stage = new Stage(session, translated("Measure"), {
    onbegin() {
        trouble.clear();
        status.begin();
        aiming.reset();
        pin.reset();
        heaps.reset();
        capturing.reset();
        history.begin();
        labels.begin();
        refresh();
    },
    onframe(frame, count) {
        if (count === 1) setChoices();
        if (measuring.state) status.follow(measuring.state, frame);
        labels.show(frame);
        if (count % 30 === 0 && measuring.state?.measurementCount > 0) updateList();
    },
    onnotice: (text) => status.notice(text),
    onfail(error) {
        status.end();
        trouble.show(error);
    },
    onresume: () => trouble.clear(),
    runOptions: (source) => labels.runOptions(source),
    /** Ends a running capture first, and offers it. */
    onchange() {
        if (capturing.isOn) {
            capturing.end();
            return true;
        }
        status.end();
        trouble.clear();
        trouble.check();
        return false;
    },
});
const capturing = new Capturing(byId, session, (focused) => stage.openSheet(focused));
const aiming = new Aiming(view, session, { isFree: () => stage.isRecording, place });
const labels = new LabelEntry(byId, {
    session, view, source: () => stage.source, aim: () => aiming.place, measurements: () => list.items, lens: () => stage.opened?.calibration.distortion?.kind ?? "none",
    closeSheet: () => stage.closeSheet(),
});

measuring.onchange = (state) => {
    show(state);
    sharing.take(state);
};

function show(state) {
    status.show(state, list.items.at(-1), heaps);
}

async function place() {
    if (!measuring.state) return;
    if (heaps.isOn) return placeHeap();
    if (!(await measuring.place())) {
        // If the point is only inaccurate, the advice explains what helps, and that a second tap sets a rough one.
        if (!accuracyAdvices.has(measuring.state.advice)) status.refuse();
        return;
    }
    navigator.vibrate?.(15);
    refresh();
}

/** Measures the heap that is aimed at. */
async function placeHeap() {
    if (await heaps.place(...aiming.place)) navigator.vibrate?.(15);
    refresh();
}

/** Chooses the quantity; heaps are the page's own, and in the engine's place a length is offered meanwhile. */
async function choose(tool) {
    measuring.choose(tool === "heap" ? "distance" : tool);
    await heaps.choose(tool === "heap");
    refresh();
}

async function undo() {
    if (heaps.isOn) heaps.delete(heaps.items.at(-1)?.number);
    else await measuring.undo();
    refresh();
}

async function finish() {
    await measuring.finish(measuring.state.tool === "area");
    refresh();
}

/** Cancels the current measurement. */
function cancel() {
    if (measuring.state?.mode === "measuring") measuring.choose(measuring.state.tool);
}

/** Shows the measurements, and keeps them for the next visit. */
async function updateList() {
    await list.update();
    if (measuring.state) history.take(list.items);
}

async function refresh() {
    await updateList();
    if (measuring.state) show(measuring.state);
    pin.update(list.items);
}

byId("place").addEventListener("click", place);
byId("undo").addEventListener("click", undo);
byId("finish").addEventListener("click", finish);

const keys = { " ": place, z: undo, Enter: finish, Escape: cancel };
addEventListener("keydown", (event) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || !measuring.state || !stage.isToolKey(event)) return;
    event.preventDefault();
    act();
});

offerTools(byId("tools"), choose);
offerFiles(byId("exports"), session);

/** Deletes all measurements, and the one that is being made. */
async function clear() {
    cancel();
    for (const { number } of await measuring.list()) await measuring.delete(number);
    await refresh();
}

offerHeadset(byId("headset"), stage, async () => {
    const { measuringHeadset } = await import("./headset.js");
    return measuringHeadset(session, { choose, undo, finish, clear, refresh });
});

/** Two buttons of which one is pressed; `onchoose()` is called when the other is. */
function offerChoice(ids, onchoose) {
    for (const id of ids) {
        byId(id).addEventListener("click", () => {
            for (const each of ids) byId(each).setAttribute("aria-pressed", String(each === id));
            onchoose();
        });
    }
}

const isPressed = (id) => byId(id).getAttribute("aria-pressed") === "true";

/** Sets what the sheet's choices say; a new run begins with the usual ones. */
async function setChoices() {
    const unit = isPressed("imperial") ? "imperial" : "metric";
    await Promise.all([
        measuring.setUnit(unit), measuring.setSnapping(isPressed("snap-on")), measuring.setMaterial(byId("material").value),
    ]);
    heaps.setUnit(unit);
    refresh();
}

for (const pair of [["metric", "imperial"], ["snap-on", "snap-off"]]) offerChoice(pair, () => measuring.state && setChoices());
byId("material").addEventListener("change", () => measuring.state && setChoices());

trouble.check();
