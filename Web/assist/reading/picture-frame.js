// A picture of which a part can be framed, with a finger, the mouse or the keyboard.

/** The smallest frame, as a part of the picture's width or height. */
const least = 0.02;
/** How far an arrow key moves the frame or, with Shift, its end. */
const step = 0.02;
const whole = Object.freeze([0, 0, 1, 1]);

export class PictureFrame {
    /** Called when another part is framed. */
    onchange = null;
    #canvas;
    #bitmap = null;
    /** Left, top, right and bottom of the frame, 0 to 1. */
    #frame = whole;
    #start = null;

    /** `canvas` shows the picture; its size follows it. */
    constructor(canvas) {
        this.#canvas = canvas;
        canvas.onpointerdown = (event) => {
            canvas.setPointerCapture(event.pointerId);
            this.#start = this.#placeOf(event);
        };
        canvas.onpointermove = (event) => this.#start && this.#stretch(this.#placeOf(event));
        canvas.onpointerup = canvas.onpointercancel = () => { this.#start = null; };
        canvas.onkeydown = (event) => this.#key(event);
    }

    /** Whether a part is framed. */
    get isPart() {
        return this.#frame !== whole;
    }

    /** Shows another picture, a blob; throws if it cannot be read. */
    async open(blob) {
        const bitmap = await createImageBitmap(blob);
        this.close();
        this.#bitmap = bitmap;
        const scale = Math.min(1, 1600 / Math.max(bitmap.width, bitmap.height));
        Object.assign(this.#canvas, { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
        this.frameAll();
    }

    close() {
        this.#bitmap?.close();
        this.#bitmap = null;
    }

    /** Frames all of the picture. */
    frameAll() {
        this.#set(whole);
    }

    /** A promise of what is framed, as an upright JPEG of at most so many pixels. */
    cut(mostPixels) {
        const { width, height } = this.#bitmap;
        const [left, top, right, bottom] = this.#frame;
        const [x, y, w, h] = [left * width, top * height, (right - left) * width, (bottom - top) * height];
        const scale = Math.min(1, Math.sqrt(mostPixels / (w * h)));
        const canvas = Object.assign(document.createElement("canvas"), { width: Math.max(1, Math.floor(w * scale)), height: Math.max(1, Math.floor(h * scale)) });
        canvas.getContext("2d").drawImage(this.#bitmap, x, y, w, h, 0, 0, canvas.width, canvas.height);
        return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.95));
    }

    #placeOf({ clientX, clientY }) {
        const box = this.#canvas.getBoundingClientRect();
        return [(clientX - box.left) / box.width, (clientY - box.top) / box.height].map((share) => Math.min(1, Math.max(0, share)));
    }

    #stretch([x, y]) {
        const [x0, y0] = this.#start;
        const frame = [Math.min(x, x0), Math.min(y, y0), Math.max(x, x0), Math.max(y, y0)];
        if (frame[2] - frame[0] > least && frame[3] - frame[1] > least) this.#set(frame);
    }

    /** The arrow keys move the frame, with Shift its lower end. */
    #key(event) {
        const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? [0, 0];
        if (dx === 0 && dy === 0) return;
        event.preventDefault();
        const [left, top, right, bottom] = this.isPart ? this.#frame : [0.25, 0.25, 0.75, 0.75];
        if (event.shiftKey) return this.#set([left, top, Math.min(1, Math.max(left + least, right + dx)), Math.min(1, Math.max(top + least, bottom + dy))]);
        const [x, y] = [Math.min(1 - right, Math.max(-left, dx)), Math.min(1 - bottom, Math.max(-top, dy))];
        this.#set([left + x, top + y, right + x, bottom + y]);
    }

    #set(frame) {
        this.#frame = frame;
        this.#draw();
        this.onchange?.();
    }

    #draw() {
        if (!this.#bitmap) return;
        const { width, height } = this.#canvas;
        const context = this.#canvas.getContext("2d");
        context.drawImage(this.#bitmap, 0, 0, width, height);
        if (!this.isPart) return;
        const [left, top, right, bottom] = this.#frame;
        const box = [left * width, top * height, (right - left) * width, (bottom - top) * height];
        context.fillStyle = "rgb(8 10 12 / 55%)";
        context.beginPath();
        context.rect(0, 0, width, height);
        context.rect(...box);
        context.fill("evenodd");
        context.strokeStyle = "#ff7d47";
        context.lineWidth = Math.max(2, width / 250);
        context.strokeRect(...box);
    }
}
