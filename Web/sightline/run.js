// One run of the engine over one source, in the worker: sensors in; frames, pictures on the view and answers to gestures out.

import { PictureView } from "./picture-view.js";
import { PixelReader } from "./pixels.js";

const pixels = new PixelReader();

export class Run {
    /** `stage` is `{ canvas, size, parts, isMeasuring }` of the page; without a canvas the pictures go to the page. */
    constructor(session, calibration, generation, stage) {
        Object.assign(this, { session, calibration, generation, stage });
        this.pictures = new Map();
        this.aim = null;
        this.isStale = false;
        this.view = stage.canvas || stage.isHanded ? new PictureView(session, stage) : null;
        session.measuring.setUnit(stage.unit);
        session.measuring.choose(stage.tool);
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
        frame.measuring = this.look();
        frame.milliseconds.view = performance.now() - began - engine;
        return { frame, picture: this.view.handOver() };
    }

    /** Looks at the last frame with the aim as it is now, and draws; gives the measuring tool's state. */
    look() {
        this.isStale = false;
        const pixel = this.aim && this.view ? this.session.pixelAt(...this.aim) : null;
        const state = this.stage.isMeasuring ? this.session.measuring.update(pixel) : null;
        this.view?.draw();
        return state;
    }

    free() {
        this.pictures.forEach(({ bitmap }) => bitmap.close());
        this.pictures.clear();
        this.view?.free();
        this.session.free();
    }
}
