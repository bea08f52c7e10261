// The quality of the call: bitrates that follow the network, a low-bandwidth mode, statistics for a person.

import { CodecChoice, codecOf } from "./codec-choice.js";

const limits = {
    view: { full: { maxBitrate: 2_500_000, maxFramerate: 60, scale: 1 }, low: { maxBitrate: 200_000, maxFramerate: 8, scale: 2 } },
    face: { full: { maxBitrate: 250_000, maxFramerate: 15, scale: 1 }, low: { maxBitrate: 40_000, maxFramerate: 5, scale: 2 } },
    voice: { full: { maxBitrate: 48_000 }, low: { maxBitrate: 24_000 } },
};
const period = 1000;
/** Bandwidth below this, bits per second, for a while is narrow; above the second value it is wide again. */
const narrow = 300_000;
const wide = 900_000;
const patience = 6;

export class Quality {
    /** Called with the statistics, once per second. */
    onfigures = null;
    /** Called with whether the low-bandwidth mode is on, and whether a person chose it. */
    onlow = null;
    isLow = false;
    #isWished = false;
    #senders = new Map();
    #last = new Map();
    #timer = null;
    #narrowFor = 0;
    #wideFor = 0;

    /** Adds a sender of a peer: `kind` is "view", "face" or "voice". */
    add(peer, sender, kind) {
        this.#senders.set(sender, { peer, kind, choice: new CodecChoice() });
        this.#limit(sender);
        this.#timer ??= setInterval(() => this.#look(), period);
    }

