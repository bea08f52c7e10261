// The expert's side: the image from the site with its frame code, and a pen over it.

import { AnnotationReader, AnnotationWriter } from "../../sightline/tools/annotations.js";
import { stripShare } from "../../sightline/view/frame-code.js";
import { StripReader } from "../../sightline/view/strip-reader.js";
import { translated } from "../../studio/language/language.js";
import { trackingNews } from "../../studio/tracking-advice.js";
import { Framing } from "../drawing/framing.js";
import { toldMeasure } from "../drawing/measuring-bar.js";
import { Pen } from "../drawing/pen.js";
import { StrokeOverlay } from "../drawing/stroke-overlay.js";

/** The mode of the one on site, by their advice. */
const untrackedModes = new Map([["starting", "starting"], ["plainVideo", "plain"]]);
const refusals = {
    unknownFrame: translated("That stroke could not be placed: the phone did not know where it was."),
    tooMany: translated("There are too many strokes already: clear some."),
    starting: translated("Tracking is still starting: wait a moment, or freeze the picture to draw on it."),
    plainVideo: translated("This is plain video: freeze the picture to draw on it."),
    badMessage: translated("The other side did not understand a stroke."),
};

/** Reasons of a refused stroke whose frame has no pose. */
const withoutPose = new Set(["starting", "plainVideo", "unknownFrame"]);

export class Expert {
    onadvice = null;
    /** Called with the mode of the site's video, as of `OnSite`, when it changes. */
    onmode = null;
    mode = "tracked";
    /** Called when the image's layout changes, or when the image appears or disappears. */
    onview = null;
    onnotice = null;
    /** The number of shown images, and of those with a readable code. */
    frames = 0;
    readFrames = 0;
    /** The code of the visible frame. */
    code = null;
    /** Called with `(code, now)` of every image, with the time at which it is shown. */
    onimage = null;
    author = null;
    isStill = false;
    /**
     * Called with a still of untracked video with the expert's strokes, as a PNG: the others see the strokes only in
     * it.
     */
    onsketch = null;
    #hasSketched = false;
    #video;
    #still;
    #stillCode = null;
    #strip = new StripReader();
    #reader = new AnnotationReader();
    #peer = null;
    #isWatched = false;
    #isOver = false;

