// A camera's video for a call whose device cannot be tracked, with the strip that says which frame it is.

import { cellsOf, codeOf, stripHeight, heightWithStrip } from "../sightline/frame-code.js";

const period = 1000 / 30;

export class PlainVideo {
    /** Called after each image that was shown. */
    onshown = null;
    /** The code of the image that is shown; null before the first. */
    code = null;
    #screen;
    #stream = null;
    #timer = null;
    #video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
    #canvas = document.createElement("canvas");

    /** `screen` shows the images and sends them. */
    constructor(screen) {
        this.#screen = screen;
    }

    /** Opens the camera with constraints; throws what the browser throws where there is none. */
    async start(constraints) {
        this.#stream = await navigator.mediaDevices.getUserMedia(constraints);
        this.#video.srcObject = this.#stream;
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
        this.#stream?.getTracks().forEach((track) => track.stop());
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
        this.code = codeOf(BigInt(Math.round(performance.now() * 1e6)));
        const cells = cellsOf(this.code);
        cells.forEach((isWhite, i) => {
            const [from, to] = [i, i + 1].map((edge) => Math.round((edge * width) / cells.length));
            context.fillStyle = isWhite ? "#fff" : "#000";
            context.fillRect(from, 0, to - from, top);
        });
        this.#screen.show(this.#canvas);
        this.onshown?.();
    }
}
