// One other person of the call: a connection that negotiates itself anew whenever it must ("perfect negotiation"), and its two channels.

import { withStartBitrate } from "./start-bitrate.js";

const patience = 2500;
const gatherFor = 120;

export class Peer {
    /** Called with the connection's state: "connecting", "connected", "lost" (it is being mended) or "closed". */
    onstate = null;
    /** Called with a track that arrives and its stream. */
    ontrack = null;
    /** Called when the channel for drawing, and the one for the chat, are open. */
    onopen = null;
    /** Called when the way is lost for now. */
    onlost = null;
    onannotation = null;
    onchat = null;
    state = "connecting";
    #polite;
    #signal;
    #isOffering = false;
    #isIgnoring = false;
    #candidates = [];
    #gathering = null;
    #mending = null;
    #taking = Promise.resolve();

    /** `signal(message)` tells the other side; `isPolite` says who gives way when both offer at once. */
    constructor({ iceServers, isPolite, isRelayed = false, signal }) {
        this.#polite = isPolite;
        this.#signal = signal;
        const connection = new RTCPeerConnection({ iceServers, iceTransportPolicy: isRelayed ? "relay" : "all", bundlePolicy: "max-bundle" });
        this.connection = connection;
        // Who gives way waits for the first offer.
        connection.onnegotiationneeded = () => (isPolite && !this.isAnswered) || this.#offer();
        connection.onicecandidate = ({ candidate }) => this.#gather(candidate);
        connection.onconnectionstatechange = () => this.#judge();
        connection.ontrack = ({ track, streams, receiver }) => {
            // Pictures are shown as soon as they are here: a stroke is drawn on what is seen.
            if (track.kind === "video" && "jitterBufferTarget" in receiver) receiver.jitterBufferTarget = 0;
            this.ontrack?.(track, streams[0] ?? new MediaStream([track]));
        };
        this.annotations = this.#channel("annotations", 1, ({ data }) => this.onannotation?.(data));
        this.chat = this.#channel("talk", 2, ({ data }) => this.onchat?.(data));
        this.chat.binaryType = "arraybuffer";
    }

    /** Whether the other side has said anything about the connection itself. */
    get isAnswered() {
        return this.connection.remoteDescription !== null;
    }

    /** Takes servers whose credentials last longer; they count when a new way is looked for. */
    use(iceServers) {
        if (this.connection.signalingState === "closed") return;
        this.connection.setConfiguration({ ...this.connection.getConfiguration(), iceServers });
    }

    /** Sends a track; gives its sender. */
    add(track, stream) {
        return this.connection.addTrack(track, stream);
    }

    /** Says something on a channel; false if it is not open. */
    say(channel, data) {
        if (this[channel].readyState !== "open") return false;
        this[channel].send(data);
        return true;
    }

    /** Takes what the other side signals, one after the other. */
    take(message) {
        this.#taking = this.#taking.then(() => this.#follow(message)).catch((error) => {
            if (this.state !== "closed") console.info(`A signal was not taken: ${error.message}`);
        });
    }

    async #follow({ description, candidates = [], isWayLost = false }) {
        const { connection } = this;
        if (isWayLost && connection.signalingState === "stable") connection.restartIce();
        if (description) {
            const isGlare = description.type === "offer" && (this.#isOffering || connection.signalingState !== "stable");
            this.#isIgnoring = !this.#polite && isGlare;
            if (this.#isIgnoring) return;
            await connection.setRemoteDescription(withStartBitrate(description));
            if (description.type === "offer") {
                await connection.setLocalDescription();
                this.#signal({ description: connection.localDescription });
            }
        }
        // Each by itself: one of an offer that was withdrawn must not take the others along.
        for (const candidate of candidates) {
            await connection.addIceCandidate(candidate).catch((error) => {
                if (!this.#isIgnoring) console.info(`A way was not taken: ${error.message}`);
            });
        }
    }

    /**
     * Looks for a new way through the network. Who gives way asks the other side for it: an offer that is withdrawn for another, before the first
     * picture came, leaves Chromium's video dark for good.
     */
    restart() {
        if (this.connection.signalingState === "closed") return;
        if (this.#polite) this.#signal({ isWayLost: true });
        else this.connection.restartIce();
    }

    close() {
        clearTimeout(this.#mending);
        clearTimeout(this.#gathering);
        this.connection.close();
        this.#become("closed");
    }

    #channel(label, id, take) {
        const channel = this.connection.createDataChannel(label, { negotiated: true, id });
        channel.onmessage = take;
        channel.onopen = () => this.onopen?.(label);
        return channel;
    }

    async #offer() {
        try {
            this.#isOffering = true;
            await this.connection.setLocalDescription();
            this.#signal({ description: this.connection.localDescription });
        } catch (error) {
            if (this.state !== "closed") console.info(`The call could not be offered: ${error.message}`);
        } finally {
            this.#isOffering = false;
        }
    }

    /** Candidates go in batches: signalling takes few messages per second. */
    #gather(candidate) {
        if (!candidate) return;
        this.#candidates.push(candidate.toJSON());
        this.#gathering ??= setTimeout(() => {
            this.#signal({ candidates: this.#candidates.splice(0) });
            this.#gathering = null;
        }, gatherFor);
    }

    #judge() {
        const state = this.connection.connectionState;
        clearTimeout(this.#mending);
        if (state === "connected") this.#become("connected");
        if (state === "disconnected" || state === "failed") {
            this.#become("lost");
            this.onlost?.();
            this.#mend(state === "failed" ? 0 : patience);
        }
    }

    #mend(after) {
        this.#mending = setTimeout(() => {
            if (this.state !== "lost") return;
            this.restart();
            this.#mend(4 * patience);
        }, after);
    }

    #become(state) {
        if (state === this.state) return;
        this.state = state;
        this.onstate?.(state);
    }
}
