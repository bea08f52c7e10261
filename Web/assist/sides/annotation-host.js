// On site: messages from the experts go into the engine, with the frame that each expert saw; the answers go back.

import { AnnotationReader, messageVersion } from "../../sightline/tools/annotations.js";
import { codeOf, stampOf } from "../../sightline/view/frame-code.js";

const hostAuthor = 0;
const tooManyRefusals = 200;
/** The reason that experts receive, by the mode of an `OnSite` that does not track. */
const untrackedAdvice = { starting: "starting", plain: "plainVideo" };

export class AnnotationHost {
    /**
     * Called with `(name, text, kind)` after a measurement; with `(name, isStill)` when someone starts or stops drawing
     * on a still; when all must be cleared.
     */
    onmeasured = null;
    onstill = null;
    onclear = null;
    /** Called with every accepted message and its author; for the record. */
    onmessage = null;
    #session;
    #members = new Map();
    #nextAuthor = 1;
    #tracking = "";
    #mode = "tracked";

    constructor(session) {
        this.#session = session;
    }

    /** Adds a member who may draw; `send(text)` sends them the answers. */
    addMember(id, name, send) {
        const author = this.#members.get(id)?.author ?? this.#nextAuthor++;
        this.#members.set(id, { author, name, send, reader: new AnnotationReader(), counts: new Map(), changed: new Map() });
        this.#send(id, { t: "hello", author });
        this.#tellTracking(true);
    }

    removeMember(id) {
        const member = this.#members.get(id);
        if (member) member.send = () => {};
        this.onstill?.(member?.name, false);
    }

    /** Processes a text from a member. */
    take(id, text) {
        const member = this.#members.get(id);
        if (!member || member.reader.refusals > tooManyRefusals) return;
        const message = member.reader.read(text);
        if (!message) return this.#send(id, { t: "refused", n: 0, why: "badMessage" });
        this.#perform(member, message, (answer) => this.#send(id, answer));
    }

    /** The writer for this side's own drawing: the same calls as a writer of messages. */
    get localWriter() {
        const member = { author: hostAuthor, name: "", counts: new Map(), changed: new Map() };
        const perform = (message) => this.#perform(member, { v: messageVersion, ...message }, () => {});
        return {
            begin: (stroke) => perform({ t: "begin", ...stroke }),
            add: (n, frame, place) => perform({ t: "points", n, frame, p: place }),
            end: (n) => perform({ t: "end", n }),
            undo: () => perform({ t: "undo" }),
            clear: (whose) => perform({ t: "clear", whose }),
            erase: (frame, [x, y], r) => perform({ t: "erase", frame, x, y, r }),
        };
    }

    /** A frame is shown: informs the experts from which image on it shows their strokes. */
    show(frame) {
        const code = codeOf(frame.timestampNanoseconds);
        for (const [id, { changed, counts }] of this.#members) {
            for (const [n, count] of changed) this.#send(id, { t: "shown", n, count, frame: code });
            changed.clear();
            if (counts.size > 400) counts.clear();
        }
        this.#tellTracking(false);
    }

    /**
     * Sets what is sent from now on, a mode of `OnSite`: no stroke can stand in the world over untracked video, and all
     * who draw are informed.
     */
    setMode(mode) {
        this.#mode = mode;
        this.#tellTracking(true);
    }

