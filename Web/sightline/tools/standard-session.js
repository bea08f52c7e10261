// A session with the studio's own tools.

import { Session as BareSession } from "../core/session.js";
import { AssistingTool } from "./assisting.js";
import { BillboardTool } from "./billboard.js";
import { DrawingTool } from "./drawing.js";
import { MeasuringTool } from "./measuring.js";

/** @type {import("../generated/types.js").ViewPart[]} */
const usualParts = ["planes", "anchors", "measuring", "drawing", "billboard"];

/**
 * A session with the four tools `measuring`, `drawing`, `billboard` and `assisting`; those set to `true` are active
 * from the start. The other options are those of the session in core/session.js.
 */
export class Session extends BareSession {
    constructor({ measuring = false, drawing = false, billboard = false, assisting = false, parts = usualParts, ...options } = {}) {
        super({ parts, ...options });
        this.use(new AssistingTool({ isInHand: assisting }));
        this.use(new MeasuringTool({ isInHand: measuring }));
        this.use(new DrawingTool({ isInHand: drawing }));
        this.use(new BillboardTool({ isInHand: billboard }));
    }
}
