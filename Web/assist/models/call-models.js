// A 3-D model in the room of a call. The person on site decides whether experts may show one. A tap puts the model in its
// position, and everybody sees it in the site's image.

import { stampOf } from "../../sightline/view/frame-code.js";
import { translated, translatedMessage } from "../../studio/language/language.js";
import { personName } from "../people/person-names.js";
import { isModel, readModel, readModelEdit, readModelWish } from "./model-notes.js";

/** The least upright part of a surface's normal on which a model stands. */
const levelNormal = 0.9;
/** The longest wait for the view that begins again, milliseconds. */
const patience = 30_000;
/** Who holds the model without a word for so long has let it go, milliseconds. */
const holdPatience = 5_000;
/** The size is told when so much time has passed since the last change, milliseconds. */
const settling = 400;
/** Strokes that only find a place have numbers that no pen gives. */
const firstNumber = 2 ** 31 - 1;
const notModel = translated("Choose a glTF file: .glb, or .gltf that holds its data.");

/** What both sides have: `onchange()` after every change, `onnotice(text)`, and `shown`, what a panel shows. */
class CallModels {
    onchange = null;
    onnotice = null;
    call;

    constructor(call) {
        this.call = call;
        call.chat.read("model", (from, note) => this.take(from, note.model));
    }
}

/** On site. */
export class SiteModels extends CallModels {
    shown = { isAllowed: false, name: "", isPlaced: false, scale: 1 };
    #files = new Map();
    #placing = null;
    /** The model that stands: its identifier and its anchor. */
    #standing = null;
    #loaded = "";
    /** Whether a run can show models. */
    #isOpen = false;
    #wanted = "";
    #number = firstNumber;
    #work = Promise.resolve();
    /** The numbers of the members who changed the model; 0 is this side. */
    #authors = new Map([[null, 0]]);
    /** Who holds the model: `{ author, edit, until }`. */
    #holder = null;
    #telling = null;

    /** A file that a member sent; of models the newest is kept. */
    offer({ name, blob }) {
        if (!isModel(name)) return;
        this.#files.clear();
        this.#files.set(name, blob);
    }

    greet(member) {
        this.call.chat.note({ model: this.shown }, member);
    }

    /** Gives the experts leave to show models, or takes it back. */
    allow(isAllowed) {
        this.#tell({ isAllowed });
        if (isAllowed && this.#wanted) this.#queue(() => this.#use(this.#wanted));
    }

    /** A model of the site's own. */
    choose(file) {
        if (!isModel(file.name)) return this.onnotice?.(notModel);
        this.offer({ name: file.name, blob: file });
        this.#queue(() => this.#use(file.name));
    }

    place(at, frame) {
        this.#queue(() => this.#put(at, frame));
    }

    remove() {
        this.#queue(() => this.#takeAway());
    }

    /** A change of the model that stands, of this side or a member. */
    edit(wish, from = null) {
        if (!this.#authors.has(from)) this.#authors.set(from, this.#authors.size);
        this.#queue(() => this.#change(this.#authors.get(from), wish));
    }

    /** Takes this side's last change back. */
    undo() {
        this.edit({ undo: true });
    }

    /** A member's wish; without leave nothing but the question is taken. */
    take(from, note) {
        const edit = readModelEdit(note);
        if (edit) return void (this.shown.isAllowed && this.edit(edit, from));
        const wish = readModelWish(note);
        if (!wish) return;
        if (!this.shown.isAllowed) {
            if (!wish.use) return;
            this.#wanted = wish.use;
            const name = personName(this.call.room.peers.get(from)?.member.name ?? "");
            return this.onnotice?.(translated("{name} wants to show a 3-D model. You can allow it under Call.", { name }));
        }
        if (wish.use) this.#queue(() => this.#use(wish.use));
        else if (wish.at) this.place(wish.at, wish.frame);
        else this.remove();
    }

    /** One thing after the other; says in words what could not be done. */
    #queue(act) {
        this.#work = this.#work.then(act).catch((error) => this.onnotice?.(translatedMessage(error.message)));
    }

    /** A run of the engine begins, without models. */
    begin() {
        this.#standing = this.#holder = null;
        this.#loaded = "";
        this.#isOpen = this.#placing !== null;
        if (this.shown.isPlaced) this.#tell({ isPlaced: false, scale: 1 });
    }

    async #use(name) {
        if (!this.#files.has(name)) return;
        const { side } = this.call;
        if (side.isPlain) throw new Error(translated("Models need a device that tracks the room."));
        if (!this.#placing) {
            this.onnotice?.(translated("What shows models is being loaded; the picture begins again."));
            const { PlacingTool } = await import("../../sightline/placing.js");
            this.#placing = new PlacingTool();
            await side.restartWith(this.#placing);
        }
        this.#wanted = "";
        await this.#takeAway();
        await this.#load(name);
        this.#tell({ name });
        this.onnotice?.(translated("{file} is ready: choose “Tap where it stands”, then tap a floor or a table.", { file: name }));
    }

    async #load(name) {
        await this.#untilOpen();
        const bytes = new Uint8Array(await this.#files.get(name).arrayBuffer());
        const { faultText } = await import("../../studio/model-fault-text.js");
        await this.#placing.load(bytes).catch(({ message }) => {
            throw new Error(faultText(message));
        });
        this.#loaded = name;
    }

