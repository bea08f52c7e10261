// Records a live session as a recording of the `.jsonl` layout: every image of the engine, with its timestamp.

import { ImageCoder } from "./image-coder.js";
import { matroskaFile } from "./matroska.js";
import { inverse, matrixOf } from "../core/rigid.js";

/** A capture that a person starts and ends. */
const whole = { seconds: Infinity, bytes: Infinity, bitrate: 8_000_000, quality: 0.92, mostWaiting: Infinity };
/** A video can begin with each such image. */
const keyInterval = 60;
/** Nanoseconds of samples before the first kept image. */
const lead = 500_000_000n;

/** One recording being made. */
export class Capture {
    #calibration;
    #limits;
    #coder;
    #images = [];
    #bytes = 0;
    #samples = [];
    #dropped = [];
    #poses = [];
    #sinceKey = 0;
    #latest = 0n;

    /** Whether it has every image since its beginning. */
    isWhole = true;

    /**
     * Starts for a session's calibration: a video if the browser encodes one, else single images. `limits` keep only
     * the last `seconds`, and fewer once the images take more than `bytes`; `bitrate` and `quality` are the images'; an
     * image is left out while more than `mostWaiting` wait to be encoded.
     */
    static async begin(calibration, limits = whole) {
        const capture = new Capture(calibration, limits);
        capture.#coder = await ImageCoder.open(calibration, limits, (image) => capture.#take(image));
        return capture;
    }

    constructor(calibration, limits) {
        this.#calibration = calibration;
        this.#limits = limits;
    }

    addInertial(timestamps, values, from = 0, to = timestamps.length) {
        for (let i = from; i < to; i++) this.#samples.push({ stamp: timestamps[i], values: Array.from(values.slice(6 * i, 6 * i + 6)) });
        if (to > from) this.#reach(timestamps[to - 1]);
    }

    /** Adds an image, which the caller keeps. */
    addImage(image, stamp) {
        this.#reach(stamp);
        if (this.#coder.waitingCount > this.#limits.mostWaiting) {
            this.#dropped.push({ stamp });
            this.isWhole = false;
            return;
        }
        this.#coder.add(image, stamp, this.#sinceKey === 0);
        this.#sinceKey = (this.#sinceKey + 1) % keyInterval;
    }

    /** Adds a frame's pose, `odometryFromBody`, which a replay can be compared with. */
    addPose(stamp, { rotation, translation }) {
        this.#poses.push({ stamp, numbers: [...translation, ...rotation] });
    }

