// A phone's motion sensors in SI units and in the device's axes: x to the right of the upright screen, y to its top, z out of it.

const radians = Math.PI / 180;

/** Whether the browser gives the specific force with the opposite sign, as Apple's does. */
function isReversed() {
    const { platform = "", userAgent = "", maxTouchPoints = 0 } = navigator;
    return /iPhone|iPad|iPod/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
}

/** One motion event as stamp, angular velocity (rad/s) and specific force (m/s²); null where a part is missing. */
export function motionSample(event, reversed = isReversed()) {
    const rate = event.rotationRate;
    const force = event.accelerationIncludingGravity;
    if (rate?.alpha == null || force?.x == null) return null;
    const sign = reversed ? -1 : 1;
    return {
        milliseconds: event.timeStamp,
        values: [
            rate.alpha * radians, rate.beta * radians, rate.gamma * radians,
            force.x * sign, force.y * sign, force.z * sign,
        ],
    };
}

/** Asks for the sensors where the browser wants a person's consent; must be called from a tap. */
export async function requestMotionPermission() {
    if (typeof DeviceMotionEvent === "undefined") throw new Error("This browser gives no motion sensors.");
    if (typeof DeviceMotionEvent.requestPermission !== "function") return;
    if ((await DeviceMotionEvent.requestPermission()) !== "granted") throw new Error("The motion sensors were refused.");
}

/** Listens to the sensors; `onsample` gets each sample. Returns a function that ends it. */
export function listenToMotion(onsample) {
    const listener = (event) => {
        const sample = motionSample(event);
        if (sample) onsample(sample);
    };
    addEventListener("devicemotion", listener);
    return () => removeEventListener("devicemotion", listener);
}

/** The camera on the device's back in the device's axes, for a picture that the browser keeps upright on a screen turned by `angle`
 * degrees. */
export function bodyFromOptical(angle) {
    const [c, s] = [Math.cos(angle * radians), Math.sin(angle * radians)];
    return { matrix: [c, -s, 0, -s, -c, 0, 0, 0, -1], translation: [0, 0, 0] };
}
