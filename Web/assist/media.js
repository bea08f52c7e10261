// Microphone, camera, loudspeaker: asked for once, muted without being given back, each with a level that can be shown.

const voice = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
const face = { width: { ideal: 360 }, height: { ideal: 360 }, aspectRatio: { ideal: 1 }, frameRate: { ideal: 15, max: 15 }, facingMode: "user" };

/** What this side sends beside the view: voice and, for the expert, a face. */
export class OwnMedia {
    /** A message a person can read where something is missing. */
    trouble = "";
    voice = null;
    face = null;

    /** Asks for the microphone and, where wanted, the camera; what is refused is left out and told in `trouble`. */
    async open({ withFace }) {
        if (!navigator.mediaDevices?.getUserMedia) {
            this.trouble = "Without HTTPS the browser gives no microphone: you can see and draw, but not talk.";
            return;
        }
        this.voice = await this.#ask({ audio: voice }, "microphone");
        if (withFace) this.face = await this.#ask({ video: face }, "camera");
    }

    get streams() {
        return [this.voice, this.face].filter(Boolean);
    }

    /** Mutes (false) or opens (true) "voice" or "face". */
    set(kind, isOn) {
        this[kind]?.getTracks().forEach((track) => { track.enabled = isOn; });
    }

    close() {
        for (const stream of this.streams) stream.getTracks().forEach((track) => track.stop());
    }

    async #ask(constraints, name) {
        try {
            return await navigator.mediaDevices.getUserMedia(constraints);
        } catch (error) {
            const why = error.name === "NotAllowedError" ? "was refused" : error.name === "NotFoundError" ? "was not found" : "cannot be used";
            this.trouble += `${this.trouble ? " " : ""}The ${name} ${why}.`;
            return null;
        }
    }
}

/** Levels are told in so many steps: each change draws the page anew. */
const levelSteps = 6;

/** How loud streams are, 0 to 1, told when that changes, ten times a second at most. */
export class LevelMeters {
    #context = null;
    #meters = new Map();
    #timer = null;

    /** Tells `onlevel(level)` of a stream's sound until it is removed. */
    add(name, stream, onlevel) {
        if (!stream || stream.getAudioTracks().length === 0) return;
        this.remove(name);
        // Nothing of it is heard: it needs no loudspeaker, and no haste.
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

/** The loudspeakers that can be chosen; empty where the browser has no say in it. */
export async function loudspeakers() {
    if (!("setSinkId" in HTMLMediaElement.prototype) || !navigator.mediaDevices?.enumerateDevices) return [];
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind, deviceId }) => kind === "audiooutput" && deviceId).map(({ deviceId, label }) => ({ id: deviceId, label: label || "Loudspeaker" }));
}