    constructor(byId) {
        this.#video = byId("remote");
        this.#still = byId("still");
        this.framing = new Framing(byId("stage"), [this.#video, this.#still, byId("overlay")], {
            // Less than half of a phone's screen is too small for drawing: then the image fills it, and two fingers
            // move it.
            fills: (hidden) => hidden > 0.5,
            between: [byId("top"), byId("drawing")],
        });
        this.framing.onview = () => this.onview?.();
        this.writer = new AnnotationWriter((text) => this.#peer?.send("annotations", text));
        const { writer } = this;
        const target = {
            begin: (stroke) => writer.begin(stroke),
            add: (...place) => writer.add(...place),
            end: (n) => writer.end(n),
            cancel: (n) => {
                writer.end(n);
                if (this.author !== null) writer.remove(this.author, n);
            },
            erase: (...spot) => writer.erase(...spot),
            undo: () => writer.undo(),
            clear: (whose) => writer.clear(whose),
            measure: (wish) => writer.measure(wish),
        };
        this.hand = target;
        const frame = () => (this.isStill ? this.#stillCode : this.code);
        const surfaces = [byId("stage"), this.#video, this.#still];
        this.pen = new Pen(byId("stage"), this.framing, { frame, target, isOn: (event) => surfaces.includes(event.target), canZoom: true });
        this.overlay = new StrokeOverlay(byId("overlay"), this.framing, this.pen);
    }

    /** The site has connected. */
    meet(peer) {
        this.#peer = peer;
        this.#reader = new AnnotationReader();
        peer.onannotation = (text) => this.#take(this.#reader.read(text));
    }

    /** The site has disconnected. */
    part() {
        this.#peer = null;
        this.#hasSketched = false;
        this.release();
        this.#video.hidden = true;
        this.#video.srcObject = null;
        this.pen.forgetAll();
        this.code = null;
        this.onadvice?.("");
        this.onview?.();
    }

    /** Whether there is an image from the site. */
    get isShowing() {
        return !this.#video.hidden;
    }

    /** Shows the video from the site. */
    show(stream) {
        this.#video.srcObject = stream;
        this.#video.hidden = false;
        this.onview?.();
        this.#video.play().catch(() => {});
        if (!this.#isWatched) this.#watch();
    }

    /** Freezes the image for drawing; returns false if there is none. */
    freeze() {
        const { videoWidth: width, videoHeight: height } = this.#video;
        if (this.isStill || width === 0) return false;
        Object.assign(this.#still, { width, height });
        this.#still.getContext("2d").drawImage(this.#video, 0, 0);
        this.#stillCode = this.#strip.read(this.#still, width, height) ?? this.code;
        if (this.#stillCode === null) return false;
        this.isStill = this.overlay.keepsAll = true;
        this.#still.hidden = false;
        this.writer.freeze(this.#stillCode);
        return true;
    }

    /** Continues the video; the strokes are in the world. */
    release() {
        if (!this.isStill) return;
        if (this.#hasSketched && this.pen.strokes.size > 0) this.#sendSketch();
        this.#hasSketched = false;
        this.isStill = this.overlay.keepsAll = false;
        this.#still.hidden = true;
        this.writer.release(this.#stillCode);
        this.overlay.drawSoon();
    }

    /** Passes on the still with its strokes. */
    #sendSketch() {
        const [width, height] = this.imageSize;
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        this.paint(canvas.getContext("2d"), width, height);
        this.pen.forgetAll();
        canvas.toBlob((blob) => blob && this.onsketch?.(blob));
    }

    get frame() {
        return this.isStill ? this.#stillCode : this.code;
    }

    paint(context, width, height) {
        const source = this.isStill ? this.#still : this.#video;
        const [w, h] = this.isStill ? [source.width, source.height] : [source.videoWidth, source.videoHeight];
        context.drawImage(source, 0, h * stripShare, w, h * (1 - stripShare), 0, 0, width, height);
        this.overlay.drawInto(context, width, height);
    }

    get imageSize() {
        const { videoWidth: w, videoHeight: h } = this.#video;
        return [w, Math.round(h * (1 - stripShare))];
    }

    /** The call is over. */
    stop() {
        this.part();
        this.#isOver = true;
        for (const part of [this.pen, this.framing, this.overlay]) part.close();
    }

    #watch() {
        this.#isWatched = true;
        const each = (now, metadata) => {
            if (this.#isOver) return;
            this.#look(metadata?.expectedDisplayTime ?? now);
            this.#video.requestVideoFrameCallback(each);
        };
        if ("requestVideoFrameCallback" in this.#video) this.#video.requestVideoFrameCallback(each);
        else setInterval(() => this.#look(performance.now()), 33);
    }

    async #look(now) {
        this.frames += 1;
        this.framing.setSize(this.#video.videoWidth, this.#video.videoHeight);
        const code = await this.#strip.readVideo(this.#video);
        if (code === null || this.#isOver) return;
        this.readFrames += 1;
        this.code = code;
        this.overlay.show(code);
        this.onimage?.(code, now);
    }

    #take(message) {
        if (!message) return;
        if (message.t === "hello") this.author = message.author;
        if (message.t === "shown") this.overlay.place(message.n, message.count, message.frame);
        // A still without a known pose can be drawn on, and is sent as it is.
        if (message.t === "refused" && this.isStill && withoutPose.has(message.why)) {
            this.#hasSketched = true;
            return;
        }
        if (message.t === "refused") {
            this.pen.forget(message.n);
            this.onnotice?.(Object.hasOwn(refusals, message.why) ? refusals[message.why] : "");
        }
        if (message.t === "measured") {
            if (!message.text) this.pen.forget(message.n);
            this.onnotice?.(message.text ? toldMeasure(message.kind, message.text) : translated("Nothing could be measured there."));
        }
        if (message.t === "tracking") this.#follow(message);
    }

    #follow({ state, advice }) {
        this.onadvice?.(trackingNews(state, advice));
        const mode = untrackedModes.get(advice) ?? "tracked";
        if (mode === this.mode) return;
        this.mode = mode;
        this.onmode?.(mode);
    }
}
