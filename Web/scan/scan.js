// The scanning page: what depth maps show of a room is painted over the view, drawn from above, and saved as a model and a floor plan.

import { Session } from "../sightline/sightline.js";
import { translated } from "../studio/language/language.js";
import { Stage } from "../studio/stage.js";
import { MapView } from "./map-view.js";
import { nextStep, stepText } from "./next-step.js";
import { PlanPanel } from "./plan-panel.js";
import { areaText, memoryText, offerModels } from "./results.js";
import { ScannedSurface } from "./scanned-surface.js";
import { SurfacePaint, clipFromPixels } from "./surface-paint.js";

const byId = (id) => document.getElementById(id);
/** The memory of the surfaces, MiB: a flat of some rooms, and a phone still has it. */
const meshMegabytes = 72;
/** Milliseconds between two looks at what is known as a whole, and at where the view shows the image's pixels. */
const lookInterval = 400;

const session = new Session({ canvas: byId("view"), view: true, parts: [] });
const surface = new ScannedSurface();
const paint = new SurfacePaint(byId("paint"));
const map = new MapView(byId("map"));

let isPainted = true;
let lookedAt = 0;
let clipFromPixel = null;
/** The timestamp of the last depth map's keyframe, and the memory of what makes them. */
let lastMap = null;
let megabytes = 0;

const notify = (text) => {
    byId("told").textContent = text;
    stage.advise(text, { isWarning: true });
};

const stage = new Stage(session, translated("Scan"), {
    onbegin() {
        surface.reset();
        paint.reset();
        map.reset();
        plan.reset();
        [lastMap, clipFromPixel, lookedAt] = [null, null, 0];
        byId("told").textContent = translated("Nothing is known yet.");
        showFigures();
        session.startDepth({ mesh: true, meshMegabytes, files: true }).catch(() => notify(translated("What computes distances could not be loaded. Check the connection and begin again.")));
    },
    onframe(frame) {
        if (performance.now() - lookedAt > lookInterval) look(frame);
        repaint(frame);
    },
});
const models = offerModels(session, notify);
const plan = new PlanPanel(session, notify, () => models.prepareLook());

session.ondepth = ({ timestampNanoseconds, megabytes: bytes }) => {
    [lastMap, megabytes] = [timestampNanoseconds, bytes];
};

// A held view was drawn anew, in another size.
session.onlook = async () => {
    if (!session.frame) return;
    await findView();
    repaint(session.frame);
};

function repaint(frame) {
    if (isPainted && clipFromPixel) paint.draw(frame, stage.opened.calibration, clipFromPixel);
}

/** Looks at what is known as a whole, and says what is missing. */
function look(frame) {
    lookedAt = performance.now();
    if (frame.worldFromCamera && surface.take(frame.meshAnchors, frame.worldFromCamera.translation[1])) showFigures();
    if (frame.worldFromCamera) map.draw(surface, frame.worldFromCamera);
    advise(frame);
    findView();
}

async function findView() {
    const corners = await Promise.all([[0, 0], [1, 0], [0, 1]].map((place) => session.pixelAt(...place)));
    clipFromPixel = corners.every(Boolean) ? clipFromPixels(corners) : null;
}

function advise(frame) {
    const waiting = stage.trackingAdvice(frame);
    if (waiting !== null) {
        stage.state("notReady", translated("NOT READY"));
        return stage.advise(waiting);
    }
    stage.state("scanning", translated("SCANNING"));
    if (stage.isRecording) return stage.advise(surface.area > 0 ? "" : translated("What the recording shows is put together."));
    const seconds = lastMap === null ? null : Number(frame.timestampNanoseconds - lastMap) / 1e9;
    stage.advise(stepText(nextStep(surface, frame.worldFromCamera, seconds)));
}

function showFigures() {
    const isKnown = surface.area > 0;
    byId("figures").hidden = !isKnown;
    stage.text("floor", translated("Floor {area}", { area: areaText(surface.floorArea) }));
    stage.text("surface", translated("Surface {area}", { area: areaText(surface.area) }));
    stage.text("memory", memoryText(megabytes));
    document.body.dataset.triangles = surface.triangleCount;
    document.body.dataset.floorHeight = surface.floorHeight ?? "";
    byId("finish").disabled = byId("plan").disabled = !isKnown;
    models.enable(isKnown);
    if (isKnown) byId("told").textContent = translated("{area} of surface are known.", { area: areaText(surface.area) });
}

byId("painted").addEventListener("click", () => {
    isPainted = !isPainted;
    byId("painted").setAttribute("aria-pressed", String(isPainted));
    if (isPainted && session.frame) repaint(session.frame);
    else paint.clear();
});
for (const [id, isColored] of [["by-sigma", false], ["by-color", true]]) {
    byId(id).addEventListener("click", () => {
        paint.isColored = isColored;
        byId("by-sigma").setAttribute("aria-pressed", String(!isColored));
        byId("by-color").setAttribute("aria-pressed", String(isColored));
        byId("legend").hidden = isColored;
        if (session.frame) repaint(session.frame);
    });
}
byId("finish").addEventListener("click", async () => {
    if (stage.isRecording && document.body.dataset.run === "running") stage.hold(true);
    stage.openSheet("plan");
    // Corrections by hand are kept until the button in the sheet makes the plan anew.
    if (!plan.isCorrected) await plan.make();
    await models.prepareLook();
});
byId("plan").addEventListener("click", () => plan.make());
