// A camera's unconverted image in main memory: a luma plane, then its chroma.

/** Formats of a VideoFrame whose first plane is luma, a byte per pixel. */
export const brightFormats = new Set(["I420", "I420A", "I422", "I444", "NV12"]);
/** Formats over which the engine can draw, by its numbers: an even image with chroma for every four pixels. */
const composable = { I420: 0, NV12: 4 };

/** Memory of released images, for new ones. */
const spare = [];
const mostSpare = 4;

/** The engine's coding of images that came as red, green and blue. */
const ownColors = { primaries: "bt709", transfer: "bt709", matrix: "smpte170m", fullRange: false };

function memoryFor(size) {
    const last = spare.pop();
    return last?.byteLength === size ? last : new ArrayBuffer(size);
}

/** The bytes of an image; `close` releases their memory for the next. */
export class CameraPlanes {
    #buffer;

    /**
     * A promise of a VideoFrame's planes, which the caller keeps; null if it has no luma plane, or must be shown
     * rotated.
     */
    static async of(frame) {
        const { format, visibleRect: { width, height }, colorSpace, rotation = 0, flip = false } = frame;
        if (!brightFormats.has(format) || rotation !== 0 || flip) return null;
        const buffer = memoryFor(frame.allocationSize());
        const [{ offset, stride }] = await frame.copyTo(buffer);
        return offset === 0 && stride === width ? new CameraPlanes(buffer, { format, width, height, colorSpace }) : null;
    }

    /** A copy of planes that the engine made (`EngineSession.planesOfColors`). */
    static copied(bytes, width, height) {
        const buffer = memoryFor(bytes.length);
        new Uint8Array(buffer).set(bytes);
        return new CameraPlanes(buffer, { format: "I420", width, height, colorSpace: ownColors });
    }

    constructor(buffer, { format, width, height, colorSpace }) {
        this.#buffer = buffer;
        this.format = format;
        this.width = width;
        this.height = height;
        this.colorSpace = colorSpace;
        this.bytes = new Uint8Array(buffer);
    }

    get luma() {
        return this.bytes.subarray(0, this.width * this.height);
    }

    get isFullRange() {
        return this.colorSpace?.fullRange === true;
    }

    /** The engine's code of the planes' format; null if it cannot draw over them. */
    get coding() {
        if (!(this.format in composable) || this.width % 2 || this.height % 2) return null;
        return composable[this.format] + (this.isFullRange ? 1 : 0) + (this.colorSpace?.matrix === "bt709" ? 2 : 0);
    }

    /** The image as a VideoFrame, which the caller must close. */
    toFrame() {
        const { format, width, height, colorSpace } = this;
        return new VideoFrame(this.bytes, { format, codedWidth: width, codedHeight: height, timestamp: 0, colorSpace });
    }

    close() {
        if (this.#buffer && spare.length < mostSpare) spare.push(this.#buffer);
        this.#buffer = null;
    }
}
