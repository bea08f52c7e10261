// QR codes and AprilTags (36h11) in an image, read by the engine's own module codes.wasm, which is fetched on the first call.

// @ts-check

const address = new URL("codes.wasm", import.meta.url);
const numbersPerCode = 40;
const kindBits = { qr: 1, aprilTag36h11: 2 };
/** @type {Promise<any> | null} */
let module = null;

/**
 * @typedef {{ rotation: number[], translation: number[] }} CodePose the code's axes in the camera's: a quaternion x, y, z, w, and metres
 * @typedef {object} Code
 * @property {"qr" | "aprilTag36h11"} kind
 * @property {string | null} text what a QR code says; null if it is not text
 * @property {Uint8Array | null} bytes a QR code's content: UTF-8 if `text` is set, else in its own encoding
 * @property {number | null} id an AprilTag's number
 * @property {number} corrected the number of codewords or bits that were read wrong and corrected
 * @property {boolean} isMirrored
 * @property {boolean} isLightOnDark
 * @property {number} cornerSigma pixels
 * @property {[number, number][]} corners pixels, clockwise from the code's own top left
 * @property {CodePose | null} cameraFromCode
 * @property {CodePose | null} alternative the other pose with nearly the same projection
 * @property {number[] | null} rotationSigma radians about the camera's axes
 * @property {number[] | null} translationSigma metres along the camera's axes
 * @property {number | null} reprojectionError pixels
 */

/**
 * The codes in an image: pixels (`ImageData`), or anything that a canvas can draw, such as a video or a frame's
 * image. With `side` (metres) and `focalLength` (two numbers, pixels) each code has a pose; the default of
 * `principalPoint` is the image's middle.
 * @param {any} source
 * @param {{ kinds?: ("qr" | "aprilTag36h11")[], side?: number, focalLength?: number[], principalPoint?: number[] }} [options]
 * @returns {Promise<Code[]>}
 */
export async function detectCodes(source, options = {}) {
    const { kinds = ["qr", "aprilTag36h11"], side = 0, focalLength, principalPoint } = options;
    if (side > 0 && !focalLength) throw new TypeError("a code's pose needs the focal length");
    const image = source instanceof ImageData ? source : pixelsOf(source);
    const engine = await loaded();
    const lens = [side, ...(focalLength ?? [1, 1]), ...(principalPoint ?? [image.width / 2, image.height / 2])];
    const bits = kinds.reduce((sum, kind) => sum | kindBits[kind], 0);
    const [pixels, numbers] = [engine.codes_allocate(image.data.length), engine.codes_allocate(8 * lens.length)];
    try {
        new Uint8Array(engine.memory.buffer, pixels, image.data.length).set(image.data);
        new Float64Array(engine.memory.buffer, numbers, lens.length).set(lens);
        return answers(engine, engine.codes_detect(pixels, image.width, image.height, bits, numbers));
    } finally {
        engine.codes_free(pixels);
        engine.codes_free(numbers);
    }
}

function loaded() {
    module ??= load().catch((error) => {
        module = null;
        throw error;
    });
    return module;
}

async function load() {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The reader of codes could not be fetched: ${response.status} ${response.url}`);
    const { instance } = await WebAssembly.instantiateStreaming(response, {
        wasi_snapshot_preview1: { random_get: fillRandom },
    });
    /** @type {any} */
    const exports = instance.exports;
    memory = exports.memory;
    exports._initialize();
    return exports;
}

/** @type {WebAssembly.Memory} */
let memory;

/**
 * Randomness for a hash table's seed.
 * @param {number} at
 * @param {number} count
 */
function fillRandom(at, count) {
    crypto.getRandomValues(new Uint8Array(memory.buffer, at, count));
    return 0;
}

/**
 * @param {any} source
 * @returns {ImageData}
 */
function pixelsOf(source) {
    const width = source.videoWidth ?? source.displayWidth ?? source.naturalWidth ?? source.width;
    const height = source.videoHeight ?? source.displayHeight ?? source.naturalHeight ?? source.height;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    context.drawImage(source, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
}

function answers(/** @type {any} */ engine, /** @type {number} */ count) {
    const byteCount = engine.codes_byte_count();
    const [at, held] = [engine.codes_allocate(8 * numbersPerCode * count), engine.codes_allocate(byteCount)];
    engine.codes_numbers(at);
    engine.codes_bytes(held);
    const numbers = new Float64Array(engine.memory.buffer, at, numbersPerCode * count).slice();
    const bytes = new Uint8Array(engine.memory.buffer, held, byteCount).slice();
    engine.codes_free(at);
    engine.codes_free(held);
    /** @type {Code[]} */
    const codes = [];
    for (let i = 0, start = 0; i < count; i++) {
        const words = [...numbers.subarray(i * numbersPerCode, (i + 1) * numbersPerCode)];
        codes.push(codeOf(words, bytes.slice(start, start + words[4])));
        start += words[4];
    }
    return codes;
}

/**
 * A code from its numbers, in the order of Sources/WebCodes/CodeReport.swift.
 * @param {number[]} words
 * @param {Uint8Array} bytes
 * @returns {Code}
 */
function codeOf(words, bytes) {
    const [kind, id, , corrected, , isText, isMirrored, isLightOnDark, cornerSigma] = words;
    const isTag = kind === 1;
    const hasPose = words[17] === 1;
    const poseAt = (/** @type {number} */ i) => ({ rotation: words.slice(i, i + 4), translation: words.slice(i + 4, i + 7) });
    return {
        kind: isTag ? "aprilTag36h11" : "qr",
        text: !isTag && isText ? new TextDecoder().decode(bytes) : null,
        bytes: isTag ? null : bytes,
        id: isTag ? id : null,
        corrected,
        isMirrored: isMirrored === 1,
        isLightOnDark: isLightOnDark === 1,
        cornerSigma,
        corners: [0, 1, 2, 3].map((corner) => /** @type {[number, number]} */ ([words[9 + 2 * corner], words[10 + 2 * corner]])),
        cameraFromCode: hasPose ? poseAt(19) : null,
        alternative: hasPose && words[32] === 1 ? poseAt(33) : null,
        rotationSigma: hasPose ? words.slice(26, 29) : null,
        translationSigma: hasPose ? words.slice(29, 32) : null,
        reprojectionError: hasPose ? words[18] : null,
    };
}
