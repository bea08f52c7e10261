// Draws a depth map over the image: near in warm colours, far in cold ones; nothing where the depth is not known.

import { projectedDepths } from "../sightline/depth/depth-projection.js";
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
        const [scaleX, scaleY] = [width / context.canvas.width, height / context.canvas.height];
        const depths = projectedDepths(map, width, height, (x, y, z) => {
            const pixel = project(transformed(map.worldFromCamera, [x, y, z]));
            return pixel && [pixel[0] * scaleX, pixel[1] * scaleY, -z];
        });
        Object.assign(this.#canvas, { width, height });
        this.#canvas.getContext("2d").putImageData(coloured(depths, width, height), 0, 0);
        context.save();
        context.imageSmoothingEnabled = true;
        context.drawImage(this.#canvas, 0, 0, context.canvas.width, context.canvas.height);
        context.restore();
    }
}

/** The colours of depths, transparent where there is none. */
function coloured(depths, width, height) {
    const image = new ImageData(width, height);
    depths.forEach((depth, at) => {
        if (depth === 0) return;
        const share = Math.log(depth / near) / Math.log(far / near);
        const colour = colours[Math.round(Math.min(Math.max(share, 0), 1) * (steps - 1))];
        image.data.set(colour, 4 * at);
        image.data[4 * at + 3] = opacity;
    });
    return image;
}
