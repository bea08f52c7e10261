// Draws a depth map over the image: near in warm colours, far in cold ones; nothing where the depth is not known.

import { pixelProjection, transformed } from "../sightline/sightline.js";

/** The depths of the first and the last colour, metres; between them colours change with the logarithm. */
const [near, far] = [0.4, 6];
const opacity = 150;
/** From near to far; the same as in track.css. */
const stops = [[255, 93, 93], [255, 197, 61], [69, 224, 176], [79, 140, 255], [88, 60, 190]];
const steps = 64;
const colours = Array.from({ length: steps }, (_, index) => {
    const place = (index / (steps - 1)) * (stops.length - 1);
    const first = Math.min(Math.floor(place), stops.length - 2);
    return stops[first].map((value, channel) => value + (stops[first + 1][channel] - value) * (place - first));
});

/** Draws the maps of a session in the pixels of its frames, from where the camera is now. */
export class DepthOverlay {
    #canvas = document.createElement("canvas");

    /** Draws a frame's map, if there is one; the map's keyframe is older than the frame. */
    draw(context, frame, distortionKind) {
        const { depth: map } = frame;
        const project = map && pixelProjection(frame, distortionKind);
        if (!project) return;
        const { width, height } = map;
        const image = new ImageData(width, height);
        const nearest = new Float32Array(width * height).fill(Infinity);
        const [fx, fy] = map.focalLength;
        const [cx, cy] = map.principalPoint;
        const [scaleX, scaleY] = [width / context.canvas.width, height / context.canvas.height];
        for (let index = 0; index < map.depth.length; index++) {
            const depth = map.depth[index];
            if (depth === 0) continue;
            const [u, v] = [index % width, Math.floor(index / width)];
            const inCamera = [((u + 0.5 - cx) / fx) * depth, (-(v + 0.5 - cy) / fy) * depth, -depth];
            const pixel = project(transformed(map.worldFromCamera, inCamera));
            if (pixel) this.#put(image, nearest, pixel[0] * scaleX, pixel[1] * scaleY, depth);
        }
        Object.assign(this.#canvas, { width, height });
        this.#canvas.getContext("2d").putImageData(image, 0, 0);
        context.save();
        context.imageSmoothingEnabled = true;
        context.drawImage(this.#canvas, 0, 0, context.canvas.width, context.canvas.height);
        context.restore();
    }

    /** Colours the four pixels about a place, so that no cracks open where the camera came nearer. */
    #put({ data, width, height }, nearest, x, y, depth) {
        const share = Math.log(depth / near) / Math.log(far / near);
        const colour = colours[Math.round(Math.min(Math.max(share, 0), 1) * (steps - 1))];
        const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
        for (let row = Math.max(top, 0); row <= Math.min(top + 1, height - 1); row++) {
            for (let column = Math.max(left, 0); column <= Math.min(left + 1, width - 1); column++) {
                const at = row * width + column;
                if (nearest[at] <= depth) continue;
                nearest[at] = depth;
                data.set(colour, 4 * at);
                data[4 * at + 3] = opacity;
            }
        }
    }
}
