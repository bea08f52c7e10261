// One run of the engine over one source, in the worker: sensors as input; frames, images on the view and answers to
// gestures as output.

import { Arrivals } from "./arrivals.js";
import { CameraPlanes } from "../view/camera-planes.js";
import { Capture } from "../sources/capture.js";
import { ImageView } from "../view/image-view.js";
import { PixelReader, turnedBytes } from "../view/pixels.js";
import { turned } from "../view/turning.js";

const pixels = new PixelReader();

async function bitmapOf(frame) {
    const bitmap = await createImageBitmap(frame);
    frame.close();
    return bitmap;
}

export class Run {
    /** The recording's player; null for live sensors. */
    player = null;
    /** The tools' parts in the worker, by name. */
    tools = new Map();

    /**
     * `stage` is the page's `{ canvas, size, parts, isHanded, samples }`; without a canvas the images go to the page.
     * `tools` are `[name, { Part, options }]`.
     */
    constructor(session, calibration, generation, stage, tools) {
        this.session = session;
        this.calibration = calibration;
        this.generation = generation;
        this.stage = stage;
        this.arrivals = new Arrivals();
        this.images = new Map();
        this.aim = null;
        this.turn = 0;
        this.capture = null;
        /** Keeps the last seconds of a live run; null if nobody wants them. */
        this.recent = null;
        /** Keeps the colours of the last images (`ImageColors`) for surfaces; null if nobody wants them. */
        this.colors = null;
        this.isOver = false;
        this.isStale = false;
        const isLensBent = calibration.distortion.kind !== "none";
        this.view = stage.canvas || stage.isHanded ? new ImageView(session, stage, isLensBent) : null;
        if (this.view) session.setSamples(stage.samples);
        if (this.view) session.setOcclusion(stage.isOcclusionWanted);
        // A tool whose module is still loading is added by `addTool` later.
        for (const [name, tool] of tools) if (tool.Part) this.addTool(name, tool);
    }

    /** Whether the engine draws. */
    get hasView() {
        return this.view !== null;
    }

    /** Creates a tool's part for this run. */
    addTool(name, { Part, options }) {
        this.tools.get(name)?.free();
        this.tools.set(name, new Part(this, options));
    }

