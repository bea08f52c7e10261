// On site: what arrives from those who draw goes into the engine, with the frame each of them saw; what became of it goes back.

import { AnnotationReader, messageVersion } from "../sightline/tools/annotations.js";
import { codeOf, stampOf } from "../sightline/view/frame-code.js";

const hostAuthor = 0;
const tooManyRefusals = 200;
/** What those who draw are told, by the mode of an `OnSite` that does not track. */
const untrackedAdvice = { starting: "starting", plain: "plainVideo" };

export class DrawingDesk {
    /** Told `(name, text, kind)` when something was measured, `(name)` when somebody draws on a still or stops, and that all is to be cleared. */
    onmeasured = null;
    onstill = null;
    onclear = null;
    /** Told every message that was taken, with its author; for the record. */
    onmessage = null;
    #session;
    #artists = new Map();
    #nextAuthor = 1;
    #tracking = "";
    #mode = "tracked";

    constructor(session) {
        this.#session = session;
    }

    /** Somebody may draw from now on. `say(text)` answers them. */
    welcome(id, name, say) {
        const author = this.#artists.get(id)?.author ?? this.#nextAuthor++;
        this.#artists.set(id, { author, name, say, reader: new AnnotationReader(), counts: new Map(), changed: new Map() });
        this.#say(id, { t: "hello", author });
        this.#tellTracking(true);
    }

    dismiss(id) {
        const artist = this.#artists.get(id);
        if (artist) artist.say = () => {};
        this.onstill?.(artist?.name, false);
    }

    /** A text that arrived from somebody. */
    take(id, text) {
        const artist = this.#artists.get(id);
        if (!artist || artist.reader.refusals > tooManyRefusals) return;
        const message = artist.reader.read(text);
        if (!message) return this.#say(id, { t: "refused", n: 0, why: "badMessage" });
        this.#perform(artist, message, (answer) => this.#say(id, answer));
    }

    /** This side's own hand: the same calls as a writer of messages. */
    get ownHand() {
        const artist = { author: hostAuthor, name: "", counts: new Map(), changed: new Map() };
        const perform = (message) => this.#perform(artist, { v: messageVersion, ...message }, () => {});
        return {
            begin: (stroke) => perform({ t: "begin", ...stroke }),
            add: (n, frame, place) => perform({ t: "points", n, frame, p: place }),
            end: (n) => perform({ t: "end", n }),
            undo: () => perform({ t: "undo" }),
            clear: (whose) => perform({ t: "clear", whose }),
            erase: (frame, [x, y], r) => perform({ t: "erase", frame, x, y, r }),
        };
    }

    /** A frame is shown: tells those who draw from which picture on their strokes stand in it. */
    show(frame) {
        const code = codeOf(frame.timestampNanoseconds);
        for (const [id, { changed, counts }] of this.#artists) {
            for (const [n, count] of changed) this.#say(id, { t: "shown", n, count, frame: code });
            changed.clear();
            if (counts.size > 400) counts.clear();
        }
        this.#tellTracking(false);
    }

    /** What is sent from now on, a mode of `OnSite`: over untracked video no stroke can stand in the world, and everybody who draws is told. */
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
        for (const id of this.#artists.keys()) this.#say(id, { t: "tracking", state, advice });
    }

    /** All that a message asks of the engine is asked at once: the engine takes it in the order of the messages, and nothing waits for an answer. */
    #perform(artist, message, answer) {
        this.#do(artist, message, answer).catch((error) => console.info(error.message));
    }

    async #do(artist, message, answer) {
        if (this.#mode in untrackedAdvice) return this.#performPlain(artist, message, answer);
        const { assisting } = this.#session;
        const { author } = artist;
        const frame = message.frame === undefined ? null : this.#stamp(message.frame);
        let result = "done";
        if (message.t === "begin") {
            const { n: number, kind, width: thickness, text } = message;
            result = await assisting.begin({ author, number, kind, color: Number.parseInt(message.color.slice(1), 16), thickness, text, frame });
            artist.counts.set(number, 0);
        }
        if (message.t === "points") {
            const more = (message.more ?? []).map(([code, ...places]) => [this.#stamp(code), places]);
            const runs = [[frame, message.p], ...more];
            result = faultOf(await Promise.all(runs.map(([shown, places]) => this.#append(artist, message.n, places, shown))));
        }
        if (message.t === "end") {
            result = await assisting.end({ author, number: message.n });
            artist.changed.set(message.n, artist.counts.get(message.n) ?? 0);
        }
        if (message.t === "undo") await assisting.undo({ author });
        if (message.t === "remove") await assisting.remove({ author: message.author, number: message.n });
        if (message.t === "clear") await assisting.clear(message.whose === "mine" ? { author } : {});
        if (message.t === "clear" && message.whose === "all") await this.onclear?.();
        if (message.t === "erase") await assisting.erase({ place: [message.x, message.y], radius: message.r, frame });
        if (message.t === "freeze") await this.#freeze(artist, frame, true);
        if (message.t === "release") await this.#freeze(artist, frame, false);
        if (message.t === "measure") result = await this.#measure(artist, message, frame, answer);
        if (result !== "done") return answer({ t: "refused", n: message.n ?? 0, why: result });
        this.onmessage?.(author, artist.name, message);
    }

    /** Over untracked video only stills are drawn on, by those who froze them; the rest is refused. */
    #performPlain(artist, { t, n }, answer) {
        if (t === "freeze" || t === "release") this.onstill?.(artist.name, t === "freeze");
        else if (t === "end" || t === "measure") answer({ t: "refused", n: n ?? 0, why: untrackedAdvice[this.#mode] });
    }

    async #append(artist, number, p, frame) {
        const places = Array.from({ length: p.length / 2 }, (_, i) => [p[2 * i], p[2 * i + 1]]);
        const result = await this.#session.assisting.append({ author: artist.author, number, places, frame });
        if (result !== "done") return result;
        const count = (artist.counts.get(number) ?? 0) + places.length;
        artist.counts.set(number, count);
        artist.changed.set(number, count);
        return result;
    }

    async #freeze(artist, frame, isFrozen) {
        await this.#session.assisting.freeze({ frame, isFrozen });
        this.onstill?.(artist.name, isFrozen);
    }

    async #measure(artist, { n, kind = "distance", p, seen }, frame, answer) {
        const { assisting } = this.#session;
        const name = { author: artist.author, number: n };
        const frames = seen?.map((code) => this.#stamp(code)) ?? [];
        const asked = [assisting.begin({ ...name, kind: "length", tool: kind, color: 0xffffff, thickness: 0.004, frame: frames[0] ?? frame })];
        for (let i = 0; i < p.length / 2; i++) asked.push(this.#append(artist, n, p.slice(2 * i, 2 * i + 2), frames[i] ?? frame));
        const results = await Promise.all([...asked, assisting.end(name)]);
        if (faultOf(results) !== "done") {
            if (results[0] === "done") await assisting.remove(name);
            return faultOf(results);
        }
        const made = (await assisting.list()).find(({ author, number }) => author === name.author && number === n);
        answer({ t: "measured", n, kind, text: made?.text ?? "" });
        this.onmeasured?.(artist.name, made?.text ?? "", kind);
        return "done";
    }

    #stamp(code) {
        return stampOf(code, this.#session.frame?.timestampNanoseconds ?? 0n);
    }

    #say(id, message) {
        this.#artists.get(id)?.say(JSON.stringify({ v: messageVersion, ...message }));
    }
}

/** What went wrong first; "done" where nothing did. */
function faultOf(results) {
    return results.find((result) => result !== "done") ?? "done";
}
