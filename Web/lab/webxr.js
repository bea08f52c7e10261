// The WebXR lab: opens a page in a sandbox with a recording in the camera's place, and shows what it calls and where its camera is.

import { acceptDrops } from "../studio/dropping.js";
import { numberText, translated, translatedMessage } from "../studio/language/language.js";
import { fetchRecordings } from "../studio/recordings.js";
import { PathView } from "../track/path-view.js";
import { CallList } from "./webxr/call-list.js";
import { DeviceHost } from "./webxr/device-host.js";
import { PageSource } from "./webxr/page-source.js";
import { longestPage, preparedPage } from "./webxr/page-text.js";
import { Sandbox } from "./webxr/sandbox.js";

const byId = (id) => document.getElementById(id);
const fetchText = async (path) => (await fetch(new URL(path, import.meta.url))).text();

const sandbox = new Sandbox(byId("frame"));
const sources = new PageSource(sandbox);
const host = new DeviceHost();
const calls = new CallList(byId("calls"), byId("no-calls"));
const view = new PathView(byId("path"));
const injected = fetchText("./webxr/injected.js");
const examples = fetchText("./webxr/examples.json").then(JSON.parse);

/** What is open: a function that gives the page again. */
let opened = null;
let opening = 0;
let frameCount = 0;
let firstStamp = null;

const states = {
    waiting: translated("The page is open. Start AR in it."),
    running: translated("The session runs on the recording."),
    ended: translated("The recording is at its end; the last frame stays."),
    failed: translated("The recording could not be played."),
};

host.onstate = (state) => {
    document.body.dataset.run = state;
    byId("state").textContent = states[state];
    if (state === "running") clearWorld();
};
host.onfail = (text) => complain(translatedMessage(text));
host.onmessage = (message) => calls.take(message);
host.onframe = (frame) => show(frame);
sandbox.onleft = () => {
    host.disconnect();
    close(translated("The page left its frame. Load it again."));
};

function complain(text) {
    byId("trouble").textContent = text;
    byId("trouble").hidden = text === "";
}

function clearWorld() {
    view.clear();
    calls.points = [];
    [frameCount, firstStamp] = [0, null];
    for (const id of ["position", "rotation", "tracking", "time", "frames", "planes", "anchors"]) byId(id).textContent = "–";
}

/** Opens the page that `read` gives, `{ title, html, address }`; only the last one that was asked for is shown. */
async function open(read) {
    const turn = ++opening;
    opened = read;
    host.disconnect();
    calls.clear();
    clearWorld();
    complain("");
    document.body.dataset.run = "opening";
    byId("state").textContent = translated("Opening the page …");
    try {
        const page = await read();
        if (turn !== opening) return;
        if (page.html.length > longestPage) throw new Error(translated("The file is too large for a page."));
        await sandbox.open(page.title);
        const prepared = preparedPage(page.html, { injected: await injected, address: page.address });
        if (turn !== opening) return;
        if (prepared.hasOwnScript) calls.say(translated("The page's own webxr script was left out: the lab's device takes its place."));
        host.connect(sandbox.show(prepared.html));
        setControls(true);
    } catch (error) {
        if (turn !== opening) return;
        close(translated("The page could not be opened."));
        complain(error.message);
    }
}

function close(reason) {
    sandbox.close();
    setControls(false);
    document.body.dataset.run = "closed";
    byId("state").textContent = reason;
}

function setControls(isOpen) {
    for (const id of ["play", "step"]) byId(id).disabled = !isOpen;
    byId("again").disabled = opened === null;
}

function show(frame) {
    frameCount += 1;
    firstStamp ??= frame.timestampNanoseconds;
    const pose = frame.worldFromCamera;
    if (pose) view.add(frame);
    else view.lift();
    view.showHits(calls.points);
    byId("position").textContent = pose ? listed(pose.translation) : "–";
    byId("rotation").textContent = pose ? listed(pose.rotation) : "–";
    byId("tracking").textContent = trackingTexts[frame.trackingState];
    byId("time").textContent = numberText(Number(frame.timestampNanoseconds - firstStamp) / 1e9, 2);
    byId("frames").textContent = numberText(frameCount);
    byId("planes").textContent = numberText(frame.anchors.filter(({ plane }) => plane).length);
    byId("anchors").textContent = numberText(frame.anchors.filter(({ plane }) => !plane).length);
    document.body.dataset.frames = String(frameCount);
}

/** Numbers in a row; zero has no sign. */
const listed = (values) => values.map((value) => numberText(Math.round(1000 * value) / 1000 + 0, 3)).join("  ");

const trackingTexts = { notAvailable: translated("not yet"), limited: translated("limited"), normal: translated("normal") };

function label() {
    byId("play").textContent = host.isPlaying ? translated("Pause") : translated("Go on");
}

byId("play").addEventListener("click", () => {
    host.isPlaying = !host.isPlaying;
    label();
});
byId("step").addEventListener("click", () => {
    host.isPlaying = false;
    host.step();
    label();
});
byId("pace").addEventListener("change", () => { host.pace = Number(byId("pace").value); });
byId("again").addEventListener("click", () => opened && open(opened));
byId("only-errors").addEventListener("change", ({ target }) => { calls.showsOnlyErrors = target.checked; });
byId("recordings").addEventListener("change", ({ target }) => {
    host.recording = target.value || null;
    if (opened) open(opened);
});
byId("examples").addEventListener("change", async ({ target }) => {
    const example = (await examples).find(({ name }) => name === target.value);
    if (example) open(async () => ({ title: example.title, html: example.html, address: null }));
});
byId("open-address").addEventListener("submit", (event) => {
    event.preventDefault();
    const address = byId("address").value.trim();
    byId("examples").value = "";
    open(() => sources.read(address));
});
byId("file").addEventListener("change", ({ target }) => {
    if (target.files.length > 0) openFile(target.files[0]);
    target.value = "";
});
acceptDrops(byId("drop"), (transfer) => {
    if (transfer.files.length > 0) openFile(transfer.files[0]);
});

function openFile(file) {
    byId("examples").value = "";
    open(() => sources.readFile(file));
}

byId("above").addEventListener("click", () => { view.lookFromAbove(); showView(); });
byId("around").addEventListener("click", () => { view.lookAround(); showView(); });
byId("path").addEventListener("turned", showView);

function showView() {
    byId("above").setAttribute("aria-pressed", String(view.isFromAbove));
    byId("around").setAttribute("aria-pressed", String(!view.isFromAbove));
}

view.lookAround();
byId("examples").append(...(await examples).map(({ name, title }) => Object.assign(new Option(title, name), { translate: false })));

const recordings = await fetchRecordings().catch(() => []);
const wanted = new URLSearchParams(location.search);
byId("recordings").replaceChildren(...(recordings.length > 0 ? recordings.map(({ name, url }) => Object.assign(new Option(name, url), { translate: false })) : [new Option(translated("None on this server"), "")]));
byId("recordings").disabled = recordings.length === 0;
host.recording = (recordings.find(({ name }) => name === wanted.get("recording")) ?? recordings[0])?.url ?? null;
if (host.recording) byId("recordings").value = host.recording;
else complain(translated("This studio has no recording, so there is nothing in the camera's place: start it with --recordings and a folder of recordings."));
document.body.dataset.ready = "true";
