// The reticle under the pointer, and anchors added by a tap.

/** Repeats a hit test under the pointer; a tap on the image adds an anchor there. */
export class Pointing {
    /** The nearest hit under the pointer; null if there is none. */
    hit = null;
    #canvas;
    #session;
    #place = null;
    #isAsking = false;

    constructor(canvas, session) {
        this.#canvas = canvas;
        this.#session = session;
        canvas.addEventListener("pointermove", (event) => { this.#place = this.#pixel(event); });
        canvas.addEventListener("pointerleave", () => { this.#place = this.hit = null; });
        canvas.addEventListener("click", (event) => this.#session.frame && this.#session.addAnchor(this.#pixel(event)));
    }

    /** Repeats the hit test, once per frame. */
    async look() {
        if (!this.#place || this.#isAsking) return;
        this.#isAsking = true;
        const hits = await this.#session.hitTest(this.#place.x, this.#place.y);
        this.#isAsking = false;
        this.hit = this.#place ? hits[0] ?? null : null;
    }

    /** The image's pixel under a pointer; the canvas shows the whole image, centred in its box. */
    #pixel({ clientX, clientY }) {
        const box = this.#canvas.getBoundingClientRect();
        const scale = Math.min(box.width / this.#canvas.width, box.height / this.#canvas.height);
        return {
            x: (clientX - box.left - (box.width - this.#canvas.width * scale) / 2) / scale,
            y: (clientY - box.top - (box.height - this.#canvas.height * scale) / 2) / scale,
        };
    }
}