    async #untilOpen() {
        const end = performance.now() + patience;
        while (!this.#isOpen && performance.now() < end) await new Promise((done) => setTimeout(done, 100));
    }

    async #put(at, frame) {
        const { name } = this.shown;
        if (!name) return;
        if (this.#loaded !== name) await this.#load(name);
        const foot = await this.#levelPoint(at, frame);
        if (!foot) return this.onnotice?.(translated("Aim at a floor or a table that was found, then place it."));
        await this.#takeAway();
        const anchor = await this.call.side.session.addAnchor({ pose: { rotation: [0, 0, 0, 1], translation: foot } });
        const model = await this.#placing.place({ anchor });
        if (model === null) return;
        this.#standing = { model, anchor };
        this.#tell({ isPlaced: true });
        this.onnotice?.(translated("{file} stands in the room, in its true size.", { file: name }));
    }

    /** Where a place of the frame that its author saw meets a level surface; null if it meets none. */
    async #levelPoint(at, code) {
        const { assisting, frame: latest } = this.call.side.session;
        if (!latest) return null;
        const frame = stampOf(code, latest.timestampNanoseconds);
        const name = { author: 0, number: --this.#number };
        await assisting.begin({ ...name, kind: "stroke", color: 0xffffff, thickness: 0.001, frame });
        await assisting.append({ ...name, positions: [at], frame });
        const found = (await assisting.list()).find(({ author, number }) => author === name.author && number === name.number);
        await assisting.remove(name);
        return found?.points[0] && found.normal[1] > levelNormal ? found.points[0] : null;
    }

    async #change(author, { undo, edit, grab, drag, frame: code, release, move, turn, scale }) {
        const placing = this.#placing;
        const { frame: latest } = this.call.side.session;
        if (!this.#standing || !latest) return;
        this.#tellScale();
        if (undo) return placing.undo(author);
        const isHolder = this.#holder?.author === author;
        if (this.#holder && !isHolder && this.#holder.until > performance.now()) return;
        if (this.#holder && !isHolder) await this.#letGo();
        await placing.beginEdit(author, edit);
        if (grab) {
            const isGrabbed = await placing.grabSeen({ position: grab, frame: stampOf(code, latest.timestampNanoseconds) });
            this.#holder = isGrabbed ? { author, edit, until: performance.now() + holdPatience } : null;
        } else if (drag && isHolder) {
            this.#holder.until = performance.now() + holdPatience;
            await placing.dragSeen({ position: drag, frame: stampOf(code, latest.timestampNanoseconds) });
        } else if (release && isHolder) await this.#letGo();
        else if (move) await placing.moveBy(...move);
        else if (turn !== undefined) {
            await placing.turn(turn);
            await placing.scaleBy(scale);
        }
    }

    async #letGo() {
        const { author, edit } = this.#holder;
        this.#holder = null;
        await this.#placing.beginEdit(author, edit);
        await this.#placing.release();
    }

    /** Tells the others the model's size once it has settled. */
    #tellScale() {
        clearTimeout(this.#telling);
        this.#telling = setTimeout(() => {
            const scale = this.#standing ? (this.#placing.state?.scale ?? 1) : 1;
            if (Math.abs(scale / this.shown.scale - 1) > 0.001) this.#tell({ scale });
        }, settling);
    }

    async #takeAway() {
        if (!this.#standing) return;
        this.#holder = null;
        const { model, anchor } = this.#standing;
        this.#standing = null;
        await this.#placing.remove(model);
        await this.call.side.session.removeAnchor(anchor);
        this.#tell({ isPlaced: false, scale: 1 });
    }

    #tell(change) {
        this.shown = { ...this.shown, ...change };
        this.call.chat.note({ model: this.shown });
        this.onchange?.();
    }
}

/** At an expert's. */
export class ExpertModels extends CallModels {
    /** What the site told; null before. */
    shown = null;
    #site = null;

    offer() {}

    greet() {}

    /** Sends a model; the one on site shows it, if they allow it. */
    async choose(file, send) {
        if (!isModel(file.name)) return this.onnotice?.(notModel);
        await send(file);
        if (!this.#site) return;
        this.call.chat.note({ model: { use: file.name } }, this.#site);
        if (!this.shown.isAllowed) this.onnotice?.(translated("You asked. The one on site decides."));
    }

    place(at, frame) {
        if (this.#site) this.call.chat.note({ model: { at, frame } }, this.#site);
    }

    remove() {
        if (this.#site) this.call.chat.note({ model: { remove: true } }, this.#site);
    }

    /** A change of the model that stands; see `readModelEdit`. */
    edit(wish) {
        if (this.#site) this.call.chat.note({ model: wish }, this.#site);
    }

    /** Takes this expert's last change back. */
    undo() {
        this.edit({ undo: true });
    }

    /** The site's note; those of other members mean nothing. */
    take(from, note) {
        if (this.call.room.peers.get(from)?.member.role !== "site") return;
        const shown = readModel(note);
        if (!shown) return;
        const isNew = shown.isAllowed && shown.name && shown.name !== this.shown?.name;
        [this.#site, this.shown] = [from, shown];
        if (isNew) this.onnotice?.(translated("{file} is ready: choose “Tap where it stands”, then tap a floor or a table.", { file: shown.name }));
        this.onchange?.();
    }

    /** The one on site has left. */
    part() {
        this.#site = this.shown = null;
        this.onchange?.();
    }
}
