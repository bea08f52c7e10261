// A session is recorded only if all members consent; later members are asked too, and everyone can end it.

import { translated, translatedMessage } from "../../studio/language/language.js";
import { toldMeasure } from "../drawing/measuring-bar.js";
import { personName } from "../people/person-names.js";
import { request } from "./room.js";
import { SessionRecorder } from "./session-recorder.js";

const patience = 60_000;

export class Consent {
    /** Called with whether a record runs, and a text about it. */
    onchange = null;
    #byId;
    #call;
    #recorder = null;
    #pending = null;

    constructor(byId, call) {
        this.#byId = byId;
        this.#call = call;
        call.chat.read("record", (id, note) => this.#take(id, note));
        if (call.role !== "site") return;
        this.#recorder = new SessionRecorder(call);
        this.#recorder.ontrouble = (text) => call.onnotice?.(translated("Not everything could be kept: {reason}", { reason: translatedMessage(text) }));
        call.side.annotationHost.onmessage = (author, name, message) => this.#recorder.note({ kind: "drawn", author, name, message });
        call.onjoined = (id) => this.#recorder.isOn && call.chat.note({ record: "ask", by: call.room.person }, id);
        const { onmeasured } = call.side.annotationHost;
        call.side.annotationHost.onmeasured = (name, text, kind) => {
            onmeasured(name, text, kind);
            if (text) this.#recorder.note({ kind: "measured", name: name || call.room.person, text: toldMeasure(kind, text) });
        };
    }

    get isOn() {
        return this.#recorder?.isOn ?? this.isTold;
    }
    isTold = false;

    /** Adds an event to the record. */
    note(event) {
        this.#recorder?.note(event);
    }

    picture(name, blob, by) {
        this.#recorder?.picture(name, blob, by);
    }

    /** The button: asks everyone, or ends. The site records; an expert sends a request. */
    async toggle() {
        if (!this.#recorder) return this.#call.chat.note({ record: this.isTold ? "end" : "wish" });
        if (this.#recorder.isOn) return this.#end();
        await this.#begin();
    }

    async #begin() {
        const others = [...this.#call.room.peers.values()].map(({ member }) => member);
        const consents = await this.#askAll(others);
        if (!consents) return this.#notify(translated("The session is not recorded: not everyone agreed."));
        try {
            await this.#recorder.begin(consents);
        } catch (error) {
            return this.#notify(translated("The session cannot be recorded: {reason}", { reason: translatedMessage(error.message) }));
        }
        this.#call.chat.note({ record: "on" });
        this.onchange?.(true, translated("This session is being recorded."));
    }

    async #end() {
        this.#call.chat.note({ record: "off" });
        this.onchange?.(false, translated("Saving the record…"));
        try {
            const address = await this.#recorder.end();
            this.#call.chat.note({ record: "saved", address });
            this.onchange?.(false, translated("The record was saved."), address);
        } catch (error) {
            this.#notify(translated("The record could not be saved whole: {reason}", { reason: translatedMessage(error.message) }));
        }
    }

    /** Ends a record that runs, before the call is left. */
    async finish() {
        if (this.#recorder?.isOn) await this.#end();
    }

    /** Asks the others; resolves with their signed consents, or null if someone did not consent. */
    #askAll(others) {
        if (others.length === 0) return [];
        this.#notify(translated("Asking the others…"));
        return new Promise((done) => {
            const waiting = new Set(others.map(({ id }) => id));
            const consents = [];
            const timer = setTimeout(() => done(null), patience);
            this.#pending = (id, isAgreed, consent) => {
                if (isAgreed && waiting.delete(id)) consents.push(consent);
                if (isAgreed && waiting.size > 0) return;
                clearTimeout(timer);
                this.#pending = null;
                done(isAgreed ? consents : null);
            };
            this.#call.chat.note({ record: "ask", by: this.#call.room.person });
        });
    }

    async #take(id, note) {
        const word = note.record;
        if (this.#recorder) {
            if (word === "wish" && !this.#recorder.isOn) this.#askSelf(id);
            if (word === "end" && this.#recorder.isOn) this.#end();
            if (word === "yes" || word === "no") this.#answer(id, word === "yes", note.consent);
            return;
        }
        if (word === "ask") this.#call.chat.note(await this.#consent(String(note.by).slice(0, 80)), id);
        if (word === "on" || word === "off") {
            this.isTold = word === "on";
            this.onchange?.(this.isTold, word === "on" ? translated("This session is being recorded.") : translated("The record has ended."));
        }
        if (word === "saved" && /^\/assist\/session\.html\?id=\w+&key=\w+$/.test(note.address)) this.onchange?.(false, translated("The record was saved."), note.address);
    }

    /** Asks the person for consent; a positive answer contains the studio's signature. */
    async #consent(name) {
        if (!(await this.#question(name))) return { record: "no" };
        const { room } = this.#call;
        try {
            const { consent } = await request(`rooms/${room.name}/records/consent`, { method: "POST", pass: room.pass, body: {} });
            return { record: "yes", consent };
        } catch (error) {
            this.#notify(translated("Your consent could not be given: {reason}", { reason: translatedMessage(error.message) }));
            return { record: "no" };
        }
    }

    /** A member has answered: a later member without consent ends the record. */
    #answer(id, isAgreed, consent) {
        if (this.#pending) return this.#pending(id, isAgreed, consent);
        if (!this.#recorder.isOn) return;
        if (!isAgreed) return this.#end();
        const name = this.#call.room.peers.get(id)?.member.name;
        this.#recorder.addConsent(consent);
        this.#recorder.note({ kind: "agreed", name });
        this.#call.chat.note({ record: "on" }, id);
    }

    async #askSelf(id) {
        const name = this.#call.room.peers.get(id)?.member.name ?? translated("Somebody");
        if (await this.#question(name)) this.#begin();
    }

    #question(name) {
        const dialog = this.#byId("consent");
        this.#byId("consent-text").textContent = translated(
            "{name} would like to keep picture, voices, strokes, chat and snapshots of this session on the studio. They are deleted by themselves after the room's time.",
            { name: personName(name) },
        );
        dialog.showModal();
        return new Promise((done) => {
            this.#byId("consent-yes").onclick = () => dialog.close("yes");
            this.#byId("consent-no").onclick = () => dialog.close("no");
            dialog.onclose = () => done(dialog.returnValue === "yes");
        });
    }

    #notify(text) {
        this.onchange?.(this.isOn, text);
    }
}
