// The measuring page: a camera or a recording in, lengths with their uncertainty out.

import { Session, droppedFiles, pickedFiles } from "../sightline/sightline.js";
import { accuracyAdvices } from "../sightline/generated/records.js";
import { acceptDrops } from "../studio/dropping.js";
import { Aiming } from "./aiming.js";
import { Capturing } from "./capturing.js";
import { offerFiles } from "./files.js";
import { MeasurementList } from "./measurement-list.js";
import { ScalePin } from "./scale-pin.js";
import { Sharing } from "./sharing.js";
import { Telling } from "./telling.js";
import { offerTools } from "./tools.js";
import { Trouble } from "./trouble.js";

const byId = (id) => document.getElementById(id);
const view = byId("view");
const session = new Session({ canvas: view, view: true, measuring: true, parts: ["planes", "measuring"] });
const { measuring } = session;
/** For whoever looks into the page with the browser's tools. */
view.session = session;
const telling = new Telling(byId);
const list = new MeasurementList(byId, measuring, refresh);
const trouble = new Trouble(byId);
const pin = new ScalePin(byId, measuring, refresh);
const capturing = new Capturing(byId, session, (focused) => openSheet(focused));
const sharing = new Sharing(byId("sharing"), measuring);
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

session.onframe = (frame) => {
    frames += 1;
    if (measuring.state) telling.coach(measuring.state, frame);
    if (opened.pictureCount) byId("progress").value = frames / opened.pictureCount;
    document.body.dataset.frames = frames;
    if (frames % 30 === 0 && measuring.state?.measurementCount > 0) list.update();
};

measuring.onchange = (state) => {
    telling.show(state, list.items.at(-1));
    sharing.take(state);
};

session.onend = () => {
    document.body.dataset.run = "ended";
    hold(true);
    byId("hold-label").textContent = "Replay";
};

/** Whether the camera can be opened again with all that was measured. */
const canGoOn = () => document.body.dataset.run === "lost";

session.onerror = (error) => {
    document.body.dataset.run = error.code === "cameraLost" ? "lost" : "failed";
    telling.fail();
    trouble.show(error);
    showWelcome();
};

session.onnotice = (text) => telling.notice(text);

function showWelcome() {
    byId("welcome").hidden = false;
    byId("console").hidden = true;
    byId("coach").hidden = true;
    if (!byId("camera").hidden) byId("camera").focus();
}

async function goOn() {
    await session.reopen();
    document.body.dataset.run = "running";
    trouble.clear();
    byId("welcome").hidden = true;
    byId("console").hidden = false;
}

function begin(next) {
    source = next;
    document.body.dataset.run = "running";
    document.body.dataset.source = source.recording ? "recording" : "camera";
    trouble.clear();
    telling.begin();
    aiming.reset();
    pin.reset();
    capturing.reset();
    hold(false);
    refresh();
    session.run(source).catch(session.onerror);
}

/** Stands still, so that a point can be set with care; a recording that has ended starts over. */
function hold(isWanted) {
    isHeld = isWanted;
    byId("hold").dataset.held = isHeld;
    byId("hold-label").textContent = isHeld ? "Go on" : "Pause";
}

byId("hold").addEventListener("click", () => {
    if (document.body.dataset.run === "ended") return begin(source);
    hold(!isHeld);
    if (isHeld) session.pause();
    else session.resume();
});

async function place() {
    if (!measuring.state) return;
    if (!(await measuring.place())) {
        // Where the point is only not known well, the advice says what helps, and that a second tap takes a rough one.
        if (!accuracyAdvices.has(measuring.state.advice)) telling.refuse();
        return;
    }
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
    if (measuring.state) telling.show(measuring.state, list.items.at(-1));
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

/** Two buttons of which one is pressed; `onchoose(id)` is told which. */
function offerChoice(ids, onchoose) {
    for (const id of ids) {
        byId(id).addEventListener("click", () => {
            for (const each of ids) byId(each).setAttribute("aria-pressed", String(each === id));
            onchoose(id);
        });
    }
}

offerChoice(["metric", "imperial"], async (unit) => {
    await measuring.setUnit(unit);
    refresh();
});
offerChoice(["snap-on", "snap-off"], (id) => measuring.setSnapping(id === "snap-on"));

function openSheet(focused) {
    byId("sheet").dataset.open = "true";
    byId("open-sheet").setAttribute("aria-expanded", "true");
    byId(focused).focus();
}

byId("open-sheet").addEventListener("click", () => openSheet("close-sheet"));
byId("close-sheet").addEventListener("click", closeSheet);

function closeSheet() {
    if (byId("sheet").dataset.open !== "true") return false;
    byId("sheet").dataset.open = "false";
    byId("open-sheet").setAttribute("aria-expanded", "false");
    byId("open-sheet").focus();
    return true;
}

byId("camera").addEventListener("click", () => {
    if (canGoOn()) goOn().catch((error) => trouble.show(error));
    else begin({ camera: true, motion: true });
});
byId("play").addEventListener("click", () => begin({ recording: byId("recordings").value }));
byId("change").addEventListener("click", async () => {
    if (capturing.isOn) return capturing.end();
    session.stop();
    closeSheet();
    document.body.dataset.run = "idle";
    telling.idle();
    trouble.clear();
    trouble.check();
    showWelcome();
});

/** Plays files of a person's own once they are gathered; says what is wrong with them. */
async function openFiles(gathering) {
    try {
        begin({ recording: await gathering });
    } catch (error) {
        session.onerror(error);
    }
}

byId("open").addEventListener("change", ({ target }) => {
    if (target.files.length > 0) openFiles(pickedFiles(target.files));
    target.value = "";
});
acceptDrops(byId("drop"), (transfer) => openFiles(droppedFiles(transfer)));

document.addEventListener("visibilitychange", () => {
    if (document.body.dataset.run !== "running" || !source.recording) return;
    if (document.hidden) session.pause();
    else if (!isHeld) session.resume();
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
trouble.check();
