// Draws the tracked points over the image, coloured by how long each has been tracked.

import { featureWords } from "../sightline/sightline.js";

const young = [255, 93, 93];
const middle = [255, 197, 61];
const old = [69, 224, 176];
const oldAge = 60;
const steps = 24;

const colours = Array.from({ length: steps }, (_, index) => {
    const share = index / (steps - 1);
    const [from, to, part] = share < 0.5 ? [young, middle, 2 * share] : [middle, old, 2 * share - 1];
    return `rgb(${from.map((value, channel) => Math.round(value + (to[channel] - value) * part)).join(" ")})`;
});

/** Draws features (of a frame) onto a canvas in the image's pixels; returns their number. */
export function drawFeatures(context, features) {
    const ages = new Int32Array(features.buffer, features.byteOffset, features.length);
    const radius = Math.max(2.2, context.canvas.width / 260);
    context.lineWidth = radius * 0.9;
    context.strokeStyle = "rgb(0 0 0 / 55%)";
    const count = features.length / featureWords;
    for (let i = 0; i < count; i++) {
        const start = i * featureWords;
        const share = Math.min(1, Math.log1p(ages[start + 3]) / Math.log1p(oldAge));
        context.beginPath();
        context.arc(features[start + 1], features[start + 2], radius, 0, 2 * Math.PI);
        context.stroke();
        context.fillStyle = colours[Math.round(share * (steps - 1))];
        context.fill();
    }
    return count;
}
