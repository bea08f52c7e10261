// Draws a session over its images into a canvas, with the engine's own renderer; runs in the engine's thread.

import { CameraPlanes } from "./camera-planes.js";
import { codeOf, drawStrip, fillStrip, heightWithStrip } from "./frame-code.js";
import { viewParts } from "../generated/records.js";
import { PageCanvas } from "./webgl-recorder.js";

/** The longest wait for the GPU before the view continues, and the interval of the checks; milliseconds. */
const longestWait = 400;
const recheck = 3;

/** Images in planes have even sides. */
const evenBelow = (pixels) => Math.max(2, pixels - (pixels % 2));

/** A canvas with an image. */
function painted(image) {
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    canvas.getContext("2d", { alpha: false }).drawImage(image, 0, 0);
    return canvas;
}

/**
 * The view of one session on one canvas. If images are passed on and there is no GPU, the engine draws over the
 * camera's planes instead, unless the scene needs a GPU. A GPU with a backlog gets only the newest image, so that
 * tracking never waits for drawing; so does a page that has not yet shown the last image passed on. Images that the GPU
 * has not finished are not passed on, because their receiver would block until then.
 */
export class ImageView {
    /** The timestamp of the frame that is drawn next. */
    stamp = 0n;
    /** Called with `(image, stamp)` if images are passed on, for the page to show and send. */
    onimage = null;
    #session;
    #canvas;
    /** The canvas if the page draws; null if this thread does. */
    #page;
    #size;
    #parts;
    #isHanded;
    #isCoded;
    #gl;
    #texture;
    #name;
    #image = null;
    /** The image drawn over the camera's planes that is not yet passed on. */
    #made = null;
    #hasImage = false;
    #turn = 0;
    #fence = null;
    #drawn = { stamp: 0n, time: 0 };
    #later = null;
    /** An image waits to be drawn; to be passed on; to be shown. */
    #isDue = false;
    #isFresh = false;
    #isAway = false;

    /**
     * `stage` is `{ canvas, size, parts, isHanded, isCoded, means }`; if images are passed on the view has a canvas
     * of its own, unless the page draws (`PageCanvas`). `means` is the drawing capability (`drawingMeans`). A lens with
     * distortion needs a GPU.
     */
    constructor(session, { canvas = null, size, parts, isHanded = false, isCoded = false, means = "gpu" }, isLensBent = false) {
        this.#canvas = canvas ?? new OffscreenCanvas(size.width, size.height);
        this.#session = session;
        this.#size = size;
        this.#isHanded = isHanded;
        this.#isCoded = isCoded;
        this.#page = canvas instanceof PageCanvas ? canvas : null;
        // Billboards and plane surfaces need the GPU.
        const drawn = means === "none" ? parts.filter((name) => name !== "billboard" && name !== "planes") : parts;
        this.#parts = drawn.reduce((sum, name) => sum + viewParts[name], 0);
        const isPossible = isHanded && !isLensBent && !drawn.includes("billboard") && typeof VideoFrame !== "undefined";
        /** Whether it draws over the camera's planes. */
        this.composes = isPossible && means !== "gpu";
        if (!this.composes) this.#open();
    }

