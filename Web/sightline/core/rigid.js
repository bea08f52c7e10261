// Rigid transforms: `{ rotation: [x, y, z, w], translation: [x, y, z] }`. Every operation is the engine's own
// (Geometry/Rotation.swift and RigidTransform.swift), in its order, so that a browser and the command line compute the
// same numbers from a recording.

/** A rotation matrix (nine numbers by rows) as a quaternion x, y, z, w. */
export function quaternionOfMatrix(m) {
    const trace = m[0] + m[4] + m[8];
    if (trace > m[0] && trace > m[4] && trace > m[8]) return unit([m[7] - m[5], m[2] - m[6], m[3] - m[1], 1 + trace]);
    if (m[0] >= m[4] && m[0] >= m[8]) return unit([1 + 2 * m[0] - trace, m[1] + m[3], m[2] + m[6], m[7] - m[5]]);
    if (m[4] >= m[8]) return unit([m[1] + m[3], 1 + 2 * m[4] - trace, m[5] + m[7], m[2] - m[6]]);
    return unit([m[2] + m[6], m[5] + m[7], 1 + 2 * m[8] - trace, m[3] - m[1]]);
}

/** A rigid 4 × 4 matrix by rows; throws an error with the source if it is not rigid. */
export function rigidTransform(m, source) {
    const rows = [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)];
    const isRotation = rows.every((a, i) => rows.every((b, k) => Math.abs(dot(a, b) - (i === k ? 1 : 0)) < 0.01));
    if (m.length !== 16 || !isRotation || dot(rows[0], cross(rows[1], rows[2])) <= 0) throw new Error(`${source}: not a rotation and a translation`);
    return { rotation: quaternionOfMatrix(rows.flat()), translation: [m[3], m[7], m[11]] };
}

/** The inverse. */
export function inverse({ rotation: [x, y, z, w], translation }) {
    const rotation = [-x, -y, -z, w];
    return { rotation, translation: turned(rotation, translation).map((value) => -value) };
}

/** The transform `b` followed by `a`. */
export function product(a, b) {
    const [p, q] = [a.rotation, b.rotation];
    const across = cross(p, q);
    const imaginary = [0, 1, 2].map((k) => q[k] * p[3] + p[k] * q[3] + across[k]);
    const moved = turned(p, b.translation);
    return { rotation: [...imaginary, p[3] * q[3] - dot(p, q)], translation: [0, 1, 2].map((k) => moved[k] + a.translation[k]) };
}

/** The 4 × 4 matrix, four rows. */
export function matrixOf({ rotation, translation }) {
    const columns = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => turned(rotation, axis));
    return [...[0, 1, 2].map((row) => [...columns.map((column) => column[row]), translation[row]]), [0, 0, 0, 1]];
}

function unit(q) {
    const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return Math.abs(length - 1) < 1e-14 ? q : q.map((value) => value / length);
}

function turned(q, v) {
    const twice = cross(q, v).map((value) => value * 2);
    const across = cross(q, twice);
    return [0, 1, 2].map((k) => v[k] + twice[k] * q[3] + across[k]);
}

function dot(a, b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

function cross(a, b) { return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]; }
