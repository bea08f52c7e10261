// A board in the room of a call: a picture, a page or a still of a screen. The person on site decides whether experts may show
// one. A tap puts it on a wall, or upright on a floor or table, and everybody sees it in the site's image.

import { stampOf } from "../../sightline/view/frame-code.js";
import { translated, translatedMessage } from "../../studio/language/language.js";
import { personName } from "../people/person-names.js";
import { readBoard, readBoardWish } from "./board-notes.js";
import { canvasOf, fileOf } from "./board-picture.js";

const faults = {
    noSurface: translated("Aim at a wall, a floor or a table that was found, then place the board."),
    unknownFrame: translated("The board could not be placed: the phone did not know where it was."),
};
const ready = translated("The board is ready: choose “Tap where the board stands”, then tap a wall, a floor or a table.");

/** What both sides have: `onchange()` after every change, `onnotice(text)`, and `shown`, what a panel shows. */
class CallBoards {
    onchange = null;
    onnotice = null;
    call;

    constructor(call) {
        this.call = call;
        call.chat.read("board", (from, note) => this.take(from, note.board));
    }
}

/** On site. */
export class SiteBoards extends CallBoards {
    shown = { isAllowed: false, name: "", isPlaced: false };
    /** The newest picture that a member sent for the board. */
    #offered = null;
    /** The picture on the board. */
    #canvas = null;
    #wanted = "";
    #work = Promise.resolve();

    /** A picture that a member sent for the board; the newest is kept. */
    offer({ name, blob }) {
        this.#offered = { name, blob };
    }

    greet(member) {
        this.call.chat.note({ board: this.shown }, member);
    }

    /** A run of the engine begins, without a board: its picture waits to be placed again. */
    begin() {
        if (this.shown.isPlaced) this.#tell({ isPlaced: false });
        if (this.#canvas) this.#queue(() => this.#draw());
    }

    /** Gives the experts leave to show boards, or takes it back. */
    allow(isAllowed) {
        this.#tell({ isAllowed });
        if (isAllowed && this.#wanted) this.#queue(() => this.#use(this.#wanted));
    }

    /** A picture of the site's own, on a canvas. */
    choose(canvas, name) {
        this.#queue(() => this.#show(canvas, name));
    }

    place(at, frame) {
        this.#queue(() => this.#put(at, frame, null));
    }

    scale(factor) {
        this.#queue(() => this.call.side.session.assisting.scaleBoard(factor));
    }

    remove() {
        this.#queue(() => this.#takeAway());
    }

    /** A member's wish; without leave nothing but the question is taken. */
    take(from, note) {
        const wish = readBoardWish(note);
        if (!wish) return;
        if (!this.shown.isAllowed) {
            if (!wish.use) return;
            this.#wanted = wish.use;
            const name = personName(this.call.room.peers.get(from)?.member.name ?? "");
            return this.onnotice?.(translated("{name} wants to show a board. You can allow it under Call.", { name }));
        }
        if (wish.use) this.#queue(() => this.#use(wish.use));
        else if (wish.at) this.#queue(() => this.#put(wish.at, wish.frame, from));
        else if (wish.scale) this.scale(wish.scale);
        else this.remove();
    }

    /** One thing after the other; says in words what could not be done. */
    #queue(act) {
        this.#work = this.#work.then(act).catch((error) => this.onnotice?.(translatedMessage(error.message)));
    }

    async #use(name) {
        if (this.#offered?.name !== name) return;
        const { blob } = this.#offered;
        this.#wanted = "";
        await this.#show(await canvasOf(blob), name);
    }

    async #show(canvas, name) {
        if (this.call.side.isPlain) throw new Error(translated("A board needs a device that tracks the room."));
        const isOther = this.#canvas === null;
        this.#canvas = canvas;
        await this.#draw();
        this.#tell({ name });
        if (isOther) this.onnotice?.(ready);
    }

    async #draw() {
        const { width, height } = this.#canvas;
        const { data } = this.#canvas.getContext("2d").getImageData(0, 0, width, height);
        await this.call.side.session.assisting.showBoard(data, width, height);
    }

    /** Places the board where a member, or this side for null, tapped on the frame that they saw. */
    async #put(at, code, from) {
        const { session } = this.call.side;
        if (!this.#canvas || !session.frame) return;
        const result = await session.assisting.placeBoard({ position: at, frame: stampOf(code, session.frame.timestampNanoseconds) });
        if (result === "done") return this.#tell({ isPlaced: true });
        this.onnotice?.(faults[result] ?? faults.noSurface);
        if (from !== null) this.call.chat.note({ board: { fault: result in faults ? result : "noSurface" } }, from);
    }

    async #takeAway() {
        if (!this.#canvas) return;
        this.#canvas = null;
        await this.call.side.session.assisting.removeBoard();
        this.#tell({ name: "", isPlaced: false });
    }

    #tell(change) {
        this.shown = { ...this.shown, ...change };
        this.call.chat.note({ board: this.shown });
        this.onchange?.();
    }
}

/** At an expert's. */
export class ExpertBoards extends CallBoards {
    /** What the site told; null before. */
    shown = null;
    #site = null;
    /** The picture that this expert showed last, to be sent again when the one on site comes back. */
    #own = null;

    offer() {}

    greet() {}

    /** Sends a picture, on a canvas, to the one on site, who shows it if they allow it. */
    async choose(canvas, name) {
        this.#own = await fileOf(canvas, name);
        await this.#send();
        if (this.#site && !this.shown.isAllowed) this.onnotice?.(translated("You asked. The one on site decides."));
    }

    place(at, frame) {
        this.#note({ at, frame });
    }

    scale(factor) {
        this.#note({ scale: factor });
    }

    remove() {
        this.#own = null;
        this.#note({ remove: true });
    }

    /** The site's note; those of other members mean nothing. */
    take(from, note) {
        if (this.call.room.peers.get(from)?.member.role !== "site") return;
        const told = readBoard(note);
        if (!told) return;
        if (told.fault) return this.onnotice?.(faults[told.fault]);
        const isBack = this.#site === null && told.name === "";
        const isNew = told.isAllowed && told.name !== "" && told.name !== this.shown?.name && !told.isPlaced;
        // Somebody took the board away.
        if (!isBack && told.name === "" && this.shown?.name) this.#own = null;
        [this.#site, this.shown] = [from, told];
        if (isNew) this.onnotice?.(ready);
        if (isBack && this.#own) this.#send().catch((error) => this.onnotice?.(translatedMessage(error.message)));
        this.onchange?.();
    }

    /** The one on site has left. */
    part() {
        this.#site = this.shown = null;
        this.onchange?.();
    }

    async #send() {
        if (!this.#site) return;
        await this.call.chat.send(this.#own, { to: this.#site, use: "board" });
        this.#note({ use: this.#own.name });
    }

    #note(wish) {
        if (this.#site) this.call.chat.note({ board: wish }, this.#site);
    }
}
