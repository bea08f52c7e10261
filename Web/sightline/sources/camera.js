// A live camera: images with their capture times.

import { browserNoise } from "./calibration.js";
import { fault, SessionFault } from "../core/fault.js";
import { LensMemory, betterCamera, deviceModel, focalShare } from "./lenses.js";
import { bodyFromOptical } from "./motion.js";
import { quaternionOfMatrix } from "../core/rigid.js";

const usualVideo = { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } };

/** The default constraints of a camera: the back camera, small and fast. */
export const usualCamera = { audio: false, video: { facingMode: { ideal: "environment" }, ...usualVideo } };

const firstImagePatience = 8000;
/**
 * Seconds by which an image's timestamp is late: if the browser reports when it was taken, when it arrived, when it was
 * shown.
 */
const lateness = { taken: 0.01, read: 0.02, shown: 0.035 };
const usualReadoutTime = 0.015;
/** The tolerance of width : height between images of one shape, whose sides are integers. */
const shapeTolerance = 0.02;

/** Opens a camera: `true`, constraints, or a stream that is already open. */
export async function openCamera(wish) {
    if (!("requestVideoFrameCallback" in HTMLVideoElement.prototype)) throw fault("browserTooOld");
    const isStream = wish instanceof MediaStream;
    const stream = isStream ? wish : await askForCamera(wish);
    const video = hiddenVideo(stream);
    const camera = new LiveCamera(video, stream, !isStream, await deviceModel());
    try {
        await camera.begin();
        return camera;
    } catch (error) {
        camera.stop();
        throw error;
    }
}

/** A video of one pixel in the document: some browsers deliver no images of a video outside it. */
function hiddenVideo(stream) {
    const video = document.createElement("video");
    Object.assign(video, { srcObject: stream, muted: true, playsInline: true, disablePictureInPicture: true, tabIndex: -1 });
    video.setAttribute("aria-hidden", "true");
    Object.assign(video.style, { position: "fixed", left: "0", top: "0", width: "1px", height: "1px", opacity: "0", pointerEvents: "none" });
    document.body.append(video);
    return video;
}

/** The meanings of a browser's errors. */
const refusals = {
    NotAllowedError: "cameraRefused", SecurityError: "cameraRefused", NotFoundError: "cameraMissing", NotReadableError: "cameraBusy",
    AbortError: "cameraBusy", OverconstrainedError: "cameraUnsuited",
};

async function askForCamera(wish) {
    if (!navigator.mediaDevices?.getUserMedia) throw fault(isSecureContext ? "browserTooOld" : "insecureOrigin");
    try {
        const stream = await navigator.mediaDevices.getUserMedia(wish === true ? usualCamera : wish);
        return wish === true ? await bestCamera(stream) : stream;
    } catch (error) {
        if (error.name in refusals) throw fault(refusals[error.name], { cause: error });
        throw new SessionFault("cameraFailed", `The camera could not be opened: ${error.message}`, { cause: error });
    }
}

/**
 * The stream of a more suitable camera, if the browser chose another; names of cameras are available only after
 * permission.
 */
async function bestCamera(stream) {
    const [track] = stream.getVideoTracks();
    const devices = await navigator.mediaDevices.enumerateDevices();
    const better = betterCamera(devices, track.getSettings().deviceId);
    if (!better) return stream;
    track.stop();
    return navigator.mediaDevices.getUserMedia({ audio: false, video: { deviceId: { exact: better.deviceId }, ...usualVideo } });
}

/** The angle between a screen's present orientation and the device's own, degrees. */
export const screenAngle = () => globalThis.screen?.orientation?.angle ?? ((globalThis.orientation ?? 0) + 360) % 360;

/**
 * Maps the camera's clock, which is regular, to the page's: the image with the smallest delay determines the offset,
 * which may increase slowly again, because clocks drift.
 */
class CaptureClock {
    #offset = Infinity;

    milliseconds({ timestamp }, now) {
        const taken = timestamp / 1000;
        this.#offset = Math.min(this.#offset + 0.001, now - taken);
        return taken + this.#offset;
    }
}

class LiveCamera {
    /** Called when the camera is lost. */
    onlost = null;
    /** Called with the error that ended reading the camera. */
    onfailed = null;
    /**
     * The time on the page's clock since which images have another shape than the first; null while they have the same.
     */
    misfitSince = null;
    /** Called with true when the camera is muted, false when it is back. */
    onmuted = null;

    constructor(video, stream, isOwner, model) {
        this.video = video;
        this.stream = stream;
        this.isOwner = isOwner;
        this.model = model;
        this.isStopped = false;
        this.latest = performance.now();
        const [track] = stream.getVideoTracks();
        if (!track) throw fault("cameraMissing");
        this.label = track.label;
        track.addEventListener("ended", () => !this.isStopped && this.onlost?.());
        track.addEventListener("mute", () => !this.isStopped && this.onmuted?.(true));
        track.addEventListener("unmute", () => !this.isStopped && this.onmuted?.(false));
    }

