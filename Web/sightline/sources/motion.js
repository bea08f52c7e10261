// A phone's motion sensors in SI units and in the device's axes: x to the right of the upright screen, y to its top, z
// out of it.

import { fault } from "../core/fault.js";

const radians = Math.PI / 180;

/**
 * Whether the browser has the opposite sign of the specific force, as Apple's has; used until the sensors themselves
 * show it.
 */
function isReversedByName() {
    const { platform = "", userAgent = "", maxTouchPoints = 0 } = globalThis.navigator ?? {};
    return /iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
}

/**
 * Determines the sign of the specific force. The device's orientation has one convention everywhere (W3C, Device
 * Orientation and Motion §4.1), so "up" by its angles must agree with the force that holds the device against gravity.
 */
export class ForceSign {
    #sum = 0;
    #up = null;
    #isReversed;

    constructor(isReversed = isReversedByName()) {
        this.#isReversed = isReversed;
    }

    get isReversed() {
        return this.#isReversed;
    }

    /** Adds the device's orientation, degrees. */
    takeOrientation({ beta, gamma }) {
        if (beta == null || gamma == null) return;
        const [b, g] = [beta * radians, gamma * radians];
        this.#up = [-Math.cos(b) * Math.sin(g), Math.sin(b), Math.cos(b) * Math.cos(g)];
    }

    /** Adds a force as the browser reports it. */
    takeForce({ x, y, z }) {
        if (!this.#up) return;
        const along = (x * this.#up[0] + y * this.#up[1] + z * this.#up[2]) / 9.81;
        this.#sum = 0.9 * this.#sum + 0.1 * along;
        if (Math.abs(this.#sum) > 0.4) this.#isReversed = this.#sum < 0;
    }
}

/** One motion event as timestamp, angular velocity (rad/s) and specific force (m/s²); null if a part is missing. */
export function motionSample(event, isReversed = isReversedByName()) {
    const rate = event.rotationRate;
    const force = event.accelerationIncludingGravity;
    if (rate?.alpha == null || rate.beta == null || rate.gamma == null || force?.x == null || force.y == null || force.z == null) return null;
    const sign = isReversed ? -1 : 1;
    return {
        milliseconds: event.timeStamp,
        values: [
            rate.alpha * radians, rate.beta * radians, rate.gamma * radians,
            force.x * sign, force.y * sign, force.z * sign,
        ],
    };
}

/** Requests the sensors if the browser requires a person's consent; must be called in a tap. */
export async function requestMotionPermission() {
    if (typeof DeviceMotionEvent === "undefined") throw fault(isSecureContext ? "motionMissing" : "insecureOrigin");
    // Safari asks a person before it delivers motion.
    const source = /** @type {any} */ (DeviceMotionEvent);
    if (typeof source.requestPermission !== "function") return;
    if ((await source.requestPermission().catch(() => "denied")) !== "granted") throw fault("motionRefused");
}

/** Listens to the sensors; `onsample` receives each sample. Returns a function that stops it. */
export function listenToMotion(onsample) {
    const sign = new ForceSign();
    let last = -Infinity;
    const orientation = (event) => sign.takeOrientation(event);
    const motion = (event) => {
        const force = event.accelerationIncludingGravity;
        if (force?.x != null) sign.takeForce(force);
        const sample = motionSample(event, sign.isReversed);
        if (!sample) return;
        // Samples of one delivery may bear the same time, and would count as repeated.
        if (sample.milliseconds <= last && sample.milliseconds > last - 1) sample.milliseconds = last + 0.001;
        last = sample.milliseconds;
        onsample(sample);
    };
    addEventListener("deviceorientation", orientation);
    addEventListener("devicemotion", motion);
    return () => {
        removeEventListener("deviceorientation", orientation);
        removeEventListener("devicemotion", motion);
    };
}

/** The camera on the device's back in the device's axes, for an image that the browser keeps upright on a screen turned by `angle`
 * degrees. */
export function bodyFromOptical(angle) {
    const [c, s] = [Math.round(Math.cos(angle * radians)), Math.round(Math.sin(angle * radians))];
    return { matrix: [c, -s, 0, -s, -c, 0, 0, 0, -1], translation: [0, 0, 0] };
}
