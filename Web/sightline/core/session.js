// A session for a web page: run it, receive frames.

import { SessionCommands } from "../generated/commands.js";
import { scaledCalibration } from "../sources/calibration.js";
import { DepthMaps } from "../depth/depth-maps.js";
import { engineCode, usualEngine } from "./engine-code.js";
import { fault } from "./fault.js";
import { LiveSource } from "../sources/live.js";
import { RunWatchdog } from "./run-watchdog.js";
import { SessionLog } from "./session-log.js";
import { Tool } from "./tool.js";
import { WakeLock } from "./wake-lock.js";
import { openXR } from "../sources/xr.js";
import { PageView } from "../view/page-view.js";

/** @type {import("../generated/types.js").ViewPart[]} */
const usualParts = ["planes", "anchors"];
/** A lens is stored once the scale is known this well, and then after each such number of frames. */
const learning = { scaleSigma: 0.03, frames: 150 };

/**
 * Tracks the world from a camera and motion sensors, or from a recording, with the engine in a worker.
 *
 * Set `onframe`, `onopen`, `onend`, `onerror`, `onnotice` to receive events. A frame's image is drawn on `canvas`
 * before `onframe` is called, one canvas pixel per image pixel. With `view: true` the engine itself draws on the
 * canvas, in the worker: the image fills it, with `parts`: planes, anchors and the tools' results in the world;
 * `resize` sets the number of pixels. With `view: "handed"` the engine draws on a canvas of its own, passes each image
 * on and the page draws it on `canvas`, which can then be sent (`captureStream`); `coded: true` adds a strip with the
 * frame's code (frame-code.js). A `screen` receives the images instead of the canvas: a `TrackScreen` sends them
 * without a canvas (canvas-screen.js, track-screen.js). Without a view, `rectified: true` gives images as an ideal
 * camera would have taken them, without the lens's distortion and the rolling shutter: `projectionMatrix` describes
 * them exactly. `use` registers tools.
 */
export class Session extends SessionCommands {
    onframe = null;
    /** Called with each depth map, after `startDepth`. */
    ondepth = null;
    /** Called when a depth map changed mesh anchors, with their identifiers `{ added, updated, removed }`. */
    onmesh = null;
    /** Called when a gesture caused the view to be redrawn between two frames. */
    onlook = null;
    onopen = null;
    onend = null;
    onerror = null;
    /**
     * Called with what a run waits for, as text for a person (the engine or a recording that loads, a silent sensor);
     * with null when it continues.
     */
    onnotice = null;
    /**
     * Called while the engine is loading: `{ loaded, total }` in bytes; `total` is null if the server does not state
     * it.
     */
    onloading = null;
    /** The last frame; null before the first. */
    frame = null;
    /**
     * The timestamp of the frame whose image is on the page's canvas, which may be an earlier one if drawing is slow;
     * null before the first.
     */
    shownNanoseconds = null;
    /** What happened lately: `events` and the run's `figures`. */
    log = new SessionLog();
    #recentLimits = null;
    #pageView;
    #isRectified;
    /** The page's part in rectifying, once it is loaded; null if images are not rectified. */
    #rectifier = null;
    #worker = null;
    #live = null;
    #xr = null;
    #watch = new RunWatchdog();
    #wakeLock = new WakeLock();
    #generation = 0;
    #isRunning = false;
    #lensScale = 1;
    #answers = new Map();
    #tools = new Map();
    #depth = new DepthMaps((message, transfer) => this.#send(message, transfer));
    #isOcclusionWanted = false;
    #asked = 0;
    #frameCount = 0;

