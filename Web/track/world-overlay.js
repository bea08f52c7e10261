// Draws the world over the image: planes with their outline and a grid, anchors, the reticle.

import { pixelProjection, rotated, transformed } from "../sightline/sightline.js";

const colours = { horizontal: "69 224 176", vertical: "122 180 255", tilted: "214 160 255" };
const gridStep = 0.25;
const mostLines = 60;

/** Draws a frame's planes and anchors, and a reticle at a hit, in the image's pixels. */
export function drawWorld(context, frame, distortionKind, hit) {
    const project = pixelProjection(frame, distortionKind);
    if (!project) return;
    const unit = context.canvas.width / 640;
    for (const anchor of frame.anchors) {
        if (anchor.plane) drawPlane(context, anchor, project, unit);
        else drawPlace(context, anchor, project, unit);
    }
    if (hit) drawReticle(context, hit, project, unit);
}

function drawPlane(context, anchor, project, unit) {
    const colour = colours[anchor.plane.alignment];
    const outline = [];
    for (let i = 0; i < anchor.plane.boundary.length; i += 2) outline.push([anchor.plane.boundary[i], anchor.plane.boundary[i + 1]]);
    const pixels = outline.map(([x, z]) => project(transformed(anchor.worldFromAnchor, [x, 0, z])));
    if (outline.length < 3 || pixels.includes(null)) return;
    const path = new Path2D();
    pixels.forEach(([x, y], index) => (index === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    path.closePath();
    context.save();
    context.fillStyle = `rgb(${colour} / 14%)`;
    context.fill(path);
    context.clip(path);
    drawGrid(context, anchor, outline, project, `rgb(${colour} / 45%)`, unit);
    context.restore();
    context.strokeStyle = `rgb(${colour})`;
    context.lineWidth = 2 * unit;
    context.stroke(path);
}

function drawGrid(context, anchor, outline, project, colour, unit) {
    const [xs, zs] = [outline.map(([x]) => x), outline.map(([, z]) => z)];
    const [lowX, highX, lowZ, highZ] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
    const step = gridStep * Math.max(1, Math.ceil((highX - lowX + highZ - lowZ) / gridStep / mostLines));
    context.strokeStyle = colour;
    context.lineWidth = unit;
    context.beginPath();
    const line = (from, to) => {
        const [a, b] = [from, to].map((point) => project(transformed(anchor.worldFromAnchor, point)));
        if (!a || !b) return;
        context.moveTo(...a);
        context.lineTo(...b);
    };
    for (let x = Math.ceil(lowX / step) * step; x < highX; x += step) line([x, 0, lowZ], [x, 0, highZ]);
    for (let z = Math.ceil(lowZ / step) * step; z < highZ; z += step) line([lowX, 0, z], [highX, 0, z]);
    context.stroke();
}

/** A pin of ten centimetres at its position. */
function drawPlace(context, anchor, project, unit) {
    const foot = project(anchor.worldFromAnchor.translation);
    const head = project(transformed(anchor.worldFromAnchor, [0, 0.1, 0]));
    if (!foot || !head) return;
    context.strokeStyle = context.fillStyle = "#ff7d47";
    context.lineWidth = 2.5 * unit;
    context.beginPath();
    context.moveTo(...foot);
    context.lineTo(...head);
    context.stroke();
    context.beginPath();
    context.arc(...head, 5 * unit, 0, 2 * Math.PI);
    context.fill();
}

/** A ring of five centimetres on the surface under the pointer. */
function drawReticle(context, { pointInWorld, normal }, project, unit) {
    const turn = turnTo(normal);
    context.strokeStyle = "#ffffff";
    context.lineWidth = 2 * unit;
    context.beginPath();
    for (let i = 0; i <= 32; i++) {
        const angle = (i * Math.PI) / 16;
        const around = rotated(turn, [0.05 * Math.cos(angle), 0, 0.05 * Math.sin(angle)]);
        const pixel = project(around.map((value, axis) => value + pointInWorld[axis]));
        if (!pixel) return;
        if (i === 0) context.moveTo(...pixel);
        else context.lineTo(...pixel);
    }
    context.stroke();
}

/** The quaternion that rotates +Y to a direction of length 1. */
function turnTo([x, y, z]) {
    if (y < -0.9999) return [1, 0, 0, 0];
    const w = Math.sqrt((1 + y) / 2);
    return [z / (2 * w), 0, -x / (2 * w), w];
}
