// The phone test: a run of the camera, or of a recording (`?recording=ADDRESS`, a simulated device), then two taps on a bank card.

import { Session } from "../sightline/sightline.js";
import { translated, translatedMessage } from "../studio/language/language.js";
import { save } from "../studio/saving.js";
import { trackingAdvice } from "../studio/tracking-advice.js";
import { abilities } from "../studio/device/abilities.js";
import { deviceWords } from "../studio/device/device-words.js";
import { figureLines } from "./figure-texts.js";
import { PhoneFigures } from "./phone-figures.js";
import { PhoneStoring } from "./phone-storing.js";

const byId = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);
const recording = parameters.get("recording");
/** Seconds of movement before the card; fewer once the scale is known this well. */
const movement = { most: 60, least: 12, scaleSigma: 0.02 };

const session = new Session({ canvas: byId("view"), view: true, parts: ["planes", "measuring"] });
byId("view").session = session;
let figures = new PhoneFigures();
let known = [];
let words = null;
const storing = new PhoneStoring({ place: byId("storing"), what: byId("report"), store: byId("store"), told: byId("stored") });
let isMeasuring = false;
let isOver = false;
let taps = 0;

session.onopen = ({ calibration: { width, height } }) => {
    byId("welcome").hidden = true;
    byId("view").style.setProperty("--aspect", String(width / height));
    session.resize(width, height);
    figures.setSize({ width, height });
};
session.onframe = (frame) => {
    figures.add(frame, performance.now());
    if (!isMeasuring && !isOver) move(frame);
    show();
};
session.onnotice = (text) => text && !isMeasuring && advise(translatedMessage(text));
session.onerror = (error) => {
    byId("trouble").textContent = translatedMessage(error.message);
    byId("trouble").hidden = false;
    finish();
};
session.onend = () => !isOver && finish();

function advise(text) {
    byId("step").textContent = text;
}

function move(frame) {
    const isKnown = figures.scaleSigma < movement.scaleSigma && figures.seconds > movement.least;
    byId("progress").value = isKnown ? 1 : Math.min(1, figures.seconds / movement.most);
    if (isKnown || figures.seconds > movement.most) return askForCard();
    advise(trackingAdvice(frame.trackingState, frame.trackingLimit) || translated("Move the phone over the table: to the sides, nearer and farther."));
}

function askForCard() {
    isMeasuring = true;
    session.use({ measuring: true });
    // A simulated device is paused, so that there is time for the taps.
    if (recording) session.pause();
    byId("skip").hidden = false;
    document.body.dataset.run = "measuring";
    advise(translated("Hold the phone still over the card and tap one end of its long edge."));
}

byId("view").addEventListener("pointerdown", async (event) => {
    if (!isMeasuring || isOver) return;
    const { left, top, width, height } = byId("view").getBoundingClientRect();
    const isSet = await session.measuring.placeAt((event.clientX - left) / width, (event.clientY - top) / height);
    if (!isSet) return advise(translated("Nothing is known there yet: tap once more, or move a little first."));
    taps += 1;
    if (taps === 1) return advise(translated("Now tap the other end of the edge."));
    const measured = (await session.measuring.list()).at(-1);
    if (!measured) return advise(translated("Tap both ends of the card's long edge."));
    figures.setCard(measured);
    finish();
});

function show() {
    const values = figures.values();
    byId("results").hidden = values === null;
    const lines = values ? figureLines(values) : [];
    byId("figures").replaceChildren(...lines.map(({ name, text, good, grade }) => row(name, text, good, grade)));
}

function row(name, text, last, grade) {
    const made = document.createElement("tr");
    const head = Object.assign(document.createElement("th"), { scope: "row", textContent: name });
    const value = Object.assign(document.createElement("td"), { textContent: text });
    value.dataset.grade = grade;
    made.append(head, value, Object.assign(document.createElement("td"), { textContent: last }));
    return made;
}

function finish() {
    isOver = true;
    isMeasuring = false;
    session.stop();
    const values = figures.values();
    byId("skip").hidden = true;
    byId("progress").hidden = true;
    byId("start").hidden = false;
    byId("start").textContent = translated("Once more");
    byId("save").hidden = values === null;
    storing.offer(values && report(values));
    advise(values ? translated("Done. The figures are below.") : translated("The test could not run."));
    document.body.dataset.run = "over";
    show();
}

function begin() {
    figures = new PhoneFigures();
    [isMeasuring, isOver, taps] = [false, false, 0];
    Object.assign(byId("progress"), { hidden: false, value: 0 });
    byId("trouble").hidden = true;
    storing.offer(null);
    for (const id of ["start", "save"]) byId(id).hidden = true;
    document.body.dataset.run = "running";
    advise(translated("Starting the camera …"));
    session.run(recording ? { recording } : { camera: true, motion: true }).catch(session.onerror);
}

/** What can be stored on the studio: the figures, and what the browser says of device and itself. */
function report(values) {
    return { isSimulated: Boolean(recording), ...words, figures: values, missing: known.filter(({ isThere }) => !isThere).map(({ key }) => key) };
}

/** The table as a file: results, features, the browser's user agent. */
function saveFigures() {
    const text = JSON.stringify({ ...report(figures.values()), userAgent: navigator.userAgent, time: new Date().toISOString() }, null, 2);
    save(text, "phone.json", "application/json");
}

addEventListener("devicemotion", (event) => !isOver && figures.addMotion(event.timeStamp));
byId("start").addEventListener("click", begin);
byId("skip").addEventListener("click", finish);
byId("save").addEventListener("click", saveFigures);

[known, words] = await Promise.all([abilities(), deviceWords()]);
byId("abilities").replaceChildren(...known.map(({ name, isThere, without }) => row(name, isThere ? translated("yes") : translated("no"), isThere ? "" : without, isThere ? "good" : "")));
document.body.dataset.ready = "true";