    /** Waits for the first image, which determines the size and the kind of timestamps. */
    async begin() {
        await this.video.play();
        const metadata = await new Promise((done, fail) => {
            this.video.requestVideoFrameCallback((_, each) => done(each));
            setTimeout(() => fail(fault("cameraBusy")), firstImagePatience);
        });
        this.isRead = "MediaStreamTrackProcessor" in globalThis;
        this.lateness = this.isRead ? lateness.read : metadata.captureTime === undefined ? lateness.shown : lateness.taken;
        this.angle = screenAngle();
        const { videoWidth: width, videoHeight: height } = this.video;
        this.width = width;
        this.height = height;
        this.memory = new LensMemory(`${this.label} ${Math.max(width, height)}x${Math.min(width, height)}`);
    }

    /** An initial guess of the lens and of the camera's pose on the device. */
    get calibration() {
        const { width, height } = this;
        const focal = focalShare(this.model, this.memory.share) * Math.max(width, height);
        const { matrix, translation } = bodyFromOptical(this.angle);
        return {
            width,
            height,
            focalLength: [focal, focal],
            principalPoint: [width / 2, height / 2],
            distortion: { kind: "none" },
            bodyFromOptical: { rotation: quaternionOfMatrix(matrix), translation },
            timeOffset: -this.lateness,
            readoutTime: usualReadoutTime,
            noise: browserNoise,
            isGuess: true,
        };
    }

    /** Stores what tracking estimated about the lens. */
    learn([focalLength]) {
        this.memory.share = focalLength / Math.max(this.width, this.height);
    }

    /**
     * Calls `onimage(milliseconds, image, turn)` for each new image, a VideoFrame if the browser delivers the
     * camera's own ones, else an ImageBitmap; `wants()` returns whether there is time for one. `turn` is the number of
     * counterclockwise rotations by 90° of the screen since the start: browsers rotate the images with it.
     */
    start(wants, onimage) {
        if (this.isRead) this.#readTrack(wants, onimage).catch((error) => this.#fail(error));
        else this.#watchVideo(wants, onimage);
    }

    /**
     * The camera's own images: they arrive even while the page is busy with drawing, and their pixels need not be read
     * back from the GPU.
     */
    async #readTrack(wants, onimage) {
        this.video.pause();
        const reader = new MediaStreamTrackProcessor({ track: this.stream.getVideoTracks()[0] }).readable.getReader();
        const clock = new CaptureClock();
        let last = -Infinity;
        for (;;) {
            const { value: frame, done } = await reader.read().catch(() => ({ done: true }));
            if (done && !this.isStopped) this.onlost?.();
            if (done || this.isStopped) {
                frame?.close();
                return reader.cancel().catch(() => {});
            }
            this.latest = performance.now();
            const milliseconds = clock.milliseconds(frame, this.latest);
            const turn = this.#turn(frame.displayWidth, frame.displayHeight);
            if (turn === null || milliseconds <= last || !wants()) {
                frame.close();
            } else {
                last = milliseconds;
                onimage(milliseconds, frame, turn);
            }
        }
    }

    #watchVideo(wants, onimage) {
        const look = async (now, metadata) => {
            this.video.requestVideoFrameCallback(each);
            const turn = this.#turn(this.video.videoWidth, this.video.videoHeight);
            const bitmap = turn === null || !wants() ? null : await createImageBitmap(this.video).catch(() => undefined);
            // An image that could not be read does not count: if that continues, the camera has stalled.
            if (bitmap !== undefined) this.latest = performance.now();
            if (!bitmap) return;
            if (this.isStopped) bitmap.close();
            else onimage(metadata.captureTime ?? now, bitmap, turn);
        };
        const each = (...moment) => { if (!this.isStopped) look(...moment).catch((error) => this.#fail(error)); };
        this.video.requestVideoFrameCallback(each);
    }

    /** Reports an error between two images, once. */
    #fail(error) {
        if (this.isStopped) return;
        this.stop();
        this.onfailed?.(new SessionFault("cameraFailed", `The camera's images could not be read: ${error.message}`, { cause: error }));
    }

    /**
     * Null while the images have another shape than the first: only the screen or only the images were rotated, or
     * the browser crops them differently. Another size of the same shape is scaled.
     */
    #turn(across, down) {
        const turn = (((screenAngle() - this.angle) / 90) % 4 + 4) % 4;
        const [width, height] = turn % 2 ? [this.height, this.width] : [this.width, this.height];
        const isSame = Math.abs(across * height - down * width) < shapeTolerance * across * height;
        this.misfitSince = isSame ? null : this.misfitSince ?? performance.now();
        return isSame ? turn : null;
    }

    /** Ensures that images arrive; browsers pause hidden videos. */
    wake() {
        this.latest = performance.now();
        if (this.video.paused && !this.isStopped && !this.isRead) this.video.play().catch(() => {});
    }

    stop() {
        this.isStopped = true;
        this.video.srcObject = null;
        this.video.remove();
        if (this.isOwner) this.stream.getTracks().forEach((track) => track.stop());
    }
}
