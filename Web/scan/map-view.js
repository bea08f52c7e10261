// The room from above: what is known of it, the camera's way, and where the camera looks, which is up.

import { rotated } from "../sightline/sightline.js";

const colours = { floor: "rgb(69 224 176 / 55%)", thing: "rgb(122 180 255 / 65%)", wall: "#f4f3ef" };
/** The least width that the map shows, metres, and what stays free around what is known. */
const [leastWidth, margin] = [3, 0.5];
/** Half of a cell as it is drawn: turned ones leave no gaps. */
const half = 0.07;
/** Points of the way are so far apart, metres. */
const step = 0.1;

/** A small map on a canvas. */
export class MapView {
    #canvas;
    #way = [];

    constructor(canvas) {
        this.#canvas = canvas;
    }

    reset() {
        this.#way = [];
        this.#canvas.getContext("2d").clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    }

    /** Draws a `ScannedSurface` as a camera at a pose sees it from above. */
    draw(surface, { rotation, translation: [x, , z] }) {
        const last = this.#way.at(-1);
        if (!last || Math.hypot(x - last[0], z - last[1]) > step) this.#way.push([x, z]);
        const ahead = rotated(rotation, [0, 0, -1]);
        const heading = Math.atan2(ahead[0], -ahead[2]);
        const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
        /** To the camera's right and ahead of it. */
        const seen = (px, pz) => [cosine * (px - x) + sine * (pz - z), sine * (px - x) - cosine * (pz - z)];
        const cells = [...surface.cells()].map(({ x: px, z: pz, kind }) => ({ at: seen(px + 0.05, pz + 0.05), kind }));
        const reach = Math.max(leastWidth / 2, ...cells.map(({ at }) => Math.max(Math.abs(at[0]), Math.abs(at[1])))) + margin;
        this.#paint(cells, this.#way.map((point) => seen(...point)), reach);
    }

    #paint(cells, way, reach) {
        const { clientWidth: size } = this.#canvas;
        const density = Math.min(devicePixelRatio, 2);
        if (this.#canvas.width !== Math.round(size * density)) this.#canvas.width = this.#canvas.height = Math.round(size * density);
        const context = this.#canvas.getContext("2d");
        const scale = this.#canvas.width / (2 * reach);
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
        context.setTransform(scale, 0, 0, -scale, this.#canvas.width / 2, this.#canvas.width / 2);
        for (const kind of ["floor", "thing", "wall"]) {
            context.fillStyle = colours[kind];
            for (const { at: [right, ahead], kind: own } of cells) if (own === kind) context.fillRect(right - half, ahead - half, 2 * half, 2 * half);
        }
        context.lineWidth = 2 * density / scale;
        context.strokeStyle = context.fillStyle = "#ff7d47";
        context.beginPath();
        for (const [right, ahead] of way) context.lineTo(right, ahead);
        context.stroke();
        const mark = (7 * density) / scale;
        context.beginPath();
        context.moveTo(0, 1.4 * mark);
        context.lineTo(0.8 * mark, -0.7 * mark);
        context.lineTo(-0.8 * mark, -0.7 * mark);
        context.fill();
    }
}
