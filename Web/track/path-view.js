// The camera's path in the world, with the landmarks and a grid of one metre.

import { landmarkWords, transformed } from "../sightline/sightline.js";
import { numberText, translated } from "../studio/language/language.js";
import { Orbit } from "./orbit.js";

/** Pixels at the lower edge with the buttons of the view. */
const buttonRow = 56;

export class PathView {
    #canvas;
    #context;
    #orbit = new Orbit();
    #points = [];
    #low = [0, 0, 0];
    #high = [0, 0, 0];
    #camera = null;
    #landmarks = new Float32Array(0);
    #planes = [];
    #anchors = [];
    #hits = [];
    #due = false;
    #drawnAt = 0;
    #colours = {};

    constructor(canvas) {
        this.#canvas = canvas;
        this.#context = canvas.getContext("2d");
        new ResizeObserver(() => this.redraw()).observe(canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.#colours = {}; this.redraw(); });
        this.#listen();
    }

    /** Length of the path, metres. */
    length = 0;

    clear() {
        this.#points = [];
        this.#low = [0, 0, 0];
        this.#high = [0, 0, 0];
        this.#camera = null;
        this.#landmarks = new Float32Array(0);
        this.#planes = [];
        this.#anchors = [];
        this.#hits = [];
        this.length = 0;
        this.redraw();
    }

    /** Adds a frame's pose and shows its landmarks, planes and anchors. */
    add({ worldFromCamera: pose, landmarks, anchors }) {
        const last = this.#points.at(-1);
        const here = pose.translation;
        if (last) this.length += Math.hypot(here[0] - last[0], here[1] - last[1], here[2] - last[2]);
        this.#points.push(here);
        this.#frame(here);
        this.#camera = pose;
        this.#landmarks = landmarks;
        this.#planes = anchors.filter(({ plane }) => plane);
        this.#anchors = anchors.filter(({ plane }) => !plane);
        for (const { plane: { boundary }, worldFromAnchor } of this.#planes) {
            for (let i = 0; i < boundary.length; i += 2) this.#frame(transformed(worldFromAnchor, [boundary[i], 0, boundary[i + 1]]));
        }
        this.redraw();
    }

    /** Shows points where rays met something: x, y, z in the world, metres. */
    showHits(points) {
        this.#hits = points;
        this.redraw();
    }

    /** A break in the path: the next part is not joined to the last one. */
    lift() {
        if (this.#points.at(-1)) this.#points.push(null);
        this.#camera = null;
    }

    lookFromAbove() {
        Object.assign(this.#orbit, { yaw: 0, pitch: Math.PI / 2, zoom: 1 });
        this.redraw();
    }

    lookAround() {
        Object.assign(this.#orbit, { yaw: -0.6, pitch: 0.5, zoom: 1 });
        this.redraw();
    }

    get isFromAbove() {
        return this.#orbit.pitch > 1.5;
    }

    /** Keeps this point in the view from now on. */
    #frame(point) {
        this.#low = this.#low.map((value, axis) => Math.min(value, point[axis]));
        this.#high = this.#high.map((value, axis) => Math.max(value, point[axis]));
    }

    /** Draws at the next animation frame. */
    redraw() {
        if (this.#due) return;
        this.#due = true;
        requestAnimationFrame((now) => { this.#due = false; this.#draw(now); });
    }

    #draw(now) {
        const ratio = devicePixelRatio;
        const { clientWidth: width, clientHeight: height } = this.#canvas;
        if (width === 0) return;
        if (this.#canvas.width !== Math.round(width * ratio) || this.#canvas.height !== Math.round(height * ratio)) {
            this.#canvas.width = Math.round(width * ratio);
            this.#canvas.height = Math.round(height * ratio);
        }
        const isThere = this.#orbit.follow(this.#low, this.#high, (now - this.#drawnAt) / 1000);
        this.#drawnAt = now;
        const context = this.#context;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        const project = this.#orbit.frame(width, height - buttonRow);
        this.#drawGrid(context, project);
        this.#drawPlanes(context, project);
        this.#drawLandmarks(context, project);
        this.#drawPath(context, project);
        this.#drawHits(context, project);
        this.#drawAnchors(context, project);
        if (this.#camera) this.#drawCamera(context, project);
        if (!isThere) this.redraw();
    }

    #colour(name) {
        return (this.#colours[name] ??= getComputedStyle(this.#canvas).getPropertyValue(name).trim());
    }

    #drawGrid(context, project) {
        const [cx, , cz] = this.#orbit.center;
        const floor = this.#low[1];
        const step = [0.1, 0.5, 1, 5, 10, 50].find((size) => this.#orbit.reach / size < 9) ?? 100;
        const count = Math.ceil((this.#orbit.reach * 2.2) / step);
        const [x0, z0] = [Math.round(cx / step) * step, Math.round(cz / step) * step];
        context.lineWidth = 1;
        context.strokeStyle = this.#colour("--line");
        context.beginPath();
        for (let i = -count; i <= count; i++) {
            for (const [from, to] of [
                [[x0 + i * step, z0 - count * step], [x0 + i * step, z0 + count * step]],
                [[x0 - count * step, z0 + i * step], [x0 + count * step, z0 + i * step]],
            ]) {
                context.moveTo(...project(from[0], floor, from[1]));
                context.lineTo(...project(to[0], floor, to[1]));
            }
        }
        context.stroke();
        context.fillStyle = this.#colour("--muted");
        context.font = "12px ui-monospace, monospace";
        context.textAlign = "right";
        context.fillText(translated("grid {step} m", { step: numberText(step) }), this.#canvas.clientWidth - 12, 22);
    }

    #drawPlanes(context, project) {
        context.fillStyle = context.strokeStyle = this.#colour("--good");
        context.lineWidth = 1.5;
        for (const { plane, worldFromAnchor } of this.#planes) {
            context.beginPath();
            for (let i = 0; i < plane.boundary.length; i += 2) {
                context.lineTo(...project(...transformed(worldFromAnchor, [plane.boundary[i], 0, plane.boundary[i + 1]])));
            }
            context.closePath();
            context.globalAlpha = 0.16;
            context.fill();
            context.globalAlpha = 0.8;
            context.stroke();
            context.globalAlpha = 1;
        }
    }

    #drawLandmarks(context, project) {
        context.fillStyle = this.#colour("--muted");
        for (let i = 0; i < this.#landmarks.length; i += landmarkWords) {
            const [x, y] = project(this.#landmarks[i + 1], this.#landmarks[i + 2], this.#landmarks[i + 3]);
            context.fillRect(x - 1, y - 1, 2, 2);
        }
    }

    #drawHits(context, project) {
        context.fillStyle = this.#colour("--doubt");
        for (const point of this.#hits) {
            context.beginPath();
            context.arc(...project(...point), 2.5, 0, 2 * Math.PI);
            context.fill();
        }
    }

    /** An anchor as its three axes of a hand's width: x red, y green, z blue. */
    #drawAnchors(context, project) {
        context.lineWidth = 2;
        for (const { worldFromAnchor } of this.#anchors) {
            const origin = project(...worldFromAnchor.translation);
            for (const [name, axis] of [["--bad", [0.1, 0, 0]], ["--good", [0, 0.1, 0]], ["--focus", [0, 0, 0.1]]]) {
                context.strokeStyle = this.#colour(name);
                context.beginPath();
                context.moveTo(...origin);
                context.lineTo(...project(...transformed(worldFromAnchor, axis)));
                context.stroke();
            }
        }
    }

    #drawPath(context, project) {
        context.lineWidth = 2.5;
        context.lineJoin = "round";
        context.strokeStyle = this.#colour("--signal");
        context.beginPath();
        let isDown = false;
        for (const point of this.#points) {
            if (!point) isDown = false;
            else if (isDown) context.lineTo(...project(...point));
            else context.moveTo(...project(...point));
            isDown = point !== null;
        }
        context.stroke();
        const start = this.#points[0];
        if (!start) return;
        context.fillStyle = this.#colour("--surface");
        context.lineWidth = 2;
        context.beginPath();
        context.arc(...project(...start), 4.5, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
    }

    /** The camera as a small pyramid that opens in its direction. */
    #drawCamera(context, project) {
        const size = this.#orbit.reach * 0.14 / this.#orbit.zoom;
        const corners = [[-1, -0.75], [1, -0.75], [1, 0.75], [-1, 0.75]]
            .map(([x, y]) => project(...transformed(this.#camera, [x * size * 0.6, y * size * 0.6, -size])));
        const eye = project(...this.#camera.translation);
        context.lineWidth = 1.75;
        context.strokeStyle = context.fillStyle = this.#colour("--ink");
        context.beginPath();
        corners.forEach((corner, index) => {
            context.moveTo(...eye);
            context.lineTo(...corner);
            context.lineTo(...corners[(index + 1) % 4]);
        });
        context.stroke();
        context.beginPath();
        context.arc(...eye, 3, 0, 2 * Math.PI);
        context.fill();
    }

    #listen() {
        const canvas = this.#canvas;
        const pointers = new Map();
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            pointers.set(event.pointerId, [event.clientX, event.clientY]);
        });
        canvas.addEventListener("pointermove", (event) => {
            const last = pointers.get(event.pointerId);
            if (!last) return;
            const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
            const here = [event.clientX, event.clientY];
            if (others.length > 0) this.#orbit.zoomBy(distance(here, others[0]) / Math.max(1, distance(last, others[0])));
            else this.#turn((last[0] - here[0]) * 0.008, (here[1] - last[1]) * 0.008);
            pointers.set(event.pointerId, here);
            this.redraw();
        });
        for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, (event) => pointers.delete(event.pointerId));
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            this.#orbit.zoomBy(Math.exp(-event.deltaY * 0.0015));
            this.redraw();
        }, { passive: false });
        canvas.addEventListener("keydown", (event) => this.#press(event));
    }

    #press(event) {
        const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
        const zooms = { "+": 1.2, "=": 1.2, "-": 1 / 1.2 };
        if (turns[event.key]) this.#turn(...turns[event.key]);
        else if (zooms[event.key]) this.#orbit.zoomBy(zooms[event.key]);
        else return;
        event.preventDefault();
        this.redraw();
    }

    #turn(yaw, pitch) {
        this.#orbit.turn(yaw, pitch);
        this.#canvas.dispatchEvent(new Event("turned"));
    }
}

function distance(a, b) {
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