    drop(peer) {
        for (const [sender, entry] of this.#senders) if (entry.peer === peer) this.#senders.delete(sender);
        this.#last.delete(peer);
    }

    /** A person switches the low-bandwidth mode. */
    setLow(isLow) {
        this.#isWished = isLow;
        this.#become(isLow);
    }

    close() {
        clearInterval(this.#timer);
        this.#timer = null;
        this.#senders.clear();
    }

    #become(isLow) {
        if (isLow === this.isLow) return;
        this.isLow = isLow;
        for (const sender of this.#senders.keys()) this.#limit(sender);
        this.onlow?.(isLow, this.#isWished);
    }

    async #limit(sender) {
        const { kind, choice } = this.#senders.get(sender);
        const { maxBitrate, maxFramerate, scale } = limits[kind][this.isLow ? "low" : "full"];
        const parameters = sender.getParameters();
        const [encoding] = parameters.encodings?.length ? parameters.encodings : [{}];
        Object.assign(encoding, { maxBitrate });
        if (kind !== "voice") Object.assign(encoding, { maxFramerate, scaleResolutionDownBy: scale });
        if ("priority" in encoding || kind === "voice") Object.assign(encoding, { priority: kind === "voice" ? "high" : "low" });
        if (kind === "voice") encoding.networkPriority = "high";
        const codec = codecOf(parameters, choice.isLight);
        if (codec) encoding.codec = codec;
        else delete encoding.codec;
        parameters.encodings = [encoding];
        // Before the first offer a sender has no encodings to change; it is set again when it is connected.
        await sender.setParameters(parameters).catch(() => {});
    }

    /** Applies the limits to the senders of a peer once it is connected. */
    renew(peer) {
        for (const [sender, entry] of this.#senders) if (entry.peer === peer) this.#limit(sender);
    }

    async #look() {
        const peers = new Set([...this.#senders.values()].map(({ peer }) => peer));
        const figures = [];
        for (const peer of peers) {
            if (peer.state === "closed") continue;
            figures.push({ peer, ...(await this.#figures(peer)) });
        }
        this.#follow(figures);
        for (const { peer, coding } of figures) if (coding) this.#choose(peer, coding);
        this.onfigures?.(figures);
    }

    /** The narrowest connection decides. */
    #follow(figures) {
        const available = Math.min(...figures.map(({ available: rate }) => rate ?? Infinity));
        this.#narrowFor = available < narrow ? this.#narrowFor + 1 : 0;
        this.#wideFor = available > wide ? this.#wideFor + 1 : 0;
        if (this.#narrowFor > patience) this.#become(true);
        if (this.#wideFor > 2 * patience && !this.#isWished) this.#become(false);
    }

    #choose(peer, coding) {
        for (const [sender, { peer: other, kind, choice }] of this.#senders) {
            if (other === peer && kind === "view" && choice.judge(coding)) this.#limit(sender);
        }
    }

    async #figures(peer) {
        const report = await peer.connection.getStats();
        const all = [...report.values()];
        const pick = (type, kind) => all.filter((each) => each.type === type && (!kind || each.kind === kind));
        const pair = all.find((each) => each.type === "candidate-pair" && each.nominated && each.state === "succeeded");
        const video = pick("inbound-rtp", "video").sort((a, b) => (b.frameWidth ?? 0) - (a.frameWidth ?? 0))[0];
        const sent = pick("outbound-rtp", "video").sort((a, b) => (b.frameWidth ?? 0) - (a.frameWidth ?? 0))[0];
        const voice = pick("inbound-rtp", "audio")[0];
        const before = this.#last.get(peer);
        const total = (kind, field) => pick(kind).reduce((sum, each) => sum + (each[field] ?? 0), 0);
        const encoded = { count: sent?.framesEncoded ?? 0, seconds: sent?.totalEncodeTime ?? 0 };
        const now = { time: performance.now(), encoded, in: total("inbound-rtp", "bytesReceived"), out: total("outbound-rtp", "bytesSent") };
        this.#last.set(peer, now);
        const rate = (field) => (before ? (8000 * (now[field] - before[field])) / (now.time - before.time) : 0);
        const images = encoded.count - (before?.encoded.count ?? 0);
        const routes = pair ? [report.get(pair.localCandidateId), report.get(pair.remoteCandidateId)] : [];
        return {
            isRelayed: routes.some((each) => each?.candidateType === "relay"),
            roundTrip: pair?.currentRoundTripTime ?? null,
            available: pair?.availableOutgoingBitrate ?? null,
            received: rate("in"),
            sent: rate("out"),
            imagesIn: video ? { rate: video.framesPerSecond ?? 0, width: video.frameWidth ?? 0, height: video.frameHeight ?? 0, freezes: video.freezeCount ?? 0, decoded: video.framesDecoded ?? 0 } : null,
            coding: before && images > 0 ? {
                milliseconds: (1000 * (encoded.seconds - before.encoded.seconds)) / images,
                isSoftware: sent.encoderImplementation === "libvpx",
                lost: report.get(sent.remoteId)?.fractionLost ?? 0,
            } : null,
            imagesOut: sent ? { rate: sent.framesPerSecond ?? 0, width: sent.frameWidth ?? 0, height: sent.frameHeight ?? 0, limit: sent.qualityLimitationReason ?? "" } : null,
            lost: voice ? voice.packetsLost / Math.max(1, voice.packetsLost + voice.packetsReceived) : 0,
            voice: voice ? { level: voice.audioLevel ?? 0, energy: voice.totalAudioEnergy ?? 0, jitter: voice.jitter ?? 0 } : null,
        };
    }
}

/** The sizes of the view: its longer side, and the samples per pixel that smooth its edges. */
const views = {
    wide: [[1280, 720, 4], [960, 540, 1], [640, 360, 1]],
    tall: [[720, 1260, 4], [512, 900, 1], [360, 630, 1]],
};
/** The view is evaluated over so many milliseconds, and at least so many images. */
const judging = { milliseconds: 2000, images: 5 };
/**
 * Medians that are too slow, and those that allow a larger view: from image to image, from the camera to the screen;
 * ms.
 */
const slow = { gap: 50, age: 110 };
const quick = { gap: 40, age: 70 };
/** Above this gap from image to image, ms, a camera's 60 images per second bring nothing: 30 cost half as much. */
const fullRateGap = 25;
/** A larger view is tried after so many fast evaluations; after twice as many if the last try was too slow. */
const firstPatience = 3;
const mostPatience = 96;

/**
 * Keeps the video fluent on a slow device: first the camera gives fewer images; then the view is drawn smaller,
 * without smoothing; then images are dropped automatically; voice never.
 */
export class ViewLoad {
    #steps = [];
    #resize;
    #step = 0;
    #last = null;
    #began = null;
    #gaps = [];
    #ages = [];
    #quickFor = 0;
    #patience = firstPatience;
    #isTrying = false;
    /** Called once if the camera gives more images than are shown. */
    #slowDown = null;

    /** `resize(width, height, samples)` changes the drawn view. */
    constructor(resize) {
        this.#resize = resize;
    }

    /** A camera gives 60 images per second from now on, until `slowDown()` is called. */
    hasFullRate(slowDown) {
        this.#slowDown = slowDown;
    }

    /** Starts with an image of these proportions. */
    begin({ width, height }) {
        this.#steps = width >= height ? views.wide : views.tall;
        this.#step = 0;
        this.#patience = firstPatience;
        this.#apply();
    }

    /** A new image is on the screen since `now`, `age` after it was taken; null if the age is not known. */
    add(now, age = null) {
        if (this.#last !== null) this.#gaps.push(now - this.#last);
        if (age !== null) this.#ages.push(age);
        this.#last = now;
        this.#began ??= now;
        if (now - this.#began < judging.milliseconds || this.#gaps.length < judging.images) return;
        this.#judge(median(this.#gaps), median(this.#ages));
        this.#began = now;
        this.#gaps = [];
        this.#ages = [];
    }

    #judge(gap, age) {
        if (this.#slowDown && gap > fullRateGap) {
            this.#slowDown();
            this.#slowDown = null;
        }
        // A camera may itself deliver few images, as in low light: those are not old.
        const isLate = age === null ? gap > slow.gap : age > slow.age || (gap > slow.gap && age > quick.age);
        const isQuick = age === null ? gap < quick.gap : age < quick.age;
        if (isLate && this.#isTrying) this.#patience = Math.min(mostPatience, 2 * this.#patience);
        this.#isTrying = false;
        this.#quickFor = isQuick ? this.#quickFor + 1 : 0;
        if (isLate && this.#step < this.#steps.length - 1) return this.#change(1);
        if (this.#step === 0 || this.#quickFor < this.#patience) return;
        this.#isTrying = true;
        this.#change(-1);
    }

    #change(by) {
        this.#step += by;
        this.#quickFor = 0;
        this.#apply();
    }

    /** Times of the old size do not count for the new one. */
    #apply() {
        this.#last = this.#began = null;
        this.#gaps = [];
        this.#ages = [];
        this.#resize(...this.#steps[this.#step]);
    }
}

/** The median; null of no values. */
function median(values) {
    return [...values].sort((a, b) => a - b)[values.length >> 1] ?? null;
}
