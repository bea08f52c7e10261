// The site's side: the engine draws the world with all strokes, and that image is sent.

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
/** The maximum part of one's own camera image that filling the stage may hide. */
const mostHidden = 0.3;
/** Errors that prevent tracking but not the camera. */
const untracked = new Set(["motionMissing", "motionRefused"]);
/** Requests the motion sensors; must be called in a tap. Resolves with null, or with the error. */
export const askForMotion = () => requestMotionPermission().then(() => null, (error) => error);

export class OnSite {
    /** Called with a text about the tracking; empty when all is well. */
    onadvice = null;
    /** Called with the new mode when it changes. */
    onmode = null;
    onerror = null;
    /** Called when a run of the engine begins. */
    onrun = null;
    onnotice = null;
    frames = 0;
    /** What is shown: `{ camera }` or `{ recording }`; null before the start. */
    source = null;
    /**
     * The sent video: "starting" is the camera's video before tracking, "tracked" the view drawn by the engine,
     * "plain" the camera's video of a device that cannot be tracked.
     */
    mode = "starting";
    /** Milliseconds per image: tracking, drawing. */
    cost = { engine: 0, view: 0 };
    #screen;
    #plain;
    #camera = null;
    #refusal = null;
    #reason = null;
    #keeping = null;
    #shown = null;
    #shownAt = 0;
    #isLive = false;

