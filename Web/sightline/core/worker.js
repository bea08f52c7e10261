// The engine in a worker: takes a recording or live sensors, gives frames and answers. Messages in: code, try, stage, tool, toolOptions, toolMessage, size,
// smooth, run, motion, image, posed, shown, drawn, recover, pace, pause, resume, interrupt, aim, ask, stop. Messages out: means, opened, frame, looked,
// drawing, taken, answer, ended, failed. Every image that comes in is given back once with `taken`, whatever becomes of it.

import { Engine } from "./engine.js";
import { RecordingPlayer } from "../sources/player.js";
import { Run } from "./run.js";
import { closeAll } from "./worker-tool.js";
import { drawingMeans } from "../view/drawing-means.js";
import { PageCanvas } from "../view/webgl-recorder.js";
import { idleAnswers } from "../generated/commands.js";

/** Called with the engine's code, which the page fetches; or with why there is none. */
let takeCode = null;
let refuseCode = null;
const engine = Engine.load(new Promise((done, fail) => { [takeCode, refuseCode] = [done, fail]; }));
// What goes wrong is said by the run that waits for the engine.
engine.catch(() => {});
const stage = { canvas: null, size: { width: 1, height: 1 }, parts: [], isHanded: false, isCoded: false, means: "gpu", samples: 4 };
/** Called when the page has said where the view is drawn. */
let takeStage = null;
const staged = new Promise((done) => { takeStage = done; });
/** The tools that the page registered, by name: `{ loaded, Part, options }`. */
const tools = new Map();
let run = null;
let latest = null;

/** Sends the page a message. @param {object} message @param {Transferable[]} [transfer] */
function post(message, transfer = []) {
    // A worker's own `postMessage` takes what is handed over as its second value; the compiler knows only a window's.
    /** @type {any} */ (globalThis).postMessage(message, transfer);
}

function send({ frame, image, states }, generation) {
    const transfer = [frame.features.buffer, frame.landmarks.buffer];
    if (image) transfer.push(image);
    page.behind += 1;
    post({ kind: "frame", generation, frame, image, states, stamp: frame.timestampNanoseconds }, transfer);
}

/** Processes what is ready and sends it to the page. */
function drain(current) {
    for (let next = current.next(); next; next = current.next()) send(next, current.generation);
}

/** How far the page is behind: a recording waits for it, so that images do not pile up. */
const page = {
    behind: 0,
    wake: null,
    async ready() {
        while (this.behind > 3) await new Promise((done) => { this.wake = done; });
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
 * Gives the engine an image once the messages that are already here were heard, and the last one was drawn where it is handed over, so that it
 * is the newest: what is tracked earlier waits, and grows old, and tracking takes from drawing where both are the processor's.
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

/** Tells the page which images a run has done with. */
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

/** A session of the engine that is set up as it is wished: what cannot be is told before anything runs. */
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

/** Loads a tool's part; a run that has begun gets it too. */
function register(name, module, options) {
    const tool = { Part: null, options, loaded: null };
    tool.loaded = import(module).then(({ default: Part }) => {
        tool.Part = Part;
        if (run && tools.get(name) === tool) run.addTool(name, tool);
    });
    // A module that is missing is said by the run that waits for it.
    tool.loaded.catch(() => {});
    tools.set(name, tool);
}

async function start({ recording, pace, generation, ...wishes }) {
    stop();
    latest = generation;
    const loaded = await engine;
    await staged;
    await Promise.all([...tools.values()].map((tool) => tool.loaded));
    const player = recording ? await RecordingPlayer.open(recording, pace) : null;
    if (latest !== generation) return;
    const { calibration, pictureCount = null, seconds = null } = player ?? wishes;
    run = begin(sessionOf(loaded, calibration, wishes), calibration, generation);
    post({ kind: "opened", generation, calibration, pictureCount, seconds });
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
        post({ kind: "ended", generation: current.generation });
    } catch (error) {
        if (run === current) fail(error, current.generation);
    }
}

function stop() {
    latest = null;
    run?.player?.stop();
    run?.free();
    run = null;
    // What the run had made where the page draws is deleted there.
    if (stage.canvas instanceof PageCanvas) stage.canvas.send();
}

function fail(error, generation) {
    post({ kind: "failed", generation, message: error instanceof Error ? error.message : String(error) });
}

/** Shows what a gesture changed where no frame does: once, however many gestures come. */
function lookSoon() {
    const current = run;
    if (!current?.view || current.isStale) return;
    current.isStale = true;
    setTimeout(() => {
        if (run !== current || !current.isStale) return;
        post({ kind: "looked", generation: current.generation, states: current.look() });
    });
}

/** At a pose, or at the nearest thing that a pixel shows. */
function setAnchor(session, at) {
    if (at.pose) return session.addAnchor({ pose: at.pose });
    return session.hitTest(at.x, at.y, at.types).length > 0 ? session.addAnchor({ hit: 0 }) : null;
}

let lastInTurn = Promise.resolve();

/** Does work once all that was asked before is done: reading an image takes a moment, and images must keep their order. */
function inTurn(work) {
    const done = lastInTurn.then(work);
    lastInTurn = done.catch(() => {});
    return done;
}

/** What the page may ask of the engine's session; each answers. */
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

const handlers = {
    code: ({ code, fault }) => (code ? takeCode(code) : refuseCode(new Error(fault))),
    try: () => post({ kind: "means", means: drawingMeans() }),
    stage: ({ stage: { page = null, ...told } }) => {
        Object.assign(stage, told);
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
            run?.takePosedImage(message);
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
    aim: ({ position }) => {
        if (!run) return;
        run.aimAt(position);
        lookSoon();
    },
    ask: answer,
    stop,
};

addEventListener("message", async ({ data }) => {
    try {
        await handlers[data.kind]?.(data);
    } catch (error) {
        fail(error, data.generation);
    }
});
