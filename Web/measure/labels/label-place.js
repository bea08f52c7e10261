// Where labels stand in the view: places in the world, and their projection.

import { pixelProjection } from "../../sightline/sightline.js";

/** Frames after which the view's shape is asked for again; a screen that turns is noticed earlier. */
const renewalPeriod = 30;

/** Finds where the view shows a place of the world. */
export class ViewProjection {
    /** Called when it is known anew how the view shows the image. */
    onchange = null;
    #session;
    #map = null;
    #frames = 0;

    constructor(session) {
        this.#session = session;
        new ResizeObserver(() => (this.#frames = 0)).observe(document.getElementById("view"));
    }

    /** A run begins. */
    begin() {
        this.#frames = 0;
        this.#map = null;
    }

    /**
     * A function that returns the position of a point in the view, (0, 0) top left, (1, 1) bottom right, or null if it is
     * behind the camera; null without a pose. `kind` is that of the lens's distortion.
     */
    of(frame, kind) {
        if (this.#frames++ % renewalPeriod === 0) this.#renew();
        const pixel = pixelProjection(frame, kind);
        if (!pixel || !this.#map) return null;
        return (point) => {
            const seen = pixel(point);
            return seen && this.#map(seen);
        };
    }

    /** The view shows the image straight, so three of its positions determine all. */
    async #renew() {
        const session = this.#session;
        const [origin, right, down] = await Promise.all([[0, 0], [1, 0], [0, 1]].map((place) => session.pixelAt(...place))).catch(() => []);
        if (!origin || !right || !down) return;
        const [ax, ay] = [right[0] - origin[0], right[1] - origin[1]];
        const [bx, by] = [down[0] - origin[0], down[1] - origin[1]];
        const area = ax * by - ay * bx;
        this.#map = ([x, y]) => {
            const [u, v] = [x - origin[0], y - origin[1]];
            return [(u * by - v * bx) / area, (ax * v - ay * u) / area];
        };
        this.onchange?.();
    }
}

/** The middle of a measurement's points; null if it is gone. */
export function middleOf(measurement) {
    const points = measurement?.points ?? [];
    if (points.length === 0) return null;
    return [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}
