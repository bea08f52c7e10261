// A camera's image as an ideal camera would have taken it: without the lens's distortion, and with all rows at the time
// of the middle one. A projection matrix can describe only such an image. It is drawn as a mesh whose corners are looked
// up in the camera's image.

import { pixelProjection } from "../core/projection.js";
import { sizeOf } from "./turning.js";

/** The number of squares along a side of the mesh: distortion changes little between two corners. */
const squares = 12;

const shaders = [
    ["VERTEX_SHADER", "attribute vec2 place, source; varying vec2 at; void main() { gl_Position = vec4(place, 0.0, 1.0); at = source; }"],
    ["FRAGMENT_SHADER", "precision mediump float; varying highp vec2 at; uniform sampler2D picture; void main() { gl_FragColor = texture2D(picture, at); }"],
];

/** Draws rectified images on a canvas. */
export class LensMesh {
    #canvas;
    #gl;
    #corners = new Float32Array(4 * (squares + 1) ** 2);

    /** The mesh for a canvas; null if the canvas has no WebGL. @param {HTMLCanvasElement | OffscreenCanvas} canvas */
    static on(canvas) {
        /** @type {any} */
        const any = canvas;
        const gl = any.getContext("webgl", { alpha: false, antialias: false, depth: false });
        return gl && new LensMesh(canvas, gl);
    }

    constructor(canvas, gl) {
        this.#canvas = canvas;
        this.#gl = gl;
        prepare(gl);
    }

    /** Whether WebGL was lost: nothing can be drawn any more. */
    get isLost() {
        return this.#gl.isContextLost();
    }

    /**
     * Draws an image, which the caller keeps; the canvas gets its size.
     *
     * @param {any} image @param {import("./frame-lens.js").ImageLens} lens
     */
    draw(image, lens) {
        const gl = this.#gl;
        const [width, height] = sizeOf(image);
        if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
        this.#bend(lens);
        gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
        gl.bufferData(gl.ARRAY_BUFFER, this.#corners, gl.DYNAMIC_DRAW);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
        gl.drawElements(gl.TRIANGLES, 6 * squares * squares, gl.UNSIGNED_SHORT, 0);
    }

    /** Sets the corners: the place in clip space, and the position in the camera's image (0…1 from the top left). */
    #bend(lens) {
        const sourceOf = sourceLookup(lens);
        let index = 0;
        for (let row = 0; row <= squares; row++) {
            for (let column = 0; column <= squares; column++) {
                const [x, y] = [column / squares, row / squares];
                this.#corners.set([2 * x - 1, 1 - 2 * y, ...sourceOf(x, y)], index);
                index += 4;
            }
        }
    }
}

/**
 * The position in the camera's image for a position in the rectified one, both 0…1 from the top left. A row was taken
 * earlier or later than the middle one, so its direction is moved by what the camera turned meanwhile, and by what it
 * moved, as far as the scene is near.
 */
function sourceLookup({ width, height, intrinsics, distortionKind, readoutTime, angularVelocity, linearVelocity, inverseDepth }) {
    const [fx, fy, cx, cy] = intrinsics;
    const pixelOf = pixelProjection({ worldFromCamera: { rotation: [0, 0, 0, 1], translation: [0, 0, 0] }, intrinsics }, distortionKind);
    return (x, y) => {
        const [a, b] = [(x * width - cx) / fx, -(y * height - cy) / fy];
        let pixel = pixelOf([a, b, -1]);
        if (angularVelocity) {
            const [p, q, r] = angularVelocity;
            const nearness = Math.max(inverseDepth[0] + inverseDepth[1] * a + inverseDepth[2] * b, 0);
            const [u, v, w] = linearVelocity.map((value) => value * nearness);
            const delay = (pixel[1] / height - 0.5) * readoutTime;
            pixel = pixelOf([a + delay * (q + r * b - u), b - delay * (r * a + p + v), -1 - delay * (p * b - q * a + w)]);
        }
        return [pixel[0] / width, pixel[1] / height];
    };
}

/** Makes a context ready to draw the mesh. @param {WebGLRenderingContext} gl */
function prepare(gl) {
    const program = gl.createProgram();
    for (const [kind, text] of shaders) {
        const shader = gl.createShader(gl[kind]);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    ["place", "source"].forEach((name, index) => {
        const location = gl.getAttribLocation(program, name);
        gl.enableVertexAttribArray(location);
        gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 16, 8 * index);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(meshIndexes()), gl.STATIC_DRAW);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const [name, value] of [["MIN_FILTER", "LINEAR"], ["MAG_FILTER", "LINEAR"], ["WRAP_S", "CLAMP_TO_EDGE"], ["WRAP_T", "CLAMP_TO_EDGE"]]) {
        gl.texParameteri(gl.TEXTURE_2D, gl[`TEXTURE_${name}`], gl[value]);
    }
}

/** Two triangles per square. */
function meshIndexes() {
    const row = squares + 1;
    return Array.from({ length: squares * squares }, (_, square) => {
        const first = Math.floor(square / squares) * row + (square % squares);
        return [first, first + 1, first + row, first + 1, first + row + 1, first + row];
    }).flat();
}
