// A recorded session: replay, its events, remarks over the image, a report to print.

import { dateText, readingText, translated, translatedMessage } from "../studio/language/language.js";
import { Framing } from "./drawing/framing.js";
import { Pen } from "./drawing/pen.js";
import { personName } from "./people/person-names.js";
import { StrokeOverlay } from "./drawing/stroke-overlay.js";
import { isOwner, showSignIn } from "../studio/owner.js";

const byId = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const id = query.get("id") ?? "";
const path = (part = "") => `/api/assist/records/${encodeURIComponent(id)}${part}?key=${encodeURIComponent(query.get("key") ?? "")}`;
const video = byId("video");
/** A remark is visible this long around its time, seconds. */
const span = 1.5;
let remarks = [];

function clock(seconds) {
    const whole = Math.max(0, Math.floor(seconds));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

async function open() {
    const answer = await fetch(path());
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error?.message ?? translated("This session cannot be opened."));
    const record = await answer.json();
    const events = record.files.includes("events.jsonl") ? await readEvents() : [];
    show(record, events);
}

async function readEvents() {
    const text = await (await fetch(path("/files/events.jsonl"))).text();
    return text.split("\n").filter(Boolean).map((line) => JSON.parse(line)).sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
}

function show(record, events) {
    const begun = new Date(record.startedAt);
    document.title = `${record.room}, ${dateText(begun)} · Sightline`;
    byId("title").textContent = record.room;
    const until = dateText(new Date(record.expiresAt), { dateStyle: "medium" });
    byId("facts").textContent = [dateText(begun), record.people.map(personName).join(", "), translated("kept until {day}", { day: until })].join(" · ");
    for (const name of ["head", "desk"]) byId(name).hidden = false;
    if (record.files.includes("session.webm")) video.src = path("/files/session.webm");
    list(events);
    pictures(events, record.files);
    remarks = events.filter(({ kind }) => kind === "remark").map(({ stroke, time, number }) => ({ stroke, time, number }));
    for (const { kind, number } of events) if (kind === "unremark") remarks = remarks.filter((each) => each.number !== number);
    byId("main").dataset.state = "open";
}

/** The text of an event for a person; null if it has none. */
function words({ kind, name, from, text, people, message, by }) {
    if (kind === "began") return translated("The record began with {people}.", { people: people.map(personName).join(", ") });
    if (kind === "agreed") return translated("{name} joined and agreed to the record.", { name: personName(name) });
    if (kind === "word") return `${personName(from)}: ${text}`;
    if (kind === "picture") return translated("{name} kept a snapshot.", { name: personName(by) });
    const who = { name: personName(name || "On site") };
    if (kind === "measured") return translated("{name} measured. {reading}", { ...who, reading: readingText(text) });
    if (kind !== "drawn") return null;
    if (message.t === "begin") return strokeText(message, who);
    if (message.t === "measure") return translated("{name} asked for a measurement.", who);
    if (message.t === "undo") return translated("{name} took a stroke back.", who);
    if (message.t === "clear") return translated("{name} cleared the strokes.", who);
    if (message.t === "freeze") return translated("{name} froze the picture.", who);
    return null;
}

function strokeText({ kind, text }, who) {
    switch (kind) {
        case "stroke": return translated("{name} drew a line.", who);
        case "arrow": return translated("{name} drew an arrow.", who);
        case "circle": return translated("{name} drew a circle.", who);
        case "text": return translated("{name} wrote: {text}.", { ...who, text });
        case "marker": return translated("{name} set a number: {text}.", { ...who, text });
        case "laser": return translated("{name} pointed.", who);
        case "length": return translated("{name} measured.", who);
        default: return translated("{name} drew.", who);
    }
}

function list(events) {
    for (const event of events) {
        const text = words(event);
        if (!text) continue;
        const item = document.createElement("li");
        item.dataset.time = event.time;
        const button = Object.assign(document.createElement("button"), { type: "button" });
        button.append(
            Object.assign(document.createElement("span"), { className: "figure", textContent: clock(event.time) }),
            Object.assign(document.createElement("span"), { textContent: text }),
        );
        button.onclick = () => { video.currentTime = event.time; };
        item.append(button);
        byId("events").append(item);
    }
}

