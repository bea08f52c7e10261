// Encodes a session's images one after the other: to a video's images if the browser encodes a video, else to JPEG files.

/** The codecs of images, the first that the browser supports is used; `ending` is the video file's extension. */
const codings = [
    { codec: "vp8", config: { codec: "vp8" }, ending: "webm" },
    { codec: "vp9", config: { codec: "vp09.00.31.08" }, ending: "webm" },
    { codec: "avc", config: { codec: "avc1.42E01F", avc: { format: "avc" } }, ending: "mkv" },
];

/** WebKitGTK, whose page ends when it is asked whether it encodes VP8 (tried with 2.50). */
const isWebKitGTK = /Linux.*AppleWebKit(?!.*Chrome)/.test(globalThis.navigator?.userAgent ?? "");

/** The codec for a size of images at a number of bits per second; null if the browser encodes no video. */
async function usableCoding(width, height, bitrate) {
    if (typeof VideoEncoder === "undefined" || isWebKitGTK) return null;
    for (const coding of codings) {
        const config = { ...coding.config, width, height, bitrate, framerate: 30, latencyMode: "realtime" };
        const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
        if (supported) return { ...coding, config };
    }
    return null;
}

export class ImageCoder {
    /** The video's codec, extension and decoder's description; null for JPEG files. */
    video = null;
    /** Why images can no longer be encoded; null while they can. */
    fault = null;
    #encoder = null;
    #canvas = null;
    #quality;
    #stamps = new Map();
    #underway = new Set();
    #onimage;

    /**
     * Prepares for images of a size. `onimage({ stamp, isKey, bytes })` receives each encoded image, in order for a
     * video; `bytes` is a Uint8Array, or a Blob for a JPEG file. `bitrate` is bits per second of a video, `quality` 0…1
     * of JPEG files.
     */
    static async open({ width, height }, { bitrate, quality }, onimage) {
        return new ImageCoder(width, height, await usableCoding(width, height, bitrate), quality, onimage);
    }

    constructor(width, height, coding, quality, onimage) {
        this.#onimage = onimage;
        this.#quality = quality;
        if (!coding) {
            this.#canvas = new OffscreenCanvas(width, height);
            return;
        }
        this.video = { codec: coding.codec, ending: coding.ending, description: null };
        this.#encoder = new VideoEncoder({
            output: (chunk, metadata) => this.#take(chunk, metadata),
            error: (error) => { this.fault = error; },
        });
        this.#encoder.configure(coding.config);
    }

    /** The number of images that wait to be encoded. */
    get waitingCount() {
        return this.#encoder ? this.#encoder.encodeQueueSize : this.#underway.size;
    }

    /** Adds an image of any size, which is scaled and which the caller keeps; with `isKey` a video can begin with it. */
    add(image, stamp, isKey) {
        if (this.fault) return;
        if (!this.#encoder) return this.#addFile(image, stamp);
        const timestamp = Number(stamp / 1000n);
        this.#stamps.set(timestamp, stamp);
        const frame = new VideoFrame(image, { timestamp });
        this.#encoder.encode(frame, { keyFrame: isKey });
        frame.close();
    }

    /** Resolves when all added images are encoded. */
    async flush() {
        // A flush that fails has an error, which `fault` has too.
        if (this.#encoder?.state === "configured") await this.#encoder.flush().catch(() => {});
        await Promise.all(this.#underway);
    }

    close() {
        if (this.#encoder && this.#encoder.state !== "closed") this.#encoder.close();
    }

    #addFile(image, stamp) {
        this.#canvas.getContext("2d", { alpha: false, willReadFrequently: true }).drawImage(image, 0, 0, this.#canvas.width, this.#canvas.height);
        const work = this.#canvas.convertToBlob({ type: "image/jpeg", quality: this.#quality }).then(
            (bytes) => this.#onimage({ stamp, isKey: true, bytes }),
            (error) => { this.fault = error; },
        ).finally(() => this.#underway.delete(work));
        this.#underway.add(work);
    }

    #take(chunk, metadata) {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.video.description ??= metadata?.decoderConfig?.description ?? null;
        const stamp = this.#stamps.get(chunk.timestamp);
        this.#stamps.delete(chunk.timestamp);
        this.#onimage({ stamp, isKey: chunk.type === "key", bytes });
    }
}
