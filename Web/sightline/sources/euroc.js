// Recordings of the EuRoC ASL layout.

import { phoneNoise } from "./calibration.js";
import { inverse, product, rigidTransform } from "../core/rigid.js";

/** Opens the layout in `files`; null if it is not there. */
export async function openEuroc(files) {
    const root = (await files.has("mav0/cam0/data.csv")) ? "mav0/" : (await files.has("cam0/data.csv")) ? "" : null;
    if (root === null) return null;
    const text = (path) => files.text(root + path);
    const [cameraText, inertialText, imageTable, inertialTable] = await Promise.all(
        ["cam0/sensor.yaml", "imu0/sensor.yaml", "cam0/data.csv", "imu0/data.csv"].map(text),
    );
    return {
        calibration: calibration(description(cameraText), description(inertialText)),
        inertial: inertialSamples(inertialTable, `${root}imu0/data.csv`),
        images: rows(imageTable).map(({ fields, line }) => {
            if (fields.length !== 2) throw new Error(`${root}cam0/data.csv:${line}: the row has no stamp and file name`);
            const path = `${root}cam0/data/${fields[1]}`;
            return { path, timestampNanoseconds: stamp(fields[0], "cam0/data.csv", line), blob: () => files.blob(path) };
        }),
    };
}

function rows(table) {
    return table.split("\n").map((text, index) => ({ text: text.trim(), line: index + 1 }))
        .filter(({ text }) => text && !text.startsWith("#"))
        .map(({ text, line }) => ({ fields: text.split(",").map((field) => field.trim()), line }));
}

function stamp(field, file, line) {
    if (!/^-?\d{1,19}$/.test(field)) throw new Error(`${file}:${line}: “${field}” is not a stamp`);
    return BigInt(field);
}

function inertialSamples(table, file) {
    const parsed = rows(table);
    const timestamps = new BigInt64Array(parsed.length);
    const values = new Float64Array(parsed.length * 6);
    parsed.forEach(({ fields, line }, index) => {
        timestamps[index] = stamp(fields[0], file, line);
        const numbers = fields.slice(1).map(Number);
        if (numbers.length !== 6 || !numbers.every(Number.isFinite)) throw new Error(`${file}:${line}: not six numbers`);
        values.set(numbers, 6 * index);
    });
    return { timestamps, values };
}

/** The flat keys of a `sensor.yaml`; lists in brackets may span several lines. */
function description(text) {
    const plain = text.replace(/#.*$/gm, "");
    const found = new Map();
    for (const [, key, value] of plain.matchAll(/^\s*(\w+)\s*:[ \t]*(\[[^\]]*\]|[^\n]*)/gm)) found.set(key, value.trim());
    const numbers = (key) => found.get(key)?.match(/[-+\d.eE]+/g)?.map(Number);
    return { word: (key) => found.get(key), numbers, number: (key) => numbers(key)?.[0] };
}

function calibration(camera, inertial) {
    const [width, height] = camera.numbers("resolution");
    const [fx, fy, cx, cy] = camera.numbers("intrinsics");
    const rigFromBody = rigidTransform(inertial.numbers("data"), "imu0/sensor.yaml");
    const rigFromOptical = rigidTransform(camera.numbers("data"), "cam0/sensor.yaml");
    const noise = ["gyroscope_noise_density", "accelerometer_noise_density", "gyroscope_random_walk", "accelerometer_random_walk"]
        .map(inertial.number);
    return {
        width,
        height,
        focalLength: [fx, fy],
        principalPoint: [cx + 0.5, cy + 0.5],
        distortion: distortion(camera),
        bodyFromOptical: product(inverse(rigFromBody), rigFromOptical),
        timeOffset: camera.number("timeshift_cam_imu") ?? 0,
        readoutTime: camera.number("rolling_shutter_readout_time") ?? 0,
        noise: noise.every(Number.isFinite) ? noise : phoneNoise,
        isGuess: camera.word("calibration") === "guess",
    };
}

function distortion(camera) {
    const kinds = {
        none: "none", "": "none", "radial-tangential": "radialTangential", radtan: "radialTangential", plumb_bob: "radialTangential",
        equidistant: "equidistant",
    };
    const model = camera.word("distortion_model") ?? "none";
    if (!(model in kinds)) throw new Error(`cam0/sensor.yaml: the distortion “${model}” is not known`);
    return kinds[model] === "none" ? { kind: "none" } : { kind: kinds[model], coefficients: camera.numbers("distortion_coefficients") };
}
