// The engine in a worker: receives a recording or live sensors, returns frames and answers. Messages in: engine, code, try,
// stage, tool, toolOptions, toolMessage, size, smooth, occlusion, depth, depthEnd, run, motion, image, posed, shown, drawn, recover,
// pace, pause, resume, interrupt, aim, ask, recent, stop. Messages out: means, opened, frame, mesh, depth, looked, drawing, taken,
// answer, ended, failed.
// Every received image is returned once with `taken`, in every case.

import { DepthLink } from "../depth/depth-link.js";
import { Engine } from "./engine.js";
import { RecentCapture } from "../sources/recent-capture.js";
import { RecordingPlayer } from "../sources/player.js";
import { RectifierLink } from "./rectifier-link.js";
import { Run } from "./run.js";
import { closeAll } from "./worker-tool.js";
import { drawingMeans } from "../view/drawing-means.js";
import { PageCanvas } from "../view/webgl-recorder.js";
import { idleAnswers } from "../generated/commands.js";

/** Called with the engine's code, which the page fetches, or with an error. */
let takeCode = null;
let refuseCode = null;
let engine = nextEngine();
const stage = { canvas: null, size: { width: 1, height: 1 }, parts: [], isHanded: false, isCoded: false, means: "gpu", samples: 4, isOcclusionWanted: false };
/** Called when the page has sent where the view is drawn. */
let takeStage = null;
const staged = new Promise((done) => { takeStage = done; });
/** The registered tools, by name: `{ loaded, Part, options }`. */
const tools = new Map();
let run = null;
let latest = null;
const depth = new DepthLink(post);
const recent = new RecentCapture();
const frames = new RectifierLink((message, transfer) => {
    if (message.kind === "frame") page.behind += 1;
    post(message, transfer);
});

/** A promise of the engine whose code comes next. */
function nextEngine() {
    const next = Engine.load(new Promise((done, fail) => { [takeCode, refuseCode] = [done, fail]; }));
    // The run that waits for the engine reports its errors.
    next.catch(() => {});
    return next;
}

/** Sends the page a message. @param {object} message @param {Transferable[]} [transfer] */
function post(message, transfer = []) {
    // A worker's own `postMessage` has the transfer list as its second argument; the type checker has only a window's.
    /** @type {any} */ (globalThis).postMessage(message, transfer);
}

function send({ frame, image, states }, generation) {
    const transfer = [frame.features.buffer, frame.landmarks.buffer];
    if (image) transfer.push(image);
    frames.pass({ kind: "frame", generation, frame, image, states, stamp: frame.timestampNanoseconds }, transfer);
}

/** Processes the available frames and sends them to the page. */
function drain(current) {
    for (let next = current.next(); next; next = current.next()) {
        send(next, current.generation);
        depth.offer();
    }
}

/** The backlog of the page: a recording waits for it, so that images do not accumulate. */
const page = {
    behind: 0,
    wake: null,
    async ready() {
        while (this.behind + frames.count > 3) await new Promise((done) => { this.wake = done; });
    },
    shown({ isFrame, hasImage }) {
        if (isFrame) this.behind -= 1;
        if (hasImage) run?.view?.takeBack();
        this.wake?.();
    },
};

/** So many images may wait in the engine for motion samples. */
const mostWaiting = 3;
const turn = new MessageChannel();
let isTurnDue = false;
let isTaking = false;

/**
 * Passes the engine an image after the present messages are processed, and after the last image was drawn if images
 * are passed on, so that it is the newest: an image that is tracked earlier waits and becomes old, and tracking slows
 * drawing down if both use the processor.
 */
function takeSoon() {
    if (isTurnDue || isTaking) return;
    isTurnDue = true;
    turn.port2.postMessage(null);
}

turn.port1.onmessage = async () => {
    isTurnDue = false;
    const current = run;
    if (!current || current.images.size >= mostWaiting || isTaking || current.view?.isDrawing) return;
    const arrival = current.arrivals.take();
    if (!arrival) return;
    isTaking = true;
    try {
        await inTurn(() => take(current, arrival));
    } catch (error) {
        fail(error, current.generation);
    } finally {
        isTaking = false;
        giveBack(current);
        if (run && !run.arrivals.isEmpty) takeSoon();
    }
};

/** Reports to the page which images a run has finished with. */
function giveBack({ arrivals, generation }) {
    const count = arrivals.settle();
    if (count > 0) post({ kind: "taken", generation, count });
}

