// A pen over the image: pointers become strokes, with the chosen tool, colour and thickness.

import { positionCounts } from "../../sightline/tools/annotations.js";
import { PointerInput } from "./pointer-input.js";

const eraserRadius = 0.02;
const ringSteps = 32;
/** Tools that act on a tap. */
const tapTools = ["marker", "text", "length"];

/**
 * The target of strokes: a writer of messages to the other side, or this side's engine. All have begin, add, end,
 * erase, measure.
 */
export class Pen {
    tool = "stroke";
    /** The quantity of measurements, a kind of `positionCounts`. */
    kind = "distance";
    color = "#ff5a52";
    width = 0.006;
    /** Asks for a text to place; returns a promise of it. */
    askText = async () => "";
    /** Called with a used tool. */
    onuse = null;
    /** Called with the number of set points of a measurement. */
    onmark = null;
    /** Called with the strokes in progress here, `Map` of n to `{ kind, color, width, places, frame, isDone }`. */
    onchange = null;
    strokes = new Map();
    #framing;
    #frame;
    #target;
    #held = new Map();
    /** A reloaded page continues above the numbers of the one before. */
    #count = Math.floor(Date.now() / 100) % 2 ** 30;
    #mark = null;
    /** `{ down(place, frame), move(place), up() }` of tools without strokes, by the tool's name. */
    gestures;
    /** Where its pointers are. */
    surface;
    #input;
    #isOn;

    /**
     * `frame()` is the code of the visible frame, null if there is none; `isOn(event)` whether the event belongs to
     * the image; `gestures` has `{ down, move, up }` of tools without strokes. With `canZoom` two fingers move and
     * scale the image.
     */
    constructor(surface, framing, { frame, target, isOn = () => true, gestures = {}, canZoom = false }) {
        this.gestures = { ...gestures };
        this.#framing = framing;
        this.#frame = frame;
        this.#target = target;
        this.surface = surface;
        this.#isOn = isOn;
        // While a model is held, the pointers are for it.
        const takes = (event) => this.tool !== "hold" && isOn(event);
        this.#input = new PointerInput(surface, this, { isOn: takes, framing: canZoom ? framing : null });
    }

    /** Whether an event belongs to the image. */
    isOn(event) {
        return this.#isOn(event);
    }

    /** The position of a pointer's event in the image, (0, 0) top left, (1, 1) bottom right. */
    placeOf(event) {
        return this.#framing.placeOf(event);
    }

    /** Removes the listeners from the surface. */
    close() {
        this.#input.close();
    }

    /** A stroke need not be drawn here any more: the image shows it, or it is removed. */
    forget(n) {
        if (this.strokes.delete(n)) this.onchange?.();
    }

    forgetAll() {
        this.#mark = null;
        this.strokes.clear();
        this.onchange?.();
    }

    /** Whether the tool acts on a tap and ignores movement. */
    get isTap() {
        return tapTools.includes(this.tool);
    }

    /** The code of the visible frame. */
    get frame() {
        return this.#frame();
    }

    /** Starts with a pointer pressed while a frame was visible; returns whether a gesture has begun. */
    press(event, frame) {
        const place = this.#framing.placeOf(event);
        const isInside = place.every((value) => value >= 0 && value <= 1);
        if (frame === null || !isInside) return false;
        this.onuse?.(this.tool);
        const held = this.#start(frame, place);
        if (held) this.#held.set(event.pointerId, held);
        return true;
    }

