// The assist page: from the room's name to the call, and back.

import { translated, translatedMessage } from "../studio/language/language.js";
import { BoardsPanel } from "./boards/boards-panel.js";
import { DocumentPages } from "./boards/document-pages.js";
import { CameraPanel } from "./camera/camera-panel.js";
import { Call } from "./call/call.js";
import { Consent } from "./call/consent.js";
import { Entrance } from "./entrance/entrance.js";
import { memberTiles } from "./people/member-tiles.js";
import { rowsOf } from "./people/figures.js";
import { describeWait, offerInvitation } from "./entrance/invitation.js";
import { loudspeakers } from "./call/media.js";
import { ModelsPanel } from "./models/models-panel.js";
import { offerReport } from "../studio/report/report-entry.js";
import { toldMeasure } from "./drawing/measuring-bar.js";
import { personName } from "./people/person-names.js";
import { ReadingDialog } from "./reading/reading-dialog.js";
import { SidePanel } from "./people/side-panel.js";
import { StudioReader } from "./reading/studio-reader.js";
import { Toolbox } from "./drawing/toolbox.js";

const byId = (id) => document.getElementById(id);
const panel = new SidePanel(byId);
const cameraPanel = new CameraPanel(byId);
const modelsPanel = new ModelsPanel(byId);
const boardsPanel = new BoardsPanel(byId);
const toolbox = new Toolbox(byId);
const reading = new ReadingDialog(byId);
const faces = memberTiles(byId("faces"));
const entrance = new Entrance(byId, enter);
let call = null;
let consent = null;
let noticeTimer = null;
/** Whether this device's user has read how to move an image. */
const zoomKey = "assist/knows-zoom";

/** Shows one of the page's states: "start", "lobby", "call" or "left". */
function view(name) {
    document.body.dataset.view = name;
    for (const each of ["start", "lobby", "left"]) byId(each).hidden = each !== name;
    const isCall = name === "call";
    for (const id of ["console", "open-sheet", "sheet"]) byId(id).hidden = !isCall;
    if (!isCall) byId("alone").hidden = true;
}

function state(mode, text) {
    byId("state").dataset.mode = mode;
    if (byId("state").textContent !== text) byId("state").textContent = text;
    document.body.dataset.call = mode;
}

/** A word at the lower edge: kept while it holds, or for some seconds. */
function notice(text, { stays = false } = {}) {
    clearTimeout(noticeTimer);
    byId("notice").textContent = text;
    byId("notice").hidden = !text;
    if (text && !stays) noticeTimer = setTimeout(() => notice(advice, { stays: true }), 5000);
}

let advice = "";
function advise(text) {
    if (text === advice) return;
    const wasShown = byId("notice").textContent === advice;
    advice = text;
    if (wasShown || byId("notice").hidden) notice(text, { stays: true });
}

