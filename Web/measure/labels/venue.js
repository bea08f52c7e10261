// The studio's venue of beacons, for labels that show one: what is received of them, and where the plan has them.

import { channelKey, look } from "../../beacons/api.js";
import { Live } from "../../beacons/live.js";
import { distance, shortKey, zoneWords } from "../../beacons/words.js";
import { translated } from "../../studio/language/language.js";
import { ChannelValues } from "../../studio/live-values/channel-values.js";

/** Somebody carries a tag about 1 m above the floor, as in the studio's own reckoning. */
const carriedHeight = 1;

/** The venue as this person may see it; asks the studio once a label needs it. */
export class Venue {
    /** Called when the settings or the connection changed. */
    onchange = () => {};
    #settings = null;
    #state = null;
    #live = null;
    #opening = null;
    #trouble = "";
    #values = new Set();

    /** What is wrong with the venue, in words; empty if nothing is. */
    get trouble() {
        return this.#trouble;
    }

    /** Opens the venue; returns whether this person may see it. */
    open() {
        this.#opening ??= this.#open();
        return this.#opening;
    }

    /** Follows a label's beacon from now on. @param {BeaconValue} value */
    follow(value) {
        this.#values.add(value);
        this.open().then(() => value.take());
    }

    forget(value) {
        this.#values.delete(value);
    }

    /** The known beacons and those near by, `{ beacon, name }`. */
    get beacons() {
        const known = this.#settings?.beacons ?? [];
        const others = (this.#state?.beacons ?? []).filter(({ beacon }) => !known.some((each) => each.beacon === beacon));
        return [...known, ...others].map(({ beacon }) => ({ beacon, name: this.nameOf(beacon) }));
    }

    nameOf(beacon) {
        return this.#settings?.beacons.find((each) => each.beacon === beacon)?.name ?? shortKey(beacon);
    }

    /** What is received of a beacon: the nearest receiver's `{ receiver, proximity, distance, accuracy, age }`, with that receiver's name; null for nothing. */
    received(beacon) {
        const link = this.#state?.beacons.find((each) => each.beacon === beacon)?.links[0];
        return link ? { ...link, receiver: this.#settings.receivers.find(({ id }) => id === link.receiver)?.name ?? link.receiver } : null;
    }

    /** Where the plan has a beacon, `{ x, y, height, floor, isHung }`, m: where it hangs, or where its carrier was found; null for nowhere. */
    placeOf(beacon) {
        const hung = this.#settings?.beacons.find((each) => each.beacon === beacon && typeof each.x === "number");
        if (hung) return { x: hung.x, y: hung.y, height: hung.height ?? 2, floor: hung.floor ?? null, isHung: true };
        const found = this.#state?.beacons.find((each) => each.beacon === beacon)?.position;
        return found ? { x: found.x, y: found.y, height: carriedHeight, floor: found.floor ?? null, isHung: false } : null;
    }

    async #open() {
        try {
            await this.#look();
            const live = new Live(await channelKey(), this.#settings.channel);
            live.onstate = (state) => this.#take(state);
            live.onchanged = () => this.#look().catch(() => {}).then(() => this.#tell());
            live.onpulse = (pulse) => this.#become(pulse === "live" ? "" : pulse === "refused" ? closed : translated("no connection"));
            this.#live = live;
            return true;
        } catch (error) {
            this.#become(error.status === 401 ? closed : translated("no connection"));
            // Another wish asks again.
            this.#opening = null;
            return false;
        }
    }

    async #look() {
        this.#settings = await look();
        this.#take(this.#settings.state);
    }

    #take(state) {
        this.#state = state;
        this.#tell();
    }

    #become(trouble) {
        this.#trouble = trouble;
        this.#tell();
    }

    #tell() {
        for (const value of this.#values) value.take();
        this.onchange();
    }
}

const closed = translated("the venue is not open to you: sign in on the Beacons page");

/** What a label shows of a beacon; it is used as a `LiveValue` is. */
export class BeaconValue {
    /** Called when something changed. */
    onchange = null;
    values;
    channel = "";
    event = "";
    field = "";
    #venue;
    #title;
    #isReceived = true;

    /** `title` is what a person called it, else the venue's name for it is shown; `history` is what `values` was before. */
    constructor({ beacon, title = "", history = [] }, venue) {
        this.beacon = beacon;
        this.#title = title;
        this.#venue = venue;
        this.values = new ChannelValues(history);
    }

    get title() {
        return this.#title || this.#venue.nameOf(this.beacon);
    }

    /** The name that a person gave it; empty if the venue's is shown. */
    get givenTitle() {
        return this.#title;
    }

    get trouble() {
        return this.#venue.trouble || (this.#isReceived ? "" : translated("not received at the moment"));
    }

    /** Takes what the venue says now. */
    take() {
        const link = this.#venue.received(this.beacon);
        this.#isReceived = link !== null;
        if (link) {
            const text = `${zoneWords[link.proximity]} · ${distance(link)} · ${link.receiver}`;
            const time = Date.now() - link.age * 1000;
            // A state without a new packet says nothing new.
            if (!this.values.last || time - this.values.last.time > 500) this.values.take(link.distance < 0 ? { text } : { value: link.distance, text }, "", time);
        }
        this.onchange?.();
    }
}
