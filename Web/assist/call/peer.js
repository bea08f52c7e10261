// One other member of the call: a connection that renegotiates automatically ("perfect negotiation"), and its two
// channels.

import { withStartBitrate } from "./start-bitrate.js";

const patience = 2500;
const gatherFor = 120;

export class Peer {
    /** Called with the connection's state: "connecting", "connected", "lost" (it is being restored) or "closed". */
    onstate = null;
    /** Called with a received track and its stream. */
    ontrack = null;
    /** Called when the channel for drawing, and the one for the chat, are open. */
    onopen = null;
    /** Called when the connection is lost for now. */
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

    /** `signal(message)` sends to the other side; the polite side (`isPolite`) rolls back if both offer at once. */
    constructor({ iceServers, isPolite, isRelayed = false, signal }) {
        this.#polite = isPolite;
        this.#signal = signal;
        const connection = new RTCPeerConnection({ iceServers, iceTransportPolicy: isRelayed ? "relay" : "all", bundlePolicy: "max-bundle" });
        this.connection = connection;
        // The polite side waits for the first offer.
        connection.onnegotiationneeded = () => (isPolite && !this.isAnswered) || this.#offer();
        connection.onicecandidate = ({ candidate }) => this.#gather(candidate);
        connection.onconnectionstatechange = () => this.#judge();
        connection.ontrack = ({ track, streams, receiver }) => {
            // Images are shown as soon as they arrive: strokes are drawn on the visible image.
            if (track.kind === "video" && "jitterBufferTarget" in receiver) receiver.jitterBufferTarget = 0;
            this.ontrack?.(track, streams[0] ?? new MediaStream([track]));
        };
        this.annotations = this.#channel("annotations", 1, ({ data }) => this.onannotation?.(data));
        this.chat = this.#channel("talk", 2, ({ data }) => this.onchat?.(data));
        this.chat.binaryType = "arraybuffer";
    }

    /** Whether the other side has sent any signal of the connection itself. */
    get isAnswered() {
        return this.connection.remoteDescription !== null;
    }

    /** Sets servers with renewed credentials; they are used at the next ICE restart. */
    use(iceServers) {
        if (this.connection.signalingState === "closed") return;
        this.connection.setConfiguration({ ...this.connection.getConfiguration(), iceServers });
    }

    /** Sends a track; returns its sender. */
    add(track, stream) {
        return this.connection.addTrack(track, stream);
    }

    /** Sends data on a channel; returns false if it is not open. */
    send(channel, data) {
        if (this[channel].readyState !== "open") return false;
        this[channel].send(data);
        return true;
    }

    /** Processes the signals of the other side, one after the other. */
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
        // Each separately: a candidate of a rolled-back offer must not fail the others.
        for (const candidate of candidates) {
            await connection.addIceCandidate(candidate).catch((error) => {
                if (!this.#isIgnoring) console.info(`A way was not taken: ${error.message}`);
            });
        }
    }

    /**
     * Restarts ICE. The polite side requests it from the other side: an offer that is rolled back for another, before
     * the first image came, leaves Chromium's video black permanently.
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
