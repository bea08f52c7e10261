// The billboard in the worker: taps and a program as input; its position and content as output.

import { WorkerTool } from "../core/worker-tool.js";
import { BillboardCalls } from "../generated/calls.js";
import { BillboardProgram } from "./billboard-program.js";

export default class BillboardWorker extends WorkerTool {
    verbs = {
        tap: (x, y) => this.#tap(x, y),
        setProgram: (items) => this.#shown.set(items),
        learn: (number, gray, width, height) => this.#learn(number, gray, width, height),
    };
    #program = null;

    constructor(run, options) {
        const { exports, handle, answers } = run.session;
        super(run, new BillboardCalls(exports, handle, answers), options);
        if (options.isInHand) this.engine.open();
    }

    configure(options) {
        super.configure(options);
        if (options.isInHand) this.engine.open();
    }

    look() {
        if (!this.isInHand) return undefined;
        const state = this.engine.update(Date.now() / 1000);
        if (state) this.#program?.fit(state.width, state.height);
        return state;
    }

    receive({ source, bitmap }) {
        if (this.isInHand && this.run.hasView) this.#shown.show(source, bitmap);
        else bitmap.close();
    }

    free() {
        this.#program?.free();
    }

    /** The program, which needs a view for its textures. */
    get #shown() {
        if (!this.run.hasView) throw new Error("A billboard shows its program in a session with a view.");
        this.#program ??= new BillboardProgram(this.run.session.gl, this.engine);
        return this.#program;
    }

    #tap(x, y) {
        const pixel = x === undefined ? null : this.run.session.pixelAt(x, y);
        return this.engine.find(...(pixel ?? [-1, -1]));
    }

    #learn(number, gray, width, height) {
        this.run.session.lendImage(gray);
        return this.engine.learnImage(number, width, height);
    }
}
