// The placing tool in the worker: models and gestures in, state out.

import { WorkerTool } from "../core/worker-tool.js";
import { PlacingCalls } from "../generated/calls.js";

/** The longest side of a model's image; a phone's screen shows no more detail. */
const largestSide = 1024;

export default class PlacingWorker extends WorkerTool {
    verbs = {
        load: (bytes) => this.#load(bytes),
        place: (at) => this.#place(at),
        grab: (x, y) => this.#atPixel(x, y, false, (...pixel) => this.engine.grabPixel(...pixel)),
        drag: (x, y) => this.#atPixel(x, y, undefined, (...pixel) => this.engine.dragPixel(...pixel)),
    };
    #loads = 0;

    constructor(run, options) {
        const { exports, handle, answers } = run.session;
        super(run, new PlacingCalls(exports, handle, answers), options);
    }

    look(pixel) {
        return this.isInHand ? this.engine.update(...(pixel ?? [-1, -1])) : null;
    }

    async #load(bytes) {
        const load = (this.#loads += 1);
        const fault = this.engine.read(bytes);
        if (fault) throw new Error(fault);
        const omissions = this.engine.omissions();
        const told = omissions ? omissions.split("\n") : [];
        for (let index = 0; index < this.engine.imageCount(); index++) {
            const pixels = await decoded(this.engine.image(index));
            // Another model was loaded meanwhile, or the run has ended: this one's images are not used.
            if (load !== this.#loads || this.run.isOver) throw new Error("Another model was loaded before this one was ready.");
            if (!pixels) {
                told.push("an image could not be decoded");
                continue;
            }
            this.run.session.lendImage(pixels.data);
            this.engine.setImage(index, pixels.width, pixels.height);
        }
        return told;
    }

    #place(/** @type {import("../generated/types.js").PlacingPosition} */ { x, y, anchor } = {}) {
        if (anchor !== undefined) return this.engine.standOn(anchor) || null;
        if (x === undefined) return this.engine.stand(-1, -1) || null;
        return this.#atPixel(x, y, null, (...pixel) => this.engine.stand(...pixel) || null);
    }

    #atPixel(x, y, otherwise, act) {
        const pixel = this.run.session.pixelAt(x, y);
        return pixel ? act(...pixel) : otherwise;
    }
}

/** An encoded image's pixels, reduced to the largest displayed size; null if the browser cannot decode it. */
async function decoded(bytes) {
    const type = bytes[0] === 0x89 ? "image/png" : "image/jpeg";
    try {
        const bitmap = await createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: "none", premultiplyAlpha: "none" });
        const scale = Math.min(1, largestSide / Math.max(bitmap.width, bitmap.height));
        const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.drawImage(bitmap, 0, 0, width, height);
        bitmap.close();
        return context.getImageData(0, 0, width, height);
    } catch {
        return null;
    }
}
