// The Lighting Estimation module. The camera's images are stored by direction, as a small cube map; spherical harmonics
// are fitted to it. It is an estimate: unseen directions are assumed to have the mean brightness, and a camera's
// exposure hides the brightness of a room.

import { claim, expose, make, stateOf } from "./interfaces.js";
import { rotate, unit } from "./transform.js";

/** Texels a side of the cube map's faces: 5.6° each. */
const side = 16;
/** The weight of a new observation of a direction. */
const learning = 0.2;
/** The image is sampled in this grid; a cell of it is about a texel of the map. */
const grid = { columns: 16, rows: 12 };
/** Milliseconds between two reflection changes: engines filter a new map at each. */
const reflectionPause = 1000;

/**
 * The directions of a cube map's faces in OpenGL's order (OpenGL ES 3.0, table 3.21), for a position −1…1 to the right
 * and down.
 */
const faces = [
    (u, v) => [1, -v, -u], (u, v) => [-1, -v, u], (u, v) => [u, 1, v], (u, v) => [u, -1, -v], (u, v) => [u, -v, 1], (u, v) => [-u, -v, -1],
];
const texels = faces.flatMap((direction) => Array.from({ length: side * side }, (_, index) => {
    const [u, v] = [(2 * (index % side) + 1) / side - 1, (2 * Math.floor(index / side) + 1) / side - 1];
    const along = unit(direction(u, v));
    return { direction: along, weight: (1 + u * u + v * v) ** -1.5, harmonics: harmonics(along) };
}));
const wholeWeight = texels.reduce((sum, { weight }) => sum + weight, 0);

/** The texel of a direction. */
function texelOf([x, y, z]) {
    const [a, b, c] = [Math.abs(x), Math.abs(y), Math.abs(z)];
    const largest = Math.max(a, b, c);
    const [face, u, v] = largest === a ? (x > 0 ? [0, -z, -y] : [1, z, -y]) : largest === b ? (y > 0 ? [2, x, z] : [3, x, -z]) : z > 0 ? [4, x, -y] : [5, -x, -y];
    const [column, row] = [u, v].map((place) => Math.min(side - 1, Math.floor((place / largest + 1) * side / 2)));
    return (face * side + row) * side + column;
}

export class XRLightEstimate {
    constructor() {
        claim(this);
    }

    get sphericalHarmonicsCoefficients() { return stateOf(this).coefficients; }
    get primaryLightDirection() { return stateOf(this).direction; }
    get primaryLightIntensity() { return stateOf(this).intensity; }
    /** Ours: that this is an estimate from the camera's images, and the share of all directions that was seen. */
    get sightline() { return { isEstimate: true, seenShare: stateOf(this).seenShare }; }
}
expose(XRLightEstimate);

export class XRLightProbe extends EventTarget {
    constructor() {
        super();
        claim(this);
    }

    get probeSpace() { return stateOf(this).space; }
}
expose(XRLightProbe, { events: ["reflectionchange"] });

/** The estimate of a probe; null before the first image. */
export function estimateOf(probe) {
    const { light } = stateOf(stateOf(probe).session);
    return light.estimate && make(XRLightEstimate, light.estimate);
}

/** Light by direction, from the images of a session. */
export class LightMap {
    estimate = null;
    #probes = [];
    #colors = texels.map(() => null);
    #mean = null;
    #canvas = null;
    #turns = 0;
    #toldAt = -Infinity;

    /** Starts for a probe, which receives changes. */
    add(probe) {
        this.#probes.push(probe);
    }

    /** Whether a probe needs it. */
    get isWanted() {
        return this.#probes.length > 0;
    }

