// The drawing tool on the page's side.

import { DrawingVerbs } from "../generated/verbs.js";

/**
 * Draws over a session with `{ view: true, drawing: true }`; its `drawing`. A pen that is activated later does not
 * track fingertips.
 */
export class DrawingTool extends DrawingVerbs {
    name = "drawing";
    module = new URL("./drawing-worker.js", import.meta.url).href;

    constructor({ isInHand = true } = {}) {
        super({ isInHand, followsFingers: isInHand });
    }
}
