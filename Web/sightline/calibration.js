// What a session must know of its sensors, and how recordings write it down.

/** Noise of a phone's sensors as an app gets them: gyroscope, accelerometer densities, then their walks. */
export const phoneNoise = [5e-4, 5e-3, 2e-5, 5e-4];

/** The same as a browser gives them: rounded, and 60 times a second. */
export const browserNoise = [1e-3, 1e-2, 2e-5, 5e-4];

/** A rotation matrix (nine numbers by rows) as a quaternion x, y, z, w. */
export function quaternionOfMatrix(m) {
    const trace = m[0] + m[4] + m[8];
    const w = Math.sqrt(Math.max(0, 1 + trace)) / 2;
    const largest = Math.max(m[0], m[4], m[8]);
    let q;
    if (trace > 0) q = [(m[7] - m[5]) / (4 * w), (m[2] - m[6]) / (4 * w), (m[3] - m[1]) / (4 * w), w];
    else if (largest === m[0]) q = [1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6], m[7] - m[5]];
    else if (largest === m[4]) q = [m[1] + m[3], 1 + m[4] - m[0] - m[8], m[5] + m[7], m[2] - m[6]];
    else q = [m[2] + m[6], m[5] + m[7], 1 + m[8] - m[0] - m[4], m[3] - m[1]];
    const length = Math.hypot(...q);
    return q.map((x) => x / length);
}

/** The way back of a rigid 4 × 4 matrix by rows. */
export function inverseOfRigid(m) {
    const r = [m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]];
    const t = [0, 1, 2].map((i) => -(r[3 * i] * m[3] + r[3 * i + 1] * m[7] + r[3 * i + 2] * m[11]));
    return [r[0], r[1], r[2], t[0], r[3], r[4], r[5], t[1], r[6], r[7], r[8], t[2], 0, 0, 0, 1];
}

/** The product of two 4 × 4 matrices by rows. */
export function product(a, b) {
    return Array.from({ length: 16 }, (_, i) => {
        const [row, column] = [4 * Math.floor(i / 4), i % 4];
        return a[row] * b[column] + a[row + 1] * b[column + 4] + a[row + 2] * b[column + 8] + a[row + 3] * b[column + 12];
    });
}

/** A rigid 4 × 4 matrix by rows as a quaternion and a translation; an error that names the source where it is none. */
export function rigidTransform(m, source) {
    const rows = [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)];
    const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const isRotation = rows.every((a, i) => rows.every((b, k) => Math.abs(dot(a, b) - (i === k ? 1 : 0)) < 0.01));
    if (m.length !== 16 || !isRotation) throw new Error(`${source}: not a rotation and a translation`);
    return { rotation: quaternionOfMatrix([...rows[0], ...rows[1], ...rows[2]]), translation: [m[3], m[7], m[11]] };
}

/** The calibration of pictures that are made smaller until their longer side has so many pixels; the same where they are no larger. */
export function scaledCalibration(calibration, longestSide) {
    const scale = Math.min(1, longestSide / Math.max(calibration.width, calibration.height));
    if (scale === 1) return calibration;
    const [width, height] = [calibration.width, calibration.height].map((side) => Math.round(side * scale));
    const [x, y] = [width / calibration.width, height / calibration.height];
    const scaled = ([across, down]) => [across * x, down * y];
    return { ...calibration, width, height, focalLength: scaled(calibration.focalLength), principalPoint: scaled(calibration.principalPoint) };
}