    /**
     * @param {object} options
     * @param {any} [options.canvas] a canvas of the page
     * @param {{ show(image: any): void } | null} [options.screen]
     * @param {boolean | "handed"} [options.view]
     * @param {boolean} [options.coded]
     * @param {boolean} [options.rectified]
     * @param {import("../generated/types.js").ViewPart[]} [options.parts]
     */
    constructor({ canvas = null, screen = null, view = false, coded = false, rectified = false, parts = usualParts } = {}) {
        super();
        if (view && rectified) throw new TypeError("A session draws its view over the camera's own images: rectified needs view: false.");
        this.#isRectified = rectified;
        this.#pageView = new PageView({ canvas, screen, view, coded, parts });
        this.#watch.onnotice = (text) => {
            this.log.note("notice", text ?? "");
            this.onnotice?.(text);
        };
        this.#watch.onstalled = () => this.#send({ kind: "recover" });
    }

    /**
     * The tested capabilities: `drawing` is what draws the view, "worker" or "page" with WebGL 2, "processor" without
     * it, which supports lines, dots and labels; null before `onopen`, and without a view.
     */
    get capabilities() {
        return { drawing: this.#pageView.drawing };
    }

    /** The browser's own tracking while a run uses it: its `session`, `space`, `layer`, `surfaces` and `worldFromSpace`; null otherwise. */
    get xr() {
        return this.#xr;
    }

    /** The track of the live camera; null while none runs. */
    get cameraTrack() {
        return this.#live?.camera?.stream?.getVideoTracks()[0] ?? null;
    }

    /**
     * @param {Tool | Record<string, boolean | undefined>} tool
     *
     * Registers a `Tool`, which is then a property of the session under its name, and replaces an earlier one with
     * that name. Or activates (true) and deactivates (false) tools by name: `use({ measuring: true })`; their results
     * remain.
     */
    use(tool) {
        if (tool instanceof Tool) return this.#register(tool);
        for (const [name, isInHand] of Object.entries(tool)) {
            if (!this.#tools.has(name)) throw new TypeError(`The session has no tool “${name}”: ${[...this.#tools.keys()].join(", ")}.`);
            if (isInHand !== undefined) this.#tools.get(name).configure({ isInHand });
        }
    }

    #register(tool) {
        const { name } = tool;
        if (name in this && !this.#tools.has(name)) throw new TypeError(`A tool cannot have the name “${name}”: the session has it.`);
        const isOtherEngine = this.#worker && tool.engine && tool.engine !== this.#engine;
        if (isOtherEngine && this.#isRunning) throw new Error(`The tool “${name}” has an engine of its own: register it while nothing runs.`);
        tool.install({
            ask: (verb, ...values) => this.ask("tool", name, verb, ...values),
            send: (message, transfer) => this.#send({ kind: "toolMessage", name, message }, transfer),
            configure: (options) => this.#send({ kind: "toolOptions", name, options }),
        });
        this.#tools.set(name, tool);
        Object.defineProperty(this, name, { get: () => this.#tools.get(name), enumerable: true, configurable: true });
        if (isOtherEngine) this.#replaceEngine();
        if (this.#worker) this.#announce(tool);
    }

    /** The next run has the engine of a tool that was registered since the last. */
    #replaceEngine() {
        this.#worker.postMessage({ kind: "engine" });
        this.#sendEngine(this.#worker);
    }

    #announce({ name, module, options }) {
        this.#worker.postMessage({ kind: "tool", name, module, options });
    }

    /**
     * Restarts with a source: `{ recording }`, an address of a recording's folder or a map of dropped files, with
     * `pace` (1 as recorded, Infinity as fast as possible); `{ camera, motion }`, each `true` or constraints; or `{ xr:
     * true }`, the browser's own tracking (`isXRAvailable()` returns whether there is one), with the camera's images if it gives them, else with the surfaces that it found. Live sensors must be
     * requested in a tap. With `map`, bytes of `saveMap()`, the session relocalises. `longestSide` shows a camera's
     * large image while a smaller copy is tracked. `configuration` has the form of `configure`'s argument.
     */
    async run(options = {}) {
        try {
            await this.#run(options);
        } catch (error) {
            this.log.noteFault(error);
            throw error;
        }
    }

    async #run({ recording = null, pace = 1, camera = null, motion = true, xr = null, map = null, longestSide = Infinity, configuration = {} }) {
        this.stop();
        this.#isRunning = true;
        this.log.begin(recording ? "recording" : xr ? "xr" : "camera");
        const generation = ++this.#generation;
        const chosen = { map: map && new Uint8Array(map), configuration };
        this.#watch.begin(generation);
        // The engine loads while a person answers the camera's prompt.
        this.#worker ??= this.#startWorker();
        if (recording) {
            this.#watch.start({ isRecording: true });
            return this.#send({ kind: "run", recording: absolute(recording), pace, ...chosen });
        }
        if (xr) return this.#runXR(xr, chosen, generation);
        if (!camera) throw new TypeError("run() needs a recording, a camera or xr.");
        const live = await LiveSource.open({ camera, motion });
        if (generation !== this.#generation) return live.stop();
        this.#live = live;
        const calibration = scaledCalibration(live.calibration, longestSide);
        this.#lensScale = calibration.width / live.calibration.width;
        this.#send({ kind: "run", calibration, recentLimits: this.#recentLimits, ...chosen });
        live.start(this.#liveHost(live));
        this.#wakeLock.hold();
        this.#watch.start();
    }

    /**
     * Opens a live camera again after `onerror` reported `cameraLost`: anchors and measurements remain, and the session
     * relocalises.
     */
    async reopen() {
        if (!this.#live) throw new Error("No live camera is running: call run() first.");
        await this.#live.reopen();
    }

    async #runXR(wish, chosen, generation) {
        const opened = await openXR(wish);
        if (generation !== this.#generation) return opened.stop();
        this.#live = this.#xr = opened;
        let isOpen = false;
        // As after a recording, the results stay until the next run.
        opened.onend = () => {
            if (generation !== this.#generation) return;
            this.#live = this.#xr = null;
            this.#end();
        };
        opened.oninterrupt = (isInterrupted) => this.interrupt(isInterrupted);
        opened.onfail = (error) => generation === this.#generation && (this.stop(), this.#report(error));
        // The run begins with the first image, which determines the lens.
        opened.start(() => this.#watch.flow.inFlight < 2, (image) => {
            if (!isOpen) this.#send({ kind: "run", calibration: opened.calibration(image), ...chosen });
            isOpen = true;
            this.#watch.flow.handOver();
            this.#send({ kind: "posed", ...image }, image.bytes ? [image.bytes.buffer] : []);
        });
    }

    /** Pauses until `resume`; live sensors continue, but their data are ignored. */
    pause() {
        this.#watch.hold(true);
        this.#send({ kind: "pause" });
    }

    resume() {
        this.#watch.hold(false);
        this.#send({ kind: "resume" });
    }

    /** The speed at which a recording is played. */
    setPace(pace) {
        this.#send({ kind: "pace", pace });
    }

    /**
     * The camera is interrupted (true) or available again (false), as when the page is hidden: the engine then
     * relocalises.
     */
    interrupt(isInterrupted) {
        this.log.note("interrupted", isInterrupted);
        this.#send({ kind: "interrupt", isInterrupted });
    }

    /** The size of the view in pixels of its canvas. */
    resize(width, height) {
        this.#send({ kind: "size", width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) });
    }

    /** Sets the samples per pixel that smooth the view's edges: 4, or 1, which is faster. */
    smooth(samples) {
        this.#send({ kind: "smooth", samples });
    }

    /**
     * Makes depth maps of keyframes from now on, in a worker of their own: `ondepth` receives them, `frame.depth` is the
     * last one, and hit tests meet it as type `depth`. `mapsPerSecond` is the most; a slow device makes fewer. With
     * `mesh: true` the maps are fused into surfaces: `frame.meshAnchors`, `onmesh`, hit tests of the type `mesh`. The promise rejects if the estimator
     * cannot be fetched. The surfaces take `meshMegabytes` (24) of memory at most; when it is full, the parts farthest from the camera go.
     * `files: true` fetches what `meshFile()` and `floorPlan()` need, too.
     *
     * @param {{ mapsPerSecond?: number, mesh?: boolean, meshMegabytes?: number, files?: boolean }} [options]
     */
    startDepth(options) {
        return this.#depth.start(options);
    }

    /** Makes no depth maps any more; the last one stays. */
    stopDepth() {
        this.#depth.stop();
    }

    /**
     * Hides what the engine draws in the view behind the surfaces of the last depth map, with soft edges, or shows it
     * again. Makes depth maps meanwhile; the promise rejects if the estimator cannot be fetched.
     */
    async occlude(isWanted = true) {
        this.#isOcclusionWanted = isWanted;
        if (isWanted) await this.#depth.start({}, "occlusion");
        else this.#depth.stop("occlusion");
        this.#send({ kind: "occlusion", isWanted: this.#isOcclusionWanted });
    }

    /** Sets the aim in the view, (0, 0) top left, (1, 1) bottom right; without arguments the middle of the image. */
    aimAt(x, y) {
        this.#send({ kind: "aim", position: x === undefined ? null : [x, y] });
    }

    /**
     * Aims along a ray of the world instead of a place of the view, as a hand or a controller points; null: at the view again.
     *
     * @param {import("../generated/types.js").PointingRay | null} ray
     */
    aimAlong(ray) {
        const isRay = !ray || ([...ray.origin, ...ray.direction].every(Number.isFinite) && Math.hypot(...ray.direction) > 1e-6);
        if (!isRay) throw new TypeError("A ray needs a finite origin and a direction that is not 0.");
        this.#send({ kind: "aim", ray });
    }

    /**
     * What a pixel of the image shows, the nearest first; the mesh of `startDepth({ mesh: true })` too.
     *
     * @param {number} x
     * @param {number} y
     * @param {import("../generated/types.js").HitTestType[]} [types]
     */
    async hitTest(x, y, types) {
        const meshHits = this.#depth.meshHits;
        if (!meshHits || !(types?.includes("mesh") ?? true)) return super.hitTest(x, y, types);
        const [hits, [guess]] = await Promise.all([super.hitTest(x, y, types), super.hitTest(x, y, ["instantPlacement"])]);
        return this.frame ? meshHits.withMeshHit(hits, guess, this.frame) : hits;
    }

    /**
     * Where a ray in the world first meets the mesh of a frame, from outside: a hit as of `hitTest`, or null. It needs
     * `startDepth({ mesh: true })`.
     *
     * @param {{ origin: number[], direction: number[] }} ray with a direction of length 1
     * @param {import("../generated/types.js").Frame | null} [frame] the last one unless given
     * @returns {import("../generated/types.js").Hit | null}
     */
    meshHit(ray, frame = this.frame) {
        return frame && (this.#depth.meshHits?.meshHitOf(frame, ray) ?? null);
    }

    /**
     * Sets an anchor at a pose, or where a pixel meets the world, its mesh too; null if the pixel shows nothing known.
     *
     * @param {import("../generated/types.js").AnchorPosition} at
     */
    async addAnchor(at) {
        const meshHits = this.#depth.meshHits;
        if (!meshHits || "pose" in at) return super.addAnchor(at);
        const [nearest] = await this.hitTest(at.x, at.y, at.types);
        return super.addAnchor(nearest?.type === "mesh" ? { pose: meshHits.poseOfHit(nearest) } : at);
    }

    /**
     * Measures what stands on a level surface and is shown at a pixel of the image: a heap, a box. It needs
     * `startDepth({ mesh: true })` and a camera that went around the thing. Volume, height and the area of the foot with
     * standard deviations, and its outline in the world, if `result` is `done`; else why it could not be measured:
     * `unseen`, `noSurface` (it stands on no level surface that was seen around it) or `hidden` (too much was not seen).
     *
     * @param {number} x
     * @param {number} y
     * @returns {Promise<import("../generated/types.js").MeasuredThing>}
     */
    async measureThing(x, y) {
        const hits = await this.hitTest(x, y, ["depth", "mesh"]);
        const hit = hits.find(({ type }) => type === "depth") ?? hits[0];
        return hit && this.frame ? this.#depth.measureThing(hit.pointInWorld, this.frame.scaleSigma) : { result: "unseen" };
    }

    /**
     * The surface of all that the maps of `startDepth({ mesh: true, files: true })` showed, as a file in the images' colours:
     * metres, +Y up, with an origin and a heading of its own. Null if no surface is known. Also after the run ended, until the next one.
     * With `closesGaps` the last `floorPlan()` adds what the images did not show of its floors, walls and ceilings, as a part of its
     * own named `assumed`; openings, and what the camera saw through, stay open.
     *
     * @param {import("../generated/types.js").MeshFileFormat} format
     * @param {{ closesGaps?: boolean }} [options]
     * @returns {Promise<Uint8Array | null>}
     */
    meshFile(format, options) {
        return this.#depth.meshFile(format, Boolean(options?.closesGaps));
    }

    /**
     * The room's outline seen from above, made of the same surface: walls with the standard deviations of their lengths,
     * and the area, if `result` is `done`; else why there is none: `noFloor` (hardly anything of it was seen) or
     * `notEnclosed` (`seenWalls` do not enclose the walk).
     *
     * @returns {Promise<import("../generated/types.js").FloorPlanAnswer>}
     */
    floorPlan() {
        return this.#depth.floorPlan(this.frame?.scaleSigma ?? 0);
    }

    /**
     * Corrects the last `floorPlan()` as a person says, one correction after the other; resolves to the plan that comes of it,
     * or null if it cannot be: a wall would cross another one, a known length would change the scale more than twofold. A
     * known length scales `meshFile` too.
     *
     * @param {import("../generated/types.js").PlanCorrection} correction
     * @returns {Promise<import("../generated/types.js").FloorPlanAnswer | null>}
     */
    correctFloorPlan(correction) {
        return this.#depth.correctFloorPlan(correction);
    }

    /**
     * Takes the last correction back; null if there is none.
     *
     * @returns {Promise<import("../generated/types.js").FloorPlanAnswer | null>}
     */
    undoFloorPlan() {
        return this.#depth.undoFloorPlan();
    }

    /**
     * The last `floorPlan()`, corrected, as a drawing to scale (`svg`) or in metres (`dxf`); null without one.
     *
     * @param {import("../generated/types.js").PlanFileFormat} format
     * @returns {Promise<Uint8Array | null>}
     */
    floorPlanFile(format) {
        return this.#depth.floorPlanFile(format);
    }

    /** Ends the run and releases the sensors. */
    stop() {
        this.#isRunning = false;
        this.#generation += 1;
        for (const tool of this.#tools.values()) tool.reset();
        this.#depth.reset();
        this.#live?.stop();
        this.#live = this.#xr = null;
        this.#watch.begin(this.#generation);
        this.#wakeLock.release();
        this.#frameCount = 0;
        if (this.#worker) this.#send({ kind: "stop" });
    }

    #send(message, transfer = []) {
        this.#worker ??= this.#startWorker();
        this.#worker.postMessage({ ...message, generation: this.#generation }, transfer);
    }

    /** Sends a question to the worker; returns a promise of its answer. */
    ask(question, ...values) {
        return this.#request({ kind: "ask", question, values });
    }

    /**
     * Keeps the last seconds of each later run of a camera in memory, encoded, within a number of bytes of images;
     * `recentCapture` returns them.
     */
    keepRecent({ seconds = 30, bytes = 24 * 2 ** 20 } = {}) {
        this.#recentLimits = { seconds, bytes };
    }

    /**
     * What was kept of the last run of a camera, also after it ended or failed: a promise of `{ files, imageCount,
     * droppedCount, seconds, isFromStart }`, the files of a recording by their paths; null if nothing was kept. With
     * `isFromStart` no image of the run is missing. Rejects if the images could not be encoded.
     */
    async recentCapture() {
        return this.#worker ? this.#request({ kind: "recent" }) : null;
    }

    #request(message) {
        const id = ++this.#asked;
        this.#send({ ...message, id });
        return new Promise((done, fail) => this.#answers.set(id, { done, fail }));
    }

    #answer({ id, value, fault }) {
        const { done, fail } = this.#answers.get(id);
        this.#answers.delete(id);
        if (fault === undefined) done(value);
        else fail(new Error(fault));
    }

    /** The address of the engine that has the exports of all tools. */
    get #engine() {
        return [...this.#tools.values()].find(({ engine }) => engine)?.engine ?? usualEngine;
    }

    #startWorker() {
        const worker = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
        const receive = (message) => this.#receive(message);
        worker.onmessage = ({ data }) => (this.#rectifier ? this.#rectifier.pass(data, receive) : receive(data));
        worker.onerror = (event) => this.#report(new Error(event.message || "The engine's worker could not be started."));
        this.#sendEngine(worker);
        this.#worker = worker;
        if (this.#pageView.hasView) worker.postMessage({ kind: "try" });
        else if (this.#isRectified) this.#openRectifier();
        else this.#setStage(null);
        for (const tool of this.#tools.values()) this.#announce(tool);
        return worker;
    }

    /** Fetches the engine for the worker, unless another one is wanted before it has come. */
    #sendEngine(worker) {
        const wanted = this.#engine;
        const answer = (message) => wanted === this.#engine && worker.postMessage({ kind: "code", ...message });
        engineCode((progress) => this.#showLoading(progress), wanted).then((code) => answer({ code }), (error) => answer({ fault: error.message }));
    }

    /** Loads what rectifies images only for a session that needs it. */
    async #openRectifier() {
        try {
            const { ImageRectifier } = await import("../view/image-rectifier.js");
            this.#rectifier = new ImageRectifier();
            this.#setStage(null, await this.#rectifier.open());
        } catch (error) {
            this.#fail(error);
        }
    }

    /** Informs the worker where the view is drawn, once it has tested what it can draw with, and what rectifies images. */
    #setStage(means, rectifier = null) {
        try {
            const [stage, transfer] = this.#pageView.choose(means);
            this.#worker.postMessage({ kind: "stage", stage, rectifier }, rectifier ? [rectifier] : transfer);
        } catch (error) {
            this.#fail(error);
        }
    }

    #receive(message) {
        if (message.kind === "answer") return this.#answer(message);
        if (message.kind === "means") return this.#setStage(message.means);
        if (message.kind === "drawing") return this.#play(message);
        const isStale = message.generation !== undefined && message.generation !== this.#generation;
        const isFrame = message.kind === "frame";
        try {
            if (isStale) message.image?.close();
            else this.#handle(message);
        } finally {
            if (isFrame || message.image) this.#worker.postMessage({ kind: "shown", isFrame, hasImage: Boolean(message.image) });
        }
    }

    #handle(message) {
        if (message.kind === "looked") this.#look(message);
        if (message.kind === "frame") this.#show(message);
        if (message.kind === "mesh") this.#takeMesh(message.update);
        if (message.kind === "depth") this.#takeDepth(message.map);
        if (message.kind === "taken") this.#watch.flow.giveBack(message.generation, message.count);
        if (message.kind === "opened") this.#open(message);
        if (message.kind === "ended") this.#end();
        if (message.kind === "failed") this.#fail(message.isEngineFault ? fault("engineFailed", { cause: message.message }) : new Error(message.message));
    }

    #showLoading(progress) {
        this.#watch.showLoading(progress);
        this.onloading?.(progress);
    }

    #open(message) {
        this.#watch.open();
        const { width, height } = message.calibration;
        this.log.note("opened", [width, "×", height, this.#pageView.drawing].filter(Boolean).join(" "));
        this.onopen?.(message);
    }

    #end() {
        this.#watch.stop();
        this.log.note("ended", "");
        this.onend?.();
    }

    #fail(error) {
        this.#watch.stop();
        this.#report(error);
    }

    #report(error) {
        this.log.noteFault(error);
        this.onerror?.(error);
    }

    #show({ frame, image, states, stamp }) {
        this.frame = frame;
        this.#xr?.takeFrame(frame);
        frame.meshAnchors = this.#depth.meshAnchorsOf(frame);
        frame.depth = this.#depth.of(frame);
        this.#watch.takeFrame();
        this.log.takeFrame(frame);
        this.#learn(frame);
        this.#draw(image, stamp);
        this.#passStates(states);
        const isKept = this.onframe?.(frame, image) === "keep";
        if (!isKept) image?.close();
    }

    #takeMesh(update) {
        const events = this.#depth.takeMesh(update);
        if (Object.values(events).some(({ length }) => length > 0)) this.onmesh?.(events);
    }

    #takeDepth(map) {
        this.#depth.take(map);
        this.ondepth?.(map);
    }

    #look(message) {
        this.#draw(message.image, message.stamp);
        message.image?.close();
        this.#passStates(message.states);
        this.onlook?.();
    }

    /** Passes the tools their states, if there are any. */
    #passStates(states = {}) {
        for (const [name, state] of Object.entries(states)) this.#tools.get(name)?.receiveState(state);
    }

    #draw(image, stamp) {
        if (image && this.#pageView.show(image)) this.shownNanoseconds = stamp;
    }

    /** Draws the commands of a worker without WebGL. */
    #play(message) {
        try {
            if (!this.#pageView.play(message.commands)) return;
            this.shownNanoseconds = message.stamp;
            this.onlook?.();
        } catch (error) {
            this.#fail(error);
        } finally {
            this.#pageView.answerTo(message).then((answer) => this.#worker.postMessage(answer));
        }
    }

    /** The callbacks of a live source; they have no effect once another run began. */
    #liveHost(live) {
        const current = (act) => (...values) => this.#live === live && act(...values);
        return {
            wantsImage: () => this.#watch.flow.hasRoom,
            image: current((...image) => this.#passImage(...image)),
            sample: current((sample) => this.#passMotion(sample)),
            interrupt: current((isInterrupted) => this.interrupt(isInterrupted)),
            notice: current((text) => this.#watch.showSensors(text)),
            fail: current((fault) => {
                if (fault.code !== "cameraLost") this.stop();
                this.#report(fault);
            }),
        };
    }

    /** Stores the lens that tracking estimated. */
    #learn(frame) {
        this.#frameCount += 1;
        const isSure = frame.trackingState === "normal" && frame.scaleSigma < learning.scaleSigma;
        if (isSure && this.#frameCount % learning.frames === 0) this.#live?.camera?.learn([frame.intrinsics[0] / this.#lensScale]);
    }

    #passMotion({ milliseconds, values }) {
        this.#send({ kind: "motion", timestamps: BigInt64Array.of(nanosecondsOf(milliseconds)), values: Float64Array.from(values) });
    }

    #passImage(milliseconds, image, turn) {
        this.#watch.flow.handOver();
        this.#send({ kind: "image", image, turn, timestampNanoseconds: nanosecondsOf(milliseconds) }, [image]);
    }
}

function nanosecondsOf(milliseconds) {
    return BigInt(Math.round(milliseconds * 1e6));
}

function absolute(recording) {
    return recording instanceof Map ? recording : new URL(recording, document.baseURI).href;
}
