// What channels say last, for labels and billboards that show it. One connection serves all.

import { Channels } from "../../sightline/channels.js";
import { numberText, timeText, translated } from "../language/language.js";
import { ChannelValues } from "./channel-values.js";

const troubles = {
    "": "", connecting: translated("connecting"), refused: translated("refused: this channel is not open to you"), unavailable: translated("no connection"),
};

/** One channel's last values, as a person wished to see them. */
export class LiveValue {
    /** Called when a value came, or the channel's state changed. */
    onchange = null;
    values;
    #trouble = "connecting";
    #since = Date.now();

    /** `history` is what `values` was before. */
    constructor({ channel, event = "", field = "", title = "", history = [] }) {
        Object.assign(this, { channel, event: event ?? "", field: field ?? "", title: title || channel });
        this.values = new ChannelValues(history);
        this.take = (data) => this.values.take(data, this.field, Date.now()) && this.onchange?.();
    }

    get isRefused() {
        return this.#trouble === "refused";
    }

    /** What is wrong with the channel, in words; empty if nothing is. */
    get trouble() {
        return troubles[this.#trouble] || (this.values.isSilent(Date.now(), this.#since) ? translated("silent") : "");
    }

    become(trouble) {
        this.#trouble = trouble;
        if (trouble === "") this.#since = Date.now();
        this.onchange?.();
    }
}

/** Listens for all values of a page. */
export class LiveValues {
    #channels = null;
    #connecting = null;
    #heard = new Set();

    /** Follows a value's channel from now on. @param {LiveValue} value */
    async listen(value) {
        this.#heard.add(value);
        try {
            const channels = await this.#connection();
            if (!this.#heard.has(value)) return;
            const channel = channels.subscribe(value.channel);
            channel.bind(value.event || "*", value.take);
            channel.bind("pusher:subscription_succeeded", () => value.become(""));
            channel.bind("pusher:subscription_error", () => value.become("refused"));
            if (channel.state !== "pending") value.become(channel.state === "refused" ? "refused" : "");
        } catch {
            value.become("unavailable");
        }
    }

    /** Follows it no more. @param {LiveValue} value */
    forget(value) {
        this.#heard.delete(value);
        if ([...this.#heard].some(({ channel }) => channel === value.channel)) this.#channels?.subscribe(value.channel).unbind(value.event || "*", value.take);
        else this.#channels?.unsubscribe(value.channel);
    }

    #connection() {
        this.#connecting ??= this.#connect();
        return this.#connecting;
    }

    async #connect() {
        const answer = await fetch(new URL("../api/channels", location.href));
        if (!answer.ok) throw new Error("This server has no channels.");
        const channels = new Channels({ ...(await answer.json()), authorize: new URL("../api/channels/auth", location.href).href });
        channels.onstate = (state) => {
            if (state === "connected") return;
            for (const value of this.#heard) if (!value.isRefused) value.become(state === "failed" ? "refused" : "unavailable");
        };
        this.#channels = channels;
        return channels;
    }
}

/** A value as a person reads it: a number with four digits that count. */
export function valueText({ number, text, unit }) {
    if (text || number === null) return text;
    const digits = number === 0 ? 0 : Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(Math.abs(number)))));
    return leftToRight(numberText(Number.isInteger(number) ? number : Number(number.toFixed(digits))) + unit);
}

/** A number and its unit keep their order in a text from right to left (Unicode's isolates). */
const leftToRight = (text) => (document.documentElement.dir === "rtl" ? `\u2066${text}\u2069` : text);

/** How long ago, in words. */
export function ageText(age, time) {
    if (age < 2000) return translated("Now");
    return age < 60_000 ? translated("{seconds} s ago", { seconds: numberText(Math.round(age / 1000)) }) : timeText(time);
}
