// Rectifies images on the page's own thread, for browsers whose workers have no WebGL.

import { FrameLens } from "./frame-lens.js";
import { LensMesh } from "./lens-mesh.js";

/** Messages of the engine's worker on their way to the page: they leave in the order in which they came. */
export class PageRectifier {
    #canvas = document.createElement("canvas");
    #mesh = LensMesh.on(this.#canvas);
    #lens = null;
    #last = Promise.resolve();

    /** Calls `receive` with a message of the engine's worker after its image was rectified, if it has one. */
    pass(message, receive) {
        this.#last = this.#last.then(async () => {
            if (message.kind === "opened") this.#lens = new FrameLens(message.calibration);
            const lens = message.kind === "frame" ? this.#lens.of(message.frame) : null;
            receive(lens && message.image ? { ...message, image: await this.#rectified(message.image, lens) } : message);
        }).catch(reportError);
    }

    /** The rectified image, and the given one is closed; the same one if it cannot be drawn. */
    async #rectified(image, lens) {
        if (!this.#mesh || this.#mesh.isLost) return image;
        try {
            this.#mesh.draw(image, lens);
            const made = await createImageBitmap(this.#canvas);
            image.close();
            return made;
        } catch (error) {
            reportError(error);
            return image;
        }
    }
}
