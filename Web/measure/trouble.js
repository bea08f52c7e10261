// What a person can do when a session cannot continue.

import { translated, translatedMessage } from "../studio/language/language.js";
import { showPhoneAddress } from "../studio/phone-address.js";

const { userAgent } = navigator;
const isApple = /iPhone|iPad|iPod/.test(userAgent);
const allowing = isApple
    ? translated("In Safari: tap the button left of the address, then Website Settings, and allow it there.")
    : translated("In most browsers: tap the icon left of the address, then Permissions, and allow it there.");

/** By an error's code: the heading, the label of the retry button, and further help. */
const ways = {
    insecureOrigin: { title: translated("No camera over plain HTTP"), again: null, help: "secure", wantsInvitation: true },
    browserTooOld: { title: translated("This browser is too old"), again: null },
    cameraRefused: { title: translated("The camera was refused"), again: translated("Try again"), help: "allow" },
    motionRefused: { title: translated("Motion sensors were refused"), again: translated("Try again"), help: "allow" },
    cameraMissing: { title: translated("No camera here"), again: translated("Try again"), wantsInvitation: true },
    cameraBusy: { title: translated("The camera is busy"), again: translated("Try again") },
    cameraLost: { title: translated("The camera was taken away"), again: translated("Go on") },
    engineFailed: { title: translated("The engine stopped"), again: translated("Try again") },
    motionMissing: { title: translated("No motion sensor here"), again: translated("Try again"), wantsInvitation: true },
};

const helps = {
    allow: allowing,
    secure: translated("Whoever runs this server can start it with --tls: it then offers an address that begins with https."),
};

/** Shows an error in the welcome card, whose main button becomes the retry button. */
export class Trouble {
    #byId;
    #usual;

    constructor(byId) {
        this.#byId = byId;
        this.#usual = byId("camera").textContent;
        navigator.permissions?.query({ name: "camera" }).then((status) => {
            status.addEventListener("change", () => status.state === "granted" && document.body.dataset.trouble === "cameraRefused" && this.clear());
        }, () => {});
    }

    /** Reports known problems immediately. */
    check() {
        if (!isSecureContext) this.show({ code: "insecureOrigin", message: "" });
    }

    show({ code, message }) {
        const way = ways[code] ?? { title: translated("That did not work"), again: translated("Try again") };
        document.body.dataset.trouble = code ?? "other";
        this.#byId("trouble-title").textContent = way.title;
        this.#byId("trouble-text").textContent = translatedMessage(message) || translated("The browser gives camera and motion sensors only to pages that came over HTTPS or from this machine. You can still play a recording.");
        this.#byId("trouble-help").textContent = helps[way.help] ?? "";
        this.#byId("trouble").hidden = false;
        this.#byId("camera").textContent = way.again ?? this.#usual;
        this.#byId("camera").hidden = way.again === null;
        this.#byId("introduction").hidden = true;
        this.#byId("invitation").hidden = true;
        if (way.wantsInvitation) showPhoneAddress(this.#byId);
    }

    clear() {
        delete document.body.dataset.trouble;
        this.#byId("trouble").hidden = true;
        this.#byId("introduction").hidden = false;
        this.#byId("camera").hidden = false;
        this.#byId("camera").textContent = this.#usual;
    }
}
