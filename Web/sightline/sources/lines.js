// Recordings of the `.jsonl` layout: one line per sample with a video or a folder of images.

import { phoneNoise } from "./calibration.js";
import { inverse, rigidTransform } from "../core/rigid.js";
import { VideoImages, videoNames } from "./video-images.js";

/** Opens the layout in `files`; null if it is not there. */
export async function openLines(files) {
    if (!(await files.has("data.jsonl"))) return null;
    const [samples, description] = await Promise.all([files.text("data.jsonl"), files.text("calibration.json")]);
    const sensors = { gyroscope: [], accelerometer: [] };
    const images = [];
    samples.split("\n").forEach((text, index) => {
        if (!text.trim()) return;
        const line = parsed(text, index + 1);
        if (sensors[line.sensor?.type]) sensors[line.sensor.type].push(reading(line, index + 1));
        else if (line.frames) images.push(...image(line, files, index + 1));
    });
    const isVideo = images.some(({ path }) => path === null);
    return {
        calibration: calibration(JSON.parse(description)),
        inertial: paired(sensors.gyroscope, sensors.accelerometer),
        images: isVideo ? await fromVideo(images, files) : images,
    };
}

/** The video's images with the timestamps of their lines. */
async function fromVideo(images, files) {
    const found = await Promise.all(videoNames.map((name) => files.has(name)));
    const name = videoNames.find((_, index) => found[index]);
    if (!name) throw new Error("data.jsonl names pictures of a video, but there is none beside it: data.mp4, .mov, .mkv or .webm.");
    const video = await VideoImages.open(await files.blob(name), name);
    if (video.count < images.length) throw new Error(`${name}: the video has ${video.count} pictures, data.jsonl ${images.length}`);
    return images.map((each) => ({ ...each, bitmap: () => video.next() }));
}

function parsed(text, number) {
    try {
        return JSON.parse(text);
    } catch {
        throw new Error(`data.jsonl:${number}: the line is not JSON`);
    }
}

function reading({ time, sensor }, number) {
    if (!Number.isFinite(time) || sensor.values?.length !== 3 || !sensor.values.every(Number.isFinite)) {
        throw new Error(`data.jsonl:${number}: a time and three finite values are needed`);
    }
    return { time: nanoseconds(time), values: sensor.values };
}

/** Seconds as the nearest integer number of nanoseconds. */
export function nanoseconds(seconds) {
    return BigInt(Math.round(seconds * 1e9));
}

function image(line, files, number) {
    const frame = line.frames.find(({ cameraInd }) => (cameraInd ?? 0) === 0);
    if (!frame) return [];
    const time = frame.time ?? line.time;
    if (!Number.isFinite(time)) throw new Error(`data.jsonl:${number}: the picture has no time`);
    return [{ path: frame.file ?? null, timestampNanoseconds: nanoseconds(time), blob: () => files.blob(frame.file) }];
}

/**
 * Samples at the gyroscope's timestamps, with the specific force interpolated between the readings around each; none in
 * long gaps.
 */
function paired(rates, forces) {
    const timestamps = [];
    const values = [];
    let after = 0;
    for (const rate of rates) {
        while (after < forces.length && forces[after].time < rate.time) after++;
        const force = forceAt(rate.time, forces[after - 1], forces[after]);
        if (!force) continue;
        timestamps.push(rate.time);
        values.push(...rate.values, ...force);
    }
    return { timestamps: BigInt64Array.from(timestamps), values: Float64Array.from(values) };
}

function forceAt(time, early, late) {
    if (!late) return null;
    if (late.time === time) return late.values;
    if (!early || late.time - early.time > 100_000_000n) return null;
    const fraction = Number(time - early.time) / Number(late.time - early.time);
    return early.values.map((value, axis) => value + (late.values[axis] - value) * fraction);
}

function calibration(file) {
    const camera = file.cameras[0];
    const matrix = camera.imuToCamera.flat();
    const bend = distortion(camera);
    return {
        width: camera.imageWidth,
        height: camera.imageHeight,
        focalLength: [camera.focalLengthX, camera.focalLengthY ?? camera.focalLengthX],
        principalPoint: [
            (camera.principalPointX ?? (camera.imageWidth - 1) / 2) + 0.5,
            (camera.principalPointY ?? (camera.imageHeight - 1) / 2) + 0.5,
        ],
        distortion: bend,
        bodyFromOptical: inverse(rigidTransform(matrix, "calibration.json")),
        timeOffset: camera.timeOffset ?? 0,
        readoutTime: camera.readoutTime ?? 0,
        noise: file.inertialNoise?.length === 4 && file.inertialNoise.every(Number.isFinite) ? file.inertialNoise : phoneNoise,
        isGuess: file.isGuess ?? bend.kind === "none",
    };
}

function distortion({ model = "pinhole", distortionCoefficients: c = [] }) {
    if (c.every((value) => value === 0)) return { kind: "none" };
    const onlyFirst = (count) => c.slice(count).every((value) => value === 0);
    if (model === "kannala-brandt4" && c.length === 4) return { kind: "equidistant", coefficients: c };
    if (model === "brown-conrady" && c.length >= 4 && onlyFirst(4)) return { kind: "radialTangential", coefficients: c.slice(0, 4) };
    if (model === "pinhole" && c.length >= 2 && onlyFirst(2)) return { kind: "radialTangential", coefficients: [c[0], c[1], 0, 0] };
    throw new Error(`calibration.json: a lens “${model}” with ${c.length} coefficients is not known`);
}
