// Published readings: `client-new-measurement` on a private channel whose name contains a random code.

import { Channels } from "../sightline/channels.js";
import { translated } from "../studio/language/language.js";
import { ReadingPace } from "./reading-pace.js";

export const readingEvent = "client-new-measurement";
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const kept = "sightline-live-code";
const units = { length: "m", area: "m²", angle: "rad", volume: "m³" };

/** The channel of a code. */
export const readingChannel = (code) => `private-measure-${code}`;

/** A code that cannot be guessed: twelve of thirty-one letters. */
export function newCode() {
    return Array.from(crypto.getRandomValues(new Uint32Array(12)), (value) => letters[value % letters.length]).join("");
}

/**
 * Publishes a measuring tool's readings: at most five per second while measuring, and the result of each measurement
 * always, even after a lost connection. Pass every state of the tool to `take`.
 */
export class Publishing {
    /** Called with `off`, `connecting`, `connected`, `unavailable`, `failed` or `refused`. */
    onstate = null;
    #list;
    #channels = null;
    #channel = null;
    #count = 0;
    #pace = new ReadingPace((reading) => this.#channel?.trigger(readingEvent, reading) ?? false);

    /** `list` returns the measurements. */
    constructor(list) {
        this.#list = list;
    }

    get isOn() {
        return this.#channels !== null;
    }

    /** This browser's code, created on first use. */
    get code() {
        const code = localStorage.getItem(kept) ?? newCode();
        localStorage.setItem(kept, code);
        return code;
    }

    /** The address of the readings for another device. */
    get address() {
        return new URL(`../live/#${this.code}`, location.href).href;
    }

    async start() {
        const answer = await fetch(new URL("../api/channels", location.href));
        if (!answer.ok) throw new Error(translated("This server has no channels."));
        this.#channels = new Channels({ ...(await answer.json()), authorize: new URL("../api/channels/auth", location.href).href });
        this.#channels.onstate = (state) => this.onstate?.(state === "connected" ? "connecting" : state);
        this.#channel = this.#channels.subscribe(readingChannel(this.code));
        this.#channel.bind("pusher:subscription_succeeded", () => this.#subscribed());
        this.#channel.bind("pusher:subscription_error", () => this.onstate?.("refused"));
        this.onstate?.("connecting");
    }

    stop() {
        this.#pace.stop();
        this.#channels?.disconnect();
        this.#channels = this.#channel = null;
        this.onstate?.("off");
    }

    /** The measuring tool's state after a frame or a gesture. */
    take({ tool, live, measurementCount }) {
        const isDone = measurementCount > this.#count;
        this.#count = measurementCount;
        if (!this.isOn) return;
        if (isDone) this.#finish();
        else if (live) this.#pace.offer(this.#reading(tool, live));
    }

    #reading(kind, { quantity, value, sigma, text }) {
        return { kind, value, sigma, unit: units[quantity], text, isFinal: false, time: Date.now() };
    }

    async #finish() {
        const { number, name, kind, value, sigma, unit, text } = (await this.#list()).at(-1);
        this.#pace.insist({ number, name, kind, value, sigma, unit, text, isFinal: true, time: Date.now() });
    }

    #subscribed() {
        this.onstate?.("connected");
        this.#pace.resume();
    }
}
