// The readings of the last minute: a line with its one-sigma band, results as dots.

import { numberText } from "../studio/language/language.js";

const span = 60_000;

export class ReadingChart {
    #canvas;
    #readings = [];

    constructor(canvas) {
        this.#canvas = canvas;
        new ResizeObserver(() => this.draw()).observe(canvas);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    }

    /** Only readings of one unit fit on one scale: another unit restarts the chart. */
    add(reading) {
        if (this.#readings.at(-1)?.unit !== reading.unit) this.#readings = [];
        this.#readings.push(reading);
        this.#readings = this.#readings.filter(({ time }) => time > reading.time - 2 * span);
        this.draw();
    }

    draw() {
        const canvas = this.#canvas;
        const scale = devicePixelRatio;
        canvas.width = canvas.clientWidth * scale;
        canvas.height = canvas.clientHeight * scale;
        const context = canvas.getContext("2d");
        const end = Math.max(Date.now(), this.#readings.at(-1)?.time ?? 0);
        const shown = this.#readings.filter(({ time }) => time > end - span);
        if (shown.length === 0) return;
        const [low, high] = bounds(shown);
        const margin = 18 * scale;
        const x = ({ time }) => ((time - end + span) / span) * (canvas.width - 8 * scale);
        const y = (value) => canvas.height - margin - ((Math.max(value, low) - low) / (high - low)) * (canvas.height - 2 * margin);
        const { color, fontFamily } = getComputedStyle(canvas);
        context.fillStyle = context.strokeStyle = color;
        this.#band(context, shown, x, y);
        context.lineWidth = 2 * scale;
        context.lineJoin = "round";
        this.#line(context, shown, x, ({ value }) => y(value));
        for (const reading of shown.filter(({ isFinal }) => isFinal)) dot(context, x(reading), y(reading.value), 5 * scale);
        context.fillStyle = getComputedStyle(canvas.parentElement).color;
        context.globalAlpha = 0.65;
        context.font = `${12 * scale}px ${fontFamily}`;
        context.fillText(rounded(high, high - low, shown[0].unit), 0, 12 * scale);
        context.fillText(rounded(low, high - low, shown[0].unit), 0, canvas.height - 5 * scale);
    }

    #line(context, shown, x, y) {
        context.beginPath();
        shown.forEach((reading, index) => {
            const isGap = index === 0 || reading.time - shown[index - 1].time > 3000;
            if (isGap) context.moveTo(x(reading), y(reading));
            else context.lineTo(x(reading), y(reading));
        });
        context.stroke();
    }

    #band(context, shown, x, y) {
        context.save();
        context.globalAlpha = 0.16;
        shown.slice(1).forEach((reading, index) => {
            const before = shown[index];
            if (reading.time - before.time > 3000) return;
            context.beginPath();
            context.moveTo(x(before), y(before.value + before.sigma));
            context.lineTo(x(reading), y(reading.value + reading.sigma));
            context.lineTo(x(reading), y(reading.value - reading.sigma));
            context.lineTo(x(before), y(before.value - before.sigma));
            context.fill();
        });
        context.restore();
    }
}

/** The range of the axis. */
export function bounds(readings) {
    const low = Math.min(...readings.map(({ value, sigma }) => value - sigma));
    const high = Math.max(...readings.map(({ value, sigma }) => value + sigma));
    const least = Math.max(1e-3, 0.02 * Math.abs(high));
    const [from, to] = high - low >= least ? [low, high] : [(low + high - least) / 2, (low + high + least) / 2];
    // No length, area, angle or volume is below zero, whatever its sigma.
    return [Math.max(0, from), to];
}

function dot(context, x, y, radius) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
}

function rounded(value, range, unit) {
    const digits = Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(range))));
    return `${numberText(value, digits)} ${unit}`;
}