    /** The number of images, those left out, and the seconds from the first to the last. */
    get figures() {
        const [first, last] = [this.#images[0], this.#images.at(-1)];
        return {
            imageCount: this.#images.length, droppedCount: this.#dropped.length, seconds: first ? Number(last.stamp - first.stamp) / 1e9 : 0,
        };
    }

    /**
     * The recording up to now, a map of path to Blob; empty without images. Throws if the browser could not encode an
     * image.
     */
    async files() {
        await this.#coder.flush();
        const { fault } = this.#coder;
        if (fault) throw new Error(`The video could not be coded: ${fault.message}`);
        if (this.#images.length === 0) return new Map();
        const images = this.#images.map((image, index) => ({ ...image, file: this.#coder.video ? null : `frames/${String(index).padStart(6, "0")}.jpg` }));
        const files = new Map([
            ["data.jsonl", new Blob([this.#lines(images)], { type: "application/x-ndjson" })],
            ["calibration.json", new Blob([JSON.stringify(calibrationFile(this.#calibration), null, 4)], { type: "application/json" })],
        ]);
        if (this.#coder.video) files.set(`data.${this.#coder.video.ending}`, this.#video(images));
        else for (const { file, bytes } of images) files.set(file, bytes);
        if (this.#poses.length > 0) files.set("trajectory.tum", new Blob([this.#trajectory()], { type: "text/plain" }));
        return files;
    }

    /** Ends it and returns the recording's files, as `files` does. */
    async finish() {
        const files = await this.files();
        this.close();
        return files;
    }

    /** Encodes what was added, and then nothing more; what was encoded stays. */
    async settle() {
        await this.#coder.flush();
        this.close();
    }

    /** Encodes nothing more. */
    close() {
        this.#coder.close();
    }

    #take(image) {
        // It belongs to images that were removed.
        if (this.#images.length === 0 && !image.isKey) return;
        this.#images.push(image);
        this.#bytes += size(image);
        this.#trim();
    }

    #reach(stamp) {
        if (stamp > this.#latest) this.#latest = stamp;
        this.#trim();
    }

    /** Removes what is older than the limits allow; a video must begin with a key image. */
    #trim() {
        if (this.#limits.seconds === Infinity) return;
        const oldest = this.#latest - BigInt(Math.round(1e9 * this.#limits.seconds));
        for (;;) {
            const next = this.#images.findIndex(({ isKey }, index) => index > 0 && isKey);
            const isOver = next > 0 && (this.#images[next].stamp <= oldest || this.#bytes > this.#limits.bytes);
            if (!isOver) break;
            this.#remove(next);
        }
        // A camera that stands still while the samples go on.
        if (this.#images.at(-1)?.stamp < oldest) this.#remove(this.#images.length);
        const first = this.#images[0]?.stamp ?? oldest;
        removeBefore(this.#samples, first - lead);
        removeBefore(this.#dropped, first);
        removeBefore(this.#poses, first);
    }

    #remove(count) {
        this.#bytes -= this.#images.splice(0, count).reduce((sum, image) => sum + size(image), 0);
        this.isWhole = false;
        if (this.#images.length === 0) this.#sinceKey = 0;
    }

    #video(images) {
        const { codec, ending, description } = this.#coder.video;
        const { width, height } = this.#calibration;
        const chunks = images.map(({ stamp, isKey, bytes }) => ({ milliseconds: Number(stamp / 1000n) / 1000, isKey, bytes }));
        return new Blob(matroskaFile({ codec, width, height, description }, chunks), { type: ending === "webm" ? "video/webm" : "video/x-matroska" });
    }

    /** One line per reading and image, by time; for a video only the images that it contains. */
    #lines(images) {
        const seconds = (stamp) => Number(stamp) / 1e9;
        const frames = images.map(({ stamp, file }) => [stamp, JSON.stringify({ time: seconds(stamp), frames: [{ cameraInd: 0, ...(file && { file }) }] })]);
        const dropped = this.#dropped.map(({ stamp }) => [stamp, JSON.stringify({ time: seconds(stamp), droppedFrame: true })]);
        const sensor = (stamp, type, values) => [stamp, JSON.stringify({ time: seconds(stamp), sensor: { type, values } })];
        const readings = this.#samples.flatMap(({ stamp, values }) => (
            [sensor(stamp, "gyroscope", values.slice(0, 3)), sensor(stamp, "accelerometer", values.slice(3))]
        ));
        const lines = [...readings, ...dropped, ...frames].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
        return lines.map(([, text]) => `${text}\n`).join("");
    }

    /** The poses as TUM text: seconds, position, quaternion. */
    #trajectory() {
        return this.#poses.map(({ stamp, numbers }) => {
            const time = `${stamp / 1_000_000_000n}.${String(stamp % 1_000_000_000n).padStart(9, "0")}`;
            return `${[time, ...numbers.map((value) => value.toFixed(9))].join(" ")}\n`;
        }).join("");
    }
}

const size = ({ bytes }) => bytes.size ?? bytes.length;

/** Removes the first elements whose stamp is earlier. */
function removeBefore(list, stamp) {
    let count = 0;
    while (count < list.length && list[count].stamp < stamp) count++;
    if (count > 0) list.splice(0, count);
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
