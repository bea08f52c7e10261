// One call: the room, its members, and the media and messages between them.

import { WakeLock } from "../../sightline/core/wake-lock.js";
import { translated, translatedMessage } from "../../studio/language/language.js";
import { ExpertBoards, SiteBoards } from "../boards/call-boards.js";
import { ExpertCameraControl, SiteCameraControl } from "../camera/camera-control.js";
import { ExpertModels, SiteModels } from "../models/call-models.js";
import { Expert } from "../sides/expert.js";
import { LevelMeters, OwnMedia } from "./media.js";
import { OnSite, askForMotion } from "../sides/on-site.js";
import { Quality } from "./quality.js";
import { Room } from "./room.js";
import { Chat } from "../people/chat.js";

/** The words for members without a name of their own, by the form's default names. */
const unnamed = { "On site": translated("The one on site"), Expert: translated("The expert") };

export class Call {
    /** Called with `(mode, text)` for the status at the top: "idle", "waiting", "live", "lost", "failed". */
    onstate = null;
    /** Called with the members, with `peer` if there is a connection. */
    onpeople = null;
    onnotice = null;
    onadvice = null;
    /**
     * Called with `(id, { name, stream, level })` when a member's video or voice changes; `null` when they are gone.
     */
    onface = null;
    onwaiting = null;
    /** Called with the identifier of a member whose channels are open. */
    onjoined = null;
    /** Called with an event of the studio, such as the start of a record. */
    onevent = null;
    side = null;
    room = null;
    media;
    meters = new LevelMeters();
    quality = new Quality();
    chat = new Chat();
    /** The control of the site's camera. */
    camera;
    /** The model in the room. */
    models;
    /** The board in the room. */
    boards;
    #byId;
    #wake = new WakeLock();
    #audios = new Map();
    #speaker = "";
    #signalling = "joining";
    /** The last site or expert after they have left: `{ name, role }`. */
    #departed = null;

    /** `media` may be open already, as after a check of the devices; `source` is "camera" or a recording's address. */
    constructor(byId, { name, role, person, invite, source, isRelayed, media = new OwnMedia() }) {
        this.#byId = byId;
        Object.assign(this, { role, source, media });
        this.room = new Room({ name, role, person, invite, isRelayed });
        this.side = role === "site" ? new OnSite(byId) : new Expert(byId);
        this.camera = role === "site" ? new SiteCameraControl(this) : new ExpertCameraControl(this);
        this.models = role === "site" ? new SiteModels(this) : new ExpertModels(this);
        this.boards = role === "site" ? new SiteBoards(this) : new ExpertBoards(this);
        if (role === "site") {
            this.side.onrun = () => {
                this.models.begin();
                this.boards.begin();
            };
        }
        this.side.onadvice = (text) => this.onadvice?.(text);
        this.side.onnotice = (text) => this.onnotice?.(text);
        this.side.onerror = (error) => this.onnotice?.(translatedMessage(error.message));
        Object.assign(this.room, {
            onstate: (state) => this.#take(state),
            onmembers: () => this.#notify(),
            onpeer: (peer, member) => this.#meet(peer, member),
            ongone: (peer, member) => this.#part(peer, member),
            onwaiting: (waiting) => this.onwaiting?.(waiting),
            onevent: (event, data) => this.onevent?.(event, data),
        });
    }

    /** Starts; must be called in a tap. Throws if the room refuses us. */
    async begin() {
        if (this.role === "site") await this.#show();
        else await this.media.open({ camera: "face" });
        const missing = Object.values(this.media.troubles).filter(Boolean).join(" ");
        if (missing) this.onnotice?.(missing);
        await this.room.join();
        this.meters.add("own", this.media.voice, (level) => this.onface?.("own", { level }));
        this.#wake.hold();
        this.#notify();
    }

