// The frame in which a page of others runs: without the studio's origin, so that it can neither read nor change anything of the studio.

import { root } from "../../studio/root.js";

/** The page of the frame; the studio serves it with a policy of its own. */
const frameAddress = new URL("lab/webxr/frame.html", root);
const deniedFeatures = "camera 'none'; microphone 'none'; geolocation 'none'; display-capture 'none'; xr-spatial-tracking 'none'; fullscreen 'none'";

/** A page in a frame of its own. It is not trusted: of its messages only the expected ones are taken, each once. */
export class Sandbox {
    /** Called if the page leaves the frame, by itself. */
    onleft = null;
    #place;
    #frame = null;
    #listener = null;

    /** `place` is the element that holds the frame. */
    constructor(place) {
        this.#place = place;
    }

    /** A new empty frame, ready to fetch or show a page; `title` names it. */
    async open(title) {
        this.close();
        const frame = this.#frame = Object.assign(document.createElement("iframe"), { title, src: frameAddress.href, allow: deniedFeatures });
        frame.sandbox.add("allow-scripts");
        const ready = this.#next((data) => data.kind === "ready");
        this.#place.replaceChildren(frame);
        await ready;
    }

    /** Fetches a page from inside the frame, which has no cookies: `{ kind: "fetched", status, type, address, html }`, or `{ kind: "unreadable", answers }`. */
    async fetch(address) {
        const answer = this.#next((data) => data.kind === "fetched" || data.kind === "unreadable");
        this.#send({ kind: "fetch", address });
        const { kind, status, type, address: final, html, answers } = await answer;
        if (kind === "unreadable") return { kind, answers: answers === true };
        return { kind, status: Number(status), type: String(type), address: URL.canParse(final) ? final : address, html: String(html) };
    }

    /** Shows a page; returns the port over which its device talks to the lab. */
    show(html) {
        const { port1, port2 } = new MessageChannel();
        this.#next((data) => data.kind === "ready").then(() => this.onleft?.());
        this.#send({ kind: "show", html }, [port2]);
        return port1;
    }

    close() {
        removeEventListener("message", this.#listener);
        this.#frame?.remove();
        this.#frame = null;
    }

    /** The frame's next message that is expected. */
    #next(isExpected) {
        const frame = this.#frame;
        removeEventListener("message", this.#listener);
        return new Promise((done) => {
            this.#listener = ({ source, data }) => {
                if (source !== frame.contentWindow || typeof data !== "object" || data === null || !isExpected(data)) return;
                removeEventListener("message", this.#listener);
                done(data);
            };
            addEventListener("message", this.#listener);
        });
    }

    /** The frame's origin is its own and has no name, so a message cannot be addressed to it. */
    #send(message, transfer = []) {
        this.#frame.contentWindow.postMessage(message, "*", transfer);
    }
}