    /** Starts the gesture of a pointer; nothing if a tap was all. */
    #start(frame, place) {
        const gesture = this.gestures[this.tool];
        if (gesture) {
            gesture.down(place, frame);
            return { gesture };
        }
        if (this.tool === "eraser") {
            this.#target.erase(frame, place, eraserRadius);
            return { kind: "eraser" };
        }
        if (this.tool === "length") return void this.#measure(frame, place);
        if (this.tool === "text") return void this.#write(frame, place);
        const n = this.#begin(this.tool, frame, place);
        if (this.tool === "marker") return void this.#end(n);
        return { kind: this.tool, n, start: place };
    }

    #begin(kind, frame, place, text = "") {
        const n = ++this.#count;
        const { color, width } = this;
        this.strokes.set(n, { kind, color, width, text, places: [place], shown: 0, frame, isDone: false });
        this.#target.begin({ n, kind, color, width, frame, text });
        if (kind !== "circle") this.#target.add(n, frame, place);
        this.onchange?.();
        return n;
    }

    /** Continues with a pointer moved while a frame was visible. */
    move(event, frame) {
        const held = this.#held.get(event.pointerId);
        if (!held || frame === null) return;
        // All movements since the last display frame.
        const all = event.getCoalescedEvents?.() ?? [];
        for (const each of all.length > 0 ? all : [event]) this.#go(held, frame, this.#framing.placeOf(each));
        this.onchange?.();
    }

    #go(held, frame, place) {
        if (held.gesture) return held.gesture.move(place);
        if (held.kind === "eraser") return this.#target.erase(frame, place, eraserRadius);
        const stroke = this.strokes.get(held.n);
        if (!stroke) return;
        if (held.kind === "circle") return void (stroke.places = ring(held.start, place));
        const last = stroke.places.at(-1);
        if (Math.hypot(last[0] - place[0], last[1] - place[1]) < 0.0015) return;
        if (held.kind === "arrow") stroke.places = [stroke.places[0], place];
        else if (held.kind === "laser") stroke.places = [place];
        else stroke.places.push(place);
        this.#target.add(held.n, frame, place);
    }

    /** A pointer is up. */
    lift(event) {
        const held = this.#held.get(event.pointerId);
        if (!held) return;
        this.#held.delete(event.pointerId);
        if (held.gesture) return held.gesture.up();
        if (held.kind === "eraser") return;
        const stroke = this.strokes.get(held.n);
        if (held.kind === "circle") {
            const places = stroke.places.length > 1 ? stroke.places : ring(held.start, [held.start[0] + 0.04, held.start[1] + 0.04]);
            for (const place of places) this.#target.add(held.n, stroke.frame, place);
        }
        this.#end(held.n);
    }

    /** Cancels an unintended stroke. */
    cancel(event) {
        const held = this.#held.get(event.pointerId);
        this.#held.delete(event.pointerId);
        if (held?.n === undefined) return;
        this.#target.cancel(held.n);
        this.forget(held.n);
    }

    #end(n) {
        const stroke = this.strokes.get(n);
        if (stroke) stroke.isDone = true;
        this.#target.end(n);
        this.onchange?.();
    }

    async #write(frame, place) {
        const text = (await this.askText()).trim();
        if (text) this.#end(this.#begin("text", frame, place, text));
    }

    /** Each tap sets a point in the frame that was visible; the last one requests the measurement. */
    #measure(frame, place) {
        if (!this.#mark) {
            const n = ++this.#count;
            const { kind, color, width } = this;
            this.#mark = { n, kind, places: [], frames: [] };
            this.strokes.set(n, { kind: "mark", color, width, places: this.#mark.places, shown: 0, frame, isDone: false });
        }
        this.#mark.places.push(place);
        this.#mark.frames.push(frame);
        const [, most] = positionCounts[this.#mark.kind];
        if (this.#mark.places.length === most) return this.finishMeasuring();
        this.onmark?.(this.#mark.places.length);
        this.onchange?.();
    }

    /** Requests the measurement of the points so far; removes them if they are too few. */
    finishMeasuring() {
        if (!this.#mark) return;
        const { n, kind, places, frames } = this.#mark;
        this.#mark = null;
        this.onmark?.(0);
        if (places.length < positionCounts[kind][0]) return this.forget(n);
        Object.assign(this.strokes.get(n) ?? {}, { isDone: true });
        this.#target.measure({ n, kind, positions: places, frames, color: this.color, width: this.width });
        this.onchange?.();
    }

    /** Removes the last point of a measurement; returns false if there is none. */
    undoPlace() {
        if (!this.#mark) return false;
        const { n, places, frames } = this.#mark;
        places.pop();
        frames.pop();
        this.onmark?.(places.length);
        if (places.length === 0) {
            this.#mark = null;
            this.forget(n);
        }
        this.onchange?.();
        return true;
    }

    /** Chooses the next quantity; cancels the current measurement. */
    measure(kind) {
        this.kind = kind;
        if (this.#mark) this.forget(this.#mark.n);
        this.#mark = null;
        this.onmark?.(0);
    }
}

/** An ellipse from two corners of its box. */
function ring([x0, y0], [x1, y1]) {
    const [cx, cy, rx, ry] = [(x0 + x1) / 2, (y0 + y1) / 2, Math.abs(x1 - x0) / 2, Math.abs(y1 - y0) / 2];
    return Array.from({ length: ringSteps }, (_, i) => {
        const angle = (2 * Math.PI * i) / ringSteps;
        return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
    });
}