    /** Shows the camera, without which there is nothing to show, or the recording. */
    async #show() {
        if (this.source !== "camera") {
            await Promise.all([this.side.start({ recording: this.source }), this.media.open()]);
            return;
        }
        // The motion sensors come first: browsers allow them only in a tap.
        const refusal = await askForMotion();
        await this.media.open({ camera: "view" });
        if (!this.media.view) throw new Error(this.media.troubles.camera);
        await this.side.start({ camera: this.media.view, refusal });
        await this.camera.open(this.media.view.getVideoTracks()[0]);
    }

    /** On site: shows another camera. If it cannot be opened, the one before is shown again. */
    async changeCamera(deviceId) {
        const before = this.media.view.getVideoTracks()[0].getSettings().deviceId;
        this.side.holdCamera();
        // A phone opens one camera at a time.
        this.media.choose("videoinput", deviceId);
        await this.media.open({ camera: "view" });
        const { camera: trouble } = this.media.troubles;
        if (!this.media.view) {
            this.media.choose("videoinput", before);
            await this.media.open({ camera: "view" });
        }
        if (!this.media.view) throw new Error(trouble);
        await this.side.changeCamera(this.media.view);
        await this.camera.open(this.media.view.getVideoTracks()[0]);
        if (trouble) throw new Error(trouble);
    }

    /** Leaves; with `isQuiet` the others receive no message. */
    end() {
        this.room.leave();
        this.close();
    }

    close() {
        this.room.close();
        this.quality.close();
        this.meters.close();
        this.media.close();
        this.#wake.release();
        this.side.stop();
        for (const audio of this.#audios.values()) audio.remove();
    }

    /** All voices, for a record. */
    get voices() {
        return [this.media.voice, ...[...this.#audios.values()].map((audio) => audio.srcObject)].filter(Boolean);
    }

    async setSpeaker(id) {
        this.#speaker = id;
        for (const audio of this.#audios.values()) await audio.setSinkId?.(id);
    }

    #take(state) {
        this.#signalling = state;
        this.#judge();
    }

    #meet(peer, member) {
        const { id } = member;
        if (this.#departed?.role === member.role) this.#departed = null;
        if (this.role === "site") {
            const { stream } = this.side;
            for (const track of stream.getVideoTracks()) this.quality.add(peer, peer.add(track, stream), "view");
        }
        for (const stream of this.media.streams) {
            for (const track of stream.getTracks()) this.quality.add(peer, peer.add(track, stream), track.kind === "audio" ? "voice" : "face");
        }
        peer.ontrack = (track, stream) => this.#hear(member, track, stream);
        peer.onstate = (state) => {
            if (state === "connected") this.quality.renew(peer);
            this.#notify();
        };
        this.chat.add(id, member.name, peer);
        peer.onopen = (label) => {
            if (label === "talk") {
                this.onjoined?.(id);
                this.camera.greet(id);
                this.models.greet(id);
                this.boards.greet(id);
            } else if (this.role === "site") this.side.annotationHost.addMember(id, member.name, (text) => peer.send("annotations", text));
        };
        if (this.role === "site") {
            peer.onannotation = (text) => this.side.annotationHost.take(id, text);
        } else if (member.role === "site") this.side.meet(peer);
        this.#notify();
    }

    #part(peer, member) {
        this.quality.drop(peer);
        this.chat.drop(member.id);
        this.meters.remove(member.id);
        this.#audios.get(member.id)?.remove();
        this.#audios.delete(member.id);
        this.onface?.(member.id, null);
        if (this.role === "site" || member.role === "site") this.#departed = { name: unnamed[member.name] ?? member.name, role: member.role };
        if (this.role === "site") this.side.annotationHost.removeMember(member.id);
        else if (member.role === "site") {
            this.side.part();
            this.camera.part();
            this.models.part();
            this.boards.part();
        }
        this.#notify();
    }

    #hear(member, track, stream) {
        if (track.kind === "audio") {
            const audio = this.#audios.get(member.id) ?? this.#byId("stage").appendChild(new Audio());
            Object.assign(audio, { srcObject: new MediaStream([track]), autoplay: true });
            if (this.#speaker) audio.setSinkId?.(this.#speaker);
            this.#play(audio);
            this.#audios.set(member.id, audio);
            this.meters.add(member.id, audio.srcObject, (level) => this.onface?.(member.id, { level }));
        } else if (member.role === "site") this.side.show?.(stream);
        else this.onface?.(member.id, { name: member.name, stream });
    }

    /** Plays a voice; a browser that requires a tap first plays it with the next one. */
    #play(audio) {
        audio.play().catch(() => {
            this.onnotice?.(translated("Tap anywhere to hear the others."));
            addEventListener("pointerup", () => this.#play(audio), { once: true });
        });
    }

    #notify() {
        const people = this.room.members.map((member) => ({ ...member, peer: this.room.peers.get(member.id)?.peer ?? null }));
        this.onpeople?.(people);
        this.#judge();
    }

    /** The missing member: for an expert the site, for the site the last expert; null before anyone came. */
    get departed() {
        const isMissed = !this.isSiteHere || this.room.peers.size === 0;
        return isMissed ? this.#departed : null;
    }

    get isSiteHere() {
        return this.role === "site" || [...this.room.peers.values()].some(({ member }) => member.role === "site");
    }

    /** Computes the status line. */
    #judge() {
        const peers = [...this.room.peers.values()];
        const states = peers.map(({ peer }) => peer.state);
        if (this.#signalling === "joining") return this.onstate?.("waiting", translated("Opening…"));
        if (this.#signalling === "waiting") return this.onstate?.("waiting", translated("Waiting for the host"));
        if (this.#signalling === "left") return this.onstate?.("idle", translated("Left"));
        if (states.includes("lost")) return this.onstate?.("lost", translated("Connection lost, mending…"));
        if (this.#signalling === "offline") return this.onstate?.("lost", states.includes("connected") ? translated("Live, but the studio is away") : translated("Offline, trying again…"));
        if (this.departed) return this.onstate?.("waiting", translated("{name} has left", { name: this.departed.name }));
        if (!this.isSiteHere) return this.onstate?.("waiting", translated("Waiting for the one on site"));
        if (states.includes("connected")) return this.onstate?.("live", translated("Live"));
        this.onstate?.("waiting", peers.length > 0 ? translated("Connecting…") : translated("Waiting for an expert"));
    }
}
