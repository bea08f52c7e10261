// The billboard on the page's side.

import { BillboardVerbs } from "../generated/verbs.js";

/**
 * The billboards over a session with `{ view: true, billboard: true }`; its `billboard`. Its state is that of the chosen
 * billboard, null without one.
 */
export class BillboardTool extends BillboardVerbs {
    name = "billboard";
    module = new URL("./billboard-worker.js", import.meta.url).href;

    /** Shows a source's image, an ImageBitmap, which is transferred. */
    show(source, bitmap) {
        this.send({ source, bitmap }, [bitmap]);
    }

    receiveState(state) {
        if (state === undefined) return;
        this.state = state;
        this.onchange?.(state);
    }
}
