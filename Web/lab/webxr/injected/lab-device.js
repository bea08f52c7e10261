// The lab's device as the library's `Session`: the lab tracks the recording, and frames and images come through a port.

export class LabDevice {
    #port;
    #session = null;
    #run = 0;
    #asked = 0;
    #answers = new Map();

    constructor(port) {
        this.#port = port;
        port.onmessage = ({ data }) => this.#receive(data);
    }

    /** A class whose objects stand for the library's sessions. */
    sessionType() {
        const device = this;
        return class {
            run() { return device.#start(this); }
            stop() { device.#stop(this); }
            pause() { device.#send({ kind: "pause" }); }
            resume() { device.#send({ kind: "resume" }); }
            interrupt() {}
            startDepth() { return Promise.reject(new Error("The lab's device makes no depth maps.")); }
            stopDepth() {}
            meshHit() { return null; }
            addAnchor({ pose }) { return device.#ask("addAnchor", pose); }
            removeAnchor(identifier) { return device.#ask("removeAnchor", identifier); }
            saveMap() { return device.#ask("saveMap"); }
        };
    }

    async #start(session) {
        this.#session = session;
        this.#run += 1;
        await this.#ask("run");
    }

    #stop(session) {
        if (this.#session !== session) return;
        this.#session = null;
        this.#send({ kind: "stop" });
    }

    #send(message) {
        this.#port.postMessage({ ...message, run: this.#run });
    }

    #ask(kind, value) {
        const id = ++this.#asked;
        this.#send({ kind, id, value });
        return new Promise((done, fail) => this.#answers.set(id, { done, fail }));
    }

    #receive(message) {
        if (message.kind === "answer") return this.#answer(message);
        if (!this.#session || message.run !== this.#run) return message.image?.close();
        const session = this.#session;
        if (message.kind === "opened") session.onopen?.(message);
        if (message.kind === "frame") session.onframe?.(message.frame, message.image);
        if (message.kind === "notice") session.onnotice?.(message.text);
        if (message.kind === "failed") session.onerror?.(new Error(message.text));
        if (message.kind === "ended") session.onend?.();
    }

    #answer({ id, value, fault }) {
        const { done, fail } = this.#answers.get(id);
        this.#answers.delete(id);
        if (fault === undefined) done(value);
        else fail(new Error(fault));
    }
}