async function take(current, { image, timestampNanoseconds, turn }) {
    if (run !== current) return image.close();
    await current.takeImage(image, timestampNanoseconds, turn);
    if (run !== current) return;
    drain(current);
}

function begin(session, calibration, generation) {
    const made = new Run(session, calibration, generation, stage, tools);
    if (made.view) {
        made.view.onimage = (image, stamp) => {
            post({ kind: "looked", generation, image, stamp }, [image]);
            if (run === made && !made.arrivals.isEmpty) takeSoon();
        };
    }
    return made;
}

/** Creates a configured session of the engine: an invalid configuration is reported before anything runs. */
function sessionOf(loaded, calibration, { configuration = {}, map = null }) {
    const session = loaded.createSession(calibration);
    try {
        session.configure(configuration);
        if (calibration.hasPoses) session.useOutsidePoses();
        if (map) session.loadMap(map);
    } catch (error) {
        session.free();
        throw error;
    }
    return session;
}

/** Loads a tool's part; adds it to a run that has already begun. */
function register(name, module, options) {
    const tool = { Part: null, options, loaded: null };
    tool.loaded = import(module).then(({ default: Part }) => {
        tool.Part = Part;
        if (run && tools.get(name) === tool) run.addTool(name, tool);
    });
    // The run that waits for a missing module reports it.
    tool.loaded.catch(() => {});
    tools.set(name, tool);
}

async function start({ recording, pace, generation, recentLimits = null, ...wishes }) {
    stop();
    latest = generation;
    const loaded = await engine;
    await staged;
    await Promise.all([...tools.values()].map((tool) => tool.loaded));
    const player = recording ? await RecordingPlayer.open(recording, pace) : null;
    const kept = recentLimits ? await recent.begin(wishes.calibration, recentLimits) : null;
    if (latest !== generation) return;
    const { calibration, imageCount = null, seconds = null } = player ?? wishes;
    run = begin(sessionOf(loaded, calibration, wishes), calibration, generation);
    run.recent = kept;
    depth.follow(run);
    frames.begin(calibration, { isLive: player === null });
    post({ kind: "opened", generation, calibration, imageCount, pictureCount: imageCount, seconds });
    if (!player) return;
    run.player = player;
    play(run, player);
}

async function play(current, player) {
    try {
        for await (const step of player.steps()) {
            if (run !== current) return step.bitmap?.close();
            current.takeInertial(player.inertial.timestamps, player.inertial.values, step.from, step.to);
            if (step.bitmap) current.takeImage(step.bitmap, step.timestampNanoseconds);
            drain(current);
            await page.ready();
        }
        if (run !== current) return;
        current.session.finish();
        drain(current);
        frames.pass({ kind: "ended", generation: current.generation });
    } catch (error) {
        if (run === current) fail(error, current.generation);
    }
}

function stop() {
    latest = null;
    run?.player?.stop();
    depth.follow(null);
    if (run?.recent) recent.rest();
    run?.free();
    run = null;
    // Objects that the run created on the page are deleted there.
    if (stage.canvas instanceof PageCanvas) stage.canvas.send();
}

function fail(error, generation) {
    const isEngineFault = error instanceof WebAssembly.RuntimeError;
    post({ kind: "failed", generation, isEngineFault, message: error instanceof Error ? error.message : String(error) });
}

/** Shows the effect of gestures when no frame does: once for any number of gestures. */
function lookSoon() {
    const current = run;
    if (!current?.view || current.isStale) return;
    current.isStale = true;
    setTimeout(() => {
        if (run !== current || !current.isStale) return;
        post({ kind: "looked", generation: current.generation, states: current.look() });
    });
}

/** At a pose, or at the nearest hit of a pixel. */
function setAnchor(session, at) {
    if (at.pose) return session.addAnchor({ pose: at.pose });
    return session.hitTest(at.x, at.y, at.types).length > 0 ? session.addAnchor({ hit: 0 }) : null;
}

let lastInTurn = Promise.resolve();

/** Executes work after all earlier requests: reading an image takes a while, and images must keep their order. */
function inTurn(work) {
    const done = lastInTurn.then(work);
    lastInTurn = done.catch(() => {});
    return done;
}

