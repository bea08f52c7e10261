// The side that shows: the engine draws the world with everybody's strokes, and that picture is sent.

import { codeOf, stripShare } from "../../sightline/view/frame-code.js";
import { requestMotionPermission } from "../../sightline/sources/motion.js";
import { CanvasScreen, Session, TrackScreen } from "../../sightline/sightline.js";
import { drawingMeans } from "../../sightline/view/drawing-means.js";
import { translated, translatedMessage } from "../../studio/language/language.js";
import { plainVideoAdvice, startingAdvice, trackingAdvice } from "../../studio/tracking-advice.js";
import { AnnotationHost } from "./annotation-host.js";
import { Framing } from "../drawing/framing.js";
import { toldMeasure } from "../drawing/measuring-bar.js";
import { Pen } from "../drawing/pen.js";
import { personName } from "../people/person-names.js";
import { PlainVideo } from "./plain-video.js";
import { ViewLoad } from "../call/quality.js";
import { SiteTools } from "./site-tools.js";
import { StrokeOverlay } from "../drawing/stroke-overlay.js";

const stillPeriod = 400;
/** Filling the stage may hide this part of what one's own camera shows. */
const mostHidden = 0.3;
/** What keeps a device from being tracked and not from being a camera. */
const untracked = new Set(["motionMissing", "motionRefused"]);
/** Asks for the motion sensors; must be called in a tap. Settles with null, or with the error that says why there are none. */
export const askForMotion = () => requestMotionPermission().then(() => null, (error) => error);

export class OnSite {
    /** Called with a text about the tracking; empty when all is well. */
    onadvice = null;
    /** Called with the new mode when it changes. */
    onmode = null;
    onerror = null;
    onnotice = null;
    frames = 0;
    /**
     * What is sent: "starting" is the camera's video while tracking is not there yet, "tracked" the view that the engine draws, "plain" the
     * camera's video of a device that cannot be tracked.
     */
    mode = "starting";
    /** Milliseconds a picture took: tracking, drawing. */
    cost = { engine: 0, view: 0 };
    #screen;
    #plain;
    #camera = null;
    #reason = null;
    #keeping = null;
    #shown = null;
    #shownAt = 0;
    #isLive = false;

    constructor(byId) {
        // What the processor draws is a video's picture already: on a canvas it would be turned into colours and back.
        const isDirect = TrackScreen.isAvailable && drawingMeans() !== "gpu";
        this.#screen = isDirect ? new TrackScreen(byId("sent")) : new CanvasScreen(byId("view"));
        const { element } = this.#screen;
        this.#plain = new PlainVideo(this.#screen);
        this.session = new Session({
            screen: { show: (picture) => this.#showTracked(picture) }, view: "handed", assisting: true, coded: true, parts: ["assisting", "measuring", "drawing"],
        });
        this.annotationHost = new AnnotationHost(this.session);
        this.framing = new Framing(byId("stage"), [element, byId("overlay")], {
            fills: (hidden) => hidden <= mostHidden, between: [byId("top"), byId("drawing")],
        });
        this.tools = new SiteTools(this.session);
        this.tools.onmeasured = (kind, text) => this.annotationHost.onmeasured?.("", text, kind);
        this.annotationHost.onclear = () => this.tools.clear();
        const target = this.annotationHost.localWriter;
        this.hand = { undo: () => this.tools.undo() || target.undo(), clear: (whose) => target.clear(whose) };
        this.pen = new Pen(element, this.framing, { frame: () => this.frame, target, gestures: this.tools.gestures });
        this.overlay = new StrokeOverlay(byId("overlay"), this.framing, this.pen);
        // The engine draws this side's lines at once; only what is not begun in it yet is drawn here.
        this.overlay.kinds = ["circle"];
        this.load = new ViewLoad((width, height, samples) => {
            this.session.resize(width, height);
            this.session.smooth(samples);
        });
        this.session.onframe = (frame) => this.#take(frame);
        this.session.onlook = () => this.mode === "tracked" && this.session.frame && this.#show();
        this.session.onopen = ({ calibration }) => this.load.begin(calibration);
        this.session.onerror = (error) => this.#fail(error);
        this.session.onnotice = (text) => this.#advise(translatedMessage(text ?? ""));
        this.session.onend = () => this.onnotice?.(translated("The recording has ended; its last picture stays."));
        this.annotationHost.onmeasured = (name, text, kind) => this.onnotice?.(
            text ? measuredText(name, toldMeasure(kind, text)) : translated("Nothing could be measured there."),
        );
        this.annotationHost.onstill = (name, isStill) => this.onnotice?.(isStill ? translated("{name} draws on a still picture", { name: personName(name) }) : "");
    }

    /**
     * Plays a recording, or shows a camera's stream at once and tracks it as soon as the engine is there, unless there was a `refusal` of the
     * motion sensors, as `askForMotion` gives it. The stream stays the caller's.
     */
    async start({ recording = null, camera = null, refusal = null }) {
        this.#screen.element.hidden = false;
        this.#keeping = setInterval(() => this.#keep(), stillPeriod);
        this.load.begin({ width: 1280, height: 720 });
        this.#isLive = camera !== null;
        if (!this.#isLive) {
            this.#become("tracked");
            return this.session.run({ recording });
        }
        this.#become("starting");
        this.#plain.onshown = () => this.#showPlain();
        this.#camera = camera;
        await this.#plain.start(camera);
        this.#track(refusal);
    }

    /** Whether the camera's video goes out as it is for good, because the device cannot be tracked. */
    get isPlain() {
        return this.mode === "plain";
    }

    async #track(refusal) {
        const camera = this.#camera;
        try {
            if (refusal) throw refusal;
            // The engine takes a camera for one on the device's back.
            const isFront = camera.getVideoTracks()[0].getSettings().facingMode === "user";
            if (isFront) return this.#showForGood("front");
            await this.session.run({ camera, motion: true, longestSide: 640 });
        } catch (error) {
            this.#fail(error);
        }
    }

