// The measuring tool in the worker: gestures as input; state, readings and files as output.

import { WorkerTool } from "../core/worker-tool.js";
import { MeasuringCalls } from "../generated/calls.js";

/** Measures over an engine's session. */
export class EngineMeasuring extends MeasuringCalls {
    /**
     * Processes the last frame with the aim at a pixel, at the image's middle if null; returns the tool's state. @param
     * {number[] | null} pixel
     */
    look(pixel = null) {
        const [x, y] = pixel ?? [-1, -1];
        const state = this.update(x, y);
        state.adviceText = this.text("advice");
        if (state.live) state.live.text = this.text("live");
        if (state.last) state.last.text = this.text("last");
        return state;
    }

    /** Processes the last frame while nobody measures: the measurements remain, without an aim. */
    rest() {
        this.update(-2, -2);
    }
}

export default class MeasuringWorker extends WorkerTool {
    verbs = { placeAt: (x, y) => this.#placeAt(x, y), placeAlong: (ray) => this.#placeAlong(ray) };
    #wasUsed = false;

    constructor(run, options) {
        const { exports, handle, answers } = run.session;
        super(run, new EngineMeasuring(exports, handle, answers), options);
        this.engine.setUnit(options.unit);
        this.engine.setSnapping(options.snaps);
        this.engine.choose(options.tool);
    }

    configure(options) {
        super.configure(options);
        if (options.isInHand && !this.#wasUsed) this.engine.choose(this.options.tool);
    }

    look(pixel) {
        if (this.isInHand) {
            this.#wasUsed = true;
            return this.engine.look(pixel);
        }
        if (this.#wasUsed) this.engine.rest();
        return null;
    }

    /** Sets a point where a ray of the world meets a surface. */
    #placeAlong(ray) {
        this.run.aimAlong(ray);
        this.engine.look();
        return this.engine.place();
    }

    /** Sets a point at a position of the view. */
    #placeAt(x, y) {
        const pixel = this.run.session.pixelAt(x, y);
        if (!pixel) return false;
        this.engine.look(pixel);
        return this.engine.place();
    }
}
