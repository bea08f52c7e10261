// The surfaces that the browser's own tracking has found (WebXR plane detection), numbered as the engine takes them.

import { convexHull } from "./ray-geometry.js";
import { poseOf } from "../sources/xr.js";

/** Surfaces are reported again after so long even if none changed: a world that began anew has forgotten them; milliseconds. */
const repeatAfter = 500;

export class XRSurfaces {
    /** The surfaces of the last frame, in the axes of the space: `{ number, pose, outline }`. */
    list = [];
    #numbers = new Map();
    #next = 1;
    #reported = { state: "", time: -Infinity };

    /** Reads the surfaces of an XR frame; returns them if they are to be reported, else null. */
    read(frame, space, milliseconds) {
        const found = [...(frame.detectedPlanes ?? [])];
        for (const plane of this.#numbers.keys()) if (!found.includes(plane)) this.#numbers.delete(plane);
        this.list = found.flatMap((plane) => {
            const pose = frame.getPose(plane.planeSpace, space);
            if (!pose) return [];
            return [{ number: this.#number(plane), pose: poseOf(pose.transform), outline: convexHull(plane.polygon.map(({ x, z }) => [x, z])) }];
        });
        const state = found.map((plane) => `${this.#number(plane)} ${plane.lastChangedTime}`).join();
        if (state === this.#reported.state && milliseconds < this.#reported.time + repeatAfter) return null;
        this.#reported = { state, time: milliseconds };
        return this.list;
    }

    #number(plane) {
        if (!this.#numbers.has(plane)) this.#numbers.set(plane, this.#next++);
        return this.#numbers.get(plane);
    }
}
