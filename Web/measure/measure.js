// The measuring page: a camera or a recording in, lengths with their uncertainty out.

import { Session } from "../sightline/sightline.js";
import { Aiming } from "./aiming.js";
import { offerFiles } from "./files.js";
import { MeasurementList } from "./measurement-list.js";
import { ScalePin } from "./scale-pin.js";
import { Telling } from "./telling.js";
import { offerTools } from "./tools.js";

const byId = (id) => document.getElementById(id);
const view = byId("view");
const session = new Session({ canvas: view, view: true, measuring: true, parts: ["planes", "measuring"] });
const { measuring } = session;
const telling = new Telling(byId);
const list = new MeasurementList(byId, measuring, refresh);
const pin = new ScalePin(byId, measuring, refresh);
const longestSide = 1600;

let source = null;
let isHeld = false;
let opened = null;
let frames = 0;

new ResizeObserver(([{ contentRect: { width, height } }]) => {
    const scale = Math.min(devicePixelRatio, 2, longestSide / Math.max(width, height, 1));
    session.resize(width * scale, height * scale);
}).observe(view);

const aiming = new Aiming(view, session, { isFree: () => Boolean(source?.recording), place });

session.onopen = (description) => {
    opened = description;
    frames = 0;
    byId("welcome").hidden = true;
    byId("console").hidden = false;
    byId("progress").hidden = !opened.pictureCount;
    byId("hold").hidden = !opened.pictureCount;
    view.focus({ preventScroll: true });
};

session.onframe = () => {
    frames += 1;
    if (opened.pictureCount) byId("progress").value = frames / opened.pictureCount;
    document.body.dataset.frames = frames;
    if (frames % 30 === 0 && measuring.state?.measurementCount > 0) list.update();
};

measuring.onchange = (state) => telling.show(state);

session.onend = () => {
    document.body.dataset.run = "ended";
    hold(true);
    byId("hold-label").textContent = "Replay";
};

session.onerror = (error) => {
    document.body.dataset.run = "failed";
    telling.fail(error.message);
    byId("welcome").hidden = false;
    byId("console").hidden = true;
};

function begin(next) {
    source = next;
    document.body.dataset.run = "running";
    document.body.dataset.source = source.recording ? "recording" : "camera";
    byId("trouble").hidden = true;
    telling.begin();
    aiming.reset();
    pin.reset();
    hold(false);
    refresh();
    session.run(source).catch(session.onerror);
}

/** Stands still, so that a point can be set with care; a recording that has ended starts over. */
function hold(isWanted) {
    isHeld = isWanted;
    byId("hold").dataset.held = isHeld;
    byId("hold-label").textContent = isHeld ? "Go on" : "Hold";
}

byId("hold").addEventListener("click", () => {
    if (document.body.dataset.run === "ended") return begin(source);
    hold(!isHeld);
    if (isHeld) session.pause();
    else session.resume();
});

async function place() {
    if (!measuring.state) return;
    if (!(await measuring.place())) return telling.refuse();
    navigator.vibrate?.(15);
    refresh();
}

async function undo() {
    await measuring.undo();
    refresh();
}

async function finish() {
    await measuring.finish(measuring.state.tool === "area");
    refresh();
}

/** Drops the measurement being made. */
function cancel() {
    if (measuring.state?.mode === "measuring") measuring.choose(measuring.state.tool);
}

async function refresh() {
    await list.update();
    pin.update(list.items);
}

byId("place").addEventListener("click", place);
byId("undo").addEventListener("click", undo);
byId("finish").addEventListener("click", finish);

const keys = { " ": place, z: undo, Enter: finish, Escape: cancel };
addEventListener("keydown", (event) => {
    const isElsewhere = event.target.closest("input, select, button, a, aside") !== null;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (event.key === "Escape" && closeSheet()) return;
    if (!act || isElsewhere || !measuring.state || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
});

offerTools(byId("tools"), (tool) => measuring.choose(tool));
offerFiles(byId("exports"), session);

for (const unit of ["metric", "imperial"]) {
    byId(unit).addEventListener("click", async () => {
        for (const each of ["metric", "imperial"]) byId(each).setAttribute("aria-pressed", String(each === unit));
        await measuring.setUnit(unit);
        refresh();
    });
}

byId("open-sheet").addEventListener("click", () => {
    byId("sheet").dataset.open = "true";
    byId("open-sheet").setAttribute("aria-expanded", "true");
    byId("close-sheet").focus();
});
byId("close-sheet").addEventListener("click", closeSheet);

function closeSheet() {
    if (byId("sheet").dataset.open !== "true") return false;
    byId("sheet").dataset.open = "false";
    byId("open-sheet").setAttribute("aria-expanded", "false");
    byId("open-sheet").focus();
    return true;
}

byId("camera").addEventListener("click", () => begin({ camera: true, motion: true }));
byId("play").addEventListener("click", () => begin({ recording: byId("recordings").value }));
byId("change").addEventListener("click", () => {
    session.stop();
    closeSheet();
    document.body.dataset.run = "idle";
    telling.idle();
    byId("console").hidden = true;
    byId("welcome").hidden = false;
    byId("camera").focus();
});

document.addEventListener("visibilitychange", () => {
    if (document.body.dataset.run !== "running") return;
    if (source.recording) {
        if (document.hidden) session.pause();
        else if (!isHeld) session.resume();
    } else {
        session.interrupt(document.hidden);
    }
});

async function listRecordings() {
    const response = await fetch("../api/recordings");
    const { recordings } = response.ok ? await response.json() : { recordings: [] };
    const options = recordings.map(({ name, url }) => new Option(name, url));
    byId("recordings").replaceChildren(...(options.length > 0 ? options : [new Option("None on this server", "")]));
    byId("recordings").disabled = byId("play").disabled = options.length === 0;
    const wanted = recordings.find(({ name }) => name === new URLSearchParams(location.search).get("recording"));
    if (wanted) byId("recordings").value = wanted.url;
}

listRecordings().catch(() => byId("recordings").replaceChildren(new Option("None could be fetched", "")));
