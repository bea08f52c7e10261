// The measuring tool worked by the pointers of a headset: each that selects sets a point where its ray meets a surface.

import { transformed } from "../core/projection.js";
import { placedAt, rod } from "./matrices.js";

/** Thickness of bars and radius of points, metres. */
const [thickness, radius] = [0.004, 0.007];
const barColor = [0.18, 0.61, 1, 1];
const liveColor = [1, 1, 1, 0.9];

export class MeasureWithRays {
    /** Called with whether a point was set, after each selection. */
    onplace = null;
    #session;
    #told;
    #view;
    #box;
    #list = [];
    #count = -1;
    /** The points of the measurement that is being made, in the engine's world. */
    #points = [];
    #state = null;
    /** Where the aiming pointer's ray meets a surface, in the engine's world; null if it meets none. */
    #aim = null;

    /** `told(text)` is a reading as a person reads it. */
    constructor(session, told = (text) => text) {
        this.#session = session;
        this.#told = told;
    }

    open(view, { box }) {
        this.#view = view;
        this.#box = view.mesh(box);
    }

    close() {
        this.#list = [];
        this.#points = [];
        this.#count = -1;
    }

    /** A pointer selects: a point is set along its ray, in the engine's world, which meets a surface at `point`. */
    async begin(_, ray, point) {
        const { measuring } = this.#session;
        if (!measuring.state) return;
        // If the run has ended, the session reports that.
        const isSet = await measuring.placeAlong(ray).catch(() => false);
        if (isSet && point) {
            this.#points.push(point);
            this.#state = measuring.state;
        }
        this.onplace?.(isSet);
    }

    move(_, aim) {
        this.#aim = aim?.point ?? null;
        if (aim) this.#session.aimAlong(aim.ray);
        this.#follow();
    }

    end() {}

    /** Takes over what the engine says: how many points there are, and what was measured. */
    #follow() {
        const { state } = this.#session.measuring;
        if (!state || state === this.#state) return;
        this.#state = state;
        this.#points.length = Math.min(this.#points.length, state.pointCount);
        if (state.measurementCount !== this.#count) this.refresh();
    }

    /** Reads the measurements anew. */
    async refresh() {
        this.#count = this.#session.measuring.state?.measurementCount ?? 0;
        this.#list = await this.#session.measuring.list().catch(() => this.#list);
    }

    items({ spaceFromWorld }) {
        const at = (point) => transformed(spaceFromWorld, point);
        const done = this.#list.flatMap((measurement) => paths(measurement).map((ends) => this.#rod(ends.map(at), barColor)));
        const live = this.#aim && this.#points.length > 0 ? [...this.#points, this.#aim] : this.#points;
        const made = live.slice(1).map((point, index) => this.#rod([at(live[index]), at(point)], liveColor));
        const points = [...this.#list.flatMap((measurement) => measurement.points), ...this.#points].map((point) => this.#dot(at(point)));
        return [...done, ...made, ...points];
    }

    labels({ spaceFromWorld }) {
        const words = this.#list.map((measurement) => ({ name: `${measurement.number}`, text: this.#told(measurement.text), point: middle(measurement.points) }));
        const { live } = this.#session.measuring.state ?? {};
        if (live && this.#aim) words.push({ name: "live", text: this.#told(live.text), point: this.#aim });
        return words.map((word) => ({ ...word, point: transformed(spaceFromWorld, word.point) }));
    }

    #rod(ends, color) {
        const { pose, length } = rod(ends[0], ends[1]);
        return { mesh: this.#box, model: placedAt(pose, [thickness, thickness, length]), color, isLit: true };
    }

    #dot(point) {
        const pose = { rotation: [0, 0, 0, 1], translation: [point[0], point[1], point[2] + radius] };
        return { mesh: this.#box, model: placedAt(pose, [2 * radius, 2 * radius, 2 * radius]), color: [1, 1, 1, 1], isLit: true };
    }
}

/** The straight parts of a measurement; an area's and a box's base are closed. */
function paths({ kind, points }) {
    const parts = points.slice(1).map((point, index) => [points[index], point]);
    return kind === "area" && points.length > 2 ? [...parts, [points.at(-1), points[0]]] : parts;
}

const middle = (points) => [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
