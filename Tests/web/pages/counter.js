// A tool as someone outside writes it: its part in the page.

import { Tool } from "/sightline/sightline.js";

export class CounterTool extends Tool {
    name = "counter";
    module = new URL("./counter-worker.js", import.meta.url).href;

    clear() { return this.ask("clear"); }
}
