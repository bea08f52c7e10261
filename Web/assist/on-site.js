// The side that shows: the engine draws the world with everybody's strokes, and that picture is sent.

import { codeOf, stripShare } from "../sightline/frame-code.js";
import { CanvasScreen, Session, TrackScreen } from "../sightline/sightline.js";
import { isDrawnInSoftware } from "../sightline/software-drawing.js";
import { plainVideoAdvice, trackingAdvice } from "../studio/tracking-advice.js";
import { DrawingDesk } from "./drawing-desk.js";
import { Framing } from "./framing.js";
import { toldMeasure } from "./measuring-bar.js";
import { Pen } from "./pen.js";
import { PlainVideo } from "./plain-video.js";
import { ViewLoad } from "./quality.js";
import { SiteTools } from "./site-tools.js";
import { StrokeOverlay } from "./stroke-overlay.js";

const stillPeriod = 400;
/** What keeps a device from being tracked and not from being a camera. */
const untracked = new Set(["motionMissing", "motionRefused"]);
/** What a phone's camera is asked for in a call; the engine tracks in a smaller copy. */
const camera = {
    audio: false,
    video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
};

export class OnSite {
    /** Told a text about the tracking; empty when all is well. */
    onadvice = null;
    onerror = null;
    onnotice = null;
    frames = 0;
    /** Milliseconds a picture took: tracking, drawing. */
    cost = { engine: 0, view: 0 };
    #screen;
    #plain = null;
    #keeping = null;
    #shownAt = 0;

    constructor(byId) {
        // What the processor draws is a video's picture already: on a canvas it would be turned into colours and back.
        const isDirect = TrackScreen.isAvailable && isDrawnInSoftware();
        this.#screen = isDirect ? new TrackScreen(byId("sent")) : new CanvasScreen(byId("view"));
        const { element } = this.#screen;
        this.session = new Session({
            screen: this.#screen, view: "handed", assisting: true, coded: true, parts: ["assisting", "measuring", "drawing"],
        });
        this.desk = new DrawingDesk(this.session);
        this.framing = new Framing(byId("stage"), [element, byId("overlay")], { fills: true, between: [byId("top"), byId("drawing")] });
        this.tools = new SiteTools(this.session);
        this.tools.onmeasured = (kind, text) => this.desk.onmeasured?.("", text, kind);
        this.desk.onclear = () => this.tools.clear();
        const target = this.desk.ownHand;
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
        this.session.onlook = () => this.session.frame && this.#show();
        this.session.onopen = ({ calibration }) => this.load.begin(calibration);
        this.session.onerror = (error) => this.#fail(error);
        this.session.onnotice = (text) => !this.isPlain && this.onadvice?.(text ?? "");
        this.session.onend = () => this.onnotice?.("The recording has ended; its last picture stays.");
        this.desk.onmeasured = (name, text, kind) => this.onnotice?.(
            text ? `${name || "You"} measured. ${toldMeasure(kind, text)}` : "Nothing could be measured there.",
        );
        this.desk.onstill = (name, isStill) => this.onnotice?.(isStill ? `${name} draws on a still picture` : "");
    }

    /** Starts the camera, or plays a recording; must be called in a tap. */
    async start(source) {
        this.#screen.element.hidden = false;
        this.#keeping = setInterval(() => this.#keep(), stillPeriod);
        this.load.begin({ width: 1280, height: 720 });
        this.#isLive = source === "camera";
        try {
            await this.session.run(this.#isLive ? { camera, motion: true, longestSide: 640 } : { recording: source });
        } catch (error) {
            if (!this.#isLive || !untracked.has(error.code)) throw error;
            await this.#showPlain();
        }
    }

    /** Whether the camera's video goes out as it is, because the device cannot be tracked. */
    get isPlain() {
        return this.#plain !== null;
    }

    #fail(error) {
        if (!this.#isLive || this.isPlain || !untracked.has(error.code)) return this.onerror?.(error);
        this.#showPlain().catch((failure) => this.onerror?.(failure));
    }

    async #showPlain() {
        this.#plain = new PlainVideo(this.#screen);
        this.#plain.onshown = () => {
            this.frames += 1;
            this.#shownAt = performance.now();
            this.framing.setSize(this.#screen.width, this.#screen.height);
        };
        this.desk.showPlain();
        this.onadvice?.(plainVideoAdvice);
        await this.#plain.start(camera);
    }

    /** What is sent: the view as it is drawn. */
    get stream() {
        return this.#screen.stream;
    }

    /** The code of the frame that is shown. */
    get frame() {
        if (this.isPlain) return this.#plain.code;
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
        this.#plain?.stop();
        this.#screen.close();
        this.#screen.element.hidden = true;
    }

    /** A picture that stands still is sent again now and then: who joins now must see it too. */
    #keep() {
        if (this.frames > 0 && performance.now() - this.#shownAt >= stillPeriod) this.#screen.again();
    }

    #take(frame) {
        this.frames += 1;
        const { engine, picture, view } = frame.milliseconds;
        this.cost.engine = 0.95 * this.cost.engine + 0.05 * (engine + picture);
        this.cost.view = 0.95 * this.cost.view + 0.05 * view;
        this.#show();
        this.onadvice?.(trackingAdvice(frame.trackingState, frame.trackingLimit));
    }

    /** A frame was taken or the picture drawn anew. */
    #show() {
        this.desk.show(this.session.frame);
        const { shownNanoseconds } = this.session;
        if (shownNanoseconds === null) return;
        this.framing.setSize(this.#screen.width, this.#screen.height);
        for (const [n, stroke] of this.pen.strokes) if (stroke.isDone) this.pen.forget(n);
        this.#shownAt = performance.now();
        if (shownNanoseconds === this.#shown) return;
        this.#shown = shownNanoseconds;
        this.load.add(this.#shownAt, this.#isLive ? this.#shownAt - Number(shownNanoseconds) / 1e6 : null);
    }
    #shown = null;
    #isLive = false;
}
