// Pictures for a board: of a file, or of this device's screen.

import { translated } from "../../studio/language/language.js";

/** The longest side of a board's picture, pixels: a page of a document can be read. */
const longestSide = 1536;

/** A canvas with an image in the size of a board's picture; `width` and `height` are the image's. */
export function boardCanvas(image, width, height) {
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) });
    const context = canvas.getContext("2d", { alpha: false });
    // What is transparent in a drawing is paper.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
}

/** A picture's canvas in the size of a board; throws in words if it cannot be read. */
export async function canvasOf(blob) {
    const bitmap = await createImageBitmap(blob).catch(() => {
        throw new Error(translated("This picture cannot be shown."));
    });
    const canvas = boardCanvas(bitmap, bitmap.width, bitmap.height);
    bitmap.close();
    return canvas;
}

/** A board's picture as a file to be sent. */
export async function fileOf(canvas, name) {
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return new File([blob], name, { type: "image/jpeg" });
}

/** This device's screen, of which stills are taken. */
export class SharedScreen {
    /** Called when the screen is no longer shared. */
    onend = null;
    #video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });

    static get isPossible() {
        return typeof navigator.mediaDevices?.getDisplayMedia === "function";
    }

    get isOpen() {
        return this.#video.srcObject !== null;
    }

    /** Asks which screen or window is shared; must be called in a tap. */
    async open() {
        const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { ideal: 5 } }, audio: false });
        this.close();
        this.#video.srcObject = stream;
        stream.getVideoTracks()[0].onended = () => this.close();
        await this.#video.play();
    }

    /** The screen as it is now. */
    still() {
        return boardCanvas(this.#video, this.#video.videoWidth, this.#video.videoHeight);
    }

    close() {
        const stream = this.#video.srcObject;
        if (!stream) return;
        stream.getTracks().forEach((track) => track.stop());
        this.#video.srcObject = null;
        this.onend?.();
    }
}
