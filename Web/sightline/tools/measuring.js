// The measuring tool on the page's side.

import { MeasuringVerbs } from "../generated/verbs.js";

/** Measures over a session with `{ view: true, measuring: true }`; its `measuring`. */
export class MeasuringTool extends MeasuringVerbs {
    name = "measuring";
    module = new URL("./measuring-worker.js", import.meta.url).href;

    constructor(options = {}) {
        super({ tool: "distance", unit: "metric", snaps: true, ...options });
    }

    /** Chooses the quantity, now and in later runs; cancels the current measurement. */
    choose(tool) {
        this.configure({ tool });
        return this.state ? super.choose(tool) : Promise.resolve();
    }

    /** "metric" or "imperial", now and in later runs. */
    setUnit(unit) {
        this.configure({ unit });
        return this.state ? super.setUnit(unit) : Promise.resolve();
    }

    /** Whether the aim snaps to corners and straight edges near it, now and in later runs; the default is true. */
    setSnapping(isWanted) {
        this.configure({ snaps: isWanted });
        return this.state ? super.setSnapping(isWanted) : Promise.resolve();
    }
}
