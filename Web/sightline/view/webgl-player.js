// Plays the recorded commands of a worker without WebGL on a canvas of the page (webgl-recorder.js).

import { askedSettings, calls, contextOptions } from "./webgl-calls.js";

const shapes = Object.entries(calls);
/** The interval and the time limit of checks whether the GPU has finished; milliseconds. */
const recheck = 3;
const longestWait = 400;

/** Reads an image's commands in order. */
class CommandReader {
    #numbers;
    #bytes;
    #objects;
    #at = 0;

    constructor({ numbers, bytes, objects }) {
        this.#numbers = numbers;
        this.#bytes = bytes;
        this.#objects = objects;
    }

    get isAtEnd() {
        return this.#at === this.#numbers.length;
    }

    number() {
        return this.#numbers[this.#at++];
    }

    bytes() {
        const [start, count] = [this.number(), this.number()];
        if (start < 0) return count < 0 ? null : count;
        return this.#bytes.subarray(start, start + count);
    }

    object() {
        return this.#objects[this.number()];
    }

    list() {
        return Array.from({ length: this.number() }, () => this.number());
    }
}

/** A WebGL 2 context of the page that draws a worker's recorded commands. */
export class WebGLPlayer {
    #gl;
    #objects = new Map([[0, null]]);

    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        this.#gl = /** @type {any} */ (canvas.getContext("webgl2", contextOptions));
        if (!this.#gl) throw new Error("This browser cannot draw here: WebGL 2 is missing or switched off.");
    }

    /** The worker's data for recording: the names of WebGL's constants, and the settings. */
    get told() {
        const gl = this.#gl;
        const constants = {};
        for (const name in gl) if (/^[A-Z][A-Z0-9_]+$/.test(name) && typeof gl[name] === "number") constants[name] = gl[name];
        const settings = Object.fromEntries(askedSettings.map((name) => [gl[name], gl.getParameter(gl[name])]));
        return { constants, settings };
    }

    /** Draws one image's commands, and closes the images that came with them. */
    play(commands) {
        if (this.#gl.isContextLost()) throw new Error("The browser has taken the drawing context away. Load the page again.");
        const reader = new CommandReader(commands);
        try {
            while (!reader.isAtEnd) this.#playNext(reader);
        } finally {
            for (const object of commands.objects) object.close?.();
        }
    }

    /** A promise that resolves when the GPU has finished. */
    async finished() {
        const gl = this.#gl;
        const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        gl.flush();
        const began = performance.now();
        while (fence && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED && performance.now() - began < longestWait) {
            await new Promise((done) => setTimeout(done, recheck));
        }
        gl.deleteSync(fence);
    }

    #playNext(reader) {
        const [name, shape] = shapes[reader.number()];
        const made = shape[0] === "+" ? reader.number() : null;
        const values = [];
        for (let i = made === null ? 0 : 1; i < shape.length; i++) values.push(this.#value(shape[i], reader));
        const result = this.#call(name, values);
        if (made !== null) this.#objects.set(made, result);
    }

    #value(kind, reader) {
        if (kind === "n") return reader.number();
        if (kind === "b") return reader.bytes();
        if (kind === "l") return reader.list();
        if (kind === "s" || kind === "p") return reader.object();
        const number = reader.number();
        const object = this.#objects.get(number) ?? null;
        if (kind === "-" && number !== 0) this.#objects.delete(number);
        return object;
    }

    #call(name, values) {
        const gl = this.#gl;
        switch (name) {
        case "fillTexture": return this.#fillTexture(...values);
        case "findUniform": return gl.getUniformLocation(...values);
        case "bindBlock": return gl.uniformBlockBinding(values[0], gl.getUniformBlockIndex(values[0], values[1]), values[2]);
        case "setWidth": return void (this.canvas.width = values[0]);
        case "setHeight": return void (this.canvas.height = values[0]);
        case "linkProgram": return this.#link(values[0]);
        default: return gl[name](...values);
        }
    }

    #link(program) {
        const gl = this.#gl;
        gl.linkProgram(program);
        if (gl.getProgramParameter(program, gl.LINK_STATUS)) return;
        const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
        throw new Error(`This browser refuses a program of the view: ${[...logs, gl.getProgramInfoLog(program)].join(" ").trim()}`);
    }

    #fillTexture(...values) {
        try {
            this.#gl.texImage2D(...values);
        } catch (error) {
            // Some browsers have a VideoFrame but do not accept it here.
            if (!(error instanceof TypeError)) throw error;
            this.#gl.texImage2D(...values.slice(0, 5), painted(values[5]));
        }
    }
}

/** A canvas that shows an image. */
function painted(image) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.displayWidth, height: image.displayHeight });
    canvas.getContext("2d", { alpha: false }).drawImage(image, 0, 0);
    return canvas;
}
