// One run of the engine over one source, in the worker: sensors in; frames, pictures on the view and answers to gestures out.

import { Arrivals } from "./arrivals.js";
import { CameraPlanes } from "../view/camera-planes.js";
import { Capture } from "../sources/capture.js";
import { PictureView } from "../view/picture-view.js";
import { PixelReader, turnedBytes } from "../view/pixels.js";
import { turned } from "../view/turning.js";

const pixels = new PixelReader();

async function bitmapOf(frame) {
    const bitmap = await createImageBitmap(frame);
    frame.close();
    return bitmap;
}

export class Run {
    /** What plays a recording; null for live sensors. */
    player = null;
    /** The tools' parts in the worker, by name. */
    tools = new Map();

    /** `stage` is `{ canvas, size, parts, isHanded, samples }` of the page; without a canvas the pictures go to the page. `tools` are `[name, { Part, options }]`. */
    constructor(session, calibration, generation, stage, tools) {
        this.session = session;
        this.calibration = calibration;
        this.generation = generation;
        this.stage = stage;
        this.arrivals = new Arrivals();
        this.pictures = new Map();
        this.aim = null;
        this.turn = 0;
        this.capture = null;
        this.isOver = false;
        this.isStale = false;
        const isLensBent = calibration.distortion.kind !== "none";
        this.view = stage.canvas || stage.isHanded ? new PictureView(session, stage, isLensBent) : null;
        if (this.view) session.setSamples(stage.samples);
        // A tool whose module is still on its way comes by `addTool` when it is here.
        for (const [name, tool] of tools) if (tool.Part) this.addTool(name, tool);
    }

    /** Whether the engine draws. */
    get hasView() {
        return this.view !== null;
    }

    /** Makes a tool's part for this run. */
    addTool(name, { Part, options }) {
        this.tools.get(name)?.free();
        this.tools.set(name, new Part(this, options));
    }

    get #needsColor() {
        for (const tool of this.tools.values()) if (tool.needsColor) return true;
        return false;
    }

    /**
     * Gives a picture to the engine; it waits for its frame. `turn` is by how many quarters the screen, and with it the picture, is turned
     * against the clock since the run began: the engine sees every picture as its camera took it. A promise only for a VideoFrame.
     */
    takePicture(picture, timestampNanoseconds, turn = 0) {
        if (typeof VideoFrame !== "undefined" && picture instanceof VideoFrame) return this.#takeFrame(picture, timestampNanoseconds, turn);
        const { width, height } = this.calibration;
        const began = performance.now();
        const bitmap = turned(picture, turn);
        this.capture?.addPicture(bitmap, timestampNanoseconds);
        this.session.addPicture(pixels.read(bitmap, width, height), width, height, timestampNanoseconds);
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
            return this.takePicture(await bitmapOf(frame), timestampNanoseconds, turn);
        }
        const picture = turned(frame, turn);
        this.capture?.addPicture(picture, timestampNanoseconds);
        const { width, height } = this.calibration;
        const luma = turnedBytes(planes.luma, planes.width, planes.height, turn);
        const [columns, rows] = [factor * width, factor * height];
        this.session.addLuma({ width: columns, height: rows, luma, isFullRange: planes.isFullRange }, factor, timestampNanoseconds);
        const isComposed = turn === 0 && this.view?.composes;
        (isComposed ? picture : planes).close();
        this.#wait(isComposed ? planes : picture, timestampNanoseconds, turn, began);
    }

    /** How many pixels of each side of a camera's picture make one that is tracked; 0 where that is no whole number, or takes long to turn. */
    #factor(planes, turn) {
        const { width, height } = this.calibration;
        const [across, down] = turn % 2 ? [height, width] : [width, height];
        const factor = planes.width / across;
        return Number.isInteger(factor) && planes.height === factor * down && (turn === 0 || factor === 1) ? factor : 0;
    }

    /** The picture waits for its frame. */
    #wait(picture, timestampNanoseconds, turn, began) {
        this.turn = (4 - turn) % 4;
        this.pictures.set(timestampNanoseconds, { picture, milliseconds: performance.now() - began });
    }

    /** Gives a picture with its camera's pose to the engine. */
    takePosedPicture({ bytes, width, height, timestampNanoseconds, pose, intrinsics }) {
        this.session.addPosedPicture(bytes, width, height, timestampNanoseconds, pose, intrinsics);
    }

    takeInertial(timestamps, values, from, to) {
        this.capture?.addInertial(timestamps, values, from, to);
        this.session.addInertial(timestamps, values, from, to);
    }

    /** The next frame that is ready, `{ frame, picture, states }`; null if none is. What the view has drawn has no picture any more. */
    next() {
        const began = performance.now();
        const frame = this.session.nextFrame();
        if (!frame) return null;
        const engine = performance.now() - began;
        const taken = this.pictures.get(frame.timestampNanoseconds);
        this.pictures.delete(frame.timestampNanoseconds);
        frame.milliseconds = { engine, picture: taken?.milliseconds ?? 0 };
        if (!this.view) return { frame, picture: taken?.picture ?? null, states: {} };
        if (taken) this.view.setPicture(taken.picture);
        for (const tool of this.tools.values()) tool.takeFrame();
        this.view.stamp = frame.timestampNanoseconds;
        const states = this.look();
        frame.milliseconds.view = performance.now() - began - engine;
        return { frame, picture: null, states };
    }

    /** Aims at a place of the view. */
    aimAt(place) {
        this.aim = place;
        const pixel = place && this.view ? this.session.pixelAt(...place) : null;
        if (pixel) for (const tool of this.tools.values()) tool.followAim(pixel);
    }

    /** Looks at the last frame with the aim as it is now, and draws; gives the tools' states by name. */
    look() {
        this.isStale = false;
        const pixel = this.aim && this.view ? this.session.pixelAt(...this.aim) : null;
        const states = {};
        for (const [name, tool] of this.tools) states[name] = tool.look(pixel);
        this.view?.draw(this.turn);
        return states;
    }

    /** Keeps everything from now on as a recording. */
    async startCapture() {
        this.capture = await Capture.begin(this.calibration);
    }

    /** Ends the recording and gives its files. */
    async stopCapture() {
        if (!this.capture) throw new Error("Nothing is being captured.");
        const { capture } = this;
        this.capture = null;
        return capture.finish();
    }

    /** The view as it is now, as a PNG file. */
    snapshot() {
        return this.view.snapshot(this.turn);
    }

    free() {
        this.isOver = true;
        this.arrivals.close();
        this.pictures.forEach(({ picture }) => picture.close());
        this.pictures.clear();
        for (const tool of this.tools.values()) tool.free();
        this.view?.free();
        this.session.free();
    }
}
