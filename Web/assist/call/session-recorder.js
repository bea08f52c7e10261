// Records a session on the studio when everyone has consented: video and voices, strokes with their times, chat,
// snapshots.

import { request } from "./room.js";

const period = 4000;
const videoTypes = ["video/webm;codecs=vp9,opus", "video/webm;codecs=vp8,opus", "video/webm"];

export class SessionRecorder {
    #call;
    #record = null;
    #recorder = null;
    #mixer = null;
    #events = [];
    #began = 0;
    #timer = null;
    #uploads = Promise.resolve();
    /** Called when something could not be stored. */
    ontrouble = null;

    constructor(call) {
        this.#call = call;
    }

    get isOn() {
        return this.#record !== null;
    }

    /** The address of the record; everyone who has it can see the record. */
    get address() {
        return `/assist/session.html?id=${this.#record.id}&key=${this.#record.key}`;
    }

    /** Starts; `consents` are the studio's signed consents of the others. */
    async begin(consents) {
        const { room, side } = this.#call;
        this.#record = await request(`rooms/${room.name}/records`, { method: "POST", pass: room.pass, body: { consents } });
        this.#began = performance.now();
        const tracks = [...side.stream.getVideoTracks(), ...this.#mix()];
        const mimeType = videoTypes.find((type) => MediaRecorder.isTypeSupported(type));
        this.#recorder = new MediaRecorder(new MediaStream(tracks), { mimeType, videoBitsPerSecond: 2_500_000 });
        this.#recorder.ondataavailable = ({ data }) => data.size > 0 && this.#upload("video", data);
        this.#recorder.start(period);
        this.note({ kind: "began", people: this.#record.people });
        this.#timer = setInterval(() => this.#flush(), period);
    }

    /** A later member has consented too. */
    addConsent(consent) {
        this.#upload("consents", new Blob([JSON.stringify({ consent })], { type: "application/json" }));
    }

    /** Stores an event with its time from the start, seconds. */
    note(event) {
        if (this.isOn) this.#events.push({ time: Math.round(performance.now() - this.#began) / 1000, ...event });
    }

    /** Stores an image, and an event with its position in the record. */
    picture(name, blob, by) {
        if (!this.isOn) return;
        const file = name.toLowerCase().replace(/[^a-z0-9.-]/g, "-");
        this.#upload(`files/${file}`, blob, "PUT");
        this.note({ kind: "picture", file, by });
    }

    /** Ends; resolves with the record's address when everything is on the studio. */
    async end() {
        const { address } = this;
        clearInterval(this.#timer);
        const { session, tools } = this.#call.side;
        this.note({ kind: "annotations", list: await session.assisting.list().catch(() => []), measurements: await tools.list().catch(() => []) });
        await new Promise((done) => {
            this.#recorder.onstop = done;
            if (this.#recorder.state === "inactive") done();
            else this.#recorder.stop();
        });
        this.#flush();
        await this.#uploads;
        await request(this.#path("finish"), { method: "POST", body: {} });
        this.#mixer?.close();
        this.#record = null;
        return address;
    }

    /** All voices as one track. */
    #mix() {
        this.#mixer = new AudioContext();
        const together = this.#mixer.createMediaStreamDestination();
        for (const voice of this.#call.voices) this.#mixer.createMediaStreamSource(voice).connect(together);
        return together.stream.getAudioTracks();
    }

    #flush() {
        const events = this.#events.splice(0);
        if (events.length > 0) this.#upload("events", new Blob([JSON.stringify(events)], { type: "application/json" }));
    }

    /** One upload after the other, so that a video's pieces stay in order. */
    #upload(part, blob, method = "POST") {
        const path = this.#path(part);
        this.#uploads = this.#uploads.then(() => request(path, { method, body: blob })).catch((error) => this.ontrouble?.(error.message));
    }

    #path(part) {
        return `records/${this.#record.id}/${part}?key=${this.#record.key}`;
    }
}
