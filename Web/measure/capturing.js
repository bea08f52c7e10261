// The capture button: records the camera and the sensors, to be saved, or sent to this studio at a person's request.

import { zipped } from "../sightline/sightline.js";
import { numberText, translated, translatedMessage } from "../studio/language/language.js";

const longestSeconds = 300;

export class Capturing {
    #byId;
    #session;
    #openSheet;
    #begun = 0;
    #clock = null;
    #recording = null;

    constructor(byId, session, openSheet) {
        this.#byId = byId;
        this.#session = session;
        this.#openSheet = openSheet;
        byId("capture").addEventListener("click", () => this.toggle());
        byId("save-capture").addEventListener("click", () => this.#save());
        byId("send-capture").addEventListener("click", () => this.#send());
        byId("drop-capture").addEventListener("click", () => this.#forget(translated("Thrown away.")));
    }

    get isOn() {
        return this.#clock !== null;
    }

    async toggle() {
        if (this.isOn) return this.end();
        await this.#session.startCapture();
        this.#begun = performance.now();
        this.#clock = setInterval(() => this.#tick(), 250);
        this.#byId("capture").dataset.on = "true";
        this.#byId("capture").setAttribute("aria-pressed", "true");
        this.#tick();
    }

    /** Ends a running capture and offers its files. */
    async end() {
        if (!this.isOn) return;
        const seconds = (performance.now() - this.#begun) / 1000;
        this.#stopClock();
        try {
            const files = await this.#session.stopCapture();
            const bytes = [...files.values()].reduce((sum, blob) => sum + blob.size, 0);
            this.#recording = { files, name: `capture-${new Date().toISOString().slice(0, 19).replace(/[T:]/g, "-")}` };
            this.#notify(translated("{seconds} s, {megabytes} MB. It is on this device alone until you save or send it.", {
                seconds: numberText(seconds, 0), megabytes: numberText(bytes / 1e6, 1),
            }));
            this.#byId("capture-block").hidden = false;
            this.#byId("capture-actions").hidden = false;
        } catch (error) {
            this.#byId("capture-block").hidden = false;
            this.#byId("capture-actions").hidden = true;
            this.#notify(translatedMessage(error.message));
        }
        this.#openSheet("save-capture");
    }

    /** Without a capture, as after a change of the source. */
    reset() {
        this.#stopClock();
    }

    #tick() {
        const seconds = Math.floor((performance.now() - this.#begun) / 1000);
        this.#byId("capture-label").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
        if (seconds >= longestSeconds) this.end();
    }

    #stopClock() {
        clearInterval(this.#clock);
        this.#clock = null;
        this.#byId("capture").dataset.on = "false";
        this.#byId("capture").setAttribute("aria-pressed", "false");
        this.#byId("capture-label").textContent = translated("Capture");
    }

    async #save() {
        const { files, name } = this.#recording;
        const url = URL.createObjectURL(await zipped(new Map([...files].map(([path, blob]) => [`${name}/${path}`, blob]))));
        Object.assign(document.createElement("a"), { href: url, download: `${name}.zip` }).click();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
        this.#notify(translated("Saved as {name}.zip. Unpack it, and “sightline track {name}” replays it.", { name }));
    }

    async #send() {
        const { files, name } = this.#recording;
        const token = this.#byId("capture-token").value.trim();
        this.#byId("send-capture").disabled = true;
        try {
            if (token) await this.#request("../api/owner/session", "POST", JSON.stringify({ token }), "application/json");
            for (const [path, blob] of files) await this.#request(`../api/captures/${name}/${path}`, "PUT", blob, "application/octet-stream");
            await this.#request(`../api/captures/${name}`, "POST");
            this.#byId("capture-owner").hidden = true;
            this.#forget(translated("Sent. This studio now lists it as “{name}”.", { name }));
        } catch (error) {
            this.#notify(translatedMessage(error.message));
        } finally {
            this.#byId("send-capture").disabled = false;
        }
    }

    async #request(address, method, body = null, type = null) {
        const response = await fetch(address, { method, body, headers: type ? { "Content-Type": type } : {} }).catch(() => null);
        if (!response) throw new Error(translated("The studio could not be reached. The capture is still here: save it, or send it later."));
        if (response.ok) return;
        if (response.status === 401 || response.status === 403) {
            this.#byId("capture-owner").hidden = false;
            this.#byId("capture-token").focus();
            throw new Error(translated("Only the studio's owner may send captures. Enter the owner's token, which the server printed when it started."));
        }
        const told = await response.json().catch(() => null);
        throw new Error(told?.error?.message ?? translated("The studio refused it ({status}). The capture is still here.", { status: response.status }));
    }

    #forget(text) {
        this.#recording = null;
        this.#byId("capture-actions").hidden = true;
        this.#notify(text);
    }

    #notify(text) {
        this.#byId("capture-told").textContent = text;
    }
}
