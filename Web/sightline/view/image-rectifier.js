// Rectified images of a session: as an ideal camera would have taken them, which a projection matrix can describe. A
// worker makes them, because uploading an image to WebGL blocks a thread until the GPU has taken it: neither the page nor
// tracking waits for that.

import { PageRectifier } from "./page-rectifier.js";

/** The page's side. */
export class ImageRectifier {
    #page = null;

    /** A promise of the port of a worker that rectifies, for the engine's worker; null if the page must do it. */
    async open() {
        const worker = new Worker(new URL("./rectifier-worker.js", import.meta.url), { type: "module" });
        const canRectify = await new Promise((done) => {
            worker.onmessage = ({ data }) => done(data.canRectify);
            worker.onerror = () => done(false);
        });
        if (!canRectify) {
            worker.terminate();
            this.#page = new PageRectifier();
            return null;
        }
        const { port1, port2 } = new MessageChannel();
        worker.postMessage({ port: port1 }, [port1]);
        return port2;
    }

    /** Calls `receive` with a message of the engine's worker: at once if a worker rectifies. */
    pass(message, receive) {
        if (this.#page) this.#page.pass(message, receive);
        else receive(message);
    }
}