function pictures(events, files) {
    const named = new Map(events.filter(({ kind }) => kind === "picture").map((event) => [event.file, event]));
    for (const file of files.filter((name) => name.endsWith(".png"))) {
        const figure = document.createElement("figure");
        const event = named.get(file);
        figure.append(
            Object.assign(new Image(), { src: path(`/files/${file}`), alt: translated("Snapshot at {time}", { time: clock(event?.time ?? 0) }) }),
            Object.assign(document.createElement("figcaption"), { textContent: event ? `${clock(event.time)}, ${event.by}` : file }),
        );
        byId("pictures").appendChild(document.createElement("li")).append(figure);
        byId("snapshots").hidden = false;
    }
}

// MARK: Replay

/** A recorder writes no length: seeking behind the end makes the browser find it. */
function findLength() {
    if (Number.isFinite(video.duration)) return;
    video.currentTime = 1e7;
    video.addEventListener("durationchange", () => { video.currentTime = 0; }, { once: true });
}

function follow() {
    const length = Number.isFinite(video.duration) ? video.duration : 1;
    byId("seek").max = length;
    if (document.activeElement !== byId("seek") || !video.paused) byId("seek").value = video.currentTime;
    byId("time").textContent = `${clock(video.currentTime)} / ${clock(length)}`;
    let now = null;
    for (const item of byId("events").children) if (Number(item.dataset.time) <= video.currentTime + 0.05) now = item;
    for (const item of byId("events").children) item.dataset.now = item === now;
    showRemarks();
}

const framing = new Framing(byId("screen"), [video, byId("overlay")], {});
const lengths = { begin: () => {}, add: () => {}, erase: () => {}, measure: () => {}, end: (n) => keep(n) };
const pen = new Pen(video, framing, { frame: () => (video.paused ? 0 : null), target: lengths });
const overlay = new StrokeOverlay(byId("overlay"), framing, pen);
overlay.keepsAll = true;

function showRemarks() {
    const seen = remarks.filter(({ time }) => Math.abs(time - video.currentTime) < span);
    const held = [...pen.strokes].filter(([, stroke]) => !stroke.isDone);
    pen.strokes.clear();
    for (const { stroke, number } of seen) pen.strokes.set(`kept-${number}`, { ...stroke, shown: 0, isDone: true });
    for (const [n, stroke] of held) pen.strokes.set(n, stroke);
    overlay.drawSoon();
}

async function keep(n) {
    const { kind, color, width, places } = pen.strokes.get(n);
    const remark = { time: Math.round(1000 * video.currentTime) / 1000, number: Date.now(), stroke: { kind, color, width, places } };
    remarks.push(remark);
    showRemarks();
    await send([{ kind: "remark", ...remark }]);
}

async function send(events) {
    const answer = await fetch(path("/events"), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(events) });
    if (!answer.ok) byId("hint").textContent = translated("The remark could not be kept.");
}

byId("undo").onclick = () => {
    const last = remarks.pop();
    if (!last) return;
    showRemarks();
    send([{ kind: "unremark", time: last.time, number: last.number }]);
};
byId("play").onclick = () => (video.paused ? video.play() : video.pause());
byId("seek").oninput = () => { video.currentTime = Number(byId("seek").value); };
byId("print").onclick = () => print();
byId("delete").onclick = async () => {
    if (!confirm(translated("Delete this session for good?"))) return;
    const answer = await fetch(path(), { method: "DELETE" });
    if (!answer.ok) return;
    for (const name of ["head", "desk", "snapshots"]) byId(name).hidden = true;
    byId("trouble").textContent = translated("The session was deleted.");
    byId("trouble").hidden = false;
};
video.onloadedmetadata = () => {
    framing.setSize(video.videoWidth, video.videoHeight);
    findLength();
};
for (const event of ["timeupdate", "seeked", "durationchange"]) video.addEventListener(event, follow);
for (const event of ["play", "pause"]) video.addEventListener(event, () => { byId("play").textContent = video.paused ? translated("Play") : translated("Pause"); });

function showTrouble({ message }) {
    byId("trouble").textContent = translatedMessage(message);
    byId("trouble").hidden = false;
}

/** An address without a session leads to the list of them. */
function showUnnamed() {
    showTrouble({ message: translated("This address names no session. Open one from the list.") });
    byId("unnamed").hidden = false;
    byId("main").dataset.state = "unnamed";
}

if (!id) showUnnamed();
else open().catch(async (error) => {
    showTrouble(error);
    if (await isOwner()) return;
    showSignIn(byId("door"), () => {
        byId("trouble").hidden = true;
        return open().catch(showTrouble);
    }, `${translatedMessage(error.message)} ${translated("The owner of the studio can open every session.")}`);
});
