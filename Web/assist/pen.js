// A hand over the picture: pointers become strokes, with the tool, the colour and the thickness chosen.

const eraserRadius = 0.02;
const ringSteps = 32;

/** Where strokes go: a writer of messages to the other side, or the engine of this one. All have begin, add, end, erase, measure. */
export class Pen {
    tool = "stroke";
    color = "#ff5a52";
    width = 0.006;
    /** Asks for words to place; gives a promise of them. */
    askText = async () => "";
    /** Told the strokes that are being drawn here, `Map` of n to `{ kind, color, width, places, frame, isDone }`. */
    onchange = null;
    strokes = new Map();
    #framing;
    #frame;
    #target;
    #held = new Map();
    #count = 0;
    #mark = null;
    #ending = new AbortController();

    /** `frame()` is the code of the frame that is seen now, null where none can be told; `isOn(event)` whether it means the picture. */
    constructor(surface, framing, { frame, target, isOn = () => true }) {
        this.#framing = framing;
        this.#frame = frame;
        this.#target = target;
        const { signal } = this.#ending;
        surface.addEventListener("pointerdown", (event) => isOn(event) && this.#down(surface, event), { signal });
        surface.addEventListener("pointermove", (event) => this.#move(event), { signal });
        for (const end of ["pointerup", "pointercancel"]) surface.addEventListener(end, (event) => this.#up(event), { signal });
        surface.addEventListener("contextmenu", (event) => isOn(event) && event.preventDefault(), { signal });
    }

    /** Lets go of the surface. */
    close() {
        this.#ending.abort();
    }

    /** A stroke needs no drawing of ours any more: the picture shows it, or it is gone. */
    forget(n) {
        if (this.strokes.delete(n)) this.onchange?.();
    }

    forgetAll() {
        this.strokes.clear();
        this.onchange?.();
    }

    #down(surface, event) {
        const frame = this.#frame();
        const place = this.#framing.placeOf(event);
        const isInside = place.every((value) => value >= 0 && value <= 1);
        if (event.button !== 0 || frame === null || !isInside) return;
        event.preventDefault();
        surface.setPointerCapture(event.pointerId);
        if (this.tool === "eraser") {
            this.#held.set(event.pointerId, { kind: "eraser" });
            return this.#target.erase(frame, place, eraserRadius);
        }
        if (this.tool === "length") return this.#measure(frame, place);
        if (this.tool === "text") return this.#write(frame, place);
        const n = this.#begin(this.tool, frame, place);
        if (this.tool === "marker") return this.#end(n);
        this.#held.set(event.pointerId, { kind: this.tool, n, start: place });
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

    #move(event) {
        const held = this.#held.get(event.pointerId);
        const frame = this.#frame();
        if (!held || frame === null) return;
        // Everything the hand did since the last frame of the display.
        const all = event.getCoalescedEvents?.() ?? [];
        for (const each of all.length > 0 ? all : [event]) this.#go(held, frame, this.#framing.placeOf(each));
        this.onchange?.();
    }

    #go(held, frame, place) {
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

    #up(event) {
        const held = this.#held.get(event.pointerId);
        if (!held) return;
        this.#held.delete(event.pointerId);
        if (held.kind === "eraser") return;
        const stroke = this.strokes.get(held.n);
        if (held.kind === "circle") {
            const places = stroke.places.length > 1 ? stroke.places : ring(held.start, [held.start[0] + 0.04, held.start[1] + 0.04]);
            for (const place of places) this.#target.add(held.n, stroke.frame, place);
        }
        this.#end(held.n);
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

    /** The first tap sets one end, the second the other, each as it was seen in its own frame. */
    #measure(frame, place) {
        if (!this.#mark) {
            const n = ++this.#count;
            this.#mark = { n, place, frame };
            this.strokes.set(n, { kind: "mark", color: this.color, width: this.width, places: [place], shown: 0, frame, isDone: false });
            return this.onchange?.();
        }
        const { n, place: from, frame: first } = this.#mark;
        this.#mark = null;
        Object.assign(this.strokes.get(n) ?? {}, { isDone: true, places: [from, place], kind: "length" });
        this.#target.measure({ n, frame, first, from, to: place, color: this.color, width: this.width });
        this.onchange?.();
    }
}

/** An ellipse with two corners of its box. */
function ring([x0, y0], [x1, y1]) {
    const [cx, cy, rx, ry] = [(x0 + x1) / 2, (y0 + y1) / 2, Math.abs(x1 - x0) / 2, Math.abs(y1 - y0) / 2];
    return Array.from({ length: ringSteps }, (_, i) => {
        const angle = (2 * Math.PI * i) / ringSteps;
        return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
    });
}
