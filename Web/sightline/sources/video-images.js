// The images of a video file, decoded in order, without loss or duplicates.

import { readMatroska } from "./matroska.js";
import { readMP4 } from "./mp4.js";

/** The possible names of a video beside `data.jsonl`. */
export const videoNames = ["mp4", "mov", "mkv", "webm"].map((ending) => `data.${ending}`);

/** The number of images that a decoder gets before it must return one: some delay many. */
const ahead = 30;

const codecStrings = {
    vp8: () => "vp8",
    vp9: () => "vp09.00.31.08",
    av1: () => "av01.0.05M.08",
    avc: (d) => `avc1.${[d[1], d[2], d[3]].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`,
    hevc: () => "hvc1.1.6.L93.B0",
};

/** A video's images in display order. */
export class VideoImages {
    /**
     * Reads a file; throws an error with its name if it cannot be read or the browser cannot decode it. `choose` may
     * leave out images, but none that a later one is based on.
     */
    static async open(blob, name, choose = (images) => images) {
        try {
            if (typeof VideoDecoder === "undefined") throw new Error("this browser cannot decode videos picture by picture");
            const buffer = await blob.arrayBuffer();
            const isMatroska = buffer.byteLength > 4 && new DataView(buffer).getUint32(0) === 0x1a45dfa3;
            const video = isMatroska ? readMatroska(buffer) : readMP4(buffer);
            const config = {
                codec: codecStrings[video.codec](video.description ?? []),
                codedWidth: video.width,
                codedHeight: video.height,
                ...(video.description && { description: video.description }),
            };
            const { supported } = await VideoDecoder.isConfigSupported(config);
            if (!supported) throw new Error(`this browser cannot decode its coding, ${config.codec}`);
            return new VideoImages({ images: choose(video.images) }, config, name);
        } catch (error) {
            throw new Error(`${name}: ${error.message}`, { cause: error });
        }
    }

    constructor(video, config, name) {
        this.images = video.images;
        this.count = video.images.length;
        this.config = config;
        this.name = name;
        this.restart();
    }

    /** Restarts at the first image. */
    restart() {
        this.close();
        this.sent = 0;
        this.frames = [];
        this.waiting = [];
        this.fault = null;
        this.decoder = new VideoDecoder({
            output: (frame) => {
                this.frames.push(frame);
                this.#serve();
            },
            error: (error) => {
                this.fault = new Error(`${this.name}: ${error.message}`);
                this.#serve();
            },
        });
        this.decoder.configure(this.config);
    }

    /** The next image as a bitmap; null after the last. */
    next() {
        return new Promise((done, fail) => {
            this.waiting.push({ done, fail });
            this.#feed();
            this.#serve();
        });
    }

    #feed() {
        while (this.sent < this.count && this.sent < this.taken + this.waiting.length + ahead) {
            const { milliseconds, isKey, bytes } = this.images[this.sent++];
            this.decoder.decode(new EncodedVideoChunk({ type: isKey ? "key" : "delta", timestamp: Math.round(1000 * milliseconds), data: bytes }));
            if (this.sent === this.count) this.decoder.flush().then(() => { this.isFlushed = true; this.#serve(); }, () => {});
        }
    }

    taken = 0;
    isFlushed = false;

    #serve() {
        while (this.waiting.length > 0) {
            if (this.fault) this.waiting.shift().fail(this.fault);
            else if (this.frames.length > 0) this.#give(this.waiting.shift(), this.frames.shift());
            else if (this.isFlushed) this.waiting.shift().done(null);
            else return;
        }
    }

    #give({ done, fail }, frame) {
        this.taken += 1;
        createImageBitmap(frame, { colorSpaceConversion: "none" }).then(done, fail).finally(() => frame.close());
        this.#feed();
    }

    close() {
        this.frames?.forEach((frame) => frame.close());
        if (this.decoder && this.decoder.state !== "closed") this.decoder.close();
        this.taken = 0;
        this.isFlushed = false;
    }
}
