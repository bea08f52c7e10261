// Moves, turns and scales the model in the room by gestures on the image and by keys, on either side of a call.

import { translated } from "../../studio/language/language.js";
import { Gestures } from "../../studio/model-gestures.js";

/** How often a gesture is sent, milliseconds: as often as an image comes. */
const interval = 50;
/** Steps of the wheel and keys that follow each other within this are one change, milliseconds. */
const pause = 700;
/** Metres of an arrow key, with Shift and without. */
const steps = { fine: 0.01, coarse: 0.05 };
const keyTurn = Math.PI / 36;
const keyScale = 1.05;

/** What `Gestures` moves: writes wishes `{ edit, … }`, gathered while the next may not be sent. */
class HeldModel {
    /** What gestures ask for: whether there is a model. */
    state = { modelCount: 1 };
    #write;
    #frame;
    #edit = 0;
    #steppedAt = -Infinity;
    #pending = {};
    #timer = null;

    /** `write(wish)` sends a wish, `frame()` is the code of the visible frame. */
    constructor(write, frame) {
        this.#write = write;
        this.#frame = frame;
    }

    async grab(x, y) {
        const frame = this.#frame();
        if (frame === null) return false;
        this.#begin();
        this.#send({ grab: [x, y], frame });
        return true;
    }

    drag(x, y) {
        const frame = this.#frame();
        if (frame !== null) this.#gather({ drag: [x, y], frame });
    }

    release() {
        this.#flush();
        this.#send({ release: true });
        this.#steppedAt = -Infinity;
    }

    turn(angle) {
        this.#step();
        this.#gather({ turn: (this.#pending.turn ?? 0) + angle });
    }

    scaleBy(factor) {
        this.#step();
        this.#gather({ scale: (this.#pending.scale ?? 1) * factor });
    }

    moveBy(right, away) {
        this.#step();
        const [x, y] = this.#pending.move ?? [0, 0];
        this.#gather({ move: [x + right, y + away] });
    }

    /** Steps without a grab before them begin a change of their own, unless they follow others at once. */
    #step() {
        const now = performance.now();
        if (now - this.#steppedAt > pause) this.#begin();
        this.#steppedAt = now;
    }

    #begin() {
        this.#flush();
        // A reloaded page continues above the numbers of the one before.
        this.#edit = Math.max(this.#edit + 1, Math.floor(Date.now() / 100) % 2 ** 30);
    }

    #gather(change) {
        Object.assign(this.#pending, change);
        this.#timer ??= setTimeout(() => this.#flush(), interval);
    }

    #flush() {
        clearTimeout(this.#timer);
        this.#timer = null;
        const { drag, frame, turn, scale, move } = this.#pending;
        this.#pending = {};
        if (drag) this.#send({ drag, frame });
        if (move) this.#send({ move });
        if (turn !== undefined || scale !== undefined) this.#send({ turn: turn ?? 0, scale: scale ?? 1 });
    }

    #send(wish) {
        this.#write({ edit: this.#edit, ...wish });
    }
}

/** The buttons that hold the model and take changes back. */
export class ModelHand {
    #byId;
    #models = null;
    #pen = null;
    #held = null;
    #before = "stroke";
    #onwait = null;

    constructor(byId) {
        this.#byId = byId;
        byId("model-hold").onclick = () => (this.isHolding ? this.end() : this.#begin());
        byId("model-undo").onclick = () => this.#models.undo();
        byId("tools").addEventListener("click", () => this.end());
        addEventListener("keydown", (event) => this.#key(event), { capture: true });
    }

    get isHolding() {
        return this.#pen?.tool === "hold";
    }

    /** Serves a call's model on a pen's image; `onwait()` is called when the image is needed. */
    serve(models, pen, onwait) {
        this.#models = models;
        this.#pen = pen;
        this.#onwait = onwait;
        const held = new HeldModel((wish) => models.edit(wish), () => pen.frame);
        this.#held = held;
        const stage = { view: pen.surface, placeOf: (event) => pen.placeOf(event) };
        new Gestures(stage, held, { ontap() {}, isOn: (event) => this.#pen === pen && this.isHolding && pen.isOn(event) });
        this.#byId("model-hold").setAttribute("aria-pressed", false);
    }

    /** Shows whether there is a model to hold. */
    show(mayHold) {
        this.#byId("model-hold").disabled = this.#byId("model-undo").disabled = !mayHold;
        if (!mayHold) this.end();
    }

    #begin() {
        this.#before = this.#pen.tool;
        this.#pen.tool = "hold";
        this.#byId("model-hold").setAttribute("aria-pressed", true);
        this.#models.onnotice?.(translated("Drag the model; two fingers turn and scale it. Keys: arrows, + and −, [ and ]."));
        this.#onwait();
    }

    /** The pen draws again. */
    end() {
        if (this.isHolding) this.#pen.tool = this.#before;
        this.#byId("model-hold").setAttribute("aria-pressed", false);
    }

    #key(event) {
        const { key, target, shiftKey, ctrlKey, metaKey, altKey } = event;
        if (!this.isHolding || altKey || target.matches("input:not([type=radio]), textarea, select") || document.querySelector("dialog:modal")) return;
        const step = shiftKey ? steps.fine : steps.coarse;
        const held = this.#held;
        const acts = {
            ArrowLeft: () => held.moveBy(-step, 0),
            ArrowRight: () => held.moveBy(step, 0),
            ArrowUp: () => held.moveBy(0, step),
            ArrowDown: () => held.moveBy(0, -step),
            "+": () => held.scaleBy(keyScale),
            "=": () => held.scaleBy(keyScale),
            "-": () => held.scaleBy(1 / keyScale),
            "[": () => held.turn(keyTurn),
            "]": () => held.turn(-keyTurn),
            z: () => this.#models.undo(),
            Escape: () => this.end(),
        };
        const isCommand = ctrlKey || metaKey;
        const act = acts[key.length === 1 ? key.toLowerCase() : key];
        if (!act || (isCommand && key.toLowerCase() !== "z")) return;
        event.preventDefault();
        event.stopPropagation();
        act();
    }
}
