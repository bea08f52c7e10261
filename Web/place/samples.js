// The sample models, made here, in the usual sizes of such objects.

import { translated } from "../studio/language/language.js";
import { glb } from "./glb.js";
import { Shape, roundedBox, turned } from "./shapes.js";

const oak = [0.42, 0.24, 0.11];
const steel = [0.56, 0.57, 0.58];

/** `key` identifies a sample, `name` is its displayed name, `file()` returns its bytes. */
export const samples = [
    { key: "vase", name: translated("Vase"), file: vase },
    { key: "chair", name: translated("Chair"), file: chair },
    { key: "shelf", name: translated("Shelf"), file: shelf },
    { key: "pinwheel", name: translated("Pinwheel"), file: pinwheel },
];

/** A glazed vase, 12 cm wide and 24 cm high. */
function vase() {
    const outside = Array.from({ length: 25 }, (_, i) => {
        const height = i / 24;
        return [0.034 + 0.028 * Math.sin(Math.PI * Math.min(1, height * 1.25 + 0.02)) ** 1.4 * (1 - 0.35 * height) + 0.014 * Math.max(0, height - 0.85) * 4, 0.24 * height];
    });
    const inside = outside.slice(8).reverse().map(([radius, y]) => [radius - 0.004, y]);
    const shape = turned([[0, 0], [0.034, 0], ...outside, ...inside, [0, inside.at(-1)[1]]]);
    return glb([{ name: "Vase", shape, color: [0.02, 0.16, 0.2], roughness: 0.18 }]);
}

/** A chair, 44 cm wide, 84 cm high and 46 cm deep, its seat 46 cm above the floor. */
function chair() {
    const wood = new Shape();
    const leg = turned([[0, 0], [0.012, 0], [0.012, 0], [0.019, 0.44], [0.019, 0.44], [0, 0.44]], 24);
    for (const x of [-0.19, 0.19]) for (const z of [-0.19, 0.19]) wood.add(leg, [x, 0, z]);
    for (const x of [-0.19, 0.19]) wood.add(roundedBox(0.034, 0.42, 0.026), [x, 0.63, -0.205], -0.12);
    wood.add(roundedBox(0.42, 0.14, 0.018, 0.008), [0, 0.76, -0.225], -0.12);
    wood.add(roundedBox(0.42, 0.05, 0.016, 0.007), [0, 0.6, -0.2], -0.12);
    for (const z of [-0.19, 0.19]) wood.add(roundedBox(0.37, 0.045, 0.02), [0, 0.41, z]);
    const seat = roundedBox(0.44, 0.045, 0.44, 0.02);
    return glb([
        { name: "Frame", shape: wood, color: oak, roughness: 0.5 },
        { name: "Seat", shape: seat, color: [0.5, 0.13, 0.05], roughness: 0.85, translation: [0, 0.455, 0] },
    ]);
}

/** A shelf, 80 cm wide, 180 cm high and 28 cm deep, with books. */
function shelf() {
    const wood = new Shape();
    for (const x of [-0.39, 0.39]) wood.add(roundedBox(0.02, 1.8, 0.28, 0.004), [x, 0.9, 0]);
    for (let i = 0; i < 6; i++) wood.add(roundedBox(0.76, 0.02, 0.28, 0.004), [0, 0.04 + 0.35 * i, 0]);
    wood.add(roundedBox(0.76, 1.78, 0.006, 0.002), [0, 0.9, -0.135]);
    const colors = [[0.4, 0.05, 0.04], [0.03, 0.1, 0.24], [0.5, 0.33, 0.06], [0.05, 0.2, 0.12]];
    const books = colors.map(() => new Shape());
    for (let row = 0; row < 5; row++) {
        for (let x = -0.36, i = 0; x < 0.36 - 0.14 * ((row * 3) % 4); i++) {
            const [width, height] = [0.022 + 0.018 * ((i * 5 + row * 3) % 4) / 3, 0.19 + 0.02 * ((i * 7 + row) % 5)];
            books[(i + row) % 4].add(roundedBox(width - 0.002, height, 0.17, 0.003), [x + width / 2, 0.05 + 0.35 * row + height / 2, -0.02]);
            x += width;
        }
    }
    return glb([
        { name: "Shelf", shape: wood, color: [0.7, 0.66, 0.6], roughness: 0.55 },
        ...books.map((shape, i) => ({ name: `Books ${i + 1}`, shape, color: colors[i], roughness: 0.8 })),
    ]);
}

/** A toy pinwheel, 28 cm wide and 44 cm high, whose wheel turns once in three seconds. */
function pinwheel() {
    const stand = turned([[0, 0], [0.06, 0], [0.06, 0], [0.062, 0.006], [0.05, 0.016], [0.012, 0.022], [0.006, 0.03], [0.006, 0.31], [0.006, 0.31], [0, 0.31]]);
    const blades = [new Shape(), new Shape()];
    for (let i = 0; i < 8; i++) {
        const [cosine, sine] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
        const shape = blades[i % 2];
        // A blade is bent forward at its rear edge; both sides have their own vertices.
        const corners = [[0.012, 0, 0.004], [0.135, -0.02, 0.004], [0.14, 0.045, 0.03], [0.06, 0.05, 0.03]];
        for (const side of [1, -1]) {
            const normal = [sine * 0.45 * side, -cosine * 0.45 * side, 0.89 * side];
            const [a, b, c, d] = corners.map(([x, y, z]) => shape.corner([cosine * x - sine * y, sine * x + cosine * y, z + 0.0006 * side], normal));
            if (side > 0) shape.quad(a, b, c, d);
            else shape.quad(d, c, b, a);
        }
    }
    const hub = new Shape().add(turned([[0, -0.01], [0.016, -0.01], [0.016, -0.01], [0.018, 0], [0.016, 0.014], [0.008, 0.022], [0, 0.024]], 32), [0, 0, 0], Math.PI / 2);
    const wheel = { translation: [0, 0.3, 0.022], turns: 3 };
    return glb([
        { name: "Stand", shape: stand, color: steel, roughness: 0.35, metalness: 1 },
        { name: "Blades", shape: blades[0], color: [0.75, 0.1, 0.04], roughness: 0.5, ...wheel },
        { name: "Blades between", shape: blades[1], color: [0.8, 0.5, 0.06], roughness: 0.5, ...wheel },
        { name: "Hub", shape: hub, color: [0.85, 0.84, 0.8], roughness: 0.4, ...wheel },
    ]);
}