    /** Whatever keeps the engine from its first frame, the video goes on. */
    #fail(error) {
        const reason = untracked.has(error.code) ? "sensors" : "engine";
        if (this.mode === "starting") this.#showForGood(reason);
        if (!this.isPlain || reason === "engine") this.onerror?.(error);
    }

    #showForGood(reason) {
        this.session.stop();
        this.#reason = reason;
        this.#become("plain");
        this.#plain.start(this.#camera).catch((error) => this.onerror?.(error));
    }

    /**
     * The engine's view takes the place of the plain video, on the same screen and so in the same outgoing track. Its first images may have
     * waited for it: nothing older than what was seen already is shown.
     */
    #showTracked(picture) {
        if (this.mode === "starting") {
            this.#plain.stop();
            if (this.session.shownNanoseconds < this.#plain.nanoseconds) return;
            this.#become("tracked");
        }
        this.#screen.show(picture);
    }

    #become(mode) {
        this.mode = mode;
        this.annotationHost.setMode(mode);
        const { element } = this.#screen;
        element.dataset.isTracked = mode === "tracked";
        element.setAttribute("aria-label", mode === "tracked" ? translated("What you show. Draw on it with a finger or the mouse.") : translated("What you show."));
        this.#advise();
        this.onmode?.(mode);
    }

    /** What the one on site should know; `text` is what tracking says, which counts for little over plain video. */
    #advise(text = "") {
        const words = { starting: `${startingAdvice} ${text}`.trim(), plain: plainVideoAdvice[this.#reason], tracked: text };
        this.onadvice?.(words[this.mode]);
    }

    #showPlain() {
        this.frames += 1;
        this.#shownAt = performance.now();
        this.framing.setSize(this.#screen.width, this.#screen.height);
    }

    /** What is sent: the view as it is drawn. */
    get stream() {
        return this.#screen.stream;
    }

    /** The code of the frame that is shown, if things can be drawn on it. */
    get frame() {
        if (this.mode !== "tracked") return null;
        const { shownNanoseconds } = this.session;
        return shownNanoseconds === null ? null : codeOf(shownNanoseconds);
    }

    /** What is to be seen, without the strip, drawn into a picture that is kept. */
    paint(context, width, height) {
        const { element, width: w, height: h } = this.#screen;
        context.drawImage(element, 0, h * stripShare, w, h * (1 - stripShare), 0, 0, width, height);
    }

    get pictureSize() {
        return [this.#screen.width, Math.round(this.#screen.height * (1 - stripShare))];
    }

    stop() {
        clearInterval(this.#keeping);
        for (const part of [this.pen, this.framing, this.overlay]) part.close();
        this.session.stop();
        this.#plain.stop();
        this.#screen.close();
        this.#screen.element.hidden = true;
    }

    /** A picture that stands still is sent again now and then: who joins now must see it too. */
    #keep() {
        if (this.frames > 0 && performance.now() - this.#shownAt >= stillPeriod) this.#screen.again();
    }

    #take(frame) {
        if (this.mode !== "tracked") return;
        this.frames += 1;
        const { engine, picture, view } = frame.milliseconds;
        this.cost.engine = 0.95 * this.cost.engine + 0.05 * (engine + picture);
        this.cost.view = 0.95 * this.cost.view + 0.05 * view;
        this.#show();
        this.#advise(trackingAdvice(frame.trackingState, frame.trackingLimit));
    }

    /** A frame was taken or the picture drawn anew. */
    #show() {
        this.annotationHost.show(this.session.frame);
        const { shownNanoseconds } = this.session;
        if (shownNanoseconds === null) return;
        this.framing.setSize(this.#screen.width, this.#screen.height);
        for (const [n, stroke] of this.pen.strokes) if (stroke.isDone) this.pen.forget(n);
        this.#shownAt = performance.now();
        if (shownNanoseconds === this.#shown) return;
        this.#shown = shownNanoseconds;
        this.load.add(this.#shownAt, this.#isLive ? this.#shownAt - Number(shownNanoseconds) / 1e6 : null);
    }
}

/** That someone measured, or this side by an empty name. */
function measuredText(name, reading) {
    return name ? translated("{name} measured. {reading}", { name: personName(name), reading }) : translated("You measured. {reading}", { reading });
}
