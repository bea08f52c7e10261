// The drawing page: a finger, a pointer or the image's middle draws ink on surfaces; ink is pulled up into solids,
// saved and shared.

import { Session } from "../sightline/sightline.js";
import { filmWith } from "../studio/film-button.js";
import { offerHeadset } from "../studio/headset-entry.js";
import { numberText, translated, translatedCount, translatedMessage } from "../studio/language/language.js";
import { Stage } from "../studio/stage.js";
import { colors, offerColors, offerFinishes, offerModes } from "./choices.js";
import { offerFiles, openFiles } from "./files.js";
import { Pointing } from "./pointing.js";
import { SavedDrawings } from "./saved-drawings.js";
import { Sharing } from "./sharing.js";
import { Status } from "./status.js";
import { statusText } from "./status-text.js";
import { Undoing } from "./undoing.js";

const byId = (id) => document.getElementById(id);
const session = new Session({ canvas: byId("view"), view: true, drawing: true, parts: ["planes", "drawing"] });
const { drawing } = session;
const pen = { color: colors[0][1], thickness: 0.006, mode: "ink", finish: "plain" };
let isPicking = false;
let isLocked = false;
let trackingAdvice = "";

const undoing = new Undoing(drawing);
const status = new Status(byId("told"));
const notify = (text) => {
    status.notify(text);
    stage.advise(text, { isWarning: true });
};
const stage = new Stage(session, translated("Draw"), {
    onbegin() {
        pick(false);
        isLocked = false;
        undoing.reset();
        pointing.reset();
        sharing.restart();
    },
    onframe(frame) {
        if (document.body.dataset.frames === "1") settle();
        trackingAdvice = stage.trackingAdvice(frame);
    },
});
const pointing = new Pointing(stage, session, {
    picks: () => isPicking,
    pick: follow,
    leads: () => Boolean(drawing.state) && !drawing.state.isFollowing,
});
const sharing = new Sharing(drawing);
document.body.dataset.mode = pen.mode;

/** Applies the chosen pen to a new session. */
function settle() {
    drawing.setPen(pen.color, pen.thickness);
    drawing.setFinish(pen.finish);
    drawing.choose(pen.mode);
}

drawing.onchange = (state) => {
    const { mode, word, text } = statusText(state, trackingAdvice, isPicking);
    stage.state(mode, word);
    stage.advise(text);
    byId("press").disabled = trackingAdvice !== null;
    byId("press").dataset.pressed = state.isPressed;
    undoing.take(state);
    byId("undo").disabled = byId("clear").disabled = state.strokeCount === 0;
    byId("redo").disabled = !undoing.canRedo;
    byId("board").disabled = !state.surface;
    byId("finger").setAttribute("aria-pressed", String(isPicking || state.isFollowing));
    stage.text("finger-label", state.isFollowing ? translated("Let go") : isPicking ? translated("Cancel") : translated("Finger"));
    stage.text("press-label", isLocked ? translated("Lift the pen") : translated("Hold to draw"));
    status.count(state.strokeCount);
    Object.assign(document.body.dataset, { strokes: state.strokeCount, following: state.isFollowing, tip: state.tip?.map(Math.round) ?? "" });
};

/** Pauses the image while a finger is being chosen, so that it can be tapped. */
function pick(isWanted) {
    isPicking = isWanted;
    if (stage.isRecording) stage.hold(isWanted);
}

async function follow(place) {
    const what = await drawing.followAt(...place);
    pick(false);
    if (!what) return stage.advise(translated("That cannot be followed: tap it in the picture."), { isWarning: true });
    stage.advise(what === "finger" ? translated("Following the finger.") : translated("No finger there: following what was tapped."), { isWarning: true });
}

function finger() {
    if (drawing.state?.isFollowing) return drawing.stopFollowing();
    if (drawing.state) pick(!isPicking);
}

byId("finger").addEventListener("click", finger);
byId("undo").addEventListener("click", () => undoing.undo());
byId("redo").addEventListener("click", () => drawing.state && undoing.redo());
byId("clear").addEventListener("click", () => drawing.state && undoing.clear());
byId("board").addEventListener("click", async () => {
    const isPlaced = await drawing.placeBoard();
    notify(isPlaced ? translated("The drawing lies here now.") : translated("Aim at a table or a floor first."));
});

