// The block of the side panel that shows a board in the room.

import { translated, translatedMessage } from "../../studio/language/language.js";
import { NextTap } from "../drawing/next-tap.js";
import { SharedScreen, canvasOf } from "./board-picture.js";

/** The factor of one step in size. */
const sizeStep = 1.25;
const isDocument = (file) => file.type === "application/pdf" || /\.pdf$/i.test(file.name);

export class BoardsPanel {
    #byId;
    #tap;
    #screen = new SharedScreen();
    #boards = null;
    #pages = null;
    #document = null;

    constructor(byId) {
        this.#byId = byId;
        this.#tap = new NextTap(byId("board-place"), "board");
        byId("board-larger").onclick = () => this.#boards.scale(sizeStep);
        byId("board-smaller").onclick = () => this.#boards.scale(1 / sizeStep);
        byId("board-remove").onclick = () => {
            this.#forget();
            this.#boards.remove();
        };
        byId("boards-leave").onchange = () => this.#boards.allow(byId("boards-leave").checked);
        byId("board-file").onchange = ({ target }) => {
            const [file] = target.files;
            target.value = "";
            if (file) this.#try(() => this.#choose(file));
        };
        byId("board-page").onchange = () => this.#try(() => this.#showPage());
        byId("board-screen").hidden = !SharedScreen.isPossible;
        byId("board-screen").onclick = () => this.#try(() => this.#share());
        byId("board-refresh").onclick = () => this.#try(() => this.#showScreen());
        this.#screen.onend = () => { byId("board-refresh").hidden = true; };
    }

    /** Shows the board of a call; `pages` renders documents, `onwait()` is called when a tap is waited for. */
    serve(boards, { pen }, isSite, { pages, onwait }) {
        this.#boards = boards;
        this.#pages = pages;
        this.#forget();
        this.#byId("boards-leave").checked = false;
        this.#byId("boards-leave-label").hidden = !isSite;
        this.#tap.serve(pen, (place, frame) => boards.place(place, frame), onwait);
        boards.onchange = () => this.#show(isSite);
        this.#show(isSite);
    }

    /** The call has ended: the screen is no longer shared. */
    close() {
        this.#forget();
    }

    async #choose(file) {
        this.#forget();
        if (!isDocument(file)) return this.#boards.choose(await canvasOf(file), file.name.slice(-80));
        this.#document = file;
        this.#byId("board-page").value = "1";
        this.#byId("board-page-label").hidden = false;
        await this.#showPage();
    }

    async #showPage() {
        const number = Math.max(1, Math.trunc(this.#byId("board-page").valueAsNumber) || 1);
        const page = await this.#pages.render(this.#document, number);
        await this.#boards.choose(await canvasOf(page), `${this.#document.name.slice(-70)} ${number}`);
    }

    async #share() {
        await this.#screen.open();
        this.#document = null;
        this.#byId("board-page-label").hidden = true;
        this.#byId("board-refresh").hidden = false;
        await this.#showScreen();
    }

    #showScreen() {
        return this.#boards.choose(this.#screen.still(), translated("Screen"));
    }

    /** The screen and the document of the board before are let go. */
    #forget() {
        this.#screen.close();
        this.#document = null;
        this.#byId("board-page-label").hidden = true;
    }

    /** Says in words what could not be done; a person who chose no screen knows it. */
    #try(act) {
        act().catch((error) => error.name !== "NotAllowedError" && this.#boards.onnotice?.(translatedMessage(error.message)));
    }

    #show(isSite) {
        const byId = this.#byId;
        const { shown } = this.#boards;
        byId("boards-block").hidden = !shown;
        if (!shown) return;
        const { isAllowed, name, isPlaced } = shown;
        const mayPlace = name !== "" && (isSite || isAllowed);
        byId("boards-told").textContent = name || (isSite || isAllowed ? "" : translated("The one on site decides whether boards are shown."));
        byId("board-place").disabled = !mayPlace;
        for (const id of ["board-larger", "board-smaller"]) byId(id).disabled = !mayPlace || !isPlaced;
        byId("board-remove").disabled = !mayPlace;
    }
}
