// The measuring tool and the pen that leaves ink on things, in the hand of the one on site. Both work in the call's own session, so that
// everybody sees in the picture what they make.

import { accuracyAdvices } from "../../sightline/generated/records.js";
import { roughAdvice } from "../../studio/tracking-advice.js";

const inkThickness = 0.006;

export class SiteTools {
    /** Called with `(kind, text)` when something was measured, `({ count, reading, canSet, hint })` of the one being made. */
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

    /** What a finger on the picture does with a tool: `down`, `move` and `up` at places of the picture. */
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

    /** Takes a tool in hand; others than its own are laid down. */
    choose(tool, { color }) {
        const isMeasuring = tool === "length";
        const { state } = this.#session.measuring;
        if (!isMeasuring && this.#tool === "length" && state?.pointCount > 0) this.measure(state.tool);
        if (isMeasuring !== (this.#tool === "length")) this.#session.use({ measuring: isMeasuring });
        this.#tool = tool;
        this.#color = color;
    }

    /** What is measured next. */
    measure(kind) {
        return this.#session.measuring.choose(kind);
    }

    /** Sets a point where the picture's middle aims. */
    set() {
        return this.#session.measuring.place();
    }

    finish() {
        return this.#session.measuring.finish();
    }

    /** Takes back what was made last with the tool in hand; false if that is none of these tools. */
    undo() {
        if (this.#tool === "length") this.#session.measuring.undo();
        else if (this.#tool === "ink" || this.#tool === "pull") this.#session.drawing.undo();
        else return false;
        return true;
    }

    /** Takes away everything that was made with these tools. */
    async clear() {
        const { measuring, drawing } = this.#session;
        for (const { number } of await measuring.list()) await measuring.delete(number);
        if (drawing.state) await drawing.clear();
    }

    /** What was measured with it, for a record. */
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
        if (measurementCount > this.#numbers.size) this.#tell();
        else if (measurementCount < this.#numbers.size) this.#forget();
    }

    /** Tells of the measurements that were not told yet. */
    async #tell() {
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
