// A video that shows what a session hands over, by way of a track that can be sent: the images pass no canvas.

import { sizeOf } from "./image-size.js";

/** Shows images in a video, whose stream is what is sent; where the browser lets pages make tracks (`TrackScreen.isAvailable`). */
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
        /** What it shows. */
        this.stream = new MediaStream([this.#track]);
        this.element = video;
        Object.assign(video, { muted: true, playsInline: true, autoplay: true, srcObject: this.stream });
    }

    /** Shows an image, which stays the caller's. */
    show(image) {
        [this.width, this.height] = sizeOf(image);
        this.#last?.close();
        this.#last = this.#stamped(image);
        this.#send(this.#last.clone());
    }

    /** Sends the same once more. */
    again() {
        if (this.#last) this.#send(this.#stamped(this.#last));
    }

    close() {
        this.#last?.close();
        this.#track.stop();
    }

    /** Of two images with one stamp the second is passed over: an image that is drawn anew has a stamp of its own. */
    #stamped(image) {
        return new VideoFrame(image, { timestamp: Math.round(1000 * performance.now()) });
    }

    #send(frame) {
        // A track that was stopped takes no more.
        this.#writer.write(frame).catch(() => frame.close());
    }
}