    /**
     * Processes every tenth image. `canvas` shows the image as it is cropped by `projection`; `time` is the frame's,
     * ms.
     */
    look(canvas, worldFromViewer, projection, time) {
        if (!worldFromViewer || this.#turns++ % 10 !== 0) return;
        this.#canvas ??= Object.assign(document.createElement("canvas"), { width: grid.columns, height: grid.rows });
        const pen = this.#canvas.getContext("2d", { willReadFrequently: true });
        pen.drawImage(canvas, 0, 0, grid.columns, grid.rows);
        const { data } = pen.getImageData(0, 0, grid.columns, grid.rows);
        for (let row = 0; row < grid.rows; row++) {
            for (let column = 0; column < grid.columns; column++) {
                const ray = [
                    (2 * (column + 0.5) / grid.columns - 1 + projection[8]) / projection[0],
                    (1 - 2 * (row + 0.5) / grid.rows + projection[9]) / projection[5], -1,
                ];
                const at = 4 * (row * grid.columns + column);
                this.#learn(rotate(worldFromViewer.rotation, unit(ray)), [0, 1, 2].map((channel) => linear(data[at + channel])));
            }
        }
        this.estimate = this.#fit();
        if (time - this.#toldAt < reflectionPause) return;
        this.#toldAt = time;
        for (const probe of this.#probes) probe.dispatchEvent(new Event("reflectionchange"));
    }

    /** The light of a face's texels as bytes of sRGB, red, green, blue and 255. */
    bytesOf(face) {
        const count = side * side;
        return new Uint8Array(this.#colors.slice(face * count, (face + 1) * count).flatMap((color) => [...(color ?? this.#mean).map(byteOf), 255]));
    }

    #learn(direction, color) {
        const index = texelOf(direction);
        this.#colors[index] = this.#colors[index]?.map((value, c) => value + learning * (color[c] - value)) ?? color;
    }

    #fit() {
        const known = texels.map(({ weight }, index) => ({ weight, color: this.#colors[index] })).filter(({ color }) => color);
        const knownWeight = known.reduce((sum, { weight }) => sum + weight, 0);
        const mean = this.#mean = [0, 1, 2].map((c) => known.reduce((sum, { weight, color }) => sum + weight * color[c], 0) / knownWeight);
        const coefficients = new Float32Array(27);
        const slope = [0, 0, 0];
        texels.forEach(({ direction, weight, harmonics: values }, index) => {
            const radiance = this.#colors[index] ?? mean;
            const share = (4 * Math.PI * weight) / wholeWeight;
            values.forEach((value, k) => radiance.forEach((level, c) => { coefficients[3 * k + c] += share * value * level; }));
            const brightness = (radiance[0] + radiance[1] + radiance[2]) / 3;
            direction.forEach((value, axis) => { slope[axis] += (weight / wholeWeight) * brightness * value; });
        });
        // By default light comes from above: the prior has a tenth of the mean's weight.
        slope[1] += 0.1 * (mean[0] + mean[1] + mean[2]) / 3;
        const [x, y, z] = Math.hypot(...slope) > 0 ? unit(slope) : [0, 1, 0];
        const [r, g, b] = mean.map((level) => Math.PI * level);
        return { coefficients, direction: new DOMPointReadOnly(x, y, z, 0), intensity: new DOMPointReadOnly(r, g, b, 1), seenShare: knownWeight / wholeWeight };
    }
}

/** Fills the cube map that is bound with a session's light, in the format `srgba8`. */
export function drawReflection(gl, light) {
    const kind = gl.SRGB8_ALPHA8 ?? gl.getExtension("EXT_sRGB")?.SRGB_ALPHA_EXT ?? gl.RGBA;
    const format = gl.SRGB8_ALPHA8 ? gl.RGBA : kind;
    for (let face = 0; face < faces.length; face++) {
        gl.texImage2D(gl.TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, kind, side, side, 0, format, gl.UNSIGNED_BYTE, light.bytesOf(face));
    }
}

/** The nine real spherical harmonics of bands 0 to 2 (Ramamoorthi and Hanrahan, An Efficient Representation for Irradiance Environment Maps, 2001, eq. 3). */
function harmonics([x, y, z]) {
    return [
        0.282095, 0.488603 * y, 0.488603 * z, 0.488603 * x, 1.092548 * x * y, 1.092548 * y * z, 0.315392 * (3 * z * z - 1), 1.092548 * x * z,
        0.546274 * (x * x - y * y),
    ];
}

/** A byte of sRGB as linear light, 0…1. */
const linear = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
/** Linear light as a byte of sRGB. */
const byteOf = (level) => Math.round(255 * (level <= 0.0031308 ? 12.92 * level : 1.055 * level ** (1 / 2.4) - 0.055));