    get #needsColor() {
        for (const tool of this.tools.values()) if (tool.needsColor) return true;
        return false;
    }

    /**
     * Passes an image to the engine; it waits for its frame. `turn` is the number of counterclockwise rotations by
     * 90° of the screen, and with it the image, since the run began: the engine gets every image as its camera took it.
     * Returns a promise only for a VideoFrame.
     */
    takeImage(image, timestampNanoseconds, turn = 0) {
        if (typeof VideoFrame !== "undefined" && image instanceof VideoFrame) return this.#takeFrame(image, timestampNanoseconds, turn);
        const { width, height } = this.calibration;
        const began = performance.now();
        const bitmap = turned(image, turn);
        this.#keep(bitmap, timestampNanoseconds);
        const read = pixels.read(bitmap, width, height);
        this.colors?.addPixels(read, width, height, timestampNanoseconds);
        this.session.addImage(read, width, height, timestampNanoseconds);
        const isWhole = bitmap.width === width && bitmap.height === height;
        const bytes = turn === 0 && isWhole && this.view?.composes ? this.session.planesOfColors(width, height) : null;
        if (bytes) bitmap.close();
        this.#wait(bytes ? CameraPlanes.copied(bytes, width, height) : bitmap, timestampNanoseconds, turn, began);
    }

    async #takeFrame(frame, timestampNanoseconds, turn) {
        const began = performance.now();
        const planes = this.#needsColor ? null : await CameraPlanes.of(frame);
        if (this.isOver) {
            planes?.close();
            return frame.close();
        }
        const factor = planes && this.#factor(planes, turn);
        if (!factor) {
            planes?.close();
            return this.takeImage(await bitmapOf(frame), timestampNanoseconds, turn);
        }
        const image = turned(frame, turn);
        this.#keep(image, timestampNanoseconds);
        this.colors?.addPlanes(planes, turn, timestampNanoseconds);
        const { width, height } = this.calibration;
        const luma = turnedBytes(planes.luma, planes.width, planes.height, turn);
        const [columns, rows] = [factor * width, factor * height];
        this.session.addLuma({ width: columns, height: rows, luma, isFullRange: planes.isFullRange }, factor, timestampNanoseconds);
        const isComposed = turn === 0 && this.view?.composes;
        (isComposed ? image : planes).close();
        this.#wait(isComposed ? planes : image, timestampNanoseconds, turn, began);
    }

    /** Adds an image to what is recorded. */
    #keep(image, timestampNanoseconds) {
        this.capture?.addImage(image, timestampNanoseconds);
        this.recent?.addImage(image, timestampNanoseconds);
    }

    /**
     * The number of camera pixels per tracked pixel, along a side; 0 if that is not an integer, or the rotation takes
     * long.
     */
    #factor(planes, turn) {
        const { width, height } = this.calibration;
        const [across, down] = turn % 2 ? [height, width] : [width, height];
        const factor = planes.width / across;
        return Number.isInteger(factor) && planes.height === factor * down && (turn === 0 || factor === 1) ? factor : 0;
    }

    /** The image waits for its frame. */
    #wait(image, timestampNanoseconds, turn, began) {
        this.turn = (4 - turn) % 4;
        this.images.set(timestampNanoseconds, { image, milliseconds: performance.now() - began });
    }

    /** Passes an image with its camera's pose to the engine. */
    takePosedImage({ bytes, width, height, timestampNanoseconds, pose, intrinsics }) {
        this.session.addPosedImage(bytes, width, height, timestampNanoseconds, pose, intrinsics);
    }

    /** Passes a pose without an image to the engine, and the surfaces that come with it. */
    takePose({ width, height, timestampNanoseconds, pose, intrinsics, surfaces }) {
        this.session.addPose(width, height, timestampNanoseconds, pose, intrinsics, surfaces);
    }

    takeInertial(timestamps, values, from, to) {
        this.capture?.addInertial(timestamps, values, from, to);
        this.recent?.addInertial(timestamps, values, from, to);
        this.session.addInertial(timestamps, values, from, to);
    }

    /**
     * The next available frame, `{ frame, image, states }`; null if there is none. It has no image if the view has
     * drawn it.
     */
    next() {
        const began = performance.now();
        const frame = this.session.nextFrame();
        if (!frame) return null;
        const engine = performance.now() - began;
        const taken = this.images.get(frame.timestampNanoseconds);
        this.images.delete(frame.timestampNanoseconds);
        const image = taken?.milliseconds ?? 0;
        frame.milliseconds = { engine, image, picture: image };
        if (frame.odometryFromBody) this.recent?.addPose(frame.timestampNanoseconds, frame.odometryFromBody);
        if (!this.view) return { frame, image: taken?.image ?? null, states: {} };
        if (taken) this.view.setImage(taken.image);
        for (const tool of this.tools.values()) tool.takeFrame();
        this.view.stamp = frame.timestampNanoseconds;
        const states = this.look();
        frame.milliseconds.view = performance.now() - began - engine;
        return { frame, image: null, states };
    }

    /** Aims at a position of the view. */
    aimAt(position) {
        this.aim = position;
        const pixel = position && this.view ? this.session.pixelAt(...position) : null;
        if (pixel) for (const tool of this.tools.values()) tool.followAim(pixel);
    }

    /** Aims along a ray of the world; null: through the image again. */
    aimAlong(ray) {
        this.session.pointAlong(ray);
        this.aim = null;
        // The ray stands for the middle of an image.
        for (const tool of this.tools.values()) tool.followAim([-1, -1]);
    }

    /** Processes the last frame with the present aim, and draws; returns the tools' states by name. */
    look() {
        this.isStale = false;
        const pixel = this.aim && this.view ? this.session.pixelAt(...this.aim) : null;
        const states = {};
        for (const [name, tool] of this.tools) states[name] = tool.look(pixel);
        this.view?.draw(this.turn);
        return states;
    }

    /** Starts recording. */
    async startCapture() {
        this.capture = await Capture.begin(this.calibration);
    }

    /** Ends the recording and returns its files. */
    async stopCapture() {
        if (!this.capture) throw new Error("Nothing is being captured.");
        const { capture } = this;
        this.capture = null;
        return capture.finish();
    }

    /** The current view as a PNG file. */
    snapshot() {
        return this.view.snapshot(this.turn);
    }

    free() {
        this.isOver = true;
        this.arrivals.close();
        this.images.forEach(({ image }) => image.close());
        this.images.clear();
        for (const tool of this.tools.values()) tool.free();
        this.view?.free();
        this.session.free();
    }
}
