// What people in a call draw, in the worker: gestures on frames in; annotations in the world out.

import { WorkerTool } from "../core/worker-tool.js";
import { AssistingCalls } from "../generated/calls.js";

export default class AssistingWorker extends WorkerTool {
    constructor(run, options) {
        const { exports, handle, answers } = run.session;
        super(run, new AssistingCalls(exports, handle, answers), options);
    }

    takeFrame() {
        if (this.isInHand) this.engine.update();
    }
}
