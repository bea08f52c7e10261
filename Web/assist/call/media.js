// Microphone, camera, loudspeaker: requested once, muted without being released, each with a visible level.

import { numberText, translated } from "../../studio/language/language.js";

const microphone = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
/**
 * The constraints of a camera: "view" for the site (the engine tracks a smaller copy), "face" for a person's own video.
 */
const cameras = {
    view: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 60 } },
    face: { width: { ideal: 360 }, height: { ideal: 360 }, aspectRatio: { ideal: 1 }, frameRate: { ideal: 15, max: 15 }, facingMode: "user" },
};
const insecure = translated("The browser gives camera and microphone only to pages over HTTPS or of this machine. Open this page by the studio's HTTPS address.");

/** What this side sends: its voice, and a camera's video as "view" (on site) or "face" (expert). */
export class OwnMedia {
    /** Why a device is missing, in words for a person; empty if it is available or was not requested. */
    troubles = { camera: "", microphone: "" };
    voice = null;
    face = null;
    view = null;
    #devices = { audioinput: null, videoinput: null };
    #opening = Promise.resolve();
    #isClosed = false;

    /**
     * Opens the microphone and, if `camera` is "view" or "face", only that camera. Open devices stay open without a new
     * request.
     */
    open({ camera = null } = {}) {
        // Sequentially: the second call need not request what the first one has opened.
        this.#opening = this.#opening.then(() => this.#open(camera));
        return this.#opening;
    }

    async #open(camera) {
        this.troubles = { camera: "", microphone: "" };
        this.release(["view", "face"].filter((name) => name !== camera));
        if (!navigator.mediaDevices?.getUserMedia) {
            Object.assign(this.troubles, { microphone: insecure, camera: camera ? insecure : "" });
            return;
        }
        const wanted = {
            ...(this.voice ? {} : { audio: this.#constraints("audioinput", microphone) }),
            ...(camera && !this[camera] ? { video: this.#constraints("videoinput", cameras[camera]) } : {}),
        };
        // One request for both shows one prompt; if it fails, separate requests show which one is missing.
        if (wanted.audio && wanted.video) this.#take(await navigator.mediaDevices.getUserMedia(wanted).catch(() => null), camera);
        if (wanted.video && !this[camera]) await this.#request({ video: wanted.video }, camera);
        if (wanted.audio && !this.voice) await this.#request({ audio: wanted.audio }, camera);
    }

    /** Uses another device of a kind, "audioinput" or "videoinput", from the next `open` on; releases the open one. */
    choose(kind, deviceId) {
        this.#devices[kind] = deviceId;
        this.release(kind === "audioinput" ? ["voice"] : ["view", "face"]);
    }

    /** Releases some of "voice", "face" and "view". */
    release(names) {
        for (const name of names) {
            this[name]?.getTracks().forEach((track) => track.stop());
            this[name] = null;
        }
    }

    /** The streams for each other member beside the view. */
    get streams() {
        return [this.voice, this.face].filter(Boolean);
    }

    /** Mutes (false) or opens (true) "voice" or "face". */
    set(kind, isOn) {
        this[kind]?.getTracks().forEach((track) => { track.enabled = isOn; });
    }

    close() {
        this.#isClosed = true;
        this.release(["voice", "face", "view"]);
    }

    #constraints(kind, usual) {
        const deviceId = this.#devices[kind];
        if (!deviceId) return usual;
        const { facingMode, ...others } = usual;
        return { ...others, deviceId: { exact: deviceId } };
    }

    #take(stream, camera) {
        const [audio, video] = [stream?.getAudioTracks() ?? [], stream?.getVideoTracks() ?? []];
        if (audio.length > 0) this.voice = new MediaStream(audio);
        if (video.length > 0) this[camera] = new MediaStream(video);
        // A person may answer after the call has ended.
        if (this.#isClosed) this.close();
    }

    async #request(constraints, camera) {
        const name = constraints.video ? "camera" : "microphone";
        try {
            this.#take(await navigator.mediaDevices.getUserMedia(constraints), camera);
        } catch (error) {
            this.troubles[name] = troubleOf(name, error);
        }
    }
}

const refusals = {
    camera: {
        refused: translated("The camera was refused. Allow it for this page in the browser's settings, then try again."),
        missing: translated("No camera was found on this device."),
        busy: translated("The camera is in use elsewhere. Close the other app or tab, then try again."),
        gone: translated("The chosen camera is gone. Choose another."),
    },
    microphone: {
        refused: translated("The microphone was refused. Allow it for this page in the browser's settings, then try again."),
        missing: translated("No microphone was found on this device."),
        busy: translated("The microphone is in use elsewhere. Close the other app or tab, then try again."),
        gone: translated("The chosen microphone is gone. Choose another."),
    },
};
const meanings = {
    NotAllowedError: "refused", SecurityError: "refused", NotFoundError: "missing", NotReadableError: "busy", AbortError: "busy",
    OverconstrainedError: "gone",
};

/** The meaning of a browser's refusal, and what a person can do about it. */
function troubleOf(device, { name, message }) {
    if (name in meanings) return refusals[device][meanings[name]];
    return device === "camera" ? translated("The camera could not be opened: {message}", { message })
        : translated("The microphone could not be opened: {message}", { message });
}

/** The devices of a kind, "audioinput", "videoinput" or "audiooutput", `[{ id, label }]`; empty before one was allowed. */
export async function devicesOf(kind) {
    const all = await navigator.mediaDevices?.enumerateDevices?.() ?? [];
    return all.filter((each) => each.kind === kind && each.deviceId).map(({ deviceId, label }, i) => ({ id: deviceId, label: label || translated("Device {number}", { number: numberText(i + 1) }) }));
}

/** The number of level steps: each change redraws the page. */
const levelSteps = 6;

/** The loudness of streams, 0 to 1; reports changes, at most ten times per second. */
export class LevelMeters {
    #context = null;
    #meters = new Map();
    #timer = null;

    /** Calls `onlevel(level)` with a stream's level until it is removed. */
    add(name, stream, onlevel) {
        if (!stream || stream.getAudioTracks().length === 0) return;
        this.remove(name);
        // It is not audible: it needs neither a loudspeaker nor low latency.
        this.#context ??= new AudioContext({ latencyHint: "playback", sinkId: { type: "none" } });
        this.#context.resume?.();
        const source = this.#context.createMediaStreamSource(stream);
        const analyser = this.#context.createAnalyser();
        analyser.fftSize = 512;
        source.connect(analyser);
        this.#meters.set(name, { source, analyser, onlevel, samples: new Float32Array(512), last: null });
        this.#timer ??= setInterval(() => this.#measure(), 100);
    }

    remove(name) {
        this.#meters.get(name)?.source.disconnect();
        this.#meters.delete(name);
    }

    close() {
        clearInterval(this.#timer);
        this.#timer = null;
        this.#meters.clear();
        this.#context?.close();
        this.#context = null;
    }

    #measure() {
        for (const meter of this.#meters.values()) {
            const { analyser, samples } = meter;
            analyser.getFloatTimeDomainData(samples);
            const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
            // −60 dB is silence, 0 dB is full.
            const level = Math.min(1, Math.max(0, 1 + Math.log10(Math.max(power, 1e-9)) / 6));
            const step = Math.round(levelSteps * level) / levelSteps;
            if (step !== meter.last) meter.onlevel(step);
            meter.last = step;
        }
    }
}

/** The loudspeakers that can be chosen; empty if the browser does not support the choice. */
export const loudspeakers = async () => ("setSinkId" in HTMLMediaElement.prototype ? devicesOf("audiooutput") : []);
