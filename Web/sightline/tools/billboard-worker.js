// The billboards in the worker: taps and programs as input; their positions and content as output.

import { WorkerTool } from "../core/worker-tool.js";
import { BillboardCalls } from "../generated/calls.js";
import { BillboardPrograms } from "./billboard-program.js";

export default class BillboardWorker extends WorkerTool {
    verbs = {
        tap: (x, y) => this.#tap(x, y),
        setProgram: (items) => this.#setProgram(items),
        list: () => this.#list(),
        learn: (number, gray, width, height) => this.#learn(number, gray, width, height),
    };
    #programs = null;
    /** The chosen billboard; null without one. */
    #chosen = null;

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
        this.#chosen = state?.identifier ?? null;
        this.#programs?.fit(state === null ? [] : this.#list());
        return state;
    }

    receive({ source, bitmap }) {
        if (this.isInHand && this.run.hasView) this.#shown.show(source, bitmap);
        else bitmap.close();
    }

    free() {
        this.#programs?.free();
    }

    /** The programs, which need a view for their textures. */
    get #shown() {
        if (!this.run.hasView) throw new Error("A billboard shows its program in a session with a view.");
        this.#programs ??= new BillboardPrograms(this.run.session.gl, this.engine);
        return this.#programs;
    }

    /** A billboard that was found with the last tap is looked at first. */
    #setProgram(items) {
        const shown = this.#shown;
        this.look();
        shown.set(items, this.#chosen);
    }

    #list() {
        const billboards = [];
        for (let state = this.engine.at(0); state !== null; state = this.engine.at(billboards.length)) billboards.push(state);
        return billboards;
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
