// The compiled engine with its memory: numbers and pointers in, plain objects out. Runs in a page, a worker and under node.

import { WebGLImports } from "./webgl.js";
import {
    anchorKinds, anchorWords, configurationFields, distortionKinds, eventKinds, eventWords, featureWords, frameFields, hitTestTypes, hitWords,
    inertialStride, landmarkWords, trackingLimits, trackingStates,
} from "./records.js";

const version = 2;

/** What the engine's C library asks of its host: randomness for hash tables, and a way to say why it stopped. */
function hostFunctions(memory) {
    const text = new TextDecoder();
    let line = "";
    return {
        random_get(address, count) {
            crypto.getRandomValues(new Uint8Array(memory().buffer, address, count));
            return 0;
        },
        fd_write(file, vectors, count, written) {
            const view = new DataView(memory().buffer);
            let total = 0;
            for (let i = 0; i < count; i++) {
                const length = view.getUint32(vectors + 8 * i + 4, true);
                line += text.decode(new Uint8Array(memory().buffer, view.getUint32(vectors + 8 * i, true), length));
                total += length;
            }
            if (line.endsWith("\n")) {
                console.error(line.trimEnd());
                line = "";
            }
            view.setUint32(written, total, true);
            return 0;
        },
        fd_close: () => 0,
        fd_seek: () => 70,
        proc_exit(code) { throw new Error(`The engine stopped with code ${code}.`); },
    };
}

/** One instance of the engine; `Engine.load` makes it. */
export class Engine {
    /** Loads from a response, a promise of one, or bytes. */
    static async load(source) {
        let exports;
        const gl = new WebGLImports();
        const imports = { wasi_snapshot_preview1: hostFunctions(() => exports.memory), gl: gl.imports };
        const awaited = await source;
        const isResponse = typeof Response !== "undefined" && awaited instanceof Response;
        if (isResponse && !awaited.ok) throw new Error(`The engine could not be fetched: ${awaited.status} ${awaited.url}`);
        const { instance } = isResponse
            ? await WebAssembly.instantiateStreaming(awaited, imports)
            : await WebAssembly.instantiate(awaited, imports);
        exports = instance.exports;
        gl.attach(exports.memory);
        exports._initialize();
        if (exports.sightline_version() !== version) throw new Error("The engine and this library are of different versions.");
        return new Engine(exports, gl);
    }

    constructor(exports, gl) {
        this.exports = exports;
        /** What the engine draws with; see webgl.js. */
        this.gl = gl;
    }

    /** A new tracking session with a calibration as `calibration.js` describes it. */
    createSession(calibration) {
        const { exports } = this;
        const record = exports.sightline_allocate(configurationFields.count * 8);
        new Float64Array(exports.memory.buffer, record, configurationFields.count).set(configurationRecord(calibration));
        const handle = exports.sightline_session_new(record);
        exports.sightline_free(record);
        if (handle === 0) throw new Error("The calibration is not a camera's.");
        return new EngineSession(exports, handle);
    }
}

function configurationRecord(calibration) {
    const fields = configurationFields;
    const record = new Float64Array(fields.count);
    record[fields.width] = calibration.width;
    record[fields.height] = calibration.height;
    record.set(calibration.focalLength, fields.focalLength);
    record.set(calibration.principalPoint, fields.principalPoint);
    record[fields.distortionKind] = distortionKinds[calibration.distortion.kind];
    record.set(calibration.distortion.coefficients ?? [0, 0, 0, 0], fields.distortion);
    record.set(calibration.bodyFromOptical.rotation, fields.bodyFromOptical);
    record.set(calibration.bodyFromOptical.translation, fields.bodyFromOptical + 4);
    record[fields.timeOffset] = calibration.timeOffset;
    record[fields.readoutTime] = calibration.readoutTime;
    record.set(calibration.noise, fields.noise);
    record[fields.isGuess] = calibration.isGuess ? 1 : 0;
    return record;
}

/** One tracking session inside the engine. */
class EngineSession {
    constructor(exports, handle) {
        this.exports = exports;
        this.handle = handle;
        this.samples = { address: 0, capacity: 0 };
    }

    /** Adds inertial samples: stamps in nanoseconds (BigInt64Array) and six floats each (rad/s, m/s²). */
    addInertial(timestamps, values, from = 0, to = timestamps.length) {
        const count = to - from;
        if (count <= 0) return;
        this.#reserveSamples(count);
        const view = new DataView(this.exports.memory.buffer, this.samples.address);
        for (let i = 0; i < count; i++) {
            view.setBigInt64(i * inertialStride, timestamps[from + i], true);
            for (let k = 0; k < 6; k++) view.setFloat64(i * inertialStride + 8 + 8 * k, values[6 * (from + i) + k], true);
        }
        this.exports.sightline_session_add_inertial(this.handle, this.samples.address, count);
    }

