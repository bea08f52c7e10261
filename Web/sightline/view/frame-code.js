// The code of an image's frame: a strip of black and white cells along its top, which survives any codec, scaling and
// browser. 32 cells of equal width: white, black, 24 bits of the frame's time in milliseconds (the highest first), 6
// bits of a checksum.

/** The number of the strip's cells. */
export const cells = 32;
const valueBits = 24;
const checkBits = 6;
/** Codes wrap around after this many milliseconds, some four and a half hours. */
export const codeSpan = 2 ** valueBits;
/** The strip's part of the image's height. */
export const stripShare = 1 / 46;

/** The code of a timestamp in nanoseconds. */
export function codeOf(nanoseconds) {
    const milliseconds = (nanoseconds + 500_000n) / 1_000_000n;
    return Number(((milliseconds % BigInt(codeSpan)) + BigInt(codeSpan)) % BigInt(codeSpan));
}

/** The timestamp in nanoseconds nearest to `near` that has a code, accurate to half a millisecond. */
export function stampOf(code, near) {
    let ahead = code - codeOf(near);
    if (ahead > codeSpan / 2) ahead -= codeSpan;
    if (ahead < -codeSpan / 2) ahead += codeSpan;
    return near + BigInt(ahead) * 1_000_000n;
}

/** A checksum of a code: its remainder by x⁶ + x + 1, changed so that all zeros are invalid. */
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

/** The code of 32 brightnesses from the left; null if they are not valid. */
export function codeOfBrightness(brightness) {
    const middle = (brightness[0] + brightness[1]) / 2;
    if (brightness[0] - brightness[1] < 60) return null;
    const bits = Array.from(brightness, (value) => (value > middle ? 1 : 0));
    let code = 0;
    for (let i = 2; i < 2 + valueBits; i++) code = 2 * code + bits[i];
    const expected = cellsOf(code);
    return bits.every((bit, i) => (bit === 1) === expected[i]) ? code : null;
}

/** Calls `paint(from, to, isWhite)` with each cell's columns in an image of a width, from the left. */
function forEachCell(code, width, paint) {
    cellsOf(code).forEach((isWhite, i) => paint(Math.round((i * width) / cells), Math.round(((i + 1) * width) / cells), isWhite));
}

/** Draws the strip with WebGL along the upper edge of a canvas, above the view. */
export function drawStrip(gl, width, height, code) {
    const top = height - stripHeight(height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.enable(gl.SCISSOR_TEST);
    forEachCell(code, width, (from, to, isWhite) => {
        gl.scissor(from, top, to - from, height - top);
        const level = isWhite ? 1 : 0;
        gl.clearColor(level, level, level, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
    });
    gl.disable(gl.SCISSOR_TEST);
}

/** Fills the strip in a whole image's planes (I420): its first rows, an even number. */
export function fillStrip(bytes, width, height, rows, code, isFullRange) {
    const row = new Uint8Array(width);
    const levels = isFullRange ? [0, 255] : [16, 235];
    forEachCell(code, width, (from, to, isWhite) => row.fill(levels[isWhite ? 1 : 0], from, to));
    for (let y = 0; y < rows; y++) bytes.set(row, y * width);
    const pixels = width * height;
    for (const start of [pixels, pixels + pixels / 4]) bytes.fill(128, start, start + (rows * width) / 4);
}

/** The height of the strip in a whole image's height, pixels. */
export const stripHeight = (height) => Math.round(height * stripShare);

/** The whole image's height for a view's height. */
export const heightWithStrip = (viewHeight) => Math.round(viewHeight / (1 - stripShare));
