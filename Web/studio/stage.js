// The shared part of every page with a view: opening a source, pausing it, the sheet, the view's size, hidden pages.

import { droppedFiles, pickedFiles } from "../sightline/sightline.js";
import { acceptDrops } from "./dropping.js";
import { translated, translatedMessage } from "./language/language.js";
import { offerRecordings } from "./recordings.js";
import { offerReport } from "./report/report-entry.js";
import { recordingAdvice, trackingAdvice } from "./tracking-advice.js";

const longestSide = 1600;

/** The page's stage: finds its elements by their identifiers, as in Web/draw/index.html. */
export class Stage {
    /** The running source: `{ camera, motion }` or `{ recording }`. */
    source = null;
    isHeld = false;
    #session;
    #name;
    #opened = null;
    #frames = 0;
    #hooks;
    #refusedUntil = 0;

    /**
     * `hooks`: `onbegin()` before a source is opened, `onframe(frame, count)` for each of its frames; `onnotice(text)` and `onfail(error)` show what a run waits
     * for and why it ended, `onresume()` that it goes on; `onchange()` is asked before the source is given up, and keeps it by `true`. `ondrop(transfer)`
     * takes dropped files that are no recording, and says so by `true`. `runOptions(source)` adds to what the session's `run` is asked.
     */
    constructor(session, name, hooks = {}) {
        this.#session = session;
        this.#name = name;
        this.#hooks = hooks;
        this.view = this.#element("view");
        // For developers in the browser's console, and for tests.
        this.view.session = session;
        this.#followSession();
        this.#followButtons();
        this.#followView();
        this.#offerReport();
        offerRecordings(this.#element("recordings"), this.#element("play"));
    }

    /** What `onopen` said of the run; null before the first. */
    get opened() {
        return this.#opened;
    }

    /** Whether the aim may leave the middle, because nobody can turn the camera. */
    get isRecording() {
        return Boolean(this.source?.recording);
    }

    /** The position of an event in the view, (0, 0) top left, (1, 1) bottom right. */
    placeOf({ offsetX, offsetY }) {
        return [offsetX / this.view.clientWidth, offsetY / this.view.clientHeight];
    }

    /** Whether a pressed key is meant for the tool, not for a control or an open dialog. */
    isToolKey({ target, metaKey, altKey }) {
        const isElsewhere = target.closest("input, select, button, a, aside") || document.querySelector("dialog:modal");
        return !isElsewhere && !metaKey && !altKey;
    }

    begin(source) {
        this.source = source;
        document.body.dataset.run = "running";
        document.body.dataset.source = this.isRecording ? "recording" : "camera";
        document.body.dataset.notice = "none";
        this.#element("trouble").hidden = true;
        this.state("notReady", translated("OPENING…"));
        this.advise("");
        this.hold(false);
        this.#hooks.onbegin?.();
        this.#session.run({ ...source, ...this.#hooks.runOptions?.(source) }).catch(this.#session.onerror);
    }

    /** Pauses or continues. */
    hold(isWanted) {
        const isChanged = this.isHeld !== isWanted;
        this.isHeld = isWanted;
        this.#element("hold").dataset.held = isWanted;
        this.#element("hold-label").textContent = isWanted ? translated("Go on") : translated("Pause");
        if (!isChanged || document.body.dataset.run !== "running") return;
        if (isWanted) this.#session.pause();
        else this.#session.resume();
    }

    state(mode, text) {
        this.#element("state").dataset.mode = mode;
        this.text("state", text);
    }

    /** Shows an advice; a warning remains for some seconds. */
    advise(text, { isWarning = false } = {}) {
        const now = performance.now();
        if (!isWarning && now < this.#refusedUntil) return;
        if (isWarning) this.#refusedUntil = now + 2500;
        this.text("advice", text);
    }

    /** The advice for a frame's tracking state; null if it is normal. */
    trackingAdvice(frame) {
        if (!frame) return "";
        if (frame.trackingState === "normal") return null;
        return (this.isRecording ? recordingAdvice : trackingAdvice)(frame.trackingState, frame.trackingLimit);
    }

    /** Sets a text only if it changes, so that a screen reader reads it once. */
    text(id, text) {
        const element = this.#element(id);
        if (element.textContent !== text) element.textContent = text;
    }

    #element(id) {
        return document.getElementById(id);
    }

    #followSession() {
        const session = this.#session;
        session.onopen = (description) => {
            this.#opened = description;
            this.#frames = 0;
            this.#element("welcome").hidden = true;
            this.#element("console").hidden = false;
            this.#element("progress").hidden = this.#element("hold").hidden = !description.imageCount;
            this.view.focus({ preventScroll: true });
        };
        session.onframe = (frame) => {
            this.#frames += 1;
            if (this.#opened.imageCount) this.#element("progress").value = this.#frames / this.#opened.imageCount;
            document.body.dataset.frames = this.#frames;
            this.#hooks.onframe?.(frame, this.#frames);
        };
        session.onnotice = (message) => {
            const text = message && translatedMessage(message);
            document.body.dataset.notice = text ? "shown" : "none";
            if (this.#hooks.onnotice) this.#hooks.onnotice(text);
            else if (text) this.state("notReady", text);
        };
        session.onend = () => {
            document.body.dataset.run = "ended";
            this.hold(true);
            this.#element("hold-label").textContent = translated("Replay");
        };
        session.onerror = (error) => {
            document.body.dataset.run = error.code === "cameraLost" ? "lost" : "failed";
            this.state("failed", translated("STOPPED"));
            this.#showTrouble(error);
            this.#showWelcome();
        };
    }

    #showTrouble(error) {
        if (this.#hooks.onfail) return this.#hooks.onfail(error);
        this.text("trouble", translatedMessage(error.message));
        this.#element("trouble").hidden = false;
    }

    #showWelcome() {
        this.#element("welcome").hidden = false;
        this.#element("console").hidden = true;
        if (!this.#element("camera").hidden) this.#element("camera").focus();
    }

    /** Opens a lost camera again; the results remain. */
    async #resume() {
        try {
            await this.#session.reopen();
            document.body.dataset.run = "running";
            this.#element("trouble").hidden = true;
            this.#element("welcome").hidden = true;
            this.#element("console").hidden = false;
            this.#hooks.onresume?.();
        } catch (error) {
            this.#showTrouble(error);
        }
    }

    #followButtons() {
        const on = (id, act) => this.#element(id).addEventListener("click", act);
        on("camera", () => (document.body.dataset.run === "lost" ? this.#resume() : this.begin({ camera: true, motion: true })));
        on("play", () => this.begin({ recording: this.#element("recordings").value }));
        on("hold", () => (document.body.dataset.run === "ended" ? this.begin(this.source) : this.hold(!this.isHeld)));
        on("change", () => this.#change());
        this.#element("open").addEventListener("change", ({ target }) => {
            if (target.files.length > 0) this.#openFiles(pickedFiles(target.files));
            target.value = "";
        });
        acceptDrops(this.#element("drop"), (transfer) => this.#hooks.ondrop?.(transfer) || this.#openFiles(droppedFiles(transfer)));
        on("open-sheet", () => this.openSheet());
        on("close-sheet", () => this.closeSheet());
        addEventListener("keydown", (event) => event.key === "Escape" && this.closeSheet() && event.stopImmediatePropagation());
    }

    /** Plays a person's own files once they are collected; reports errors in them. */
    async #openFiles(gathering) {
        try {
            this.begin({ recording: await gathering });
        } catch (error) {
            this.#session.onerror(error);
        }
    }

    #change() {
        if (this.#hooks.onchange?.()) return;
        this.#session.stop();
        this.closeSheet();
        document.body.dataset.run = "idle";
        this.state("idle", this.#name);
        this.#showWelcome();
    }

    /** Opens the sheet and moves the focus to one of its elements. */
    openSheet(focused = "close-sheet") {
        this.#element("sheet").dataset.open = "true";
        this.#element("open-sheet").setAttribute("aria-expanded", "true");
        this.#element(focused).focus();
    }

    /** Closes the sheet; returns false if it was not open. */
    closeSheet() {
        if (this.#element("sheet").dataset.open !== "true") return false;
        this.#element("sheet").dataset.open = "false";
        this.#element("open-sheet").setAttribute("aria-expanded", "false");
        this.#element("open-sheet").focus();
        return true;
    }

    /** In the sheet, and in the card that says why a source could not be used. */
    #offerReport() {
        this.#session.keepRecent();
        const block = Object.assign(document.createElement("section"), { className: "block report-block" });
        this.#element("sheet").append(block);
        offerReport([block, this.#element("welcome").querySelector(".card")], () => ({ session: this.#session, source: this.source }));
    }

    #followView() {
        new ResizeObserver(([{ contentRect: { width, height } }]) => {
            const scale = Math.min(devicePixelRatio, 2, longestSide / Math.max(width, height, 1));
            this.#session.resize(width * scale, height * scale);
        }).observe(this.view);
        document.addEventListener("visibilitychange", () => {
            if (document.body.dataset.run !== "running") return;
            if (!this.isRecording) this.#session.interrupt(document.hidden);
            else if (document.hidden) this.#session.pause();
            else if (!this.isHeld) this.#session.resume();
        });
    }
}
