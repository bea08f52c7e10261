// A session as a web developer holds it: run it, get frames.

import { scaledCalibration } from "./calibration.js";
import { CanvasScreen } from "./canvas-screen.js";
import { engineCode } from "./engine-code.js";
import { LiveSource } from "./live.js";
import { RunWatch } from "./run-watch.js";
import { SessionAssisting } from "./session-assisting.js";
import { SessionBillboard } from "./session-billboard.js";
import { SessionDrawing } from "./session-drawing.js";
import { SessionMeasuring } from "./session-measuring.js";
import { WakeLock } from "./wake-lock.js";
import { openXR } from "./xr.js";

const usualParts = ["planes", "anchors", "measuring", "drawing", "billboard"];
/** A lens is remembered once the scale is known this well, and then every so many frames. */
const learning = { scaleSigma: 0.03, frames: 150 };

/**
 * Tracks the world from a camera and motion sensors, or from a recording, with the engine in a worker.
 *
 * Set `onframe`, `onopen`, `onend`, `onerror`, `onnotice` to be told. A frame's picture is drawn on `canvas` before `onframe` is called, one
 * canvas pixel a picture's pixel. With `view: true` the engine itself draws on the canvas, in the worker: the picture fills it, with
 * planes, anchors and, with `measuring`, `drawing` or `billboard`, what those tools made where it stands; `resize` tells it how many
 * pixels there are. With `view: "handed"` the engine draws on a canvas of its own, hands each picture over and the page draws it on
 * `canvas`, which can then be sent (`captureStream`); `coded: true` adds a strip that says which frame it is (frame-code.js). A `screen` takes
 * the pictures in the canvas's place: a `TrackScreen` sends them without a canvas (canvas-screen.js, track-screen.js).
 */
export class Session {
    onframe = null;
    /** Told when the view was drawn anew between two frames, because of a gesture. */
    onlook = null;
    onopen = null;
    onend = null;
    onerror = null;
    /** Called with what a live run waits for, as text for a person (the engine that loads, a silent sensor); with null when it goes on. */
    onnotice = null;
    /** Called while the engine is loaded: `{ loaded, total }` in bytes; `total` is null where the server does not say it. */
    onloading = null;
    /** The last frame; null before the first. */
    frame = null;
    /** The stamp of the frame whose picture the page's canvas shows, which may be an earlier one where drawing is slow; null before the first. */
    shownNanoseconds = null;
    #screen;
    #worker = null;
    #live = null;
    #watch = new RunWatch();
    #wakeLock = new WakeLock();
    #generation = 0;
    #lensScale = 1;
    #stage;
    #answers = new Map();
    #asked = 0;
    #frameCount = 0;

