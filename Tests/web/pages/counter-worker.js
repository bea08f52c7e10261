// A tool as someone outside writes it: its part in the worker.

import { WorkerTool } from "/sightline/core/worker-tool.js";

export default class CounterWorker extends WorkerTool {
    count = 0;
    verbs = {
        clear: () => {
            const was = this.count;
            this.count = 0;
            return was;
        },
    };

    constructor(run, options) {
        super(run, {}, options);
    }

    takeFrame() {
        this.count += 1;
    }

    look() {
        return { count: this.count };
    }
}
