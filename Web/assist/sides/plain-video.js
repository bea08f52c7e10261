// A camera's unmodified video, with the strip that contains the frame's code: until tracking has started, or while a
// device cannot be tracked.

import { cellsOf, codeOf, stripHeight, heightWithStrip } from "../../sightline/view/frame-code.js";

const period = 1000 / 30;

export class PlainVideo {
    /** Called after each image that was shown. */
    onshown = null;
    /** When the shown image was shown, on the page's clock; the value of its code. */
    nanoseconds = 0n;
    #screen;
    #stream = null;
    #timer = null;
    #video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
    #canvas = document.createElement("canvas");

    /** `screen` shows the images and sends them. */
    constructor(screen) {
        this.#screen = screen;
    }

    /** Shows a camera's stream, which the caller keeps, until `stop`. */
    async start(stream) {
        if (this.#stream) return;
        this.#stream = this.#video.srcObject = stream;
        await this.#video.play();
        const isEven = "requestVideoFrameCallback" in this.#video;
        const each = () => {
            if (!this.#stream) return;
            this.#show();
            if (isEven) this.#video.requestVideoFrameCallback(each);
        };
        if (isEven) this.#video.requestVideoFrameCallback(each);
        else this.#timer = setInterval(each, period);
    }

    stop() {
        clearInterval(this.#timer);
        this.#stream = this.#video.srcObject = null;
    }

    #show() {
        const { videoWidth: width, videoHeight } = this.#video;
        if (width === 0) return;
        const height = heightWithStrip(videoHeight);
        if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
        const context = this.#canvas.getContext("2d", { alpha: false });
        const top = stripHeight(height);
        context.drawImage(this.#video, 0, top, width, height - top);
        this.nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        const cells = cellsOf(codeOf(this.nanoseconds));
        cells.forEach((isWhite, i) => {
            const [from, to] = [i, i + 1].map((edge) => Math.round((edge * width) / cells.length));
            context.fillStyle = isWhite ? "#fff" : "#000";
            context.fillRect(from, 0, to - from, top);
        });
        this.#screen.show(this.#canvas);
        this.onshown?.();
    }
}
