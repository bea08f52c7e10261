// Tests of camera and microphone before a call: their signals, the devices in use, and why one is missing. Open devices
// are passed to the call.

import { translated } from "../../studio/language/language.js";
import { LevelMeters, OwnMedia, devicesOf } from "../call/media.js";

const fields = { videoinput: "camera", audioinput: "microphone" };

export class DeviceCheck {
    #byId;
    #camera = null;
    #media = null;
    #meters = new LevelMeters();

    constructor(byId) {
        this.#byId = byId;
        byId("check").onclick = () => (this.#isSound ? this.#close() : this.#open());
        for (const [kind, name] of Object.entries(fields)) {
            byId(name).onchange = () => {
                this.#media?.choose(kind, byId(name).value);
                this.#open();
            };
        }
        this.#show();
    }

    /** Chooses the call's camera: "view", "face", or null for none. */
    use(camera) {
        if (camera === this.#camera) return;
        this.#camera = camera;
        if (this.#media) this.#open();
        else this.#show();
    }

    /** Returns the open devices, so that the call does not ask again, and ends the check. */
    take() {
        const media = this.#media ?? new OwnMedia();
        this.#media = null;
        this.#show();
        return media;
    }

    get #troubles() {
        return Object.values(this.#media?.troubles ?? {}).filter(Boolean);
    }

    get #isSound() {
        return this.#media !== null && this.#troubles.length === 0;
    }

    #close() {
        this.#media?.close();
        this.take();
    }

    async #open() {
        this.#media ??= new OwnMedia();
        const media = this.#media;
        await media.open({ camera: this.#camera });
        if (media !== this.#media) return;
        await this.#list();
        this.#show();
        this.#byId("check").scrollIntoView({ block: "nearest" });
    }

    async #list() {
        for (const [kind, name] of Object.entries(fields)) {
            const devices = await devicesOf(kind);
            const stream = name === "microphone" ? this.#media?.voice : this.#seen;
            const used = stream?.getTracks()[0]?.getSettings().deviceId;
            this.#byId(name).replaceChildren(...devices.map(({ id, label }) => new Option(label, id, false, id === used)));
        }
    }

    get #seen() {
        return this.#camera ? this.#media?.[this.#camera] ?? null : null;
    }

    #show() {
        const { voice = null } = this.#media ?? {};
        const check = this.#camera ? translated("Check camera and microphone") : translated("Check the microphone");
        this.#byId("check").textContent = this.#isSound ? translated("End the check") : this.#media ? translated("Try again") : check;
        this.#byId("checked").hidden = this.#media === null;
        this.#byId("check-text").textContent = this.#troubles.join(" ") || translated("Say something: the bar moves.");
        this.#byId("check-text").dataset.isTrouble = this.#troubles.length > 0;
        this.#byId("camera-field").hidden = !this.#seen;
        this.#byId("microphone-field").hidden = this.#byId("check-meter").hidden = !voice;
        const video = this.#byId("check-video");
        video.hidden = !this.#seen;
        if (video.srcObject !== this.#seen) video.srcObject = this.#seen;
        video.dataset.isMirrored = this.#camera === "face";
        if (this.#seen) video.play().catch(() => {});
        this.#measure(voice);
    }

    #measure(voice) {
        if (!voice) return this.#meters.close();
        const meter = this.#byId("check-meter");
        this.#meters.add("check", voice, (level) => {
            meter.style.setProperty("--level", level.toFixed(2));
            meter.setAttribute("aria-valuenow", Math.round(100 * level));
        });
    }
}
