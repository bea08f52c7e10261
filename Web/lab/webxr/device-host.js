// The simulated device: tracks a recording here, and gives its frames and images to the page in the frame, at the pace that the person chose.

import { Session } from "../../sightline/sightline.js";

/** Frames that wait for the page; then the recording waits. */
const mostWaiting = 4;
/** Anchors of one run: a page that sets one in each frame must not fill the memory. */
const mostAnchors = 1000;

const isVector = (value, count) => Array.isArray(value) && value.length === count && value.every(Number.isFinite);

export class DeviceHost {
    /** Called with the state: "waiting" for the page's session, "running", "ended" or "failed". */
    onstate = null;
    /** Called with each frame that goes to the page. */
    onframe = null;
    /** Called with an error's text. */
    onfail = null;
    /** The recording's address; the next run of the page plays it. */
    recording = null;
    #session = new Session({ rectified: true });
    #port = null;
    #run = 0;
    #waiting = [];
    #order = Promise.resolve();
    #isPlaying = true;
    #isHeldByPage = false;
    #isFull = false;
    #isOver = false;
    #steps = 0;
    #pace = 1;
    #anchorCount = 0;

    constructor() {
        const session = this.#session;
        session.onopen = ({ calibration, imageCount }) => this.#send({ kind: "opened", calibration, imageCount });
        session.onframe = (frame, image) => {
            this.#take(frame, image);
            return "keep";
        };
        session.onnotice = (text) => this.#send({ kind: "notice", text });
        session.onerror = (error) => this.#fail(error);
        session.onend = () => {
            const run = this.#run;
            this.#order = this.#order.then(() => {
                if (run !== this.#run) return;
                this.#isOver = true;
                this.#deliver();
            });
        };
    }

    /** Takes the page's port; a former page's run ends. */
    connect(port) {
        this.disconnect();
        this.#port = port;
        port.onmessage = ({ data }) => this.#receive(data);
        this.onstate?.("waiting");
    }

    disconnect() {
        this.#end();
        this.#port?.close();
        this.#port = null;
    }

    /** Continues, or pauses: the page receives nothing meanwhile. */
    set isPlaying(isPlaying) {
        this.#isPlaying = isPlaying;
        this.#deliver();
    }

    get isPlaying() {
        return this.#isPlaying;
    }

    /** Gives the page one frame while paused. */
    step() {
        this.#steps += 1;
        this.#deliver();
    }

    /** 1 as recorded. */
    set pace(pace) {
        this.#pace = pace;
        this.#session.setPace(pace);
    }

    /** Other messages than the device's calls are the call log's (`onmessage`), or nonsense. */
    onmessage = null;

    #receive(message) {
        if (typeof message !== "object" || message === null) return;
        const { kind, id, value, run } = message;
        if (kind === "run") return this.#begin(id, run);
        if (run !== this.#run) return this.onmessage?.(message);
        if (kind === "stop") return this.#end();
        if (kind === "pause" || kind === "resume") {
            this.#isHeldByPage = kind === "pause";
            return this.#deliver();
        }
        if (kind === "addAnchor") return this.#answer(id, () => this.#addAnchor(value));
        if (kind === "removeAnchor") return this.#answer(id, () => (Number.isFinite(value) ? this.#session.removeAnchor(value) : null));
        if (kind === "saveMap") return this.#answer(id, () => this.#session.saveMap());
        this.onmessage?.(message);
    }

    #begin(id, run) {
        this.#end();
        if (!Number.isFinite(run)) return;
        this.#run = run;
        this.#answer(id, async () => {
            if (!this.recording) throw new Error("No recording is chosen: the simulated device has nothing to show.");
            await this.#session.run({ recording: this.recording, pace: this.#pace });
            this.onstate?.("running");
        });
    }

    #end() {
        if (this.#run === 0) return;
        this.#session.stop();
        this.#waiting.forEach(({ image }) => image?.close());
        [this.#run, this.#waiting, this.#steps, this.#anchorCount] = [0, [], 0, 0];
        [this.#isHeldByPage, this.#isFull, this.#isOver] = [false, false, false];
        this.onstate?.("waiting");
    }

    #fail(error) {
        this.#send({ kind: "failed", text: error.message });
        this.onfail?.(error.message);
        this.onstate?.("failed");
    }

    #addAnchor(pose) {
        const isPose = typeof pose === "object" && pose !== null && isVector(pose.rotation, 4) && isVector(pose.translation, 3);
        if (!isPose || this.#anchorCount >= mostAnchors) return null;
        this.#anchorCount += 1;
        return this.#session.addAnchor({ pose: { rotation: pose.rotation, translation: pose.translation } });
    }

    /** Answers a question of the page with what `act` returns, or with its error's text. */
    async #answer(id, act) {
        const port = this.#port;
        try {
            port.postMessage({ kind: "answer", id, value: (await act()) ?? null });
        } catch (error) {
            port.postMessage({ kind: "answer", id, fault: error.message });
        }
    }

    #send(message, transfer = []) {
        this.#port?.postMessage({ ...message, run: this.#run }, transfer);
    }

    /** A frame of the recording. A decoded video's image cannot go to another origin, a bitmap can. */
    #take(frame, image) {
        const run = this.#run;
        const bitmap = image instanceof ImageBitmap || !image ? image : createImageBitmap(image);
        this.#order = this.#order.then(async () => {
            const ready = await bitmap;
            if (ready !== image) image.close();
            if (run !== this.#run) return ready?.close();
            this.#waiting.push({ frame, image: ready });
            this.#deliver();
        }).catch((error) => this.#fail(error));
    }

    /** Gives waiting frames to the page, and lets the recording continue if there is room. */
    #deliver() {
        if (this.#run === 0) return;
        while (this.#waiting.length > 0 && ((this.#isPlaying && !this.#isHeldByPage) || this.#steps > 0)) {
            this.#steps = Math.max(0, this.#steps - 1);
            const { frame, image } = this.#waiting.shift();
            this.#send({ kind: "frame", frame, image }, image ? [image] : []);
            this.onframe?.(frame);
        }
        if (this.#isOver && this.#waiting.length === 0) {
            this.#isOver = false;
            this.#send({ kind: "ended" });
            this.onstate?.("ended");
        }
        const isFull = this.#waiting.length >= mostWaiting;
        if (isFull === this.#isFull) return;
        this.#isFull = isFull;
        if (isFull) this.#session.pause();
        else this.#session.resume();
    }
}
