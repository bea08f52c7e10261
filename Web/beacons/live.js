// The live state: received once per second from the channel, combined from its parts.

import { Channels } from "../sightline/channels.js";

/** Calls `onstate(state)`, `oncrossing(crossing)`, `onchanged()` and `onpulse(state)` from now on. */
export class Live {
    onstate = () => {};
    oncrossing = () => {};
    onchanged = () => {};
    onpulse = () => {};
    #channels;
    #parts = [];

    constructor(key, channelName) {
        this.channelName = channelName;
        this.#channels = new Channels({ key });
        this.#channels.onstate = (state) => this.onpulse(state === "connected" ? "connecting" : state);
        const channel = this.#channels.subscribe(channelName);
        channel.bind("pusher:subscription_succeeded", () => this.onpulse("live"));
        channel.bind("pusher:subscription_error", () => this.onpulse("refused"));
        channel.bind("state", (message) => this.#take(message));
        channel.bind("crossing", (crossing) => this.oncrossing(crossing));
        channel.bind("changed", () => this.onchanged());
    }

    end() {
        this.#channels.disconnect();
    }

    #take({ part, parts, state }) {
        if (part === 0) this.#parts = [];
        this.#parts[part] = state;
        if (part !== parts - 1 || Object.keys(this.#parts).length !== parts) return;
        // What is no list stands in the first part.
        const whole = { ...this.#parts[0] };
        for (const name of ["beacons", "receivers", "places", "senders"]) whole[name] = this.#parts.flatMap((each) => each[name] ?? []);
        this.onstate(whole);
    }
}
