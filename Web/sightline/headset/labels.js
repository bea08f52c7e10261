// Words that stand in the view of a headset and turn to the viewer, such as the lengths of measured bars.

import { facing } from "./ray-geometry.js";
import { placedAt } from "./matrices.js";
import { fillRounded } from "./painting.js";

/** Height of a label at a distance of one metre, metres; farther ones are larger, so that they can be read. */
const height = 0.034;
const fontPixels = 64;

export class Labels {
    #view;
    #square;
    #known = new Map();

    /** `view` is a `StereoView`, `square` its mesh of a square. */
    constructor(view, square) {
        this.#view = view;
        this.#square = square;
    }

    /** Items that show words `{ name, text, point }` to an eye; those that are not given any more are deleted. */
    items(words, eye) {
        const names = new Set(words.map(({ name }) => name));
        for (const [name, { picture }] of this.#known) {
            if (names.has(name)) continue;
            this.#view.deletePicture(picture);
            this.#known.delete(name);
        }
        return words.map(({ name, text, point }) => {
            const { picture, ratio } = this.#painted(name, text);
            const size = height * Math.max(0.5, Math.hypot(...point.map((value, axis) => value - eye[axis])));
            const raised = [point[0], point[1] + 0.8 * size, point[2]];
            return { mesh: this.#square, model: placedAt(facing(raised, eye), [size * ratio, size, 1]), color: [1, 1, 1, 1], picture };
        });
    }

    #painted(name, text) {
        const old = this.#known.get(name);
        if (old?.text === text) return old;
        const canvas = document.createElement("canvas");
        const context = canvas.getContext("2d");
        const font = `600 ${fontPixels}px system-ui, sans-serif`;
        context.font = font;
        Object.assign(canvas, { width: Math.ceil(context.measureText(text).width) + fontPixels, height: 1.6 * fontPixels });
        context.font = font;
        fillRounded(context, 0, 0, canvas.width, canvas.height, 0.5 * fontPixels, "rgba(14, 17, 22, 0.86)");
        Object.assign(context, { fillStyle: "#ffffff", textAlign: "center", textBaseline: "middle" });
        context.fillText(text, canvas.width / 2, canvas.height / 2 + 3);
        const made = { text, picture: this.#view.picture(canvas, old?.picture), ratio: canvas.width / canvas.height };
        this.#known.set(name, made);
        return made;
    }
}
