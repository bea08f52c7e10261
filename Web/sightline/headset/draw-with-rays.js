// The drawing tool worked by the pointers of a headset: each that selects draws a stroke of its own in ink; rubbing out and pulling are
// the first one's alone, as with fingers on a screen.

import { DrawingFeed } from "../drawing-feed.js";
import { placedAt } from "./matrices.js";
import { meshesOf } from "./stroke-file.js";

/** How often ink on the way to the headset's view is renewed, per second. */
const changesPerSecond = 30;

export class DrawWithRays {
    #session;
    #view;
    #feed;
    /** The meshes of strokes by their names, in the engine's world. */
    #strokes = new Map();
    /** What each pointer that draws has asked last: `{ isWaiting, next }`, by its number. */
    #drawing = new Map();
    /** The number of the pointer that rubs out or pulls; null if none does. */
    #lead = null;

    constructor(session) {
        this.#session = session;
    }

    /** The run has begun to show in a `StereoView`. */
    open(view) {
        this.#view = view;
        this.#feed = new DrawingFeed(this.#session, { changesPerSecond });
        this.#feed.onchange = ({ changed, removed }) => {
            for (const name of removed) this.#remove(name);
            for (const { name, bytes } of changed) this.#renew(name, bytes);
        };
    }

    close() {
        this.#feed?.stop();
        for (const name of [...this.#strokes.keys()]) this.#remove(name);
        this.#drawing.clear();
        this.#lead = null;
    }

    /** A pointer begins to select; its ray is in the engine's world. */
    begin({ number }, ray) {
        const { drawing } = this.#session;
        if (!drawing.state) return;
        if (drawing.state.mode === "ink") {
            this.#drawing.set(number, { isWaiting: false, next: null });
            this.#touch(number, ray);
        } else if (this.#lead === null) {
            this.#lead = number;
            drawing.pressAlong(ray);
        }
    }

    /** The pointers with their rays in the engine's world, once for each of the headset's frames; `aim` is the one that aims. */
    move(pointers, aim) {
        for (const { number, ray } of pointers) if (this.#drawing.has(number)) this.#touch(number, ray);
        const lead = this.#lead === null ? aim : pointers.find(({ number }) => number === this.#lead);
        if (lead) this.#session.aimAlong(lead.ray);
    }

    end({ number }) {
        const { drawing } = this.#session;
        if (this.#drawing.delete(number)) drawing.touch(number);
        if (this.#lead !== number) return;
        this.#lead = null;
        drawing.release();
    }

    /** What is to be drawn: `spaceFromWorld` is the engine's world in the headset's space. */
    items({ spaceFromWorld }) {
        const model = placedAt(spaceFromWorld);
        return [...this.#strokes.values()].flat().map(({ mesh, color, isLit }) => ({ mesh, model, color, isLit }));
    }

    labels() {
        return [];
    }

    /** Asks one question at a time, so that a slow device skips rays instead of drawing late. */
    async #touch(number, ray) {
        const asked = this.#drawing.get(number);
        asked.next = ray;
        if (asked.isWaiting) return;
        asked.isWaiting = true;
        while (asked.next && this.#drawing.get(number) === asked) {
            const { next } = asked;
            asked.next = null;
            // If the run has ended, the session reports that.
            await this.#session.drawing.touchAlong(number, next).catch(() => {});
        }
        asked.isWaiting = false;
    }

    #renew(name, bytes) {
        this.#remove(name);
        this.#strokes.set(name, meshesOf(bytes).map(({ color, isLit, ...shape }) => ({ mesh: this.#view.mesh(shape), color, isLit })));
    }

    #remove(name) {
        for (const { mesh } of this.#strokes.get(name) ?? []) this.#view.deleteMesh(mesh);
        this.#strokes.delete(name);
    }
}
