// One run of the engine over one source, in the worker: sensors in; frames, pictures on the view and answers to gestures out.

import { Arrivals } from "./arrivals.js";
import { BillboardProgram } from "../tools/billboard-program.js";
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
    #used = new Set();

    /** `stage` is `{ canvas, size, parts, isMeasuring, isDrawing, hasBillboard }` of the page; without a canvas the pictures go to the page. */
    constructor(session, calibration, generation, stage) {
        Object.assign(this, { session, calibration, generation, stage });
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
        session.measuring.setUnit(stage.unit);
        session.measuring.setSnapping(stage.snaps);
        session.measuring.choose(stage.tool);
        if (stage.isDrawing) session.drawing.open();
        if (stage.hasBillboard) session.billboard.open();
        this.useTools();
        this.program = stage.hasBillboard && this.view ? new BillboardProgram(session) : null;
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
        // A pen follows fingertips by their colour.
        const planes = this.stage.isDrawing ? null : await CameraPlanes.of(frame);
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

    /** The next frame that is ready, `{ frame, picture }`; null where none is. What the view has drawn has no picture any more. */
    next() {
        const began = performance.now();
        const frame = this.session.nextFrame();
        if (!frame) return null;
        const engine = performance.now() - began;
        const taken = this.pictures.get(frame.timestampNanoseconds);
        this.pictures.delete(frame.timestampNanoseconds);
        frame.milliseconds = { engine, picture: taken?.milliseconds ?? 0 };
        if (!this.view) return { frame, picture: taken?.picture ?? null };
        if (taken) this.view.setPicture(taken.picture);
        if (this.stage.isAssisting) this.session.assisting.update();
        this.view.stamp = frame.timestampNanoseconds;
        Object.assign(frame, this.look());
        frame.milliseconds.view = performance.now() - began - engine;
        return { frame, picture: null };
    }

    /** Aims at a place of the view; the pen follows at once, so that nothing of its way is lost while a picture is drawn. */
    aimAt(place) {
        this.aim = place;
        const pixel = place && this.view ? this.session.pixelAt(...place) : null;
        if (pixel && (this.stage.isDrawing || this.stage.hasPen)) this.session.drawing.update(pixel);
    }

    /** Looks at the last frame with the aim as it is now, and draws; gives the tools' states. */
    look() {
        this.isStale = false;
        const pixel = this.aim && this.view ? this.session.pixelAt(...this.aim) : null;
        const measuring = this.#state("measuring", this.stage.isMeasuring, pixel);
        const drawing = this.#state("drawing", this.stage.isDrawing || this.stage.hasPen, pixel);
        const billboard = this.stage.hasBillboard ? this.session.billboard.update(Date.now() / 1000) : undefined;
        if (billboard) this.program?.fit(billboard.width, billboard.height);
        this.view?.draw(this.turn);
        return { measuring, drawing, billboard };
    }

    /** The tool's state; null while it is not in hand: what was made with it stays. */
    #state(name, isInHand, pixel) {
        const tool = this.session[name];
        if (isInHand) {
            this.#used.add(name);
            return tool.update(pixel);
        }
        if (this.#used.has(name)) tool.rest();
        return null;
    }

    /** Takes the tools in hand that the stage names now. */
    useTools() {
        if (this.stage.hasPen) this.session.drawing.open();
        if (this.stage.isMeasuring && !this.#used.has("measuring")) this.session.measuring.choose(this.stage.tool);
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
        this.program?.free();
        this.view?.free();
        this.session.free();
    }
}
