// The connection of the engine's worker to the worker that rectifies images.

import { FrameLens } from "../view/frame-lens.js";

/** Frames on their way to the page: they leave in the order in which they came, each with its image rectified. */
export class RectifierLink {
    #port = null;
    #lens = null;
    #isEachSent = true;
    #waiting = [];
    #isBusy = false;
    #send;

    /** `send(message, transfer)` sends the page a message. */
    constructor(send) {
        this.#send = send;
    }

    /** Images are rectified from now on, by the worker at the port. */
    open(port) {
        this.#port = port;
        port.onmessage = ({ data }) => this.#receive(data.image);
    }

    /** A run begins; the frames of an earlier one are not sent any more. `isLive`: a late frame gives way to a newer one. */
    begin(calibration, { isLive }) {
        this.#lens = new FrameLens(calibration);
        this.#isEachSent = !isLive;
        for (const { message } of this.#waiting.splice(this.#isBusy ? 1 : 0)) message.image?.close();
    }

    /** The number of messages that are not sent yet. */
    get count() {
        return this.#waiting.length;
    }

    /** Sends the page a message after all earlier ones. */
    pass(message, transfer = []) {
        if (!this.#port) return this.#send(message, transfer);
        const lens = message.frame ? this.#lens.of(message.frame) : null;
        this.#waiting.push({ message, transfer, lens });
        if (!this.#isBusy) this.#goOn();
    }

    #goOn() {
        while (this.#waiting.length > 0) {
            if (!this.#isEachSent) this.#leaveOutLate();
            const { message, transfer, lens } = this.#waiting[0];
            if (lens && message.image) {
                this.#isBusy = true;
                return this.#port.postMessage({ image: message.image, lens }, [message.image]);
            }
            this.#waiting.shift();
            this.#send(message, transfer);
        }
    }

    #receive(image) {
        this.#isBusy = false;
        const { message, transfer } = this.#waiting.shift();
        const others = transfer.filter((each) => each !== message.image);
        this.#send({ ...message, image }, [...others, image]);
        this.#goOn();
    }

    /** Frames that a newer one follows are not sent; their events move to the next. */
    #leaveOutLate() {
        while (this.#waiting.length > 1 && this.#waiting[0].message.frame && this.#waiting[1].message.frame) {
            const { message } = this.#waiting.shift();
            message.image?.close();
            this.#waiting[0].message.frame.events.unshift(...message.frame.events);
        }
    }
}
