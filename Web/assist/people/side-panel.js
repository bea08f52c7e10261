// The side panel: chat, people, images, settings and statistics. Received content is shown as text only.

import { numberText, translated } from "../../studio/language/language.js";
import { personName } from "./person-names.js";

const connectionWords = {
    connecting: translated("connecting"), connected: translated("connected"), lost: translated("connection lost"), closed: translated("gone"),
    arriving: translated("arriving"),
};
const tabs = ["talk", "people", "pictures", "call"];
const roleNames = { site: translated("On site"), expert: translated("Expert") };

export class SidePanel {
    /** Called with `(member, isAdmitted)`. */
    ondecide = null;
    /** Called with a picture whose text is to be read, and whether it is one's own. */
    onread = null;
    #byId;
    #unread = 0;

    constructor(byId) {
        this.#byId = byId;
        for (const name of tabs) byId(`tab-${name}`).onclick = () => this.open(name);
        byId("tabs").onkeydown = ({ key }) => this.#turn(key);
        byId("open-sheet").onclick = () => this.#show(true);
        byId("close-sheet").onclick = () => this.#show(false);
        addEventListener("keydown", ({ key }) => key === "Escape" && this.#show(false));
    }

    /** Opens a page of the panel. */
    open(name) {
        for (const each of tabs) {
            const isChosen = each === name;
            this.#byId(`tab-${each}`).setAttribute("aria-selected", isChosen);
            this.#byId(`tab-${each}`).tabIndex = isChosen ? 0 : -1;
            this.#byId(`page-${each}`).hidden = !isChosen;
        }
        if (name === "talk") this.#markRead();
    }

    people(people) {
        this.#byId("count").textContent = numberText(Math.max(1, people.length));
        this.#byId("people").replaceChildren(...people.map(({ name, role, isMe, isHost, peer }) => {
            const notes = [roleNames[role] ?? "", isHost ? translated("host") : "", isMe ? translated("you") : connectionWords[peer?.state ?? "arriving"] ?? peer.state];
            return row(personName(name), notes.filter(Boolean).join(" · "));
        }));
    }

    waiting(waiting) {
        this.#byId("waiting-block").hidden = waiting.length === 0;
        this.#byId("waiting").replaceChildren(...waiting.map(({ member, name, role }) => {
            const item = row(personName(name), roleNames[role] ?? "");
            for (const [text, isAdmitted] of [[translated("Let in"), true], [translated("No"), false]]) {
                const button = Object.assign(document.createElement("button"), { type: "button", className: `button${isAdmitted ? " main" : ""}`, textContent: text });
                button.onclick = () => this.ondecide?.(member, isAdmitted);
                item.append(button);
            }
            return item;
        }));
        if (waiting.length > 0) this.open("people");
    }

    word({ from, text, isOwn = false }) {
        const item = this.#entry(from, isOwn);
        item.append(Object.assign(document.createElement("p"), { textContent: text }));
    }

    /** A file or an image that was received or sent. */
    file({ from, name, blob, isOwn = false }) {
        const item = this.#entry(from, isOwn);
        const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name, textContent: name, className: "file" });
        item.append(link);
        if (!blob.type.startsWith("image/")) return;
        link.prepend(Object.assign(new Image(), { src: link.href, alt: "" }));
        item.append(this.#readButton(blob, isOwn));
    }

    /** A snapshot; `send` sends it to the others. */
    picture({ name, blob, send }) {
        const url = URL.createObjectURL(blob);
        const item = document.createElement("li");
        const image = Object.assign(new Image(), { src: url, alt: translated("Snapshot {name}", { name }) });
        const save = Object.assign(document.createElement("a"), { href: url, download: name, className: "button", textContent: translated("Save") });
        const share = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: translated("Send") });
        share.onclick = () => {
            send();
            Object.assign(share, { disabled: true, textContent: translated("Sent") });
        };
        item.append(image, save, share, this.#readButton(blob, false));
        this.#byId("pictures").prepend(item);
        this.#byId("pictures-empty").hidden = true;
    }

    figures(rows) {
        this.#byId("figures").replaceChildren(...rows.flatMap(([name, value]) => [
            Object.assign(document.createElement("dt"), { textContent: name }),
            Object.assign(document.createElement("dd"), { textContent: value, className: "figure" }),
        ]));
    }

    clear() {
        for (const id of ["talk", "pictures", "people", "waiting"]) this.#byId(id).replaceChildren();
        this.#byId("talk-empty").hidden = this.#byId("pictures-empty").hidden = false;
    }

    #readButton(blob, isOwn) {
        const button = Object.assign(document.createElement("button"), { type: "button", className: "button read", textContent: translated("Read text") });
        button.onclick = () => this.onread?.(blob, isOwn);
        return button;
    }

    #entry(from, isOwn) {
        const item = document.createElement("li");
        item.classList.toggle("own", isOwn);
        item.append(Object.assign(document.createElement("span"), { className: "label", textContent: isOwn ? translated("You") : personName(from) }));
        this.#byId("talk").append(item);
        this.#byId("talk-empty").hidden = true;
        queueMicrotask(() => item.scrollIntoView({ block: "nearest" }));
        if (!isOwn && (this.#byId("page-talk").hidden || getComputedStyle(this.#byId("sheet")).visibility === "hidden")) {
            this.#unread += 1;
            this.#byId("tab-talk").dataset.unread = this.#byId("open-sheet").dataset.unread = numberText(this.#unread);
        }
        return item;
    }

    #show(isOpen) {
        this.#byId("sheet").dataset.open = isOpen;
        this.#byId("open-sheet").setAttribute("aria-expanded", isOpen);
        if (isOpen && !this.#byId("page-talk").hidden) this.#markRead();
        if (isOpen) this.#byId("sheet").querySelector("[role=tab][aria-selected=true]").focus();
    }

    #markRead() {
        this.#unread = 0;
        delete this.#byId("tab-talk").dataset.unread;
        delete this.#byId("open-sheet").dataset.unread;
    }

    #turn(key) {
        const now = tabs.findIndex((name) => !this.#byId(`page-${name}`).hidden);
        const forward = document.documentElement.dir === "rtl" ? -1 : 1;
        const next = { ArrowRight: now + forward, ArrowLeft: now - forward }[key];
        if (next === undefined) return;
        const name = tabs[(next + tabs.length) % tabs.length];
        this.open(name);
        this.#byId(`tab-${name}`).focus();
    }
}

function row(name, note) {
    const item = document.createElement("li");
    const words = document.createElement("span");
    words.append(
        Object.assign(document.createElement("strong"), { textContent: name || translated("Somebody") }),
        Object.assign(document.createElement("small"), { textContent: note }),
    );
    item.append(words);
    return item;
}