    constructor({
        canvas = null, screen = null, view = false, measuring = false, assisting = false, drawing = false, billboard = false, coded = false, parts = usualParts,
    } = {}) {
        this.#stage = {
            parts, isMeasuring: measuring, isAssisting: assisting, isDrawing: drawing, hasBillboard: billboard, isCoded: coded, isHanded: view === "handed",
        };
        this.#watch.onnotice = (text) => this.onnotice?.(text);
        this.#watch.onstalled = () => this.#send({ kind: "recover" });
        if (view === true) this.#stage.canvas = canvas.transferControlToOffscreen();
        else this.#screen = screen ?? (canvas && new CanvasScreen(canvas));
        /** What people in a call draw. */
        this.assisting = new SessionAssisting((...values) => this.#ask(...values));
        /** The measuring tool. */
        this.measuring = new SessionMeasuring((...values) => this.#ask(...values), (stage) => this.#send({ kind: "stage", stage }));
        /** The billboard. */
        this.billboard = new SessionBillboard((...values) => this.#ask(...values), (message, transfer) => this.#send(message, transfer));
        /** The pen. */
        this.drawing = new SessionDrawing((...values) => this.#ask(...values));
    }

    /**
     * Starts over with a source: `{ recording }`, an address of a recording's folder or a map of dropped files, with `pace` (1 as
     * recorded, Infinity as fast as can be); `{ camera, motion }`, each `true` or a wish of its own; or `{ xr: true }`, the browser's own
     * tracking (`isXRAvailable()` tells whether there is one). Live sensors must be asked for in a tap. With `map`, bytes of `saveMap()`, the
     * old place is looked for. `longestSide` lets a camera's large picture be shown while a smaller copy is tracked. `configuration` is what
     * `configure` takes.
     */
    async run({
        recording = null, pace = 1, camera = null, motion = true, xr = null, map = null, longestSide = Infinity, configuration = {},
    } = {}) {
        this.stop();
        const generation = ++this.#generation;
        const chosen = { map: map && new Uint8Array(map), configuration };
        this.#watch.begin(generation);
        // The engine is loaded while a person answers for the camera.
        this.#worker ??= this.#startWorker();
        if (recording) return this.#send({ kind: "run", recording: absolute(recording), pace, ...chosen });
        if (xr) return this.#runXR(xr, chosen, generation);
        if (!camera) throw new TypeError("run() needs a recording, a camera or xr.");
        const live = await LiveSource.open({ camera, motion });
        if (generation !== this.#generation) return live.stop();
        this.#live = live;
        const calibration = scaledCalibration(live.calibration, longestSide);
        this.#lensScale = calibration.width / live.calibration.width;
        this.#send({ kind: "run", calibration, ...chosen });
        live.start(this.#liveHost(live));
        this.#wakeLock.hold();
        this.#watch.start();
    }

    /** Opens a live camera again after `onerror` told `cameraLost`: anchors and measurements stay, the place is looked for. */
    async reopen() {
        if (!this.#live) throw new Error("No live camera is running: call run() first.");
        await this.#live.reopen();
    }

    async #runXR(wish, chosen, generation) {
        const opened = await openXR(wish);
        if (generation !== this.#generation) return opened.stop();
        this.#live = opened;
        let isOpen = false;
        opened.onend = () => generation === this.#generation && (this.stop(), this.onend?.());
        opened.oninterrupt = (isInterrupted) => this.interrupt(isInterrupted);
        opened.onfail = (error) => generation === this.#generation && (this.stop(), this.onerror?.(error));
        // The run begins with the first image, which says what the lens is.
        opened.start(() => this.#watch.flow.inFlight < 2, (picture) => {
            if (!isOpen) this.#send({ kind: "run", calibration: opened.calibration(picture), ...chosen });
            isOpen = true;
            this.#watch.flow.handOver();
            this.#send({ kind: "posed", ...picture }, [picture.bytes.buffer]);
        });
    }

    /**
     * Changes what the session does from now on: `planeDetection` (`["horizontal", "vertical", "tilted"]`, or fewer; planes that were found
     * stay), `keepsAnchorsOverRestart` (false), `remembersPlace` (true), `relocalizationTimeout` (10 s) and `interruptionAfter` (0.5 s). What is left out is as usual.
     */
    configure(configuration = {}) {
        return this.#ask("configure", configuration);
    }

    /** Forgets where the camera is: the world starts anew, without the anchors that were set where `removesAnchors`. */
    restart(options = {}) {
        return this.#ask("restart", options);
    }

    /** Stands still until `resume`; live sensors go on but are not looked at. */
    pause() {
        this.#send({ kind: "pause" });
    }

    resume() {
        this.#send({ kind: "resume" });
    }

    /** The speed at which a recording is played. */
    setPace(pace) {
        this.#send({ kind: "pace", pace });
    }

    /** The camera is taken away (true) or back (false), as when the page is hidden: the engine then looks for the place again. */
    interrupt(isInterrupted) {
        this.#send({ kind: "interrupt", isInterrupted });
    }

    /** The size of the view in pixels of its canvas. */
    resize(width, height) {
        this.#send({ kind: "size", width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) });
    }

    /** How many samples a pixel smooth the view's edges: 4, or 1, which costs less. */
    smooth(samples) {
        this.#send({ kind: "smooth", samples });
    }

    /**
     * Takes the measuring tool or the pen in hand (true) or lays it down, in a session that was made without: what was made with it stays. Such a
     * pen follows no fingertips.
     */
    use({ measuring, drawing }) {
        const tools = {};
        if (measuring !== undefined) tools.isMeasuring = measuring;
        if (drawing !== undefined) tools.hasPen = drawing;
        this.#send({ kind: "use", tools });
    }

    /** Where in the view a person aims, (0, 0) top left, (1, 1) bottom right; nothing for the middle of the picture. */
    aimAt(x, y) {
        this.#send({ kind: "aim", place: x === undefined ? null : [x, y] });
    }

    /**
     * What a pixel of the picture shows, nearest first: `{ type, distance, pointInWorld, covariance, normal, anchor }`. `types` are ARKit's names
     * (`featurePoint`, `estimatedHorizontalPlane`, `existingPlane`, `existingPlaneUsingExtent`, …).
     */
    hitTest(x, y, types) {
        return this.#ask("hitTest", x, y, types);
    }

    /**
     * Tracks what a pixel of the picture shows: `{ identifier, hit }`, where `hit` is as of `hitTest`, or null. Every frame's `rays` has what the ray meets
     * by what is known then; the event `rayUpdated` tells when that changed. Before anything is known the hit is a guess, of type `instantPlacement`;
     * leave it out of `types` to have none. Null where there is no pose yet, or 64 rays are tracked.
     */
    trackRay(x, y, types) {
        return this.#ask("trackRay", x, y, types);
    }

    /** Stops tracking a ray; whether there was one. */
    stopRay(identifier) {
        return this.#ask("stopRay", identifier);
    }

    /** Sets an anchor at `{ pose }` in the world, or where `{ x, y, types }` meets it; gives its identifier, or null where nothing was met. */
    addAnchor(at) {
        return this.#ask("addAnchor", at);
    }

    /** Removes an anchor that was set; whether there was one. */
    removeAnchor(identifier) {
        return this.#ask("removeAnchor", identifier);
    }

    /** The map of the place as it is now, with the anchors that were set: bytes for `run({ map })`, on another day too. */
    saveMap() {
        return this.#ask("saveMap");
    }

    /** The picture's pixel that the view shows at a place, (0, 0) top left, (1, 1) bottom right. */
    pixelAt(x, y) {
        return this.#ask("pixelAt", x, y);
    }

    /** The view as it is now, as a PNG file. */
    snapshot() {
        return this.#ask("snapshot");
    }

    /** Keeps what the sensors give from now on as a recording, on this device alone. */
    startCapture() {
        return this.#ask("startCapture");
    }

    /** Ends the recording; its files as a map of path to Blob: `data.jsonl`, `calibration.json` and a video, or pictures. */
    stopCapture() {
        return this.#ask("stopCapture");
    }

    /** Ends the run and lets the sensors go. */
    stop() {
        this.#generation += 1;
        this.measuring.state = null;
        this.drawing.state = this.billboard.state = null;
        this.#live?.stop();
        this.#live = null;
        this.#watch.begin(this.#generation);
        this.#wakeLock.release();
        this.#frameCount = 0;
        if (this.#worker) this.#send({ kind: "stop" });
    }

    #send(message, transfer = []) {
        this.#worker ??= this.#startWorker();
        this.#worker.postMessage({ ...message, generation: this.#generation }, transfer);
    }

    #ask(question, ...values) {
        const id = ++this.#asked;
        this.#send({ kind: "ask", id, question, values });
        return new Promise((done, fail) => this.#answers.set(id, { done, fail }));
    }

    #answer({ id, value, fault }) {
        const { done, fail } = this.#answers.get(id);
        this.#answers.delete(id);
        if (fault === undefined) done(value);
        else fail(new Error(fault));
    }

    #startWorker() {
        const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }) => this.#receive(data);
        worker.onerror = (event) => this.onerror?.(new Error(event.message || "The engine's worker could not be started."));
        engineCode((loaded, total) => this.#showLoading({ loaded, total })).then(
            (code) => worker.postMessage({ kind: "code", code }),
            (error) => worker.postMessage({ kind: "code", fault: error.message }),
        );
        worker.postMessage({ kind: "stage", stage: this.#stage }, this.#stage.canvas ? [this.#stage.canvas] : []);
        return worker;
    }

    #receive(message) {
        if (message.kind === "answer") return this.#answer(message);
        const isStale = message.generation !== undefined && message.generation !== this.#generation;
        const isFrame = message.kind === "frame";
        try {
            if (isStale) message.picture?.close();
            else this.#handle(message);
        } finally {
            if (isFrame || message.picture) this.#worker.postMessage({ kind: "shown", isFrame, hasPicture: Boolean(message.picture) });
        }
    }

    #handle(message) {
        if (message.kind === "looked") this.#look(message);
        if (message.kind === "frame") this.#show(message);
        if (message.kind === "taken") this.#watch.flow.giveBack(message.generation, message.count);
        if (message.kind === "opened") this.#open(message);
        if (message.kind === "ended") this.onend?.();
        if (message.kind === "failed") this.#fail(new Error(message.message));
    }

    #showLoading({ loaded, total }) {
        this.#watch.showLoading(loaded, total);
        this.onloading?.({ loaded, total });
    }