async function enter() {
    const options = entrance.options();
    if (!options) return;
    call = new Call(byId, { ...options, isRelayed: new URLSearchParams(location.search).has("relay") });
    globalThis.assist = call;
    wire(call);
    entrance.setBusy(true);
    try {
        await call.begin();
        const { name, role, invite } = options;
        history.replaceState(null, "", `?${new URLSearchParams({ room: name, role })}${invite ? `#invite=${invite}` : ""}`);
        inside();
    } catch (error) {
        call?.close();
        call = null;
        view("start");
        state("idle", translated("Assist"));
        entrance.showTrouble(translatedMessage(error.message));
    } finally {
        entrance.setBusy(false);
    }
}

function wire(current) {
    const isSite = current.role === "site";
    current.onstate = (mode, text) => {
        state(mode, text);
        if (text === translated("Waiting for the host")) view("lobby");
    };
    current.onnotice = (text) => notice(text);
    current.onadvice = advise;
    current.onpeople = (people) => {
        panel.people(people);
        describeWait(byId, current.room, isSite, current.departed);
        byId("alone").hidden = current.room.peers.size > 0 || document.body.dataset.view !== "call";
    };
    current.onface = faces.take;
    current.onwaiting = (waiting) => {
        panel.waiting(waiting);
        if (waiting.length > 0) notice(translated("{name} waits outside.", { name: personName(waiting[0].name) }));
    };
    current.chat.onword = (word) => {
        consent.note({ kind: "word", ...word });
        panel.word(word);
        notice(`${personName(word.from)}: ${word.text.slice(0, 80)}`);
    };
    current.chat.onfile = (file) => {
        if (file.use === "board") return current.boards.offer(file);
        if (file.blob.type === "image/png") consent.picture(`${Date.now()}.png`, file.blob, file.from);
        panel.file(file);
        current.models.offer(file);
        notice(translated("{name} sent {file}", { name: personName(file.from), file: file.name }));
        if (!isSite && file.blob.type.startsWith("image/") && cameraPanel.takeReading()) readText(file.blob);
    };
    current.quality.onfigures = (figures) => panel.figures(rowsOf(figures, current));
    current.quality.onlow = (isLow, isWished) => {
        byId("low").setAttribute("aria-pressed", isLow);
        notice(isLow ? (isWished ? translated("Low bandwidth.") : translated("The network is slow: fewer pictures, the voice comes first.")) : translated("Full quality again."));
    };
    consent = new Consent(byId, current);
    consent.onchange = showRecord;
    if (isSite) tellMeasured(current);
    current.chat.onmeasured = ({ by, text }) => panel.word({ from: by, text });
    cameraPanel.serve(current.camera, isSite);
    current.camera.onnotice = (text) => notice(text);
    if (isSite) current.camera.onstill = (file) => {
        sendFile(file);
        if (cameraPanel.takeReading()) readText(file);
    };
    toolbox.serve(current.side);
    modelsPanel.serve(current.models, current.side, isSite, { send: sendFile, onwait: () => byId("close-sheet").click() });
    current.models.onnotice = current.boards.onnotice = (text) => notice(text);
    boardsPanel.serve(current.boards, current.side, isSite, { pages: new DocumentPages(current.room), onwait: () => byId("close-sheet").click() });
    current.side.onmode = (mode) => toolbox.setTracked(mode === "tracked");
    if (!isSite) wireExpert(current);
    byId("report-block").hidden = !isSite;
    byId("face").hidden = isSite;
    byId("freeze").hidden = isSite;
    if (isSite) byId("fit").hidden = true;
}

function wireExpert(current) {
    current.side.onsketch = (blob) => sendSketch(current, blob);
    current.side.onview = () => {
        showFit(current.side);
        setFrozen(current.side.isStill);
    };
    showFit(current.side);
}

/**
 * The button that shows the whole image, or fills the screen with it; the first time an image is cropped, a notice
 * explains how to move it.
 */
function showFit({ framing, isShowing }) {
    const { isWhole, canFill } = framing;
    byId("fit").hidden = !isShowing || (isWhole && !canFill);
    byId("fit").querySelector("span").textContent = isWhole ? translated("Fill") : translated("Whole");
    byId("fit").querySelector("use").setAttribute("href", `icons.svg#${isWhole ? "fill" : "whole"}`);
    if (isWhole || !isShowing || localStorage.getItem(zoomKey)) return;
    localStorage.setItem(zoomKey, "known");
    notice(translated("Two fingers move the picture and make it larger or smaller."));
}

/** Sends a still with the expert's strokes to everyone, as an image. */
async function sendSketch({ chat }, blob) {
    const file = new File([blob], "drawing.png", { type: "image/png" });
    panel.file({ from: "", name: file.name, blob: file, isOwn: true });
    notice(translated("Your drawing was sent."));
    await chat.send(file).catch((error) => notice(translatedMessage(error.message)));
}

/** Sends measurements to everyone. */
function tellMeasured({ side: { annotationHost }, chat, room }) {
    const { onmeasured } = annotationHost;
    annotationHost.onmeasured = (name, text, kind) => {
        onmeasured(name, text, kind);
        if (!text) return;
        const words = toldMeasure(kind, text);
        panel.word({ from: name, text: words, isOwn: !name });
        chat.measured(name || room.person, words);
    };
}

/** Opens the dialog that reads a picture's text. An expert needs the leave for the site's camera, unless the picture is their own. */
function readText(blob, isOwn = false) {
    const { shown } = call.camera;
    if (!isOwn && call.role !== "site" && shown && !shown.isAllowed) {
        return notice(translated("The one on site decides whether you read text in their pictures: ask to use their camera, under Call."));
    }
    reading.open(blob);
}

/** Asks the studio whether it reads text. */
function serveReading(room) {
    const reader = new StudioReader(room);
    reading.serve(reader);
    reader.ability().then(({ isAvailable }) => cameraPanel.setReading(isAvailable), (error) => notice(translatedMessage(error.message)));
}

function say(text) {
    call.chat.say(text);
    consent.note({ kind: "word", from: call.room.person, text });
    panel.word({ text, isOwn: true });
}

/** We are in the room. */
async function inside() {
    const { room, role: own } = call;
    view("call");
    serveReading(room);
    document.body.dataset.role = own;
    byId("face").hidden = own === "site" || !call.media.face;
    byId("mic").disabled = !call.media.voice;
    offerInvitation(byId, room, own === "site", notice);
    byId("alone").hidden = room.peers.size > 0;
    byId("door-label").hidden = !room.isHost;
    byId("door").checked = room.room?.hasWaitingRoom ?? false;
    const speakers = await loudspeakers();
    byId("speaker-block").hidden = speakers.length < 2;
    byId("speaker").replaceChildren(...speakers.map(({ id, label }) => new Option(label, id)));
}

/** A record starts or ends: its state is always visible to everyone. */
function showRecord(isOn, text, address = null) {
    document.body.dataset.recording = isOn;
    byId("record").setAttribute("aria-pressed", isOn);
    byId("record").textContent = isOn ? translated("End the record") : translated("Record the session");
    byId("record-text").textContent = text;
    if (address) {
        const link = Object.assign(document.createElement("a"), { href: address, target: "_blank", rel: "noopener", textContent: translated("Look at the record") });
        byId("record-text").append(" ", link);
    }
    notice(text);
}

async function leave() {
    await consent?.finish();
    boardsPanel.close();
    call?.end();
    faces.clear();
    notice("");
    byId("left-text").textContent = translated("The room “{room}” stays open for the others.", { room: call.room.name });
    setToggle("mic", true);
    setToggle("face", true);
    setFrozen(false);
    view("left");
    state("idle", translated("Assist"));
}

function setToggle(id, isOn) {
    const names = { mic: [translated("Mute"), translated("Unmute"), "mic"], face: [translated("Camera"), translated("Camera off"), "camera"] }[id];
    byId(id).setAttribute("aria-pressed", isOn);
    byId(id).querySelector("span").textContent = isOn ? names[0] : names[1];
    byId(id).querySelector("use").setAttribute("href", `icons.svg#${names[2]}${isOn ? "" : "-off"}`);
}

function setFrozen(isFrozen) {
    byId("freeze").setAttribute("aria-pressed", isFrozen);
    byId("freeze").querySelector("span").textContent = isFrozen ? translated("Go on") : translated("Freeze");
    document.body.dataset.frozen = isFrozen;
}

async function snapshot() {
    const [width, height] = call.side.imageSize;
    if (!width) return notice(translated("There is no picture yet."));
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    call.side.paint(canvas.getContext("2d"), width, height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const name = `${call.room.name}-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.png`;
    const file = new File([blob], name, { type: "image/png" });
    consent.picture(name, blob, call.room.person);
    panel.picture({ name, blob, send: () => sendFile(file) });
    notice(translated("Snapshot kept under Pictures."));
}

async function sendFile(file) {
    try {
        await call.chat.send(file);
        panel.file({ from: "", name: file.name, blob: file, isOwn: true });
    } catch (error) {
        notice(translatedMessage(error.message));
    }
}

byId("give-up").onclick = leave;
byId("hang-up").onclick = leave;
byId("rejoin").onclick = enter;
panel.ondecide = (member, isAdmitted) => call.room.decide(member, isAdmitted).catch((error) => notice(translatedMessage(error.message)));
for (const [id, kind] of [["mic", "voice"], ["face", "face"]]) {
    byId(id).onclick = () => {
        const isOn = byId(id).getAttribute("aria-pressed") !== "true";
        call.media.set(kind, isOn);
        setToggle(id, isOn);
    };
}
byId("freeze").onclick = () => {
    if (call.side.isStill) call.side.release();
    else if (!call.side.freeze()) notice(translated("There is no picture to freeze yet."));
    setFrozen(call.side.isStill);
};
byId("fit").onclick = () => {
    const { framing } = call.side;
    framing.show(framing.isWhole ? "fill" : "whole");
};
byId("snapshot").onclick = snapshot;
byId("door").onchange = () => call.room.setDoor(byId("door").checked).catch((error) => {
    byId("door").checked = !byId("door").checked;
    notice(translatedMessage(error.message));
});
byId("record").onclick = () => consent.toggle();
panel.onread = readText;
reading.onsay = say;
reading.onmark = (words) => {
    toolbox.offerWords(words);
    byId("close-sheet").click();
    notice(translated("Tap where the words belong."));
};
reading.canMark = () => !byId("drawing").hidden;
byId("low").onclick = () => call.quality.setLow(!call.quality.isLow);
byId("speaker").onchange = () => call.setSpeaker(byId("speaker").value);
byId("attach").onclick = () => byId("file").click();
byId("file").onchange = () => {
    const [file] = byId("file").files;
    if (file) sendFile(file);
    byId("file").value = "";
};
byId("say").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("say-text").value.trim();
    if (!text) return;
    say(text);
    byId("say-text").value = "";
});
offerReport(
    [byId("report-block")], () => ({ session: call?.side.session ?? null, source: call?.side.source ?? null }),
    () => (call?.room.pass ? { "X-Assist-Pass": call.room.pass } : {}),
);
addEventListener("pagehide", () => call?.room.close());

view("start");
