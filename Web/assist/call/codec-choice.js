// The codec of the view: the browser's default, unless this device's processor takes long to encode it.

/** Encoding times above this, milliseconds, for so many seconds, are slow. */
const slow = 12;
const patience = 3;
/** H.264 is evaluated by its mean over so many seconds, and kept if that is at most this part of the other's. */
const trial = 5;
const gain = 0.9;
/**
 * Above this share of lost packets the default is kept: browsers repair VP8 by forward error correction, H.264 only by
 * retransmission.
 */
const mostLost = 0.01;
/** Seconds after losses until H.264 is tried again. */
const rest = 60;

/** The encoding time of an image, checked once per second. */
export class CodecChoice {
    /** Whether H.264 is used instead of the browser's default. */
    isLight = false;
    /** Milliseconds in the evaluated seconds. */
    #usual = [];
    #light = [];
    #resting = 0;
    #isRefuted = false;

    /**
     * Evaluates the encoding time of an image in `milliseconds`, in software if `isSoftware`, and the share of `lost`
     * packets. Returns whether the choice changed.
     */
    judge({ milliseconds, isSoftware, lost }) {
        this.#resting = Math.max(0, this.#resting - 1);
        return this.isLight ? this.#judgeLight(milliseconds, lost) : this.#judgeUsual(milliseconds, isSoftware, lost);
    }

    #judgeUsual(milliseconds, isSoftware, lost) {
        const isSlow = isSoftware && milliseconds > slow && lost <= mostLost && this.#resting === 0 && !this.#isRefuted;
        this.#usual = isSlow ? [...this.#usual, milliseconds].slice(-patience) : [];
        this.#light = [];
        this.isLight = this.#usual.length === patience;
        return this.isLight;
    }

    #judgeLight(milliseconds, lost) {
        if (this.#light.length <= trial) this.#light.push(milliseconds);
        else if (lost <= mostLost) return false;
        // The first second contains the change itself.
        this.#isRefuted = this.#light.length === 1 + trial && mean(this.#light.slice(1)) > gain * mean(this.#usual);
        if (lost > mostLost) this.#resting = rest;
        else if (!this.#isRefuted) return false;
        this.#usual = [];
        this.isLight = false;
        return true;
    }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The chosen codec in a sender's parameters; undefined for the browser's default, or if H.264 was not negotiated. */
export function codecOf({ codecs = [] }, isLight) {
    if (!isLight) return undefined;
    return codecs.find(({ mimeType, sdpFmtpLine = "" }) => mimeType === "video/H264" && sdpFmtpLine.includes("packetization-mode=1"));
}
