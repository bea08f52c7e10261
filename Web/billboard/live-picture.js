// A channel's last value as a picture on a billboard: its name, the value, its line and its age.

import { LiveValue, LiveValues, ageText, valueText } from "../studio/live-values/live-value.js";

/** Milliseconds between two pictures without a new value: the age is in it. */
const period = 1000;
const height = 512;
/** Shares of the picture's height. */
const rows = { title: 0.16, value: 0.34, age: 0.1, edge: 0.07 };

const channels = new LiveValues();

/** A picture of a channel that is drawn again with each value, and once a second. */
export class LivePicture {
    #value;
    #ground;
    #timer = null;
    #show;
    #aspect;

    /** `show(bitmap)` receives each picture; `aspect()` is the billboard's width by its height. */
    constructor(item, show, aspect) {
        this.#value = new LiveValue({ ...item, title: item.title ?? item.text });
        this.#ground = `#${(item.ground ?? 0x15191d).toString(16).padStart(6, "0")}`;
        this.#show = show;
        this.#aspect = aspect;
        this.#value.onchange = () => this.#timer && this.#draw();
        channels.listen(this.#value);
    }

    /** Draws from now on, or rests. */
    play(isWanted) {
        clearInterval(this.#timer);
        this.#timer = isWanted ? setInterval(() => !document.hidden && this.#draw(), period) : null;
        if (isWanted) this.#draw();
    }

    #draw() {
        const width = Math.round(height * Math.min(3, Math.max(0.4, this.#aspect())));
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext("2d", { alpha: false });
        const { values, trouble, title } = this.#value;
        const { last, line } = values;
        context.fillStyle = this.#ground;
        context.fillRect(0, 0, width, height);
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.direction = document.documentElement.dir === "rtl" ? "rtl" : "ltr";
        const age = [last && ageText(Date.now() - last.time, last.time), trouble].filter(Boolean).join(" · ");
        write(context, title, 0.14, rows.title, "#d5dade", 550);
        write(context, last ? valueText(last) : "–", 0.42, rows.value, "#ffffff", 650);
        write(context, age, 0.9, rows.age, trouble ? "#ffc75a" : "#d5dade", 450);
        drawLine(context, line);
        createImageBitmap(canvas).then((bitmap) => this.#show(bitmap));
    }
}

/** One line of words at a share of the height, as large as its row and the width allow. */
function write(context, words, at, row, color, weight) {
    const { width } = context.canvas;
    const font = (size) => `${weight} ${size}px system-ui, sans-serif`;
    context.font = font(100);
    const size = Math.min(0.8 * row * height, (100 * width * (1 - 2 * rows.edge)) / Math.max(1, context.measureText(words).width));
    context.font = font(size);
    context.fillStyle = color;
    context.fillText(words, width / 2, at * height);
}

function drawLine(context, points) {
    if (points.length < 2) return;
    const { width } = context.canvas;
    context.strokeStyle = "#4fd699";
    context.lineWidth = 6;
    context.lineJoin = "round";
    context.beginPath();
    for (const [x, y] of points) context.lineTo(width * (rows.edge + (1 - 2 * rows.edge) * x), height * (0.81 - 0.17 * y));
    context.stroke();
}
