// A picture says which frame it is: a strip of black and white cells along its top, which survives any codec, scaling and browser.
// 32 cells of equal width: white, black, 24 bits of the frame's time in milliseconds (the highest first), 6 bits of a checksum.

import { brightFormats } from "./camera-planes.js";

const cells = 32;
const valueBits = 24;
const checkBits = 6;
/** Codes run on modulo this many milliseconds, some four and a half hours. */
export const codeSpan = 2 ** valueBits;
/** The strip's part of the picture's height. */
export const stripShare = 1 / 46;

/** The code of a stamp in nanoseconds. */
export function codeOf(nanoseconds) {
    const milliseconds = (nanoseconds + 500_000n) / 1_000_000n;
    return Number(((milliseconds % BigInt(codeSpan)) + BigInt(codeSpan)) % BigInt(codeSpan));
}

/** The stamp in nanoseconds nearest to `near` that has a code, exact to half a millisecond. */
export function stampOf(code, near) {
    let ahead = code - codeOf(near);
    if (ahead > codeSpan / 2) ahead -= codeSpan;
    if (ahead < -codeSpan / 2) ahead += codeSpan;
    return near + BigInt(ahead) * 1_000_000n;
}

/** A checksum of a code: its remainder by x⁶ + x + 1, turned so that all zeros do not pass. */
function checkOf(code) {
    let rest = code << checkBits;
    for (let bit = valueBits + checkBits - 1; bit >= checkBits; bit--) {
        if ((rest >> bit) & 1) rest ^= 0b1000011 << (bit - checkBits);
    }
    return rest ^ 0b101101;
}

/** Which cells are white, from the left. */
export function cellsOf(code) {
    const bits = [true, false];
    for (let bit = valueBits - 1; bit >= 0; bit--) bits.push(((code >> bit) & 1) === 1);
    const check = checkOf(code);
    for (let bit = checkBits - 1; bit >= 0; bit--) bits.push(((check >> bit) & 1) === 1);
    return bits;
}

/** The code of 32 brightnesses from the left; null where they are none. */
export function codeOfBrightness(brightness) {
    const middle = (brightness[0] + brightness[1]) / 2;
    if (brightness[0] - brightness[1] < 60) return null;
    const bits = Array.from(brightness, (value) => (value > middle ? 1 : 0));
    let code = 0;
    for (let i = 2; i < 2 + valueBits; i++) code = 2 * code + bits[i];
    const expected = cellsOf(code);
    return bits.every((bit, i) => (bit === 1) === expected[i]) ? code : null;
}

/** Draws the strip with WebGL along the upper edge of a canvas, above the view. */
export function drawStrip(gl, width, height, code) {
    const top = height - stripHeight(height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.enable(gl.SCISSOR_TEST);
    cellsOf(code).forEach((isWhite, i) => {
        const left = Math.round((i * width) / cells);
        gl.scissor(left, top, Math.round(((i + 1) * width) / cells) - left, height - top);
        const level = isWhite ? 1 : 0;
        gl.clearColor(level, level, level, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
    });
    gl.disable(gl.SCISSOR_TEST);
}

/** Fills the strip in a whole picture's planes (I420), of whose height it is the first rows, an even number. */
export function fillStrip(bytes, width, height, rows, code, isFullRange) {
    const row = new Uint8Array(width);
    const levels = isFullRange ? [0, 255] : [16, 235];
    cellsOf(code).forEach((isWhite, i) => {
        row.fill(levels[isWhite ? 1 : 0], Math.round((i * width) / cells), Math.round(((i + 1) * width) / cells));
    });
    for (let y = 0; y < rows; y++) bytes.set(row, y * width);
    const pixels = width * height;
    for (const start of [pixels, pixels + pixels / 4]) bytes.fill(128, start, start + (rows * width) / 4);
}

/** How many pixels of a whole picture's height the strip takes. */
export const stripHeight = (height) => Math.round(height * stripShare);

/** The whole picture's height for a view's height. */
export const heightWithStrip = (viewHeight) => Math.round(viewHeight / (1 - stripShare));

/** A promise of the strip's brightness in a video's picture, 32 numbers, of which the rest is not touched; null where it lies with the GPU. */
async function stripBrightness(video) {
    const frame = new VideoFrame(video);
    try {
        const { format, visibleRect: { x, y, width, height } } = frame;
        if (!brightFormats.has(format)) return null;
        const row = y + 2 * Math.round((height * stripShare) / 4);
        const rect = { x, y: row, width: width & ~1, height: 2 };
        const bytes = new Uint8Array(frame.allocationSize({ rect }));
        const [{ offset, stride }] = await frame.copyTo(bytes, { rect });
        return Array.from({ length: cells }, (_, i) => {
            const middle = offset + Math.floor(((i + 0.5) * width) / cells);
            return (bytes[middle - 1] + bytes[middle] + bytes[middle + stride - 1] + bytes[middle + stride]) / 4;
        });
    } finally {
        frame.close();
    }
}

/** So often the strip may be read from a canvas where it could not be read without one. */
const patience = 5;

/** Reads codes from a video. */
export class StripReader {
    #context;
    #trust = typeof VideoFrame === "undefined" ? 0 : patience;

    constructor() {
        const canvas = document.createElement("canvas");
        Object.assign(canvas, { width: cells * 3, height: 1 });
        this.#context = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
    }

    /** A promise of the code of what a video shows now; null where it cannot be read. */
    async readVideo(video) {
        if (!(video.videoWidth > 0)) return null;
        const brightness = this.#trust > 0 ? await stripBrightness(video).catch(() => null) : null;
        const direct = brightness && codeOfBrightness(brightness);
        if (direct !== null) return direct;
        const code = this.read(video);
        // A browser that reads the strip from a canvas alone is asked no other way.
        if (code !== null) this.#trust -= 1;
        return code;
    }

    /** The code of what a video, or another picture of a size, shows now, by way of a canvas; null where it cannot be read. */
    read(picture, width = picture.videoWidth, height = picture.videoHeight) {
        if (!(width > 0)) return null;
        const strip = height * stripShare;
        // The middle half of the strip, so that what lies below it does not bleed in.
        this.#context.drawImage(picture, 0, strip * 0.25, width, strip * 0.5, 0, 0, cells * 3, 1);
        const { data } = this.#context.getImageData(0, 0, cells * 3, 1);
        return codeOfBrightness(Array.from({ length: cells }, (_, i) => data[4 * (3 * i + 1) + 1]));
    }
}
