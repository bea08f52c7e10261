// Poses as numbers, XRRigidTransform (WebXR §8.1) and XRRay (Hit Test §4.4). A pose is `{ rotation: [x, y, z, w], translation: [x, y, z] }`.

import { argument, dictionary, expose, fault, hold, stateOf } from "./interfaces.js";

export const identity = Object.freeze({ rotation: [0, 0, 0, 1], translation: [0, 0, 0] });

/** Rotates a vector by a quaternion. */
export function rotate([x, y, z, w], [a, b, c]) {
    const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

/** The rotation `q` followed by `p`. */
export function quaternionProduct([a, b, c, d], [x, y, z, w]) {
    return [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z];
}

export const add = (a, b) => a.map((value, axis) => value + b[axis]);
export const subtract = (a, b) => a.map((value, axis) => value - b[axis]);
export const scaled = (a, factor) => a.map((value) => value * factor);
export const dot = (a, b) => a.reduce((sum, value, axis) => sum + value * b[axis], 0);
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = (a) => scaled(a, 1 / Math.hypot(...a));
/** The same for numbers whose length may be beyond what a number holds. */
const unitOfAny = (a) => unit(a.map((value) => value / Math.max(...a.map(Math.abs))));

/** Transforms a point from a pose's axes to the outside. */
export const transformPoint = ({ rotation, translation }, point) => add(rotate(rotation, point), translation);

/** The product of two poses: `a`, then `b` in its axes. */
export function compose(a, b) {
    return { rotation: quaternionProduct(a.rotation, b.rotation), translation: transformPoint(a, b.translation) };
}

/** The inverse. */
export function invert({ rotation: [x, y, z, w], translation }) {
    const rotation = [-x, -y, -z, w];
    return { rotation, translation: rotate(rotation, scaled(translation, -1)) };
}

/** The shortest rotation from one direction to another, both of length 1. */
export function rotationBetween(from, to) {
    const w = 1 + dot(from, to);
    if (w > 1e-9) return unit([...cross(from, to), w]);
    const side = Math.abs(from[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    return [...unit(cross(from, side)), 0];
}

/** The rotation whose axes, in the world, are these three. */
export function rotationOfAxes(x, y, z) {
    const first = rotationBetween([0, 1, 0], y);
    const turnedX = rotate(first, [1, 0, 0]);
    const angle = Math.atan2(dot(cross(turnedX, x), y), dot(turnedX, x)) / 2;
    return quaternionProduct([...scaled(y, Math.sin(angle)), Math.cos(angle)], first);
}

/** The 4 × 4 matrix of a pose, columns one after another. */
export function matrixOf({ rotation, translation }) {
    const columns = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => [...rotate(rotation, axis), 0]);
    return new Float32Array([...columns.flat(), ...translation, 1]);
}

/** The projection of a view with its axis in the middle; the field of view is the vertical one, radians. */
export function perspective(fieldOfView, aspect, near, far) {
    const focal = 1 / Math.tan(fieldOfView / 2);
    return new Float32Array([
        focal / aspect, 0, 0, 0, 0, focal, 0, 0, 0, 0, -(far + near) / (far - near), -1, 0, 0, (-2 * far * near) / (far - near), 0,
    ]);
}

/** The numbers of a dictionary x, y, z, w with its defaults; throws a TypeError if one is not finite. */
function numbersOf(point, defaults) {
    const given = dictionary(point);
    const numbers = ["x", "y", "z", "w"].map((name, index) => (given[name] === undefined ? defaults[index] : Number(given[name])));
    if (!numbers.every(Number.isFinite)) throw new TypeError("The numbers of a point must be finite.");
    return numbers;
}

const usualPoint = [0, 0, 0, 1];
const usualDirection = [0, 0, -1, 0];

/** A pose's rotation and translation with their DOM types, created on first use. */
export class XRRigidTransform {
    constructor(position = {}, orientation = {}) {
        const [x, y, z, w] = numbersOf(position, usualPoint);
        if (w !== 1) throw new TypeError("The position's w must be 1.");
        const rotation = numbersOf(orientation, usualPoint);
        if (rotation.every((value) => value === 0)) throw fault("InvalidStateError", "The orientation has no length.");
        hold(this, { pose: { rotation: unitOfAny(rotation), translation: [x, y, z] } });
    }

    get position() {
        const state = stateOf(this);
        return state.position ??= new DOMPointReadOnly(...state.pose.translation, 1);
    }

    get orientation() {
        const state = stateOf(this);
        return state.orientation ??= new DOMPointReadOnly(...state.pose.rotation);
    }

    get matrix() {
        const state = stateOf(this);
        if (!state.matrix?.length) state.matrix = matrixOf(state.pose);
        return state.matrix;
    }

    get inverse() {
        const state = stateOf(this);
        if (!state.inverse) {
            state.inverse = transformOf(invert(state.pose));
            stateOf(state.inverse).inverse = this;
        }
        return state.inverse;
    }
}
expose(XRRigidTransform);

/** A transform of a pose; a page's offsets may be so large that it is not finite. */
export function transformOf({ rotation, translation }) {
    const transform = Object.create(XRRigidTransform.prototype);
    hold(transform, { pose: { rotation: unit(rotation), translation } });
    return transform;
}

/** The pose of an argument that must be a transform. */
export const poseOf = (transform) => argument(transform, XRRigidTransform).pose;

export class XRRay {
    constructor(originOrTransform = {}, direction = {}) {
        hold(this, originOrTransform instanceof XRRigidTransform
            ? rayOfPose(argument(originOrTransform, XRRigidTransform).pose)
            : rayOfNumbers(numbersOf(originOrTransform, usualPoint), numbersOf(direction, usualDirection)));
    }

    get origin() {
        return stateOf(this).originPoint ??= new DOMPointReadOnly(...stateOf(this).origin, 1);
    }

    get direction() {
        return stateOf(this).directionPoint ??= new DOMPointReadOnly(...stateOf(this).direction, 0);
    }

    /**
     * The transform of the ray from the origin along −Z to this one; for the opposite direction, a rotation by 180°
     * about X.
     */
    get matrix() {
        const state = stateOf(this);
        if (!state.matrix?.length) {
            const rotation = state.direction[2] > 1 - 1e-9 ? [1, 0, 0, 0] : rotationBetween([0, 0, -1], state.direction);
            state.matrix = matrixOf({ rotation, translation: state.origin });
        }
        return state.matrix;
    }
}
expose(XRRay);

function rayOfPose({ rotation, translation }) {
    return { origin: translation, direction: rotate(rotation, [0, 0, -1]) };
}

function rayOfNumbers([x, y, z, w], [a, b, c, d]) {
    if (w !== 1) throw new TypeError("The origin's w must be 1.");
    if (d !== 0) throw new TypeError("The direction's w must be 0.");
    if (a === 0 && b === 0 && c === 0) throw new TypeError("The direction has no length.");
    return { origin: [x, y, z], direction: unitOfAny([a, b, c]) };
}
