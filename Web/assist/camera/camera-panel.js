// The block of the side panel that controls the site's camera.

import { numberText, translated } from "../../studio/language/language.js";

/** Milliseconds between two zooms while a finger moves the slider. */
const zoomPause = 150;
/** Milliseconds within which the picture comes whose text is to be read. */
const picturePatience = 30_000;

export class CameraPanel {
    #byId;
    #control = null;
    #zooming = null;
    /** Whether the studio reads text. */
    #canRead = false;
    /** Until when a picture is expected whose text is to be read. */
    #readsUntil = 0;

    constructor(byId) {
        this.#byId = byId;
        byId("torch").onclick = () => this.#control.perform({ torch: !this.#control.shown.now.torch });
        byId("refocus").onclick = () => this.#control.perform({ focus: true });
        byId("full-picture").onclick = () => this.#control.perform({ still: true });
        byId("read-text").onclick = () => {
            this.#readsUntil = performance.now() + picturePatience;
            this.#control.perform({ still: true });
        };
        byId("zoom").oninput = () => this.#zoomSoon();
        byId("other-camera").onchange = () => this.#control.perform({ camera: Number(byId("other-camera").value) });
        byId("camera-leave").onchange = () => this.#control.allow(byId("camera-leave").checked);
        byId("camera-ask").onclick = () => {
            this.#control.ask();
            byId("camera-told").textContent = translated("You asked. The one on site decides.");
        };
    }

    /** Shows the control of a call. */
    serve(control, isSite) {
        this.#control = control;
        this.#byId("camera-leave").checked = false;
        this.#byId("camera-leave-label").hidden = !isSite;
        control.onchange = () => this.#show(isSite);
        this.#show(isSite);
    }

    /** Whether the studio reads text in pictures. */
    setReading(canRead) {
        this.#canRead = canRead;
        this.#byId("read-missing").hidden = canRead;
        this.#byId("read-text").disabled = !canRead || !this.#control?.shown?.isAllowed;
    }

    /** Whether a picture in full size that has come was asked for to read its text. */
    takeReading() {
        const isWanted = performance.now() < this.#readsUntil;
        this.#readsUntil = 0;
        return isWanted;
    }

    #show(isSite) {
        const byId = this.#byId;
        const { shown } = this.#control;
        byId("camera-block").hidden = !shown;
        if (!shown) return;
        const { torch, zoom, focus, cameras, now, isAllowed } = shown;
        byId("camera-ask").hidden = isAllowed;
        byId("camera-told").textContent = isAllowed ? missing(shown) : translated("Its light, zoom and focus are the site's own until they let you use them.");
        const { size } = now;
        byId("camera-size").textContent = size
            ? translated("{width} × {height}, {rate} images per second", { width: size.width, height: size.height, rate: numberText(size.rate) }) : "";
        for (const id of ["torch", "refocus", "full-picture", "zoom", "other-camera"]) byId(id).disabled = !isAllowed;
        byId("read-text").disabled = !isAllowed || !this.#canRead;
        byId("torch").hidden = !torch;
        byId("torch").setAttribute("aria-pressed", now.torch);
        byId("refocus").hidden = !focus;
        byId("zoom-label").hidden = !zoom;
        if (zoom && this.#zooming === null) Object.assign(byId("zoom"), { min: zoom.min, max: zoom.max, step: zoom.step || "any", value: now.zoom ?? zoom.min });
        if (zoom) byId("zoom-text").textContent = `${numberText((now.zoom ?? zoom.min) / zoom.min, 1)}×`;
        byId("other-camera-label").hidden = cameras.length < 2;
        byId("other-camera").replaceChildren(...cameras.map((label, index) => new Option(label, index)));
        byId("other-camera").value = String(now.camera);
    }

    /** A device takes a zoom more slowly than a finger moves. */
    #zoomSoon() {
        this.#zooming ??= setTimeout(() => {
            this.#zooming = null;
            this.#control.perform({ zoom: Number(this.#byId("zoom").value) });
        }, zoomPause);
    }
}

/** What this device's camera cannot do, in words. */
function missing({ torch, zoom, focus }) {
    const absent = [!torch && translated("light"), !zoom && translated("zoom"), !focus && translated("focus")].filter(Boolean);
    return absent.length > 0 ? translated("This camera or browser does not offer: {things}.", { things: absent.join(", ") }) : "";
}
