// The compiled engine with its memory: numbers and pointers as input, plain objects as output. Runs in a page, a worker
// and under node.

import { EngineSession } from "./engine-session.js";
import { hostFunctions } from "./host-functions.js";
import { codes, configurationFields, version } from "../generated/records.js";
import { WebGLImports } from "../view/webgl.js";

/** One instance of the engine; `Engine.load` makes it. */
export class Engine {
    /** Loads from compiled code, a response, bytes, or a promise of one of these. */
    static async load(source) {
        let exports;
        const gl = new WebGLImports();
        const imports = { wasi_snapshot_preview1: hostFunctions(() => exports.memory), gl: gl.imports };
        const awaited = await source;
        const isResponse = typeof Response !== "undefined" && awaited instanceof Response;
        if (isResponse && !awaited.ok) throw new Error(`The engine could not be fetched: ${awaited.status} ${awaited.url}`);
        const made = await (isResponse ? WebAssembly.instantiateStreaming(awaited, imports) : WebAssembly.instantiate(awaited, imports));
        // Instantiation of compiled code returns only the instance.
        exports = (/** @type {any} */ (made).instance ?? made).exports;
        gl.attach(exports.memory);
        exports._initialize();
        if (exports.sightline_version() !== version) throw new Error("The engine and this library are of different versions.");
        return new Engine(exports, gl);
    }

    constructor(exports, gl) {
        this.exports = exports;
        /** The engine's drawing imports; see webgl.js. */
        this.gl = gl;
    }

    /** Creates a tracking session with a calibration as described in `calibration.js`. */
    createSession(calibration) {
        const { exports } = this;
        const record = exports.sightline_allocate(configurationFields.count * 8);
        new Float64Array(exports.memory.buffer, record, configurationFields.count).set(configurationRecord(calibration));
        const handle = exports.sightline_session_new(record);
        exports.sightline_free(record);
        if (handle === 0) throw new Error("The calibration is not a camera's.");
        return new EngineSession(exports, this.gl, handle);
    }
}

function configurationRecord(calibration) {
    const fields = configurationFields;
    const record = new Float64Array(fields.count);
    record[fields.width] = calibration.width;
    record[fields.height] = calibration.height;
    record.set(calibration.focalLength, fields.focalLength);
    record.set(calibration.principalPoint, fields.principalPoint);
    record[fields.distortionKind] = codes.distortionKinds(calibration.distortion.kind);
    record.set(calibration.distortion.coefficients ?? [0, 0, 0, 0], fields.distortion);
    record.set(calibration.bodyFromOptical.rotation, fields.bodyFromOptical);
    record.set(calibration.bodyFromOptical.translation, fields.bodyFromOptical + 4);
    record[fields.timeOffset] = calibration.timeOffset;
    record[fields.readoutTime] = calibration.readoutTime;
    record.set(calibration.noise, fields.noise);
    record[fields.isGuess] = calibration.isGuess ? 1 : 0;
    return record;
}
