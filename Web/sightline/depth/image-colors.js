// Small copies of a run's last images in colour, from which keyframes for depth maps get theirs: the engine takes images in gray.

import { depthKeyframeFields } from "../generated/records.js";

/** The longer side of a copy, pixels: that of a depth map. */
const longSide = 160;
/** So many images are kept: a keyframe that waits for a busy estimator is at most that old. */
const mostImages = 48;
/** By how much chroma moves red, green (by blue and by red) and blue. */
const matrices = { bt709: [1.5748, 0.1873, 0.4681, 1.8556], other: [1.402, 0.3441, 0.7141, 1.772] };

/** The last images of one run, by their timestamps. */
export class ImageColors {
    #copies = new Map();
    #samples = new Samples();

    /** Keeps a copy of an image of red, green, blue and alpha. */
    addPixels(bytes, width, height, timestampNanoseconds) {
        const { columns, rows, places } = this.#samples.of(width, height, 0);
        const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
        const copy = new Uint32Array(columns * rows);
        for (let at = 0; at < copy.length; at++) copy[at] = pixels[places[at]];
        this.#add(columns, rows, new Uint8Array(copy.buffer), timestampNanoseconds);
    }

    /** Keeps a copy of an image in planes (`CameraPlanes`), rotated clockwise by a number of quarters; gray if the format's chroma is not known. */
    addPlanes(planes, quarters, timestampNanoseconds) {
        const { bytes, width } = planes;
        const { columns, rows, places } = this.#samples.of(width, planes.height, quarters);
        const chroma = chromaOf(planes);
        const [red, greenOfBlue, greenOfRed, blue] = matrices[planes.colorSpace?.matrix] ?? matrices.other;
        const [least, lumaGain, chromaGain] = planes.isFullRange ? [0, 1, 1] : [16, 255 / 219, 255 / 224];
        const copy = new Uint8ClampedArray(4 * columns * rows);
        for (let at = 0; at < places.length; at++) {
            const luma = (bytes[places[at]] - least) * lumaGain;
            let [u, v] = [0, 0];
            if (chroma) {
                const first = chroma.start + (Math.floor(places[at] / width) >> chroma.down) * chroma.line + ((places[at] % width) >> chroma.across) * chroma.step;
                u = (bytes[first] - 128) * chromaGain;
                v = (bytes[first + chroma.next] - 128) * chromaGain;
            }
            copy[4 * at] = luma + red * v;
            copy[4 * at + 1] = luma - greenOfBlue * u - greenOfRed * v;
            copy[4 * at + 2] = luma + blue * u;
            copy[4 * at + 3] = 255;
        }
        this.#add(columns, rows, copy, timestampNanoseconds);
    }

    #add(width, height, bytes, timestampNanoseconds) {
        this.#copies.set(timestampNanoseconds, { width, height, bytes });
        if (this.#copies.size > mostImages) this.#copies.delete(this.#copies.keys().next().value);
    }

    /** A keyframe of `EngineSession.takeDepthKeyframe` with the colours of its image, if they are kept; earlier ones go. */
    colored(keyframe) {
        const stamp = new BigInt64Array(keyframe.buffer, keyframe.byteOffset + 8 * depthKeyframeFields.timestampNanoseconds, 1)[0];
        const copy = this.#copies.get(stamp);
        for (const earlier of this.#copies.keys()) if (earlier <= stamp) this.#copies.delete(earlier);
        if (!copy) return keyframe;
        const colored = new Uint8Array(keyframe.length + copy.bytes.length);
        colored.set(keyframe);
        colored.set(copy.bytes, keyframe.length);
        const words = new Float64Array(colored.buffer, 0, depthKeyframeFields.count);
        [words[depthKeyframeFields.colorWidth], words[depthKeyframeFields.colorHeight]] = [copy.width, copy.height];
        return colored;
    }
}

/** Where a copy takes its pixels in an image: the middles of its areas. */
class Samples {
    #key = "";
    #last = null;

    /** For an image of `width` × `height` pixels that is then rotated clockwise: the copy's size, and the number of the pixel for each of its own. */
    of(width, height, quarters) {
        const key = [width, height, quarters].join();
        if (this.#key !== key) [this.#key, this.#last] = [key, samplesOf(width, height, quarters)];
        return this.#last;
    }
}

function samplesOf(width, height, quarters) {
    const [shownWidth, shownHeight] = quarters % 2 ? [height, width] : [width, height];
    const scale = Math.min(1, longSide / Math.max(width, height));
    const [columns, rows] = [shownWidth, shownHeight].map((side) => Math.max(1, Math.round(side * scale)));
    const places = new Uint32Array(columns * rows);
    for (let at = 0; at < places.length; at++) {
        const x = Math.floor((((at % columns) + 0.5) * shownWidth) / columns);
        const y = Math.floor(((Math.floor(at / columns) + 0.5) * shownHeight) / rows);
        const [column, row] = [[x, y], [y, height - 1 - x], [width - 1 - x, height - 1 - y], [width - 1 - y, x]][quarters];
        places[at] = row * width + column;
    }
    return { columns, rows, places };
}

/** Where chroma lies in the bytes of planes: how far V is behind U, and a line and a step of it; null for a format of which this knows none. */
function chromaOf({ format, width, height }) {
    const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
    const start = width * height;
    switch (format) {
        case "NV12": return { start, next: 1, line: 2 * across, step: 2, across: 1, down: 1 };
        case "I420": case "I420A": return { start, next: across * down, line: across, step: 1, across: 1, down: 1 };
        case "I422": return { start, next: across * height, line: across, step: 1, across: 1, down: 0 };
        case "I444": return { start, next: width * height, line: width, step: 1, across: 0, down: 0 };
        default: return null;
    }
}
