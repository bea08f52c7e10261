// The measuring tool as a page holds it.

import { MeasuringVerbs } from "../generated/verbs.js";

/** Measures over a session with `{ view: true, measuring: true }`; its `measuring`. */
export class MeasuringTool extends MeasuringVerbs {
    name = "measuring";
    module = new URL("./measuring-worker.js", import.meta.url).href;

    constructor(options = {}) {
        super({ tool: "distance", unit: "metric", snaps: true, ...options });
    }

    /** Chooses what is measured, now and in later runs; a measurement that is being made is dropped. */
    choose(tool) {
        this.configure({ tool });
        return this.state ? super.choose(tool) : Promise.resolve();
    }

    /** "metric" or "imperial", now and in later runs. */
    setUnit(unit) {
        this.configure({ unit });
        return this.state ? super.setUnit(unit) : Promise.resolve();
    }

    /** Whether the aim is drawn to corners and straight edges near it, now and in later runs; it is at first. */
    setSnapping(isWanted) {
        this.configure({ snaps: isWanted });
        return this.state ? super.setSnapping(isWanted) : Promise.resolve();
    }
}
