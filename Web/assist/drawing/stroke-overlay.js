// Draws this side's strokes over the image until the image itself shows them in the world.

import { codeSpan } from "../../sightline/view/frame-code.js";

/** The maximum of pixels along the canvas's longer side: a larger image needs no more, and browsers have limits. */
const mostPixels = 3000;

export class StrokeOverlay {
    #canvas;
    #framing;
    #pen;
    #isDue = false;
    #observer;
    /** On a still all strokes remain. */
    keepsAll = false;
    /** The kinds that are drawn; null for all. */
    kinds = null;

    constructor(canvas, framing, pen) {
        this.#canvas = canvas;
        this.#framing = framing;
        this.#pen = pen;
        pen.onchange = () => this.drawSoon();
        this.#observer = new ResizeObserver(() => this.drawSoon());
        this.#observer.observe(canvas);
    }

    close() {
        this.#observer.disconnect();
        this.drawSoon();
    }

    /** The other side has placed `count` points of a stroke; images from `frame` on show them. */
    place(n, count, frame) {
        const stroke = this.#pen.strokes.get(n);
        if (stroke) Object.assign(stroke, { placed: count, from: frame });
    }

    /** An image is shown: strokes that it shows itself are not drawn here. */
    show(code) {
        if (this.keepsAll) return;
        for (const [n, stroke] of this.#pen.strokes) {
            if (stroke.from === undefined || (code - stroke.from + codeSpan) % codeSpan > codeSpan / 2) continue;
            if (stroke.isDone) this.#pen.forget(n);
            else if (stroke.kind === "stroke") stroke.shown = Math.max(0, stroke.placed - 1);
        }
        this.drawSoon();
    }

    drawSoon() {
        if (this.#isDue) return;
        this.#isDue = true;
        requestAnimationFrame(() => {
            this.#isDue = false;
            this.#draw();
        });
    }

    /** Draws the strokes into an image that is stored, (0, 0) to (width, height). */
    drawInto(context, width, height) {
        for (const stroke of this.#pen.strokes.values()) drawStroke(context, stroke, width, height, 0);
    }

    #draw() {
        const strokes = [...this.#pen.strokes.values()].filter(({ kind }) => !this.kinds || this.kinds.includes(kind));
        // Without strokes there is no cost here, nor in compositing.
        this.#canvas.style.visibility = strokes.length === 0 ? "hidden" : "";
        if (strokes.length === 0) return;
        const { clientWidth, clientHeight } = this.#canvas;
        const scale = Math.min(devicePixelRatio, 2, mostPixels / Math.max(clientWidth, clientHeight));
        const [width, height] = [Math.round(clientWidth * scale), Math.round(clientHeight * scale)];
        if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
        const context = this.#canvas.getContext("2d");
        context.clearRect(0, 0, width, height);
        for (const stroke of strokes) drawStroke(context, stroke, width, height, this.keepsAll ? 0 : stroke.shown);
    }
}

function drawStroke(context, { kind, color, width: thickness, text, places, isDone }, width, height, from) {
    const points = places.slice(from).map(([x, y]) => [x * width, y * height]);
    if (points.length === 0) return;
    const line = Math.max(2, thickness * width);
    Object.assign(context, { strokeStyle: color, fillStyle: color, lineWidth: line, lineCap: "round", lineJoin: "round" });
    if (kind === "text") return label(context, text, points[0], color, height);
    if (kind === "mark") return marks(context, points, line);
    if (kind === "marker" || kind === "laser" || points.length === 1) return dot(context, points.at(-1), kind === "laser" ? 1.6 * line : Math.max(line, 5));
    path(context, points, kind === "circle");
    if (kind === "arrow" && points.length > 1) head(context, points[0], points.at(-1), line, isDone);
}

/** The points of a requested measurement. */
function marks(context, points, line) {
    for (const point of points) dot(context, point, Math.max(line, 5));
    context.lineWidth = Math.max(1.5, line / 2);
    context.setLineDash([8, 6]);
    context.beginPath();
    for (const point of points) context.lineTo(...point);
    context.stroke();
    context.setLineDash([]);
}

function path(context, points, isClosed) {
    context.beginPath();
    context.moveTo(...points[0]);
    for (let i = 1; i < points.length - 1; i++) {
        const [x, y] = points[i];
        const [nx, ny] = points[i + 1];
        context.quadraticCurveTo(x, y, (x + nx) / 2, (y + ny) / 2);
    }
    context.lineTo(...points.at(-1));
    if (isClosed) context.closePath();
    context.stroke();
}

function head(context, [x0, y0], [x1, y1], line) {
    const angle = Math.atan2(y1 - y0, x1 - x0);
    const barb = Math.min(0.35 * Math.hypot(x1 - x0, y1 - y0), 6 * line);
    context.beginPath();
    for (const side of [-1, 1]) {
        context.moveTo(x1, y1);
        context.lineTo(x1 - barb * Math.cos(angle + side * 0.55), y1 - barb * Math.sin(angle + side * 0.55));
    }
    context.stroke();
}

function dot(context, [x, y], radius) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
}

function label(context, text, [x, y], color, height) {
    context.font = `600 ${Math.round(0.034 * height)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.lineWidth = 4;
    context.strokeStyle = "#11151c";
    context.strokeText(text, x, y);
    context.fillStyle = color;
    context.fillText(text, x, y);
}
