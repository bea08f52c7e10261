// The notices for the person who holds the phone, and the button that ends the session. `installWebXR({ texts })`
// translates the texts; a page that prevents the default of the session's event `sightlinenotice` shows its own
// instead.

import { raise, styled } from "./overlay.js";

/** All texts. */
export const usualTexts = {
    starting: "Starting the camera …",
    initializing: "Move the phone slowly from side to side.",
    excessiveMotion: "Move more slowly.",
    insufficientFeatures: "Aim at something with more detail, or make more light.",
    relocalizing: "Tracking was lost. Aim at what you saw before.",
    exit: "Exit AR",
};

/** The notice of a session: `notice` is a name of `usualTexts` or a text; null for none. */
export class NoticeEvent extends Event {
    constructor(notice, text) {
        super("sightlinenotice", { cancelable: true });
        Object.assign(this, { notice, text });
    }
}

const boxed = {
    position: "fixed", "box-sizing": "border-box", margin: "0", border: "0", "border-radius": "22px", color: "#fff", background: "rgba(20, 20, 22, 0.72)",
    font: "500 16px/22px system-ui, sans-serif", padding: "11px 18px",
};

export class Notices {
    #session;
    #texts;
    #notice;
    #host = document.createElement("div");
    #line = document.createElement("p");
    #button = document.createElement("button");

    constructor(session, texts) {
        this.#session = session;
        this.#texts = { ...usualTexts, ...texts };
        styled(this.#line, {
            ...boxed, left: "16px", right: "16px", bottom: "calc(28px + env(safe-area-inset-bottom))", margin: "0 auto", width: "fit-content",
            "pointer-events": "none", "text-align": "center",
        });
        this.#line.setAttribute("role", "status");
        styled(this.#button, {
            ...boxed, right: "16px", top: "calc(16px + env(safe-area-inset-top))", "min-width": "44px", "min-height": "44px", cursor: "pointer", "pointer-events": "auto",
        });
        Object.assign(this.#button, { type: "button", textContent: this.#texts.exit });
        this.#button.addEventListener("click", () => session.end().catch(() => {}));
        this.#line.dataset.sightline = "notice";
        this.#button.dataset.sightline = "exit";
        styled(this.#host, {
            position: "fixed", inset: "0", width: "100%", height: "100%", margin: "0", padding: "0", border: "0", background: "none", "pointer-events": "none",
            "z-index": "2147483647", overflow: "hidden",
        });
        this.#host.append(this.#line, this.#button);
        document.documentElement.append(this.#host);
        raise(this.#host);
        this.show("starting");
    }

    /** Shows the notice for a frame's tracking state. */
    look({ trackingState, trackingLimit }) {
        this.show(trackingState === "normal" ? null : trackingLimit ?? "initializing");
    }

    show(notice) {
        if (notice === this.#notice) return;
        this.#notice = notice;
        const text = notice && (this.#texts[notice] ?? notice);
        const isOurs = this.#session.dispatchEvent(new NoticeEvent(notice, text));
        this.#line.textContent = isOurs && text ? text : "";
        styled(this.#line, { display: isOurs && text ? "block" : "none" });
    }

    /** Whether the exit button is shown; a page with one of its own hides it. */
    set hasExit(isShown) {
        styled(this.#button, { display: isShown ? "block" : "none" });
    }

    close() {
        this.#host.remove();
    }
}
