// A live camera: pictures with the time they were taken.

import { browserNoise, quaternionOfMatrix } from "./calibration.js";
import { bodyFromOptical } from "./motion.js";

/** What is asked of a camera unless the caller says otherwise: the back camera, small and fast. */
export const usualCamera = {
    audio: false,
    video: { facingMode: { ideal: "environment" }, width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 30 } },
};

/** The share of the longer side that a phone's main camera has as focal length when it films; refined while tracking. */
const focalShare = 0.85;

/** Opens a camera: `true`, constraints, or a stream that is already open. */
export async function openCamera(wish) {
    if (!navigator.mediaDevices?.getUserMedia) {
        throw new Error("The browser gives no camera here: pages get it only over HTTPS or from this machine. You can still play a recording.");
    }
    const isStream = wish instanceof MediaStream;
    const stream = isStream ? wish : await askForCamera(wish === true ? usualCamera : wish);
    const video = document.createElement("video");
    Object.assign(video, { srcObject: stream, muted: true, playsInline: true });
    await video.play();
    return new LiveCamera(video, stream, !isStream);
}

/** What a browser's refusals mean, and what a person can do. */
const refusals = {
    NotAllowedError: "The camera was refused. Allow it for this page in the browser's settings, then try again, or play a recording.",
    NotFoundError: "No camera was found on this device. Open this page on a phone, or play a recording.",
    NotReadableError: "The camera is in use elsewhere. Close the other app or tab, then try again.",
    OverconstrainedError: "No camera here gives pictures as they were asked for.",
};

async function askForCamera(constraints) {
    try {
        return await navigator.mediaDevices.getUserMedia(constraints);
    } catch (error) {
        throw new Error(refusals[error.name] ?? `The camera could not be opened: ${error.message}`, { cause: error });
    }
}

class LiveCamera {
    /** Told when the camera is taken away. */
    onlost = null;

    constructor(video, stream, isOwner) {
        Object.assign(this, { video, stream, isOwner, stopped: false });
        stream.getVideoTracks()[0]?.addEventListener("ended", () => !this.stopped && this.onlost?.());
    }

    /** A first guess of the lens and of how the camera sits on the device. */
    get calibration() {
        const { videoWidth: width, videoHeight: height } = this.video;
        const focal = focalShare * Math.max(width, height);
        const { matrix, translation } = bodyFromOptical(screen.orientation?.angle ?? 0);
        return {
            width,
            height,
            focalLength: [focal, focal],
            principalPoint: [width / 2, height / 2],
            distortion: { kind: "none" },
            bodyFromOptical: { rotation: quaternionOfMatrix(matrix), translation },
            timeOffset: 0,
            readoutTime: 0,
            noise: browserNoise,
            isGuess: true,
        };
    }

    /** Calls `onpicture(milliseconds, bitmap)` for each new picture; `wants()` says whether there is time for one. */
    start(wants, onpicture) {
        const each = async (now, metadata) => {
            if (this.stopped) return;
            this.video.requestVideoFrameCallback(each);
            if (!wants()) return;
            const bitmap = await createImageBitmap(this.video);
            if (this.stopped) bitmap.close();
            else onpicture(metadata.captureTime ?? now, bitmap);
        };
        if (!("requestVideoFrameCallback" in this.video)) throw new Error("This browser is too old to give a camera's pictures one by one.");
        this.video.requestVideoFrameCallback(each);
    }

    stop() {
        this.stopped = true;
        this.video.srcObject = null;
        if (this.isOwner) this.stream.getTracks().forEach((track) => track.stop());
    }
}
