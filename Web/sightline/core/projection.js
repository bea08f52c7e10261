// Projection from the world to an image's pixels, by a frame's pose and lens.

/**
 * A function that returns the pixel of a point in the world, or null if it is behind the camera; null without a pose.
 */
export function pixelProjection(frame, distortionKind) {
    if (!frame.worldFromCamera) return null;
    const { rotation, translation } = frame.worldFromCamera;
    const back = [-rotation[0], -rotation[1], -rotation[2], rotation[3]];
    const [fx, fy, cx, cy, ...coefficients] = frame.intrinsics;
    return (point) => {
        const [x, y, z] = rotated(back, point.map((value, axis) => value - translation[axis]));
        if (z > -0.02) return null;
        const [u, v] = distorted(x / -z, -y / -z, distortionKind, coefficients);
        return [fx * u + cx, fy * v + cy];
    };
}

/** Rotates a vector by a quaternion x, y, z, w. @param {number[]} rotation @param {number[]} vector */
export function rotated(rotation, vector) {
    const [x, y, z, w] = rotation;
    const [a, b, c] = vector;
    const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

/** Transforms a point from a frame's axes to the outside: rotation, then translation. */
export function transformed({ rotation, translation }, point) {
    return rotated(rotation, point).map((value, axis) => value + translation[axis]);
}

/** @param {number} u @param {number} v @param {string} kind @param {number[]} coefficients */
function distorted(u, v, kind, coefficients) {
    const [k1, k2, k3, k4] = coefficients;
    const r2 = u * u + v * v;
    if (kind === "radialTangential") {
        const radial = 1 + r2 * (k1 + r2 * k2);
        return [u * radial + 2 * k3 * u * v + k4 * (r2 + 2 * u * u), v * radial + k3 * (r2 + 2 * v * v) + 2 * k4 * u * v];
    }
    if (kind !== "equidistant") return [u, v];
    const r = Math.sqrt(r2);
    if (r < 1e-9) return [u, v];
    const angle = Math.atan(r);
    const a2 = angle * angle;
    const scale = (angle * (1 + a2 * (k1 + a2 * (k2 + a2 * (k3 + a2 * k4))))) / r;
    return [u * scale, v * scale];
}

/**
 * The 4 × 4 matrix from the camera's axes to a view's clip space (OpenGL's: −1…1, column by column), for an image of
 * `image` pixels that fills a view of `view` pixels, cropped equally at both sides as with `object-fit: cover`. `near`
 * and `far` in metres. The lens's distortion is ignored.
 */
export function projectionMatrix({ intrinsics }, { image, view, near = 0.05, far = 100 }) {
    const [fx, fy, cx, cy] = intrinsics;
    const scale = Math.max(view[0] / image[0], view[1] / image[1]);
    const [x, y] = [0, 1].map((axis) => (view[axis] - image[axis] * scale) / 2);
    const [middleX, middleY] = [2 * (cx * scale + x) / view[0] - 1, 1 - 2 * (cy * scale + y) / view[1]];
    return [
        2 * fx * scale / view[0], 0, 0, 0,
        0, 2 * fy * scale / view[1], 0, 0,
        -middleX, -middleY, -(far + near) / (far - near), -1,
        0, 0, -2 * far * near / (far - near), 0,
    ];
}