    /** Opens the canvas for WebGL. */
    #open() {
        this.#session.openView(this.#canvas);
        this.#gl = this.#session.gl.context;
        this.#texture = this.#gl.createTexture();
        this.#name = this.#session.gl.addTexture(this.#texture);
    }

    /**
     * Sets, and will close, the image of the frame that is drawn next: `CameraPlanes` if the view composes, or an image
     * for WebGL.
     */
    setImage(image) {
        this.#image?.close();
        this.#image = image;
    }

    /** Draws the frame with the image rotated clockwise by a number of quarters; later if the GPU is still busy. */
    draw(turn) {
        this.#turn = turn;
        this.#isDue = true;
        this.#goOn();
    }

    /** Executes the possible steps now, and retries soon if the GPU is busy. */
    #goOn() {
        clearTimeout(this.#later);
        this.#later = null;
        const isFinished = this.#isFinished();
        if (isFinished && this.#isFresh) this.#handOver();
        if (isFinished && this.#isDue && !this.#isAway) this.#drawNow();
        if (this.#made) this.#handOver();
        if (this.#isFresh || (this.#isDue && !this.#isAway)) this.#later = setTimeout(() => this.#goOn(), recheck);
    }

    /** Whether an image that will be passed on is still being drawn. */
    get isDrawing() {
        return this.#isFresh;
    }

    #isFinished() {
        const gl = this.#gl;
        if (!this.#fence || performance.now() - this.#drawn.time > longestWait) return true;
        return gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) === gl.SIGNALED;
    }

    #drawNow() {
        this.#isDue = false;
        const { width, height } = this.#size;
        const whole = this.#isCoded ? heightWithStrip(height) : height;
        if (!this.#compose(evenBelow(width), evenBelow(height), whole - height)) this.#paint(width, height, whole);
    }

    /** Draws over the camera's planes; returns whether that was possible. */
    #compose(width, height, top) {
        const planes = this.#image;
        if (!(planes instanceof CameraPlanes)) return false;
        const bytes = this.#session.composeView(planes, width, height, top, this.#parts);
        if (!bytes) return false;
        if (this.#isCoded) fillStrip(bytes, width, height + top, top, codeOf(this.stamp), planes.isFullRange);
        this.#made?.close();
        const timestamp = Number(this.stamp / 1000n);
        this.#made = new VideoFrame(bytes, { format: "I420", codedWidth: width, codedHeight: height + top, timestamp, colorSpace: planes.colorSpace });
        this.#drawn = { stamp: this.stamp, time: performance.now() };
        return true;
    }

    /** Draws with WebGL. */
    #paint(width, height, whole) {
        if (!this.#gl) this.#open();
        this.#upload();
        if (!this.#hasImage) return;
        if (this.#canvas.width !== width || this.#canvas.height !== whole) Object.assign(this.#canvas, { width, height: whole });
        if (!this.#session.drawView(this.#name, width, height, { turn: this.#turn, parts: this.#parts })) {
            throw new Error("The picture could not be drawn.");
        }
        if (this.#isCoded) drawStrip(this.#gl, width, whole, codeOf(this.stamp));
        this.#gl.deleteSync(this.#fence);
        this.#fence = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        if (this.#page) this.#page.stamp = this.stamp;
        this.#gl.flush();
        this.#drawn = { stamp: this.stamp, time: performance.now() };
        this.#isFresh = this.#isHanded && !this.#page;
    }

    #upload() {
        if (!this.#image) return;
        const gl = this.#gl;
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, this.#texture);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
        const image = this.#image;
        const source = image instanceof CameraPlanes ? image.toFrame() : image;
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, source);
        for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.LINEAR);
        for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
        // If the page draws, the source is sent there, and closed there.
        if (!this.#page) source.close();
        if (source !== image) image.close();
        this.#image = null;
        this.#hasImage = true;
    }

    #handOver() {
        this.#isFresh = false;
        this.#isAway = true;
        const image = this.#made ?? this.#canvas.transferToImageBitmap();
        this.#made = null;
        this.onimage?.(image, this.#drawn.stamp);
    }

    /** The page has shown the image; the present messages are processed before the next is drawn. */
    takeBack() {
        this.#isAway = false;
        if (this.#isDue) this.#later ??= setTimeout(() => this.#goOn());
    }

    /** The current view as an image file. */
    snapshot(turn) {
        this.#turn = turn;
        const isComposed = this.composes && this.#image instanceof CameraPlanes;
        const file = isComposed ? null : this.#page?.fileOfNext();
        this.#drawNow();
        if (file) return file;
        const canvas = this.#made ? painted(this.#made) : this.#canvas;
        this.#made?.close();
        this.#made = null;
        return canvas.convertToBlob({ type: "image/png" });
    }

    free() {
        clearTimeout(this.#later);
        this.#image?.close();
        this.#made?.close();
        if (!this.#gl) return;
        this.#gl.deleteSync(this.#fence);
        this.#session.gl.removeTexture(this.#name);
        this.#gl.deleteTexture(this.#texture);
    }
}
