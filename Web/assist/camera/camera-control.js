// The control of the site's camera by both sides: the one on site decides whether experts may use it.

import { translated } from "../../studio/language/language.js";
import { personName } from "../people/person-names.js";
import { readCamera, readWish } from "./camera-notes.js";
import { SiteCamera } from "./site-camera.js";

/** What both sides have: `onchange()` after every change, `onnotice(text)`, and `shown`, what a panel shows. */
class CameraControl {
    onchange = null;
    onnotice = null;
    chat;

    constructor(chat) {
        this.chat = chat;
        chat.read("camera", (from, note) => this.take(from, note.camera));
    }
}

/** On site. */
export class SiteCameraControl extends CameraControl {
    /** Called with the file of a picture in full size, which is for everyone. */
    onstill = null;
    isAllowed = false;
    #camera = new SiteCamera();
    #call;
    #isOpen = false;

    constructor(call) {
        super(call.chat);
        this.#call = call;
    }

    /** What the panel shows; null without a camera. */
    get shown() {
        return this.#isOpen ? { ...this.#camera.abilities, now: this.#camera.now, isAllowed: true } : null;
    }

    /** A camera was opened. */
    async open(track) {
        await this.#camera.use(track);
        this.#isOpen = true;
        if (this.#camera.hasFullRate) this.#call.side.load.hasFullRate(() => this.#slowDown());
        this.#tell();
    }

    /** A member's channels are open: they learn what the camera can do. */
    greet(member) {
        if (this.#isOpen) this.chat.note(this.#note, member);
    }

    /** Gives the experts leave to use the camera, or takes it back. */
    allow(isAllowed) {
        this.isAllowed = isAllowed;
        if (this.#isOpen) this.#tell();
    }

    /** A member's wish; without leave nothing but the question is taken. */
    take(from, wish) {
        const read = this.#isOpen ? readWish(wish, this.#camera.abilities) : null;
        if (!read) return;
        const name = personName(this.#call.room.peers.get(from)?.member.name ?? "");
        if (read.ask && !this.isAllowed) this.onnotice?.(translated("{name} asks to use your camera's light, zoom and focus. You can allow it under Call.", { name }));
        else if (!read.ask && this.isAllowed) this.perform(read);
    }

    /** Performs a wish of this side or of an expert; says why if the camera cannot. */
    async perform({ torch, zoom, focus, still, camera }) {
        try {
            if (torch !== undefined) await this.#camera.setTorch(torch);
            if (zoom !== undefined) await this.#zoom(zoom);
            if (focus) await this.#camera.focus();
            if (still) this.onstill?.(await this.#camera.still());
            if (camera !== undefined && camera !== this.#camera.now.camera) await this.#call.changeCamera(this.#camera.deviceAt(camera));
        } catch (error) {
            this.onnotice?.(translated("The camera did not do that: {reason}", { reason: error.message }));
        }
        this.#tell();
    }

    /** The device does not keep up with so many images. */
    #slowDown() {
        this.#camera.slowDown().then(() => this.#tell(), () => {});
    }

    async #zoom(zoom) {
        const { side } = this.#call;
        // The tracked lens is the widest: what is zoomed is not tracked.
        if (zoom > this.#camera.widest) side.setZoomed(true);
        await this.#camera.setZoom(zoom);
        if (zoom <= this.#camera.widest) side.setZoomed(false);
    }

    get #note() {
        const { abilities, now } = this.#camera;
        return { camera: { abilities, now, isAllowed: this.isAllowed } };
    }

    #tell() {
        this.chat.note(this.#note);
        this.onchange?.();
    }
}

/** At an expert's. */
export class ExpertCameraControl extends CameraControl {
    #site = null;
    #seen = null;
    #call;

    constructor(call) {
        super(call.chat);
        this.#call = call;
    }

    /** What the panel shows; null before the site told it. */
    get shown() {
        return this.#seen;
    }

    greet() {}

    /** Asks for the leave to use the camera. */
    ask() {
        if (this.#site) this.chat.note({ camera: { ask: true } }, this.#site);
    }

    perform(wish) {
        if (this.#site) this.chat.note({ camera: wish }, this.#site);
    }

    /** The site's note; those of other members mean nothing. */
    take(from, note) {
        if (this.#call.room.peers.get(from)?.member.role !== "site") return;
        const seen = readCamera(note);
        if (!seen) return;
        const isNew = seen.isAllowed && !this.#seen?.isAllowed;
        [this.#site, this.#seen] = [from, seen];
        if (isNew) this.onnotice?.(translated("You may use the site's camera now, under Call."));
        this.onchange?.();
    }

    /** The one on site has left. */
    part() {
        this.#site = this.#seen = null;
        this.onchange?.();
    }
}