    #open(message) {
        this.#watch.open();
        this.onopen?.(message);
    }

    #fail(error) {
        this.#watch.stop();
        this.onerror?.(error);
    }

    #show({ frame, picture, stamp }) {
        this.frame = frame;
        this.#learn(frame);
        this.#draw(picture, stamp);
        this.#tell(frame);
        const isKept = this.onframe?.(frame, picture) === "keep";
        if (!isKept) picture?.close();
    }

    #look(message) {
        this.#draw(message.picture, message.stamp);
        message.picture?.close();
        this.#tell(message);
        this.onlook?.();
    }

    /** Hands the tools their states. */
    #tell({ measuring, drawing, billboard }) {
        this.measuring.take(measuring);
        this.drawing.told(drawing);
        if (billboard !== undefined) this.billboard.told(billboard);
    }

    #draw(picture, stamp) {
        if (!picture || !this.#screen) return;
        this.shownNanoseconds = stamp;
        this.#screen.show(picture);
    }

    /** What a live source tells; nothing once another run began. */
    #liveHost(live) {
        const current = (act) => (...values) => this.#live === live && act(...values);
        return {
            wantsPicture: () => this.#watch.flow.hasRoom,
            picture: current((...picture) => this.#passPicture(...picture)),
            sample: current((sample) => this.#passMotion(sample)),
            interrupt: current((isInterrupted) => this.interrupt(isInterrupted)),
            notice: current((text) => this.#watch.showSensors(text)),
            fail: current((fault) => {
                if (fault.code !== "cameraLost") this.stop();
                this.onerror?.(fault);
            }),
        };
    }

    /** Remembers the lens that tracking found. */
    #learn(frame) {
        this.#frameCount += 1;
        const isSure = frame.trackingState === "normal" && frame.scaleSigma < learning.scaleSigma;
        if (isSure && this.#frameCount % learning.frames === 0) this.#live?.camera?.learn([frame.intrinsics[0] / this.#lensScale]);
    }

    #passMotion({ milliseconds, values }) {
        this.#send({ kind: "motion", timestamps: BigInt64Array.of(nanosecondsOf(milliseconds)), values: Float64Array.from(values) });
    }

    #passPicture(milliseconds, picture, turn) {
        this.#watch.flow.handOver();
        this.#send({ kind: "picture", picture, turn, timestampNanoseconds: nanosecondsOf(milliseconds) }, [picture]);
    }
}

function nanosecondsOf(milliseconds) {
    return BigInt(Math.round(milliseconds * 1e6));
}

function absolute(recording) {
    return recording instanceof Map ? recording : new URL(recording, document.baseURI).href;
}