/** The page's questions to the engine's session; each returns an answer. */
const questions = {
    hitTest: ({ session }, ...values) => session.hitTest(...values),
    trackRay: ({ session }, ...values) => session.trackRay(...values),
    stopRay: ({ session }, identifier) => session.stopRay(identifier),
    addAnchor: ({ session }, at) => setAnchor(session, at),
    removeAnchor: ({ session }, identifier) => session.removeAnchor(identifier),
    pixelAt: ({ session }, x, y) => session.pixelAt(x, y),
    snapshot: (current) => current.snapshot(),
    startCapture: (current) => current.startCapture(),
    stopCapture: (current) => current.stopCapture(),
    saveMap: ({ session }) => session.saveMap(),
    configure: ({ session }, configuration) => session.configure(configuration),
    restart: ({ session }, options) => session.restart(options),
    tool: async (current, name, verb, ...values) => {
        if (!current.tools.has(name)) await tools.get(name)?.loaded;
        const tool = current.tools.get(name);
        if (!tool) throw new Error(`The session has no tool “${name}”.`);
        return tool.answer(verb, ...values);
    },
};

async function answer({ id, question, values, generation }) {
    try {
        const isIdle = !run || run.generation !== generation;
        if (isIdle && question in idleAnswers) return post({ kind: "answer", id, value: idleAnswers[question] });
        if (isIdle) throw new Error("Nothing is running: call run() first.");
        const value = await questions[question](run, ...values);
        lookSoon();
        post({ kind: "answer", id, value });
    } catch (error) {
        post({ kind: "answer", id, fault: error.message });
    }
}

/** What was kept of the last live run, also after it ended or the engine failed. */
async function answerRecent({ id }) {
    try {
        post({ kind: "answer", id, value: await recent.answer() });
    } catch (error) {
        post({ kind: "answer", id, fault: error.message });
    }
}

const handlers = {
    engine: () => {
        engine = nextEngine();
    },
    code: ({ code, fault }) => (code ? takeCode(code) : refuseCode(new Error(fault))),
    try: () => post({ kind: "means", means: drawingMeans() }),
    stage: ({ stage: { page = null, ...told }, rectifier = null }) => {
        Object.assign(stage, told);
        if (rectifier) frames.open(rectifier);
        if (page) stage.canvas = new PageCanvas(page, (message, transfer) => post({ kind: "drawing", ...message }, transfer));
        takeStage();
    },
    drawn: (message) => stage.canvas.receive(message),
    size: ({ width, height }) => {
        Object.assign(stage.size, { width, height });
        lookSoon();
    },
    smooth: ({ samples }) => {
        stage.samples = samples;
        run?.session.setSamples(samples);
        lookSoon();
    },
    occlusion: ({ isWanted }) => {
        stage.isOcclusionWanted = isWanted;
        run?.session.setOcclusion(isWanted);
        lookSoon();
    },
    depth: ({ port, wishes }) => depth.open(port, wishes),
    depthEnd: () => depth.close(),
    tool: ({ name, module, options }) => register(name, module, options),
    toolOptions: ({ name, options }) => {
        Object.assign(tools.get(name).options, options);
        run?.tools.get(name)?.configure(options);
        lookSoon();
    },
    toolMessage: ({ name, message }) => {
        const tool = run?.tools.get(name);
        if (!tool) return closeAll(message);
        tool.receive(message);
        lookSoon();
    },
    run: start,
    motion: ({ timestamps, values }) => {
        if (!run) return;
        run.takeInertial(timestamps, values);
        drain(run);
        if (!run.arrivals.isEmpty) takeSoon();
    },
    image: (arrival) => {
        if (!run || run.generation !== arrival.generation) {
            arrival.image.close();
            return post({ kind: "taken", generation: arrival.generation, count: 1 });
        }
        run.arrivals.add(arrival);
        takeSoon();
    },
    posed: (message) => {
        try {
            if (message.bytes) run?.takePosedImage(message);
            else run?.takePose(message);
            if (run) drain(run);
        } finally {
            post({ kind: "taken", generation: message.generation, count: 1 });
        }
    },
    recover: () => {
        if (!run) return;
        isTaking = isTurnDue = false;
        lastInTurn = Promise.resolve();
        run.arrivals.settle();
        takeSoon();
    },
    shown: (message) => page.shown(message),
    pace: ({ pace }) => run?.player?.setPace(pace),
    pause: () => run?.player?.pause(),
    resume: () => run?.player?.resume(),
    interrupt: ({ isInterrupted }) => run?.session.interrupt(isInterrupted),
    aim: ({ position = null, ray }) => {
        if (!run) return;
        if (ray !== undefined) run.aimAlong(ray);
        else run.aimAt(position);
        lookSoon();
    },
    ask: answer,
    recent: answerRecent,
    stop,
};

addEventListener("message", async ({ data }) => {
    try {
        await handlers[data.kind]?.(data);
    } catch (error) {
        fail(error, data.generation);
    }
});