    constructor(byId) {
        // An image drawn by the processor is a video image already: a canvas would convert it to colours and back.
        const isDirect = TrackScreen.isAvailable && drawingMeans() !== "gpu";
        this.#screen = isDirect ? new TrackScreen(byId("sent")) : new CanvasScreen(byId("view"));
        const { element } = this.#screen;
        this.#plain = new PlainVideo(this.#screen);
        this.session = new Session({
            screen: { show: (image) => this.#showTracked(image) }, view: "handed", assisting: true, coded: true, parts: ["assisting", "measuring", "drawing", "placing"],
        });
        this.session.keepRecent();
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
        // The engine draws this side's lines immediately; only strokes that have not begun in it are drawn here.
        this.overlay.kinds = ["circle"];
        this.load = new ViewLoad((width, height, samples) => {
            this.session.resize(width, height);
            this.session.smooth(samples);
        });
        this.session.onframe = (frame) => this.#take(frame);
        this.session.onlook = () => this.mode === "tracked" && this.session.frame && this.#show();
        this.session.onopen = ({ calibration }) => {
            this.load.begin(calibration);
            this.onrun?.();
        };
        this.session.onerror = (error) => this.#fail(error);
        this.session.onnotice = (text) => this.#advise(translatedMessage(text ?? ""));
        this.session.onend = () => this.onnotice?.(translated("The recording has ended; its last picture stays."));
        this.annotationHost.onmeasured = (name, text, kind) => this.onnotice?.(
            text ? measuredText(name, toldMeasure(kind, text)) : translated("Nothing could be measured there."),
        );
        this.annotationHost.onstill = (name, isStill) => this.onnotice?.(isStill ? translated("{name} draws on a still picture", { name: personName(name) }) : "");
    }

    /**
     * Plays a recording, or shows a camera's stream immediately and tracks it as soon as the engine is loaded, unless
     * `askForMotion` returned a `refusal`. The caller keeps the stream.
     */
    async start({ recording = null, camera = null, refusal = null }) {
        this.#screen.element.hidden = false;
        this.#keeping = setInterval(() => this.#keep(), stillPeriod);
        this.load.begin({ width: 1280, height: 720 });
        this.#isLive = camera !== null;
        this.source = this.#isLive ? { camera } : { recording };
        if (!this.#isLive) {
            this.#become("tracked");
            return this.session.run({ recording });
        }
        this.#become("starting");
        this.#plain.onshown = () => this.#showPlain();
        this.#camera = camera;
        this.#refusal = refusal;
        await this.#plain.start(camera);
        this.#track(refusal);
    }

    /** Releases the camera for another one; its last image stays. */
    holdCamera() {
        this.session.stop();
        this.#plain.stop();
    }

    /** Shows another camera's stream; what stands in the world of the one before is gone. */
    async changeCamera(camera) {
        this.source = { camera };
        this.#camera = camera;
        this.#reason = null;
        this.#become("starting");
        await this.#plain.start(camera);
        this.#track(this.#refusal);
    }

    /** Registers a tool with an engine of its own: what is shown begins again, and what stands in the world is gone. */
    async restartWith(tool) {
        this.holdCamera();
        this.session.use(tool);
        if (this.#isLive) await this.changeCamera(this.#camera);
        else await this.session.run(this.source);
    }

    /**
     * While the camera zooms, its lens is not the tracked one: its video is sent as it is. Strokes stay, and are shown
     * once the camera is back and has found its place again.
     */
    setZoomed(isZoomed) {
        if (isZoomed && this.mode !== "plain") {
            this.session.interrupt(true);
            this.session.pause();
            this.#reason = "zoom";
            this.#become("plain");
            this.#plain.start(this.#camera).catch((error) => this.onerror?.(error));
        } else if (!isZoomed && this.#reason === "zoom") {
            this.#reason = null;
            this.#become("starting");
            this.session.resume();
            this.session.interrupt(false);
        }
    }

    /** Whether the camera's video is sent permanently, because the device cannot be tracked. */
    get isPlain() {
        return this.mode === "plain";
    }

    async #track(refusal) {
        const camera = this.#camera;
        try {
            if (refusal) throw refusal;
            // The engine assumes a camera on the device's back.
            const isFront = camera.getVideoTracks()[0].getSettings().facingMode === "user";
            if (isFront) return this.#showForGood("front");
            await this.session.run({ camera, motion: true, longestSide: 640 });
        } catch (error) {
            this.#fail(error);
        }
    }

    /** If the engine fails before its first frame, the video continues. */
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
     * The engine's view replaces the plain video, on the same screen and therefore in the same outgoing track. Its
     * first images may have waited for it: images older than the shown ones are dropped.
     */
    #showTracked(image) {
        if (this.mode === "plain") return;
        if (this.mode === "starting") {
            this.#plain.stop();
            if (this.session.shownNanoseconds < this.#plain.nanoseconds) return;
            this.#become("tracked");
        }
        this.#screen.show(image);
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

    /** Computes the advice for the site; `text` is the tracking's advice, which matters little over plain video. */
    #advise(text = "") {
        const words = { starting: `${startingAdvice} ${text}`.trim(), plain: plainVideoAdvice[this.#reason], tracked: text };
        this.onadvice?.(words[this.mode]);
    }

    #showPlain() {
        this.frames += 1;
        this.#shownAt = performance.now();
        this.framing.setSize(this.#screen.width, this.#screen.height);
    }

    /** The sent stream: the view as it is drawn. */
    get stream() {
        return this.#screen.stream;
    }

    /** The code of the shown frame, if it can be drawn on. */
    get frame() {
        if (this.mode !== "tracked") return null;
        const { shownNanoseconds } = this.session;
        return shownNanoseconds === null ? null : codeOf(shownNanoseconds);
    }

    /** Draws the visible image, without the strip, into an image that is stored. */
    paint(context, width, height) {
        const { element, width: w, height: h } = this.#screen;
        context.drawImage(element, 0, h * stripShare, w, h * (1 - stripShare), 0, 0, width, height);
    }

    get imageSize() {
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

    /** Repeats a still image regularly, because new members must see it too. */
    #keep() {
        if (this.frames > 0 && performance.now() - this.#shownAt >= stillPeriod) this.#screen.again();
    }

    #take(frame) {
        if (this.mode !== "tracked") return;
        this.frames += 1;
        const { engine, image, view } = frame.milliseconds;
        this.cost.engine = 0.95 * this.cost.engine + 0.05 * (engine + image);
        this.cost.view = 0.95 * this.cost.view + 0.05 * view;
        this.#show();
        this.#advise(trackingAdvice(frame.trackingState, frame.trackingLimit));
    }

    /** A new frame came or the view was redrawn. */
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

/** The text about a measurement of a member, or of this side for an empty name. */
function measuredText(name, reading) {
    return name ? translated("{name} measured. {reading}", { name: personName(name), reading }) : translated("You measured. {reading}", { reading });
}
