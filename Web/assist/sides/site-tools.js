// The measuring tool and the ink pen of the site. Both work in the call's own session, so that everyone sees their
// results in the image.

import { accuracyAdvices } from "../../sightline/generated/records.js";
import { roughAdvice } from "../../studio/tracking-advice.js";

const inkThickness = 0.006;

export class SiteTools {
    /** Called with `(kind, text)` after a measurement, with `({ count, reading, canSet, hint })` during one. */
    onmeasured = null;
    onstate = null;
    #session;
    #tool = null;
    #color = "#ffffff";
    #numbers = new Set();

    constructor(session) {
        this.#session = session;
        session.measuring.onchange = (state) => this.#take(state);
    }

    /** The gestures of a finger with a tool: `down`, `move` and `up` at positions of the image. */
    get gestures() {
        const { drawing } = this.#session;
        const lead = {
            down: (place) => {
                this.#session.use({ drawing: true });
                drawing.choose(this.#tool);
                drawing.setPen(Number.parseInt(this.#color.slice(1), 16), inkThickness);
                drawing.press(...place);
            },
            move: (place) => this.#session.aimAt(...place),
            up: async () => {
                await drawing.release();
                this.#session.aimAt();
                this.#session.use({ drawing: false });
            },
        };
        return { length: { down: (place) => this.#set(place), move() {}, up() {} }, ink: lead, pull: lead };
    }

    /** Activates a tool; deactivates the others. */
    choose(tool, { color }) {
        const isMeasuring = tool === "length";
        const { state } = this.#session.measuring;
        if (!isMeasuring && this.#tool === "length" && state?.pointCount > 0) this.measure(state.tool);
        if (isMeasuring !== (this.#tool === "length")) this.#session.use({ measuring: isMeasuring });
        this.#tool = tool;
        this.#color = color;
    }

    /** Chooses the next quantity. */
    measure(kind) {
        return this.#session.measuring.choose(kind);
    }

    /** Sets a point at the image's middle. */
    set() {
        return this.#session.measuring.place();
    }

    finish() {
        return this.#session.measuring.finish();
    }

    /** Undoes the last action of the active tool; returns false if none of these tools is active. */
    undo() {
        if (this.#tool === "length") this.#session.measuring.undo();
        else if (this.#tool === "ink" || this.#tool === "pull") this.#session.drawing.undo();
        else return false;
        return true;
    }

    /** Removes everything made with these tools. */
    async clear() {
        const { measuring, drawing } = this.#session;
        for (const { number } of await measuring.list()) await measuring.delete(number);
        if (drawing.state) await drawing.clear();
    }

    /** The measurements, for a record. */
    list() {
        return this.#session.measuring.list();
    }

    async #set(place) {
        if (this.#session.measuring.state) await this.#session.measuring.placeAt(...place);
    }

    #take({ pointCount, measurementCount, live, advice, adviceText, isRoughOffered }) {
        const canSet = advice === "normal" || accuracyAdvices.has(advice);
        const hint = isRoughOffered ? roughAdvice(adviceText) : "";
        this.onstate?.({ count: pointCount, reading: pointCount > 0 ? live?.text : "", canSet, hint });
        if (measurementCount > this.#numbers.size) this.#notify();
        else if (measurementCount < this.#numbers.size) this.#forget();
    }

    /** Reports new measurements. */
    async #notify() {
        for (const { number, kind, text } of await this.list()) {
            if (this.#numbers.has(number)) continue;
            this.#numbers.add(number);
            this.onmeasured?.(kind, text);
        }
    }

    async #forget() {
        const all = new Set((await this.list()).map(({ number }) => number));
        for (const number of this.#numbers) if (!all.has(number)) this.#numbers.delete(number);
    }
}
