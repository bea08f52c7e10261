// Reads the frame's code from an image (frame-code.js): from a video only its strip if that is in main memory, else
// through a canvas.

import { brightFormats } from "./camera-planes.js";
import { cells, codeOfBrightness, stripShare } from "./frame-code.js";

/**
 * A promise of the strip's brightness in a video's image, 32 numbers, without access to the rest; null if the image is
 * on the GPU.
 */
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

/** How often the strip may be read from a canvas although it could not be read without one. */
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

    /** A promise of the code of a video's present image; null if it cannot be read. */
    async readVideo(video) {
        if (!(video.videoWidth > 0)) return null;
        const brightness = this.#trust > 0 ? await stripBrightness(video).catch(() => null) : null;
        const direct = brightness && codeOfBrightness(brightness);
        if (direct !== null) return direct;
        const code = this.read(video);
        // If a browser can read the strip only from a canvas, other ways are not tried again.
        if (code !== null) this.#trust -= 1;
        return code;
    }

    /**
     * The code of the present image of a video, or of another image of a size, through a canvas; null if it cannot be
     * read.
     */
    read(image, width = image.videoWidth, height = image.videoHeight) {
        if (!(width > 0)) return null;
        const strip = height * stripShare;
        // The middle half of the strip, without the pixels that scaling mixes in from below.
        this.#context.drawImage(image, 0, strip * 0.25, width, strip * 0.5, 0, 0, cells * 3, 1);
        const { data } = this.#context.getImageData(0, 0, cells * 3, 1);
        return codeOfBrightness(Array.from({ length: cells }, (_, i) => data[4 * (3 * i + 1) + 1]));
    }
}
