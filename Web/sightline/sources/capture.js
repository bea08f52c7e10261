// Records a live session as a recording of the `.jsonl` layout: every image of the engine, with its timestamp.

import { matroskaFile } from "./matroska.js";
import { inverse, matrixOf } from "../core/rigid.js";

const bitrate = 8_000_000;
const keyInterval = 60;
const jpegQuality = 0.92;

/** The codecs of images, the first that the browser supports is used; `ending` is the video file's extension. */
const codings = [
    { codec: "vp8", config: { codec: "vp8" }, ending: "webm" },
    { codec: "vp9", config: { codec: "vp09.00.31.08" }, ending: "webm" },
    { codec: "avc", config: { codec: "avc1.42E01F", avc: { format: "avc" } }, ending: "mkv" },
];

async function usableCoding(width, height) {
    if (typeof VideoEncoder === "undefined") return null;
    for (const coding of codings) {
        const config = { ...coding.config, width, height, bitrate, framerate: 30, latencyMode: "realtime" };
        const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
        if (supported) return { ...coding, config };
    }
    return null;
}

/** One recording being made. */
export class Capture {
    #coding;
    #calibration;
    #encoder = null;
    #chunks = [];
    #description = null;
    #images = [];
    #samples = [];
    #underway = [];
    #stamps = new Map();
    #fault = null;

    /** Starts for a session's calibration: a video if the browser encodes one, else single images. */
    static async begin(calibration) {
        return new Capture(calibration, await usableCoding(calibration.width, calibration.height));
    }

    constructor(calibration, coding) {
        this.#calibration = calibration;
        this.#coding = coding;
        if (!coding) return;
        this.#encoder = new VideoEncoder({
            output: (chunk, metadata) => this.#take(chunk, metadata),
            error: (error) => { this.#fault = error; },
        });
        this.#encoder.configure(coding.config);
    }

    addInertial(timestamps, values, from = 0, to = timestamps.length) {
        for (let i = from; i < to; i++) this.#samples.push({ stamp: timestamps[i], values: Array.from(values.slice(6 * i, 6 * i + 6)) });
    }

    /** Adds an image, which the caller keeps. */
    addImage(image, stamp) {
        if (this.#fault) return;
        if (!this.#encoder) return this.#addFile(image, stamp);
        const timestamp = Number(stamp / 1000n);
        this.#stamps.set(timestamp, stamp);
        const frame = new VideoFrame(image, { timestamp });
        this.#encoder.encode(frame, { keyFrame: this.#images.length % keyInterval === 0 });
        this.#images.push({ stamp });
        frame.close();
    }

    #addFile(source, stamp) {
        const file = `frames/${String(this.#images.length).padStart(6, "0")}.jpg`;
        const canvas = new OffscreenCanvas(this.#calibration.width, this.#calibration.height);
        canvas.getContext("2d", { alpha: false }).drawImage(source, 0, 0);
        const image = { stamp, file, blob: null };
        this.#images.push(image);
        this.#underway.push(canvas.convertToBlob({ type: "image/jpeg", quality: jpegQuality }).then((blob) => { image.blob = blob; }));
    }

    #take(chunk, metadata) {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.#description ??= metadata?.decoderConfig?.description ?? null;
        this.#chunks.push({ stamp: this.#stamps.get(chunk.timestamp), milliseconds: chunk.timestamp / 1000, isKey: chunk.type === "key", bytes });
    }

    /**
     * Ends it and returns the recording's files, a map of path to Blob; throws if the browser could not encode an
     * image.
     */
    async finish() {
        await this.#encoder?.flush();
        await Promise.all(this.#underway);
        this.#encoder?.close();
        if (this.#fault) throw new Error(`The video could not be coded: ${this.#fault.message}`);
        const files = new Map([
            ["data.jsonl", new Blob([this.#lines()], { type: "application/x-ndjson" })],
            ["calibration.json", new Blob([JSON.stringify(calibrationFile(this.#calibration), null, 4)], { type: "application/json" })],
        ]);
        if (this.#coding) files.set(`data.${this.#coding.ending}`, this.#video());
        else this.#images.forEach(({ file, blob }) => files.set(file, blob));
        return files;
    }

    #video() {
        const { codec, ending } = this.#coding;
        const { width, height } = this.#calibration;
        const parts = matroskaFile({ codec, width, height, description: this.#description }, this.#chunks);
        return new Blob(parts, { type: ending === "webm" ? "video/webm" : "video/x-matroska" });
    }

    /** One line per reading and image, by time; for a video only the images that it contains. */
    #lines() {
        const seconds = (stamp) => Number(stamp) / 1e9;
        const images = (this.#coding ? this.#chunks : this.#images).map(({ stamp, file }) => (
            [stamp, JSON.stringify({ time: seconds(stamp), frames: [{ cameraInd: 0, ...(file && { file }) }] })]
        ));
        const sensor = (stamp, type, values) => [stamp, JSON.stringify({ time: seconds(stamp), sensor: { type, values } })];
        const readings = this.#samples.flatMap(({ stamp, values }) => (
            [sensor(stamp, "gyroscope", values.slice(0, 3)), sensor(stamp, "accelerometer", values.slice(3))]
        ));
        const lines = [...readings, ...images].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
        return lines.map(([, text]) => `${text}\n`).join("");
    }
}

/** A session's calibration in the form of `calibration.json`. */
export function calibrationFile({ width, height, focalLength, principalPoint, bodyFromOptical, timeOffset, readoutTime, noise, isGuess }) {
    return {
        cameras: [{
            model: "pinhole",
            imageWidth: width,
            imageHeight: height,
            focalLengthX: focalLength[0],
            focalLengthY: focalLength[1],
            principalPointX: principalPoint[0] - 0.5,
            principalPointY: principalPoint[1] - 0.5,
            imuToCamera: matrixOf(inverse(bodyFromOptical)),
            timeOffset,
            readoutTime,
        }],
        inertialNoise: noise,
        isGuess,
    };
}
