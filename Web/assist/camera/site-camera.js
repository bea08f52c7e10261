// The site's camera: its light, zoom and focus, a picture in its full size, and the choice of another camera.

import { devicesOf } from "../call/media.js";

/** Abilities of a device without a camera, such as one that plays a recording. */
const nothing = Object.freeze({ torch: false, zoom: null, focus: false, cameras: [] });
/** Images per second of a camera that gives the most, and of one that a device keeps up with more easily. */
export const rates = { full: 60, usual: 30 };
/** Milliseconds after which a camera that was focused once follows the scene again. */
const focusTime = 1500;

export class SiteCamera {
    /** What the camera can do, as of `readCamera`. */
    abilities = nothing;
    now = { torch: false, zoom: null, camera: -1, size: null };
    #track = null;
    #devices = [];

    /** The number of the unzoomed picture; null without a zoom. */
    get widest() {
        return this.abilities.zoom?.min ?? null;
    }

    /** Uses the track of an open camera; browsers that do not state what it can do leave only the picture. */
    async use(track) {
        this.#track = track;
        this.#devices = await devicesOf("videoinput").catch(() => []);
        const { torch, zoom, focusMode = [] } = track.getCapabilities?.() ?? {};
        const settings = track.getSettings();
        this.abilities = {
            torch: torch === true || (Array.isArray(torch) && torch.includes(true)),
            zoom: zoom?.max > zoom?.min ? { min: zoom.min, max: zoom.max, step: zoom.step ?? 0 } : null,
            focus: focusMode.includes("single-shot"),
            cameras: this.#devices.map(({ label }) => label),
        };
        this.now = { torch: settings.torch === true, zoom: settings.zoom ?? this.widest, camera: this.#devices.findIndex(({ id }) => id === settings.deviceId), size: this.#size };
    }

    /** What the camera gives: `{ width, height, rate }`, the last in images per second. */
    get #size() {
        const { width = 0, height = 0, frameRate = 0 } = this.#track.getSettings();
        return { width, height, rate: Math.round(frameRate) };
    }

    /** Whether the camera gives more images than usual. */
    get hasFullRate() {
        return (this.now.size?.rate ?? 0) > (rates.full + rates.usual) / 2;
    }

    /** The camera gives fewer images from now on. */
    async slowDown() {
        await this.#track.applyConstraints({ ...this.#track.getConstraints(), frameRate: { ideal: rates.usual } });
        this.now.size = this.#size;
    }

    /** The identifier of a camera by its index. */
    deviceAt(index) {
        return this.#devices[index]?.id ?? null;
    }

    async setTorch(isOn) {
        await this.#apply({ torch: isOn });
        this.now.torch = isOn;
    }

    async setZoom(zoom) {
        await this.#apply({ zoom });
        this.now.zoom = zoom;
    }

    /** Focuses once on what is in the middle, then follows the scene as before. */
    async focus() {
        const { focusMode = [] } = this.#track.getCapabilities();
        await this.#apply({ focusMode: "single-shot", pointsOfInterest: [{ x: 0.5, y: 0.5 }] });
        if (focusMode.includes("continuous")) setTimeout(() => this.#apply({ focusMode: "continuous" }).catch(() => {}), focusTime);
    }

    /** A picture in the camera's full size if the browser takes one, else the video's own: a file of an image. */
    async still() {
        const blob = await this.#photo().catch(() => null) ?? await this.#videoImage();
        const end = blob.type === "image/png" ? "png" : "jpg";
        return new File([blob], `picture-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.${end}`, { type: blob.type });
    }

    async #photo() {
        const capture = "ImageCapture" in globalThis ? new ImageCapture(this.#track) : null;
        if (!capture?.takePhoto) return null;
        const { imageWidth: width } = await capture.getPhotoCapabilities();
        return capture.takePhoto(width?.max > 0 ? { imageWidth: width.max } : {});
    }

    async #videoImage() {
        const video = Object.assign(document.createElement("video"), { srcObject: new MediaStream([this.#track]), muted: true, playsInline: true });
        await video.play();
        const { videoWidth: width, videoHeight: height } = video;
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        canvas.getContext("2d").drawImage(video, 0, 0);
        video.srcObject = null;
        return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.95));
    }

    #apply(constraints) {
        return this.#track.applyConstraints({ advanced: [constraints] });
    }
}
