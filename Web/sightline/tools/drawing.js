// The drawing tool as a page holds it.

import { DrawingVerbs } from "../generated/verbs.js";

/** Draws over a session with `{ view: true, drawing: true }`; its `drawing`. A pen that is taken in hand later follows no fingertips. */
export class DrawingTool extends DrawingVerbs {
    name = "drawing";
    module = new URL("./drawing-worker.js", import.meta.url).href;

    constructor({ isInHand = true } = {}) {
        super({ isInHand, followsFingers: isInHand });
    }
}
