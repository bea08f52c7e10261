// The shared part of the tools' engine calls.

export const utf8 = new TextEncoder();

/** The bytes of points as pairs of 64-bit floats. */
export const bytesOf = (points) => new Uint8Array(Float64Array.from(points.flat()).buffer);

/** The exports of a tool over one session of the engine. */
export class EngineCalls {
    constructor(exports, handle, answers) {
        this.exports = exports;
        this.handle = handle;
        this.answers = answers;
    }
}
