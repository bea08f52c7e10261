// Two minutes of a rate, one bar per second.

import { numberText } from "../studio/language/language.js";

const seconds = 120;

export class RateChart {
    #canvas;
    #values = [];

    constructor(canvas) {
        this.#canvas = canvas;
        new ResizeObserver(() => this.#draw()).observe(canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
    }

    add(value) {
        this.#values = [...this.#values, value].slice(-seconds);
        this.#draw();
    }

    #draw() {
        const canvas = this.#canvas;
        const scale = devicePixelRatio;
        canvas.width = canvas.clientWidth * scale;
        canvas.height = canvas.clientHeight * scale;
        const context = canvas.getContext("2d");
        const { color, fontFamily } = getComputedStyle(canvas);
        const most = Math.max(10, ...this.#values);
        const step = canvas.width / seconds;
        const start = canvas.width - this.#values.length * step;
        context.fillStyle = color;
        this.#values.forEach((value, index) => {
            const height = Math.max(value > 0 ? scale : 0, (value / most) * (canvas.height - 14 * scale));
            context.fillRect(start + index * step, canvas.height - height, Math.max(scale, step - scale), height);
        });
        context.fillStyle = getComputedStyle(canvas.parentElement).color;
        context.globalAlpha = 0.6;
        context.font = `${11 * scale}px ${fontFamily}`;
        context.fillText(numberText(most), 0, 11 * scale);
    }
}
