// A video of a session's images, through a track that can be sent: the images pass no canvas.

import { sizeOf } from "./turning.js";

/**
 * Shows images in a video, whose stream is sent; only if the browser lets pages create tracks
 * (`TrackScreen.isAvailable`).
 */
export class TrackScreen {
    static isAvailable = "MediaStreamTrackGenerator" in globalThis;
    width = 0;
    height = 0;
    #track;
    #writer;
    #last = null;

    constructor(video) {
        this.#track = new MediaStreamTrackGenerator({ kind: "video" });
        this.#writer = this.#track.writable.getWriter();
        /** The stream of the shown images. */
        this.stream = new MediaStream([this.#track]);
        this.element = video;
        Object.assign(video, { muted: true, playsInline: true, autoplay: true, srcObject: this.stream });
    }

    /** Shows an image, which the caller keeps. */
    show(image) {
        [this.width, this.height] = sizeOf(image);
        this.#last?.close();
        this.#last = this.#stamped(image);
        this.#send(this.#last.clone());
    }

    /** Sends the same image again. */
    again() {
        if (this.#last) this.#send(this.#stamped(this.#last));
    }

    close() {
        this.#last?.close();
        this.#track.stop();
    }

    /** The second of two images with one timestamp would be dropped: a redrawn image gets another timestamp. */
    #stamped(image) {
        return new VideoFrame(image, { timestamp: Math.round(1000 * performance.now()) });
    }

    #send(frame) {
        // A stopped track accepts no images.
        this.#writer.write(frame).catch(() => frame.close());
    }
}
