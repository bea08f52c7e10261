// The Lighting Estimation module. What the camera saw is kept by direction; spherical harmonics are fitted to that. It is an estimate: what was
// never looked at is taken for as bright as the mean, and a camera's exposure hides how bright a room is.

import { claim, expose, make, stateOf } from "./interfaces.js";
import { rotate, unit } from "./transform.js";

const bands = 6;
const sectors = 12;
const cells = Array.from({ length: bands * sectors }, (_, index) => {
    const elevation = Math.PI * ((Math.floor(index / sectors) + 0.5) / bands - 0.5);
    const azimuth = 2 * Math.PI * ((index % sectors) + 0.5) / sectors;
    const level = Math.cos(elevation);
    return { direction: [level * Math.cos(azimuth), Math.sin(elevation), level * Math.sin(azimuth)], weight: level };
});
const wholeWeight = cells.reduce((sum, { weight }) => sum + weight, 0);
/** The share of a new look in what is known of a direction. */
const learning = 0.2;
/** The picture is looked at in this grid. */
const grid = { columns: 8, rows: 6 };

export class XRLightEstimate {
    constructor() {
        claim(this);
    }

    get sphericalHarmonicsCoefficients() { return stateOf(this).coefficients; }
    get primaryLightDirection() { return stateOf(this).direction; }
    get primaryLightIntensity() { return stateOf(this).intensity; }
    /** Ours: that this is estimated from the camera's pictures, and which share of all directions was seen. */
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

/** The estimate of a probe; null before the first picture. */
export function estimateOf(probe) {
    const { light } = stateOf(stateOf(probe).session);
    return light.estimate && make(XRLightEstimate, light.estimate);
}

/** Light by direction, from the pictures of a session. */
export class LightMap {
    estimate = null;
    #colors = cells.map(() => null);
    #canvas = null;
    #turns = 0;

    /** Looks at every tenth picture. `canvas` shows the picture as it is cropped by `projection`. */
    look(canvas, worldFromViewer, projection) {
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
    }

    #learn([x, y, z], color) {
        const band = Math.min(bands - 1, Math.floor((Math.asin(y) / Math.PI + 0.5) * bands));
        const sector = Math.floor(((Math.atan2(z, x) / (2 * Math.PI) + 1) % 1) * sectors);
        const known = this.#colors[band * sectors + sector];
        this.#colors[band * sectors + sector] = known ? known.map((value, c) => value + learning * (color[c] - value)) : color;
    }

    #fit() {
        const seen = cells.map((cell, index) => ({ ...cell, color: this.#colors[index] }));
        const known = seen.filter(({ color }) => color);
        const knownWeight = known.reduce((sum, { weight }) => sum + weight, 0);
        const mean = [0, 1, 2].map((c) => known.reduce((sum, { weight, color }) => sum + weight * color[c], 0) / knownWeight);
        const coefficients = new Float32Array(27);
        const slope = [0, 0, 0];
        for (const { direction, weight, color } of seen) {
            const radiance = color ?? mean;
            const share = (4 * Math.PI * weight) / wholeWeight;
            harmonics(direction).forEach((value, k) => radiance.forEach((level, c) => { coefficients[3 * k + c] += share * value * level; }));
            const brightness = (radiance[0] + radiance[1] + radiance[2]) / 3;
            direction.forEach((value, axis) => { slope[axis] += (weight / wholeWeight) * brightness * value; });
        }
        // Light comes from above where nothing says otherwise: the prior has a tenth of the mean's weight.
        slope[1] += 0.1 * (mean[0] + mean[1] + mean[2]) / 3;
        const [x, y, z] = unit(Math.hypot(...slope) > 0 ? slope : [0, 1, 0]);
        const [r, g, b] = mean.map((level) => Math.PI * level);
        return {
            coefficients,
            direction: new DOMPointReadOnly(x, y, z, 0),
            intensity: new DOMPointReadOnly(r, g, b, 1),
            seenShare: knownWeight / wholeWeight,
        };
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
