// The hands and controllers of an XR session: where each points, and when it selects (trigger, pinch or tap).

import { rayOf, touchingRay } from "./ray-geometry.js";
import { poseOf } from "../sources/xr.js";

/** A tracked fingertip that is so near to a surface touches it, instead of pointing along its ray; metres. */
const touchReach = 0.05;

/**
 * The pointers of a session, in the axes of a reference space. A pointer is `{ number, ray, tip, hasRay, isSelecting, isTouching }`: a number
 * of its own from 1 to 9, its ray, the index finger's tip of a tracked hand or null, whether its ray is to be shown (a gaze's is not), whether it
 * selects now, and whether the ray is that of a fingertip on a surface. `onbegin` and `onend` are called when it begins and ends to select; a browser that takes the
 * source away ends it too.
 */
export class Pointers {
    /** @type {((pointer: any) => void) | null} */
    onbegin = null;
    /** @type {((pointer: any) => void) | null} */
    onend = null;
    #space;
    #surfaces;
    #pointers = new Map();

    /** `surfaces` is an `XRSurfaces`. */
    constructor(session, space, surfaces) {
        this.#space = space;
        this.#surfaces = surfaces;
        session.addEventListener("selectstart", ({ frame, inputSource }) => this.#begin(frame, inputSource));
        session.addEventListener("selectend", ({ frame, inputSource }) => this.#end(frame, inputSource));
        session.addEventListener("inputsourceschange", ({ removed }) => removed.forEach((source) => this.#remove(source)));
    }

    /** Those that point somewhere now. */
    get list() {
        return [...this.#pointers.values()].filter(({ ray }) => ray);
    }

    /** Reads where all point in an XR frame. */
    read(frame, sources) {
        const present = new Set(sources);
        for (const source of this.#pointers.keys()) if (!present.has(source)) this.#remove(source);
        for (const source of present) this.#update(frame, source);
    }

    #update(frame, source) {
        const known = this.#pointers.get(source) ?? this.#add(source);
        if (!known) return null;
        const pose = frame.getPose(source.targetRaySpace, this.#space);
        const joint = source.hand?.get("index-finger-tip");
        const tip = joint && frame.getJointPose?.(joint, this.#space);
        known.tip = tip ? poseOf(tip.transform).translation : null;
        // A stroke that began at the fingertip stays there, so that it does not leap along the ray.
        const reach = known.isSelecting ? (known.isTouching ? 2 * touchReach : 0) : touchReach;
        const touching = known.tip && reach > 0 ? touchingRay(this.#surfaces.list, known.tip, reach) : null;
        if (!known.isSelecting) known.isTouching = Boolean(touching);
        known.ray = touching ?? (pose && !(known.isSelecting && known.isTouching) ? rayOf(poseOf(pose.transform)) : null);
        return known;
    }

    /** A pointer for a new source, with the smallest free number; null if nine point already. */
    #add(source) {
        const used = new Set([...this.#pointers.values()].map(({ number }) => number));
        const number = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((each) => !used.has(each));
        if (number === undefined) return null;
        const hasRay = source.targetRayMode === "tracked-pointer";
        const pointer = { number, ray: null, tip: null, hasRay, isSelecting: false, isTouching: false };
        this.#pointers.set(source, pointer);
        return pointer;
    }

    #begin(frame, source) {
        const pointer = this.#update(frame, source);
        if (!pointer?.ray || pointer.isSelecting) return;
        pointer.isSelecting = true;
        this.onbegin?.(pointer);
    }

    #end(frame, source) {
        const pointer = this.#pointers.get(source);
        if (!pointer?.isSelecting) return;
        this.#update(frame, source);
        pointer.isSelecting = false;
        this.onend?.(pointer);
    }

    #remove(source) {
        const pointer = this.#pointers.get(source);
        this.#pointers.delete(source);
        if (!pointer?.isSelecting) return;
        pointer.isSelecting = false;
        this.onend?.(pointer);
    }
}
