// One run of the engine over one source, in the worker: sensors in; frames, pictures on the view and answers to gestures out.

import { BillboardProgram } from "./billboard-program.js";
import { PictureView } from "./picture-view.js";
import { PixelReader } from "./pixels.js";

const pixels = new PixelReader();

export class Run {
    /** `stage` is `{ canvas, size, parts, isMeasuring, isDrawing, hasBillboard }` of the page; without a canvas the pictures go to the page. */
    constructor(session, calibration, generation, stage) {
        Object.assign(this, { session, calibration, generation, stage });
        this.pictures = new Map();
        this.aim = null;
        this.isStale = false;
        this.view = stage.canvas || stage.isHanded ? new PictureView(session, stage) : null;
        session.measuring.setUnit(stage.unit);
        session.measuring.choose(stage.tool);
        if (stage.isDrawing) session.drawing.open();
        if (stage.hasBillboard) session.billboard.open();
        this.program = stage.hasBillboard && this.view ? new BillboardProgram(session) : null;
    }

    /** Gives a picture to the engine; the bitmap waits for the picture's frame. */
    takePicture(bitmap, timestampNanoseconds) {
        const { width, height } = this.calibration;
        const began = performance.now();
        this.session.addPicture(pixels.read(bitmap, width, height), width, height, timestampNanoseconds);
        this.pictures.set(timestampNanoseconds, { bitmap, milliseconds: performance.now() - began });
    }

    takeInertial(timestamps, values, from, to) {
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
        if (!this.view) return { frame, picture: taken?.bitmap ?? null };
        if (taken) this.view.setPicture(taken.bitmap);
        taken?.bitmap.close();
        if (this.stage.isAssisting) this.session.assisting.update();
        this.view.stamp = frame.timestampNanoseconds;
        Object.assign(frame, this.look());
        frame.milliseconds.view = performance.now() - began - engine;
        return { frame, picture: this.view.handOver() };
    }

    /** Looks at the last frame with the aim as it is now, and draws; gives the tools' states. */
    look() {
        this.isStale = false;
        const pixel = this.aim && this.view ? this.session.pixelAt(...this.aim) : null;
        const measuring = this.stage.isMeasuring ? this.session.measuring.update(pixel) : null;
        const drawing = this.stage.isDrawing ? this.session.drawing.update(pixel) : null;
        const billboard = this.stage.hasBillboard ? this.session.billboard.update(Date.now() / 1000) : undefined;
        if (billboard) this.program?.fit(billboard.width, billboard.height);
        this.view?.draw();
        return { measuring, drawing, billboard };
    }

    free() {
        this.pictures.forEach(({ bitmap }) => bitmap.close());
        this.pictures.clear();
        this.program?.free();
        this.view?.free();
        this.session.free();
    }
}