    #reserveSamples(count) {
        if (count <= this.samples.capacity) return;
        if (this.samples.address) this.exports.sightline_free(this.samples.address);
        this.samples = { address: this.exports.sightline_allocate(count * inertialStride), capacity: count };
    }

    /** Adds a picture: gray with one byte a pixel, or red, green, blue, alpha with four. */
    addPicture(bytes, width, height, timestampNanoseconds) {
        const memory = this.exports.sightline_session_picture_memory(this.handle, bytes.length);
        new Uint8Array(this.exports.memory.buffer, memory, bytes.length).set(bytes);
        const perPixel = bytes.length / (width * height);
        const taken = this.exports.sightline_session_add_picture(this.handle, timestampNanoseconds, width, height, perPixel);
        if (!taken) throw new Error(`A picture of ${width} × ${height} pixels with ${bytes.length} bytes cannot be used.`);
    }

    /** Processes the oldest picture that inertial samples cover; null where none waits. */
    nextFrame() {
        const address = this.exports.sightline_session_next_frame(this.handle);
        return address === 0 ? null : this.#frame(address);
    }

    /** The recording's end: waiting pictures may be processed with what is there. */
    finish() {
        this.exports.sightline_session_finish(this.handle);
    }

    free() {
        if (this.samples.address) this.exports.sightline_free(this.samples.address);
        this.exports.sightline_session_free(this.handle);
        this.handle = 0;
    }

    #frame(address) {
        const { buffer } = this.exports.memory;
        const words = new Float64Array(buffer, address, frameFields.count);
        const slice = (start, count) => Array.from(words.subarray(start, start + count));
        const pose = (start) => ({ rotation: slice(start, 4), translation: slice(start + 4, 3) });
        const has = (field) => words[frameFields[field]] === 1;
        return {
            timestampNanoseconds: new BigInt64Array(buffer, address, 1)[0],
            trackingState: trackingStates[words[frameFields.state]],
            trackingLimit: trackingLimits[words[frameFields.limit]],
            worldFromCamera: has("hasPose") ? pose(frameFields.worldFromCamera) : null,
            odometryFromBody: has("hasOdometryPose") ? pose(frameFields.odometryFromBody) : null,
            velocity: slice(frameFields.velocity, 3),
            biases: slice(frameFields.biases, 6),
            timeOffset: words[frameFields.timeOffset],
            readoutTime: words[frameFields.readoutTime],
            intrinsics: slice(frameFields.intrinsics, 8),
            positionSigma: slice(frameFields.positionSigma, 3),
            rotationSigma: slice(frameFields.rotationSigma, 3),
            scaleSigma: words[frameFields.scaleSigma],
            features: this.#points("features", words[frameFields.featureCount], featureWords),
            landmarks: this.#points("landmarks", words[frameFields.landmarkCount], landmarkWords),
            ambientIntensity: words[frameFields.ambientIntensity],
            anchors: this.#anchors(words[frameFields.anchorCount]),
            events: this.#events(words[frameFields.eventCount]),
        };
    }

    #numbers(kind, count) {
        const address = this.exports[`sightline_session_${kind}`](this.handle);
        return new Float64Array(this.exports.memory.buffer, address, count);
    }

    #anchors(count) {
        const numbers = this.#numbers("anchors", count * anchorWords);
        return Array.from({ length: count }, (_, index) => this.#anchor(numbers.subarray(index * anchorWords)));
    }

    #anchor(a) {
        const anchor = { identifier: a[0], worldFromAnchor: { rotation: [...a.subarray(2, 6)], translation: [...a.subarray(6, 9)] } };
        if (a[1] === 0) return { ...anchor, plane: null };
        const boundary = this.#numbers("boundaries", 2 * (a[15] + a[16])).slice(2 * a[15]);
        return {
            ...anchor,
            plane: { alignment: anchorKinds[a[1]], center: [...a.subarray(9, 12)], extent: [a[12], a[13]], offsetSigma: a[14], boundary },
        };
    }

    #events(count) {
        const numbers = this.#numbers("events", count * eventWords);
        return Array.from({ length: count }, (_, index) => {
            const [kind, identifier, value] = numbers.subarray(index * eventWords);
            return { kind: eventKinds[kind], identifier, value };
        });
    }

    /** What a pixel of the last frame shows, nearest first; `types` are names of `hitTestTypes`, all that were seen unless given. */
    hitTest(x, y, types = Object.keys(hitTestTypes).slice(0, 5)) {
        const bits = types.reduce((sum, type) => sum | hitTestTypes[type], 0);
        const count = this.exports.sightline_session_hit_test(this.handle, x, y, bits);
        const numbers = this.#numbers("hits", count * hitWords);
        return Array.from({ length: count }, (_, index) => {
            const h = numbers.subarray(index * hitWords);
            return {
                type: Object.keys(hitTestTypes).find((name) => hitTestTypes[name] === h[0]),
                distance: h[1],
                pointInWorld: [...h.subarray(2, 5)],
                covariance: [...h.subarray(5, 11)],
                normal: [...h.subarray(11, 14)],
                anchor: h[14] || null,
            };
        });
    }

    /** Sets an anchor at a hit of the last hit test (by index) or at a pose; gives its identifier. */
    addAnchor({ hit = null, pose = null }) {
        const { exports } = this;
        if (hit !== null) return exports.sightline_session_add_anchor_at_hit(this.handle, hit) || null;
        const memory = exports.sightline_allocate(56);
        new Float64Array(exports.memory.buffer, memory, 7).set([...pose.rotation, ...pose.translation]);
        const identifier = exports.sightline_session_add_anchor(this.handle, memory);
        exports.sightline_free(memory);
        return identifier || null;
    }

    removeAnchor(identifier) {
        return this.exports.sightline_session_remove_anchor(this.handle, identifier) === 1;
    }

    /** Copies `count` records of `words` 32-bit words; integers among them are read through `new Int32Array(array.buffer)`. */
    #points(kind, count, words) {
        if (count === 0) return new Float32Array(0);
        const address = this.exports[`sightline_session_${kind}`](this.handle);
        return new Float32Array(this.exports.memory.buffer, address, count * words).slice();
    }
}
