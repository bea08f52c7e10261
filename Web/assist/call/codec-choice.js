// Which codec the view is sent in: the browser's own choice, unless this device's processor takes long to encode it.

/** A processor that takes longer for a picture, milliseconds, for so many seconds, is slow. */
const slow = 12;
const patience = 3;
/** H.264 is judged by its mean over so many seconds, and kept where that is this part of the other's at most. */
const trial = 5;
const gain = 0.9;
/** Where a larger share of packets is lost the browser's own is kept: browsers repair VP8 ahead, H.264 only by asking again. */
const mostLost = 0.01;
/** Seconds after losses until H.264 is tried again. */
const rest = 60;

/** What one picture's way takes, looked at once per second. */
export class CodecChoice {
    /** Whether H.264 is wanted in place of the browser's own choice. */
    isLight = false;
    /** Milliseconds in the seconds that count. */
    #usual = [];
    #light = [];
    #resting = 0;
    #isRefuted = false;

    /** `milliseconds` a picture takes to encode, in a program where `isSoftware`; the share of packets that was `lost`. Whether the choice changed. */
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
        // The first second holds the change itself.
        this.#isRefuted = this.#light.length === 1 + trial && mean(this.#light.slice(1)) > gain * mean(this.#usual);
        if (lost > mostLost) this.#resting = rest;
        else if (!this.#isRefuted) return false;
        this.#usual = [];
        this.isLight = false;
        return true;
    }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The codec of a sender's parameters that is meant; undefined for the browser's own choice, or where H.264 was not agreed on. */
export function codecOf({ codecs = [] }, isLight) {
    if (!isLight) return undefined;
    return codecs.find(({ mimeType, sdpFmtpLine = "" }) => mimeType === "video/H264" && sdpFmtpLine.includes("packetization-mode=1"));
}
