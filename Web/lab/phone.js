// The phone test: a run of the camera, or of a recording (`?recording=ADDRESS`, a simulated device), then two taps on a bank card.

import { Session } from "../sightline/sightline.js";
import { trackingAdvice } from "../studio/tracking-advice.js";
import { abilities } from "./abilities.js";
import { PhoneFigures } from "./phone-figures.js";

const byId = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);
const recording = parameters.get("recording");
/** Seconds of movement before the card; fewer once the scale is known this well. */
const movement = { most: 60, least: 12, scaleSigma: 0.02 };

const session = new Session({ canvas: byId("view"), view: true, parts: ["planes", "measuring"] });
byId("view").session = session;
let figures = new PhoneFigures();
let known = [];
let isMeasuring = false;
let isOver = false;
let taps = 0;

session.onopen = ({ calibration: { width, height } }) => {
    byId("welcome").hidden = true;
    byId("view").style.setProperty("--aspect", String(width / height));
    session.resize(width, height);
};
session.onframe = (frame) => {
    figures.add(frame, performance.now());
    if (!isMeasuring && !isOver) move(frame);
    show();
};
session.onnotice = (text) => text && !isMeasuring && advise(text);
session.onerror = (error) => {
    byId("trouble").textContent = error.message;
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
    advise(trackingAdvice(frame.trackingState, frame.trackingLimit) || "Move the phone over the table: to the sides, nearer and farther.");
}

function askForCard() {
    isMeasuring = true;
    session.use({ measuring: true });
    // A simulated device is paused, so that there is time for the taps.
    if (recording) session.pause();
    byId("skip").hidden = false;
    document.body.dataset.run = "measuring";
    advise("Hold the phone still over the card and tap one end of its long edge.");
}

byId("view").addEventListener("pointerdown", async (event) => {
    if (!isMeasuring || isOver) return;
    const { left, top, width, height } = byId("view").getBoundingClientRect();
    const isSet = await session.measuring.placeAt((event.clientX - left) / width, (event.clientY - top) / height);
    if (!isSet) return advise("Nothing is known there yet: tap once more, or move a little first.");
    taps += 1;
    if (taps === 1) return advise("Now tap the other end of the edge.");
    const measured = (await session.measuring.list()).at(-1);
    if (!measured) return advise("Tap both ends of the card's long edge.");
    figures.setCard(measured);
    finish();
});

function show() {
    byId("results").hidden = figures.lines().length === 0;
    byId("figures").replaceChildren(...figures.lines().map(({ name, text, good, grade }) => row(name, text, good, grade)));
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
    byId("skip").hidden = true;
    byId("progress").hidden = true;
    byId("start").hidden = false;
    byId("start").textContent = "Once more";
    byId("save").hidden = figures.lines().length === 0;
    advise(figures.lines().length > 0 ? "Done. The figures are below." : "The test could not run.");
    document.body.dataset.run = "over";
    show();
}

function begin() {
    figures = new PhoneFigures();
    [isMeasuring, isOver, taps] = [false, false, 0];
    Object.assign(byId("progress"), { hidden: false, value: 0 });
    byId("trouble").hidden = true;
    for (const id of ["start", "save"]) byId(id).hidden = true;
    document.body.dataset.run = "running";
    advise("Starting the camera …");
    session.run(recording ? { recording } : { camera: true, motion: true }).catch(session.onerror);
}

/** The table as a file: results, features, the browser's user agent. */
function save() {
    const text = JSON.stringify({
        isSimulated: Boolean(recording), userAgent: navigator.userAgent, time: new Date().toISOString(),
        figures: Object.fromEntries(figures.lines().map(({ name, value }) => [name, value])),
        abilities: Object.fromEntries(known.map(([name, isThere]) => [name, isThere])),
    }, null, 2);
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    Object.assign(document.createElement("a"), { href: address, download: "phone.json" }).click();
    URL.revokeObjectURL(address);
}

addEventListener("devicemotion", (event) => !isOver && figures.addMotion(event.timeStamp));
byId("start").addEventListener("click", begin);
byId("skip").addEventListener("click", finish);
byId("save").addEventListener("click", save);

known = await abilities();
byId("abilities").replaceChildren(...known.map(([name, isThere, without]) => row(name, isThere ? "yes" : "no", isThere ? "" : without, isThere ? "good" : "")));
document.body.dataset.ready = "true";
