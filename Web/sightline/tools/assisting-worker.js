// The annotations of a call in the worker: gestures on frames as input; annotations in the world as output.

import { WorkerTool } from "../core/worker-tool.js";
import { AssistingCalls } from "../generated/calls.js";

export default class AssistingWorker extends WorkerTool {
    verbs = { showBoard: (pixels, width, height) => this.#showBoard(pixels, width, height) };

    constructor(run, options) {
        const { exports, handle, answers } = run.session;
        super(run, new AssistingCalls(exports, handle, answers), options);
    }

    takeFrame() {
        if (this.isInHand) this.engine.update();
    }

    #showBoard(pixels, width, height) {
        this.run.session.lendImage(pixels);
        return this.engine.setBoard(width, height);
    }
}
