// A canvas of the page for a worker without WebGL: drawing on it is recorded, one buffer of commands per image, and
// played on the page (webgl-player.js). No call waits for a result: objects get their numbers here, and the page sends
// the needed data in advance.

import { calls } from "./webgl-calls.js";

/** The commands of one image: numbers, bytes that they refer to, and texts and images by their index. */
class CommandBuffer {
    #numbers = new Float64Array(4096);
    #count = 0;
    #bytes = new Uint8Array(1 << 16);
    #used = 0;
    #objects = [];

    get isEmpty() {
        return this.#count === 0;
    }

    addNumber(number) {
        if (this.#count === this.#numbers.length) {
            const larger = new Float64Array(2 * this.#count);
            larger.set(this.#numbers);
            this.#numbers = larger;
        }
        this.#numbers[this.#count++] = number;
    }

    /** Bytes, which are copied, a size, or null. */
    addBytes(bytes) {
        if (!ArrayBuffer.isView(bytes)) {
            this.addNumber(-1);
            return this.addNumber(bytes ?? -1);
        }
        const end = this.#used + bytes.byteLength;
        if (end > this.#bytes.length) {
            const larger = new Uint8Array(2 * end);
            larger.set(this.#bytes.subarray(0, this.#used));
            this.#bytes = larger;
        }
        this.#bytes.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), this.#used);
        this.addNumber(this.#used);
        this.addNumber(bytes.byteLength);
        this.#used = end;
    }

    addObject(object) {
        this.addNumber(this.#objects.push(object) - 1);
    }

    /** All commands so far, to be sent: `[commands, transfer]`. */
    take() {
        const [numbers, bytes, objects] = [this.#numbers.slice(0, this.#count), this.#bytes.slice(0, this.#used), this.#objects];
        this.#count = this.#used = 0;
        this.#objects = [];
        const images = objects.filter((object) => typeof object.close === "function");
        return [{ numbers, bytes, objects }, [numbers.buffer, bytes.buffer, ...images]];
    }
}

/** Records calls; its methods are those of the table `calls`. */
class CallRecorder {
    #commands;
    #last = 0;

    constructor(commands) {
        this.#commands = commands;
    }

    /** Records a call; returns the object that it creates, if any. */
    record(call, shape, values) {
        this.#commands.addNumber(call);
        const made = shape.startsWith("+") ? { number: ++this.#last } : null;
        const all = made ? [made, ...values] : values;
        for (let i = 0; i < shape.length; i++) this.#add(shape[i], all[i]);
        return made;
    }

    #add(kind, value) {
        const commands = this.#commands;
        if (kind === "n") commands.addNumber(Number(value));
        else if (kind === "b") commands.addBytes(value);
        else if (kind === "s" || kind === "p") commands.addObject(value);
        else if (kind === "l") [value.length, ...value].forEach((number) => commands.addNumber(number));
        else commands.addNumber(value?.number ?? 0);
    }
}

Object.entries(calls).forEach(([name, shape], call) => {
    CallRecorder.prototype[name] = function (...values) {
        return this.record(call, shape, values);
    };
});

/** Its methods and constants are those of a WebGL2RenderingContext that the engine and its view use. */
class RecordingContext extends (/** @type {new (commands: CommandBuffer) => any} */ (CallRecorder)) {
    #canvas;
    #settings;
    #blocks = [];

    constructor(canvas, commands, { constants, settings }) {
        super(commands);
        this.#canvas = canvas;
        this.#settings = settings;
        Object.assign(this, constants);
    }

    // The page closes a passed image; the image of a canvas is transferred from it.
    texImage2D(...values) {
        if (values.length > 6) return super.texImage2D(...values);
        const image = values[5] instanceof OffscreenCanvas ? values[5].transferToImageBitmap() : values[5];
        this.fillTexture(...values.slice(0, 5), image);
    }

    getUniformLocation(program, name) {
        return this.findUniform(program, name);
    }

    getUniformBlockIndex(program, name) {
        return this.#blocks.push(name) - 1;
    }

    uniformBlockBinding(program, block, binding) {
        this.bindBlock(program, this.#blocks[block], binding);
    }

    // The page reports its errors itself (webgl-player.js).
    getShaderParameter() { return true; }
    getProgramParameter() { return true; }
    getShaderInfoLog() { return ""; }
    getProgramInfoLog() { return ""; }
    getError() { return 0; }
    isContextLost() { return false; }

    checkFramebufferStatus() {
        return this.FRAMEBUFFER_COMPLETE;
    }

    getParameter(setting) {
        if (!(setting in this.#settings)) throw new Error(`The page was not asked for WebGL's setting ${setting}.`);
        return this.#settings[setting];
    }

    readPixels() {
        throw new Error("Pixels cannot be read back where the page draws.");
    }

    finish() {}

    /** Sends the recorded commands. */
    flush() {
        this.#canvas.send();
    }

    /** A fence that is signalled when the page has drawn the next commands. */
    fenceSync() {
        return { batch: this.#canvas.sent + 1 };
    }

    getSyncParameter({ batch }) {
        return this.#canvas.drawn >= batch ? this.SIGNALED : this.UNSIGNALED;
    }

    deleteSync() {}
}

/** The page's canvas, instead of an OffscreenCanvas. */
export class PageCanvas {
    /** The number of the last sent commands, and of the last drawn ones. */
    sent = 0;
    drawn = 0;
    #commands = new CommandBuffer();
    #post;
    #context;
    #size = { width: 0, height: 0 };
    #files = new Map();
    #isFileWanted = false;

    /**
     * `told` is the value of `WebGLPlayer.told`; `post(message, transfer)` sends the page `{ batch, commands,
     * isFileWanted, stamp }`, which it answers with `{ batch, file }` for `receive`.
     */
    constructor(told, post) {
        this.#post = post;
        this.#context = new RecordingContext(this, this.#commands, told);
    }

    getContext(kind) {
        return kind === "webgl2" ? this.#context : null;
    }

    get width() {
        return this.#size.width;
    }

    set width(width) {
        this.#size.width = width;
        this.#context.setWidth(width);
    }

    get height() {
        return this.#size.height;
    }

    set height(height) {
        this.#size.height = height;
        this.#context.setHeight(height);
    }

    /** The timestamp of the frame that is drawn next. */
    stamp = 0n;

    send() {
        if (this.#commands.isEmpty) return;
        const [commands, transfer] = this.#commands.take();
        this.sent += 1;
        this.#post({ batch: this.sent, commands, isFileWanted: this.#isFileWanted, stamp: this.stamp }, transfer);
        this.#isFileWanted = false;
    }

    /** A promise of the next image as a PNG file: later the page may have lost it. */
    fileOfNext() {
        this.#isFileWanted = true;
        return new Promise((done) => this.#files.set(this.sent + 1, done));
    }

    receive({ batch, file }) {
        this.drawn = batch;
        this.#files.get(batch)?.(file);
        this.#files.delete(batch);
    }
}
