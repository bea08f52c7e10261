// The track page: plays a recording or the camera through the engine and shows its results.

import { Session, droppedFiles, pickedFiles } from "../sightline/sightline.js";
import { acceptDrops } from "../studio/dropping.js";
import { translated, translatedMessage } from "../studio/language/language.js";
import { offerRecordings } from "../studio/recordings.js";
import { offerReport } from "../studio/report/report-entry.js";
import { DepthOverlay } from "./depth-overlay.js";
import { drawFeatures } from "./feature-overlay.js";
import { PathView } from "./path-view.js";
import { Pointing } from "./pointing.js";
import { Readouts } from "./readouts.js";
import { drawWorld } from "./world-overlay.js";

const byId = (id) => document.getElementById(id);
const picture = byId("picture");
const session = new Session({ canvas: picture });
const view = new PathView(byId("path"));
const readouts = new Readouts(byId);
const pointing = new Pointing(picture, session);
const depthOverlay = new DepthOverlay();

let chosen = null;
let isRunning = false;
let isPaused = false;
/** Whether the chosen recording was played to its end. */
let isPlayed = false;
let isRecording = false;
let underway = null;
let showsDepth = false;
/** What runs, or ran last; null before. */
let source = null;

session.keepRecent();
offerReport([byId("others")], () => ({ session, source }));

session.onopen = ({ calibration, imageCount }) => {
    byId("welcome").hidden = true;
    underway = { imageCount, distortion: calibration.distortion.kind, count: 0, tracked: 0, planes: 0 };
    byId("progress").hidden = !imageCount;
};

session.onframe = (frame) => {
    underway.count += 1;
    if (frame.worldFromCamera) {
        underway.tracked += 1;
        view.add(frame);
    } else {
        view.lift();
    }
    const context = picture.getContext("2d");
    if (showsDepth) depthOverlay.draw(context, frame, underway.distortion);
    drawWorld(context, frame, underway.distortion, pointing.hit);
    const points = drawFeatures(context, frame.features);
    underway.planes = Math.max(underway.planes, frame.anchors.filter(({ plane }) => plane).length);
    pointing.look();
    readouts.show(frame, { points, length: view.length });
    if (underway.imageCount) byId("progress").value = underway.count / underway.imageCount;
};

session.onnotice = (text) => text && readouts.wait(translatedMessage(text));

session.ondepth = ({ depth }) => {
    document.body.dataset.depthMaps = Number(document.body.dataset.depthMaps ?? 0) + 1;
    document.body.dataset.depthKnown = (depth.reduce((count, metres) => count + (metres > 0 ? 1 : 0), 0) / depth.length).toFixed(3);
};

session.onend = () => finish({ ended: true });

session.onerror = (error) => {
    readouts.fail();
    byId("trouble").textContent = translatedMessage(error.message);
    byId("trouble").hidden = false;
    byId("welcome").hidden = false;
    byId("trouble").scrollIntoView({ block: "nearest" });
    finish({ ended: false });
};

function begin(wanted) {
    source = wanted;
    view.clear();
    byId("trouble").hidden = true;
    isRunning = true;
    isPaused = false;
    isRecording = Boolean(source.recording);
    readouts.begin({ isRecording });
    label();
    document.body.dataset.run = "running";
    session.run(source).catch(session.onerror);
}

function finish({ ended }) {
    isRunning = false;
    isPlayed = ended && isRecording;
    label();
    document.body.dataset.run = ended ? "ended" : "failed";
    if (!ended) return;
    const { count, tracked, planes } = underway;
    Object.assign(document.body.dataset, { frames: count, tracked, planes, length: view.length.toFixed(3) });
}

function label() {
    byId("play").textContent = isRunning ? (isPaused ? translated("Go on") : translated("Pause")) : isPlayed ? translated("Replay") : translated("Play");
    byId("play").disabled = !chosen && !isRunning;
}

const pace = () => Number(byId("pace").value);

byId("play").addEventListener("click", () => {
    if (!isRunning) return begin({ recording: chosen, pace: pace() });
    isPaused = !isPaused;
    if (isPaused) session.pause();
    else session.resume();
    label();
});

byId("pace").addEventListener("change", () => session.setPace(pace()));
byId("recordings").addEventListener("change", ({ target }) => choose(target.value || null));
byId("camera").addEventListener("click", () => {
    underway = null;
    begin({ camera: true, motion: true });
});
for (const id of ["folder", "open"]) {
    byId(id).addEventListener("change", ({ target }) => {
        if (target.files.length > 0) openFiles(pickedFiles(target.files));
        target.value = "";
    });
}

function choose(url) {
    session.stop();
    isRunning = false;
    underway = null;
    isPlayed = false;
    chosen = url;
    readouts.rest(chosen ? translated("Ready to play") : translated("Choose a recording"));
    label();
}

/** Plays files once they are collected; reports errors in them. */
async function openFiles(gathering) {
    try {
        playFiles(await gathering);
    } catch (error) {
        session.onerror(error);
    }
}

function playFiles(files) {
    choose(files);
    byId("recordings").value = "";
    begin({ recording: files, pace: pace() });
}

byId("depth").addEventListener("click", async () => {
    showsDepth = !showsDepth;
    byId("depth").setAttribute("aria-pressed", String(showsDepth));
    if (!showsDepth) return session.stopDepth();
    try {
        await session.startDepth();
    } catch (error) {
        session.onerror(error);
    }
});

byId("above").addEventListener("click", () => { view.lookFromAbove(); showView(); });
byId("around").addEventListener("click", () => { view.lookAround(); showView(); });
byId("path").addEventListener("turned", showView);

function showView() {
    byId("above").setAttribute("aria-pressed", String(view.isFromAbove));
    byId("around").setAttribute("aria-pressed", String(!view.isFromAbove));
}

acceptDrops(byId("drop"), (transfer) => openFiles(droppedFiles(transfer)));

const { wanted, recordings } = await offerRecordings(byId("recordings"));
const first = wanted ?? recordings[0];
if (first) {
    byId("recordings").value = first.url;
    choose(first.url);
}