// The pen's button: pressed by a pointer while held; a key's click presses it until the next click.
const press = byId("press");
press.addEventListener("pointerdown", (event) => {
    if (press.disabled || !drawing.state) return;
    press.setPointerCapture(event.pointerId);
    drawing.press();
});
for (const kind of ["pointerup", "pointercancel"]) press.addEventListener(kind, () => drawing.state && drawing.release());
press.addEventListener("click", (event) => {
    if (event.detail > 0 || !drawing.state) return;
    isLocked = !isLocked;
    if (isLocked) drawing.press();
    else drawing.release();
});
press.addEventListener("contextmenu", (event) => event.preventDefault());

function setColor(color) {
    pen.color = color;
    byId("colors").querySelector(`[value="${color}"]`).checked = true;
    if (drawing.state) drawing.setPen(pen.color, pen.thickness);
}

offerColors(byId("colors"), setColor);
offerModes(byId("modes"), choose);
offerFinishes(byId("finishes"), (finish) => {
    pen.finish = finish;
    if (drawing.state) drawing.setFinish(finish, true);
});
byId("thickness").addEventListener("input", ({ target }) => {
    pen.thickness = target.valueAsNumber / 1000;
    byId("thickness-told").textContent = `${numberText(target.valueAsNumber)} mm`;
    if (drawing.state) drawing.setPen(pen.color, pen.thickness);
});

function choose(mode) {
    pen.mode = mode;
    document.body.dataset.mode = mode;
    byId("modes").querySelector(`[value="${mode}"]`).checked = true;
    if (drawing.state) drawing.choose(mode);
}

offerFiles(byId("exports"), session, notify);
openFiles(byId("open-file"), session, notify);
filmWith(byId("film"), byId("view"), "drawing", notify);
new SavedDrawings(byId, session, notify);

sharing.onchange = ({ people }) => {
    byId("share-told").textContent = people > 1 ? translatedCount(people, "{count} person draws here.", "{count} people draw here.") : translated("Nobody else is here yet. Send the link.");
};

async function share(room) {
    byId("share").disabled = true;
    try {
        await sharing.start(room);
        history.replaceState(null, "", `${location.pathname}${location.search}#${room}`);
        byId("link").value = location.href;
        byId("link-row").hidden = false;
        byId("share").textContent = translated("Stop sharing");
    } catch (error) {
        sharing.stop();
        byId("share-told").textContent = translated("Sharing failed: {message}", { message: translatedMessage(error.message) });
    }
    byId("share").disabled = false;
}

byId("share").addEventListener("click", () => {
    if (!sharing.isOn) return share(Sharing.roomOf(location.href) ?? Sharing.newRoom());
    sharing.stop();
    byId("link-row").hidden = true;
    byId("share").textContent = translated("Start sharing");
    byId("share-told").textContent = translated("Sharing has ended; what was drawn stays.");
});
byId("copy").addEventListener("click", async () => {
    byId("link").select();
    await navigator.clipboard?.writeText(byId("link").value).catch(() => {});
    byId("share-told").textContent = translated("Copied.");
});
if (Sharing.roomOf(location.href)) share(Sharing.roomOf(location.href));

offerHeadset(byId("headset"), stage, async () => {
    const { drawingHeadset } = await import("./headset.js");
    return drawingHeadset(session, pen, { choose, setColor, undo: () => undoing.undo(), redo: () => undoing.redo(), clear: () => undoing.clear() });
});

const keys = { z: () => undoing.undo(), f: finger, 1: () => choose("ink"), 2: () => choose("erase"), 3: () => choose("pull"), Escape: () => pick(false) };
addEventListener("keydown", (event) => {
    if (!drawing.state || !stage.isToolKey(event)) return;
    if (event.key === " " && !event.repeat && !press.disabled) drawing.press();
    else keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.();
    if (event.key === " ") event.preventDefault();
});
addEventListener("keyup", (event) => event.key === " " && drawing.state?.isPressed && !isLocked && drawing.release());
