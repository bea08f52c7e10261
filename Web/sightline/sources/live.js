// Camera and motion sensors as one source that reports its faults and recovers automatically if possible.

import { openCamera } from "./camera.js";
import { fault } from "../core/fault.js";
import { listenToMotion, requestMotionPermission } from "./motion.js";

const patience = 2500;
const watchInterval = 500;
/** Milliseconds for which screen and images may have different orientations while a device is rotated. */
const misfitPatience = 1500;

/** The notices while the source has failed for a while. */
const notices = {
    hidden: "Waiting while this page is in the background.",
    cameraMuted: "The camera is paused by the device: another app may be using it.",
    cameraChanged: "The camera gives pictures of another shape now. Turn the device back, or start the camera again.",
    cameraStalled: "The camera gives no pictures just now. Is it covered by another app?",
    motionLost: "The motion sensors are silent. Keep this page in front and the screen on.",
};

/**
 * A live source; `LiveSource.open` creates it, `start` starts it. It calls its host: `host.image(milliseconds,
 * bitmap, turn)`, `host.sample(sample)`, `host.interrupt(isInterrupted)`, `host.notice(text or null)`,
 * `host.fail(fault)`; and asks `host.wantsImage()`.
 */
export class LiveSource {
    static async open({ camera, motion }) {
        if (!isSecureContext && !(camera instanceof MediaStream)) throw fault("insecureOrigin");
        if (motion) await requestMotionPermission();
        return new LiveSource(camera, motion, await openCamera(camera));
    }

    constructor(wish, wantsMotion, camera) {
        this.wish = wish;
        this.wantsMotion = wantsMotion;
        this.camera = camera;
        this.isStopped = false;
        this.sampleCount = 0;
        this.notice = null;
        this.isInterrupted = false;
        this.calibration = camera.calibration;
        this.ends = [];
    }

    start(host) {
        this.host = host;
        this.begun = this.latestSample = performance.now();
        if (this.wantsMotion) this.ends.push(listenToMotion((sample) => this.#take(sample)));
        const look = () => this.#look();
        document.addEventListener("visibilitychange", look);
        const watch = setInterval(look, watchInterval);
        this.ends.push(() => document.removeEventListener("visibilitychange", look), () => clearInterval(watch));
        this.#watch(this.camera);
    }

    /**
     * Opens the camera again after it was lost; the estimates remain. Throws if that fails, or if it is another camera.
     */
    async reopen() {
        const camera = await openCamera(this.wish);
        const isSame = camera.width === this.calibration.width && camera.height === this.calibration.height;
        if (this.isStopped || !isSame) {
            camera.stop();
            if (!isSame) throw fault("cameraUnsuited");
            return;
        }
        this.camera = camera;
        this.#watch(camera);
        this.#look();
    }

    stop() {
        this.isStopped = true;
        this.ends.forEach((end) => end());
        this.camera?.stop();
    }

    #watch(camera) {
        camera.isMuted = false;
        camera.onmuted = (isMuted) => {
            camera.isMuted = isMuted;
            this.#look();
        };
        camera.onlost = () => this.#lose(camera);
        camera.onfailed = (error) => this.camera === camera && this.host.fail(error);
        camera.start(() => !this.isInterrupted && this.host.wantsImage(), (...image) => this.host.image(...image));
    }

    #lose(camera) {
        if (this.camera !== camera) return;
        camera.stop();
        this.camera = null;
        this.#interrupt(true);
        this.host.fail(fault("cameraLost"));
    }

    #take(sample) {
        this.sampleCount += 1;
        this.latestSample = performance.now();
        this.host.sample(sample);
    }

    /** Checks the sensors; called regularly and after changes. */
    #look() {
        if (this.isStopped || !this.camera) return;
        const now = performance.now();
        if (this.#wasHidden && !document.hidden) this.#wake(now);
        this.#wasHidden = document.hidden;
        if (this.wantsMotion && this.sampleCount === 0 && !document.hidden && now - this.begun > patience) {
            return this.host.fail(fault("motionMissing"));
        }
        const trouble = this.#trouble(now);
        this.#interrupt(trouble !== null && trouble !== "motionLost");
        if (trouble === this.notice) return;
        this.notice = trouble;
        this.host.notice(trouble && notices[trouble]);
    }

    #wasHidden = false;

    #wake(now) {
        this.begun = this.latestSample = now;
        this.camera.wake();
    }

    #trouble(now) {
        if (document.hidden) return "hidden";
        if (this.camera.isMuted) return "cameraMuted";
        if (this.camera.misfitSince !== null && now - this.camera.misfitSince > misfitPatience) return "cameraChanged";
        // Images wait for samples, and a camera has few buffers: without samples it stops too.
        if (this.wantsMotion && now - this.latestSample > patience) return "motionLost";
        if (now - this.camera.latest > patience) return "cameraStalled";
        return null;
    }

    #interrupt(isInterrupted) {
        if (isInterrupted === this.isInterrupted) return;
        this.isInterrupted = isInterrupted;
        this.host.interrupt(isInterrupted);
    }
}