    #tellTracking(isWanted) {
        const { frame } = this.#session;
        const state = frame?.trackingState ?? "notAvailable";
        const advice = untrackedAdvice[this.#mode] ?? frame?.trackingLimit ?? "";
        if (!isWanted && this.#tracking === state + advice) return;
        this.#tracking = state + advice;
        for (const id of this.#members.keys()) this.#send(id, { t: "tracking", state, advice });
    }

    /**
     * Sends all calls of a message to the engine at once: the engine executes them in order, and no call waits for an
     * answer.
     */
    #perform(member, message, answer) {
        this.#do(member, message, answer).catch((error) => console.info(error.message));
    }

    async #do(member, message, answer) {
        if (this.#mode in untrackedAdvice) return this.#performPlain(member, message, answer);
        const { assisting } = this.#session;
        const { author } = member;
        const frame = message.frame === undefined ? null : this.#stamp(message.frame);
        let result = "done";
        if (message.t === "begin") {
            const { n: number, kind, width: thickness, text } = message;
            result = await assisting.begin({ author, number, kind, color: Number.parseInt(message.color.slice(1), 16), thickness, text, frame });
            member.counts.set(number, 0);
        }
        if (message.t === "points") {
            const more = (message.more ?? []).map(([code, ...positions]) => [this.#stamp(code), positions]);
            const runs = [[frame, message.p], ...more];
            result = faultOf(await Promise.all(runs.map(([shown, positions]) => this.#append(member, message.n, positions, shown))));
        }
        if (message.t === "end") {
            result = await assisting.end({ author, number: message.n });
            member.changed.set(message.n, member.counts.get(message.n) ?? 0);
        }
        if (message.t === "undo") await assisting.undo({ author });
        if (message.t === "remove") await assisting.remove({ author: message.author, number: message.n });
        if (message.t === "clear") await assisting.clear(message.whose === "mine" ? { author } : {});
        if (message.t === "clear" && message.whose === "all") await this.onclear?.();
        if (message.t === "erase") await assisting.erase({ position: [message.x, message.y], radius: message.r, frame });
        if (message.t === "freeze") await this.#freeze(member, frame, true);
        if (message.t === "release") await this.#freeze(member, frame, false);
        if (message.t === "measure") result = await this.#measure(member, message, frame, answer);
        if (result !== "done") return answer({ t: "refused", n: message.n ?? 0, why: result });
        this.onmessage?.(author, member.name, message);
    }

    /** Over untracked video, only those who froze a still can draw, and only on it; the rest is refused. */
    #performPlain(member, { t, n }, answer) {
        if (t === "freeze" || t === "release") this.onstill?.(member.name, t === "freeze");
        else if (t === "end" || t === "measure") answer({ t: "refused", n: n ?? 0, why: untrackedAdvice[this.#mode] });
    }

    async #append(member, number, p, frame) {
        const positions = Array.from({ length: p.length / 2 }, (_, i) => [p[2 * i], p[2 * i + 1]]);
        const result = await this.#session.assisting.append({ author: member.author, number, positions, frame });
        if (result !== "done") return result;
        const count = (member.counts.get(number) ?? 0) + positions.length;
        member.counts.set(number, count);
        member.changed.set(number, count);
        return result;
    }

    async #freeze(member, frame, isFrozen) {
        await this.#session.assisting.freeze({ frame, isFrozen });
        this.onstill?.(member.name, isFrozen);
    }

    async #measure(member, { n, kind = "distance", p, seen }, frame, answer) {
        const { assisting } = this.#session;
        const name = { author: member.author, number: n };
        const frames = seen?.map((code) => this.#stamp(code)) ?? [];
        const asked = [assisting.begin({ ...name, kind: "length", tool: kind, color: 0xffffff, thickness: 0.004, frame: frames[0] ?? frame })];
        for (let i = 0; i < p.length / 2; i++) asked.push(this.#append(member, n, p.slice(2 * i, 2 * i + 2), frames[i] ?? frame));
        const results = await Promise.all([...asked, assisting.end(name)]);
        if (faultOf(results) !== "done") {
            if (results[0] === "done") await assisting.remove(name);
            return faultOf(results);
        }
        const made = (await assisting.list()).find(({ author, number }) => author === name.author && number === n);
        answer({ t: "measured", n, kind, text: made?.text ?? "" });
        this.onmeasured?.(member.name, made?.text ?? "", kind);
        return "done";
    }

    #stamp(code) {
        return stampOf(code, this.#session.frame?.timestampNanoseconds ?? 0n);
    }

    #send(id, message) {
        this.#members.get(id)?.send(JSON.stringify({ v: messageVersion, ...message }));
    }
}

/** The first error; "done" if there is none. */
function faultOf(results) {
    return results.find((result) => result !== "done") ?? "done";
}
