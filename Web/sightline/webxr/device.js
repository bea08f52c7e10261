// The device of a session: the library's tracking of a camera or of a recording, as views: images with poses, in order.

import { fault } from "./interfaces.js";
import { compose } from "./transform.js";

/** The number of a recording's views that may wait for the page; then the recording waits. */
const mostWaiting = 4;
const landmarkNumbers = 8;

/** The library's errors that mean a refusal in WebXR §4.2; the others mean a missing device. */
const refusals = new Set(["cameraRefused", "motionRefused", "insecureOrigin"]);

const screenAngle = () => globalThis.screen?.orientation?.angle ?? 0;

export class Device {
    /** Called with an error after which no view comes. */
    onfail = null;
    /** Called with a text of what the device waits for, or null. */
    onnotice = null;
    /** The size of the tracked image; null before the first. */
    size = null;
    #tracking;
    #library;
    #isRecording;
    #waiting = [];
    #shown = null;
    #isHeld = false;
    #isPaused = false;
    #isOver = false;
    #angle = screenAngle();
    #firstStamp = null;

    /** Opens the camera and the motion sensors, or a recording; call it in a tap, because it requests permission. */
    static async open(library, { recording, pace, map }) {
        const device = new Device(library, Boolean(recording));
        try {
            await device.#tracking.run(recording ? { recording, pace, map } : { camera: true, motion: true, map });
        } catch (error) {
            throw fault(refusals.has(error.code) ? "NotAllowedError" : "NotSupportedError", error.message);
        }
        return device;
    }

    constructor(library, isRecording) {
        this.#library = library;
        this.#isRecording = isRecording;
        const tracking = this.#tracking = new library.Session({ rectified: true });
        tracking.onopen = ({ calibration: { width, height } }) => { this.size = [width, height]; };
        tracking.onframe = (frame, image) => this.#take(frame, image);
        tracking.onnotice = (text) => this.onnotice?.(text);
        tracking.onerror = (error) => this.onfail?.(error);
        tracking.onend = () => { this.#isOver = true; };
    }

    #take(frame, image) {
        const turn = this.#isRecording ? 0 : (((screenAngle() - this.#angle) / 90) % 4 + 4) % 4;
        const view = {
            frame, image, turn, worldFromViewer: viewerPose(frame, turn), landmarks: once(() => landmarksOf(frame)),
            anchors: once(() => new Map(frame.anchors.map((anchor) => [anchor.identifier, anchor]))),
        };
        this.#waiting.push(view);
        if (this.#isRecording) this.#throttle();
        else this.#waiting.splice(0, this.#waiting.length - 1).forEach((late) => this.#drop(late));
        return "keep";
    }

    /** The events of a dropped view must not be lost: they move to the next. */
    #drop({ image, frame }) {
        image?.close();
        this.#waiting[0]?.frame.events.unshift(...frame.events);
    }

    #throttle() {
        const isFull = this.#waiting.length >= mostWaiting;
        if (isFull === this.#isPaused) return;
        this.#isPaused = isFull;
        if (isFull) this.#tracking.pause();
        else this.#tracking.resume();
    }

    /**
     * The next view to show; null if there is none yet. A camera's view is the newest; each of a recording is shown
     * once, in order, and the last remains.
     */
    advance() {
        if (this.#isHeld || this.#waiting.length === 0) {
            const stays = this.#isHeld || this.#isOver || !this.#isRecording;
            return stays ? this.#shown : null;
        }
        this.#shown?.image?.close();
        this.#shown = this.#waiting.shift();
        if (this.#isRecording) this.#throttle();
        return this.#shown;
    }

    /** The time of a view, milliseconds: for a recording its own time, which is the same in every run. */
    timeOf({ frame }, now) {
        if (!this.#isRecording) return now;
        this.#firstStamp ??= frame.timestampNanoseconds;
        return Number(frame.timestampNanoseconds - this.#firstStamp) / 1e6;
    }

    get isLive() {
        return !this.#isRecording;
    }

    /** Freezes the shown view, or continues. */
    set isHeld(isHeld) {
        this.#isHeld = isHeld;
    }

    /** The projection for a view of `size` that the image covers. */
    projection({ frame, turn }, size, near, far) {
        const [width, height] = this.size;
        const intrinsics = turnedIntrinsics(frame.intrinsics, this.size, turn);
        const image = turn % 2 ? [height, width] : [width, height];
        return new Float32Array(this.#library.projectionMatrix({ intrinsics }, { image, view: size, near, far }));
    }

    /** Makes depth maps from now on, and meshes of them if `mesh`; rejects if the estimator cannot be fetched. */
    startDepth({ mesh = false } = {}) {
        return this.#tracking.startDepth({ mesh });
    }

    /** Makes none any more. */
    stopDepth() {
        this.#tracking.stopDepth();
    }

    /** The surface of a view's meshes that a ray meets first, in a list; none while there are no meshes. */
    meshHits({ frame }, ray) {
        const hit = this.#tracking.meshHit(ray, frame);
        return hit ? [{ ...hit, point: hit.pointInWorld }] : [];
    }

    addAnchor(pose) {
        return this.#tracking.addAnchor({ pose });
    }

    removeAnchor(identifier) {
        return this.#tracking.removeAnchor(identifier);
    }

    saveMap() {
        return this.#tracking.saveMap();
    }

    interrupt(isInterrupted) {
        if (!this.#isRecording) this.#tracking.interrupt(isInterrupted);
    }

    stop() {
        this.#tracking.stopDepth();
        this.#tracking.stop();
        this.#waiting.forEach(({ image }) => image?.close());
        this.#shown?.image?.close();
        this.#waiting = [];
        this.#shown = null;
    }
}

/** A function that is called once, when it is first asked. */
function once(make) {
    let known;
    return () => (known ??= make());
}

/** The camera's pose, rotated about its axis like the screen; null while it is not known. */
function viewerPose({ worldFromCamera, trackingLimit }, turn) {
    return worldFromCamera && trackingLimit !== "relocalizing" ? turnedPose(worldFromCamera, turn) : null;
}

/** A camera's pose, rotated about its axis like the screen. */
export function turnedPose(worldFromCamera, turn) {
    const half = (-turn * Math.PI) / 4;
    return compose(worldFromCamera, { rotation: [0, 0, Math.sin(half), Math.cos(half)], translation: [0, 0, 0] });
}

/** The intrinsics of an image rotated counterclockwise by quarters. */
function turnedIntrinsics([fx, fy, cx, cy], [width, height], turn) {
    return [[fx, fy, cx, cy], [fy, fx, cy, width - cx], [fx, fy, width - cx, height - cy], [fy, fx, height - cy, cx]][turn];
}

/** Points of the world with their standard deviations; the record is described in docs/library/web.md. */
export function landmarksOf({ landmarks }) {
    const [numbers, integers] = [new Float32Array(landmarks.buffer), new Uint32Array(landmarks.buffer)];
    return Array.from({ length: numbers.length / landmarkNumbers }, (_, index) => {
        const at = landmarkNumbers * index;
        return { identifier: integers[at], point: [...numbers.subarray(at + 1, at + 4)], sigma: numbers[at + 4] };
    });
}
