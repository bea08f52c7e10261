// Plays a recording to the engine: prefetches images, keeps the pace, can pause.

import { decode } from "../view/pixels.js";
import { openRecording } from "./recording.js";

const ahead = 6;

/** An image of a file of its own, or of a video. */
const bitmapOf = (image) => (image.bitmap ? image.bitmap() : image.blob().then(decode));

export class RecordingPlayer {
    static async open(source, pace = 1) {
        return new RecordingPlayer(await openRecording(source), pace);
    }

    /** `pace` is the speed: 1 as recorded, Infinity as fast as the engine can. */
    constructor({ calibration, inertial, images }, pace) {
        this.calibration = calibration;
        this.inertial = inertial;
        this.images = images;
        this.pace = pace;
        this.stopped = false;
        this.running = Promise.resolve();
        this.release = null;
        this.clock = null;
    }

    get imageCount() {
        return this.images.length;
    }

    get seconds() {
        return Number(this.images.at(-1).timestampNanoseconds - this.images[0].timestampNanoseconds) / 1e9;
    }

    /** For every image: the inertial samples since the last (a range of indexes) and the image; at the end the rest. */
    async *steps() {
        const waiting = [];
        let next = 0;
        let from = 0;
        for (const image of this.images) {
            while (waiting.length < ahead && next < this.images.length) waiting.push(bitmapOf(this.images[next++]));
            waiting.forEach((each) => each.catch(() => {}));
            const bitmap = await waiting.shift();
            await this.running;
            await this.#wait(image.timestampNanoseconds);
            if (this.stopped) return bitmap.close();
            const to = this.#firstSampleAfter(image.timestampNanoseconds, from);
            yield { bitmap, timestampNanoseconds: image.timestampNanoseconds, from, to };
            from = to;
        }
        yield { bitmap: null, from, to: this.inertial.timestamps.length };
    }

    #firstSampleAfter(stamp, from) {
        const { timestamps } = this.inertial;
        let index = from;
        while (index < timestamps.length && timestamps[index] <= stamp) index++;
        return index;
    }

    /** Waits until an image is due. */
    async #wait(stamp) {
        if (!Number.isFinite(this.pace)) return;
        const now = performance.now();
        this.clock ??= { now, stamp };
        const due = this.clock.now + Number(stamp - this.clock.stamp) / 1e6 / this.pace;
        if (due > now) await new Promise((done) => setTimeout(done, due - now));
        else if (now - due > 200) this.clock = { now, stamp };
    }

    setPace(pace) {
        this.pace = pace;
        this.clock = null;
    }

    pause() {
        if (this.release) return;
        this.running = new Promise((done) => { this.release = done; });
    }

    resume() {
        this.release?.();
        this.release = null;
        this.running = Promise.resolve();
        this.clock = null;
    }

    stop() {
        this.stopped = true;
        this.resume();
    }
}
