// Paints mesh anchors over the view: translucent, coloured by how well each vertex is known, shaded by the surface's slope.

import { inverse, product } from "../sightline/core/rigid.js";
import { linkedProgram } from "../sightline/view/linked-program.js";

const vertexShader = `#version 300 es
in vec3 point;
in float sigma;
in vec3 own;
uniform mat3 turn;
uniform vec3 place;
uniform vec4 lens;
uniform vec4 distortion;
uniform int kind;
uniform float limit;
uniform mat3 clipFromPixel;
out vec3 seen;
out float deviation;
out vec3 painted;
vec2 bent(vec2 a) {
    float r2 = dot(a, a);
    if (kind == 1) {
        vec2 t = vec2(2.0 * distortion.z * a.x * a.y + distortion.w * (r2 + 2.0 * a.x * a.x), distortion.z * (r2 + 2.0 * a.y * a.y) + 2.0 * distortion.w * a.x * a.y);
        return a * (1.0 + r2 * (distortion.x + r2 * distortion.y)) + t;
    }
    if (kind == 2 && r2 > 1e-12) {
        float r = sqrt(r2), angle = atan(r), s = angle * angle;
        return a * (angle * (1.0 + s * (distortion.x + s * (distortion.y + s * (distortion.z + s * distortion.w)))) / r);
    }
    return a;
}
void main() {
    seen = turn * point + place;
    deviation = sigma;
    painted = own;
    float depth = abs(seen.z) < 1e-3 ? 1e-3 : -seen.z;
    vec2 a = vec2(seen.x, -seen.y) / depth;
    float share = min(1.0, limit / max(length(a), 1e-6));
    vec2 pixel = lens.xy * bent(a * share) / share + lens.zw;
    vec3 clip = clipFromPixel * vec3(pixel, 1.0);
    gl_Position = vec4(clip.xy * depth, (depth * 30.05 - 3.0) / 29.95, depth);
}`;
const fragmentShader = `#version 300 es
precision highp float;
in vec3 seen;
in float deviation;
in vec3 painted;
uniform bool isColored;
out vec4 colour;
void main() {
    vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
    float light = 0.45 + 0.55 * abs(dot(normal, normalize(seen)));
    vec3 hue = mix(vec3(0.27, 0.88, 0.69), vec3(1.0, 0.77, 0.24), smoothstep(0.017, 0.024, deviation));
    hue = mix(hue, vec3(1.0, 0.42, 0.24), smoothstep(0.024, 0.033, deviation));
    if (isColored) {
        colour = vec4(painted * 0.92, 0.92);
        return;
    }
    float alpha = 0.5;
    colour = vec4(hue * light * alpha, alpha);
}`;
const kinds = ["none", "radialTangential", "equidistant"];
/** The paint's longest side, pixels. */
const longestSide = 1280;

/** The paint on one canvas. */
export class SurfacePaint {
    #canvas;
    #gl;
    #program = null;
    #places = {};
    #buffers = new Map();

    /** Whether surfaces have their own colours, not those of how well they are known. */
    isColored = false;

    /** A canvas over the view; `isPossible` is false if it has no WebGL 2. */
    constructor(canvas) {
        this.#canvas = canvas;
        this.#gl = canvas.getContext("webgl2", { alpha: true, antialias: false, premultipliedAlpha: true });
        canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
        canvas.addEventListener("webglcontextrestored", () => {
            this.#buffers.clear();
            this.#prepare();
        });
        if (this.#gl) this.#prepare();
    }

    get isPossible() {
        return Boolean(this.#gl) && !this.#gl.isContextLost();
    }

    /** Forgets the surfaces, and shows nothing. */
    reset() {
        if (!this.isPossible) return;
        for (const identifier of [...this.#buffers.keys()]) this.#forget(identifier);
        this.clear();
    }

    clear() {
        if (this.isPossible) this.#gl.clear(this.#gl.COLOR_BUFFER_BIT | this.#gl.DEPTH_BUFFER_BIT);
    }

    /** Paints a frame's anchors; `clipFromPixel` (3 × 3, column by column) says where the view shows the image's pixels. */
    draw({ worldFromCamera, meshAnchors, intrinsics }, calibration, clipFromPixel) {
        if (!this.isPossible) return;
        const gl = this.#gl;
        this.#resize();
        this.clear();
        if (!worldFromCamera) return;
        this.#keep(meshAnchors);
        gl.useProgram(this.#program);
        gl.uniform4fv(this.#places.lens, intrinsics.slice(0, 4));
        gl.uniform4fv(this.#places.distortion, intrinsics.slice(4, 8));
        gl.uniform1i(this.#places.isColored, this.isColored ? 1 : 0);
        gl.uniform1i(this.#places.kind, Math.max(0, kinds.indexOf(calibration.distortion.kind)));
        gl.uniform1f(this.#places.limit, 1.1 * Math.hypot(calibration.width / intrinsics[0], calibration.height / intrinsics[1]) / 2);
        gl.uniformMatrix3fv(this.#places.clipFromPixel, false, clipFromPixel);
        const cameraFromWorld = inverse(worldFromCamera);
        const poses = meshAnchors.map(({ identifier, worldFromAnchor }) => [this.#buffers.get(identifier), product(cameraFromWorld, worldFromAnchor)])
            // A cube is 1.3 m wide.
            .filter(([, { translation }]) => translation[2] < 2.3);
        // Depths first, so that of surfaces behind each other only the nearest is painted.
        gl.colorMask(false, false, false, false);
        gl.depthFunc(gl.LESS);
        for (const each of poses) this.#drawAnchor(...each);
        gl.colorMask(true, true, true, true);
        gl.depthFunc(gl.EQUAL);
        for (const each of poses) this.#drawAnchor(...each);
    }

    #drawAnchor({ array, count }, { rotation, translation }) {
        const gl = this.#gl;
        gl.uniformMatrix3fv(this.#places.turn, false, matrixOf(rotation));
        gl.uniform3fv(this.#places.place, translation);
        gl.bindVertexArray(array);
        gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0);
    }

    #resize() {
        const { clientWidth, clientHeight } = this.#canvas;
        const scale = Math.min(devicePixelRatio, longestSide / Math.max(clientWidth, clientHeight, 1));
        const [width, height] = [Math.max(1, Math.round(clientWidth * scale)), Math.max(1, Math.round(clientHeight * scale))];
        if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height });
        this.#gl.viewport(0, 0, width, height);
    }

    /** Copies what changed to the GPU. */
    #keep(anchors) {
        const present = new Set(anchors.map(({ identifier }) => identifier));
        for (const identifier of [...this.#buffers.keys()]) if (!present.has(identifier)) this.#forget(identifier);
        for (const anchor of anchors) {
            if (this.#buffers.get(anchor.identifier)?.changed === anchor.changedNanoseconds) continue;
            this.#forget(anchor.identifier);
            this.#buffers.set(anchor.identifier, this.#copied(anchor));
        }
    }

    #copied({ vertices, sigmas, colors, indices, changedNanoseconds }) {
        const gl = this.#gl;
        const array = gl.createVertexArray();
        gl.bindVertexArray(array);
        const attributes = [[0, vertices, 3, gl.FLOAT, 0], [1, sigmas, 1, gl.FLOAT, 0], [2, colors, 3, gl.UNSIGNED_BYTE, 4]];
        const buffers = attributes.map(([place, numbers, size, type, stride]) => {
            const buffer = gl.createBuffer();
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
            gl.enableVertexAttribArray(place);
            gl.vertexAttribPointer(place, size, type, type === gl.UNSIGNED_BYTE, stride, 0);
            return buffer;
        });
        const corners = gl.createBuffer();
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, corners);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
        gl.bindVertexArray(null);
        return { array, buffers: [...buffers, corners], count: indices.length, changed: changedNanoseconds };
    }

    #forget(identifier) {
        const kept = this.#buffers.get(identifier);
        if (!kept) return;
        this.#gl.deleteVertexArray(kept.array);
        for (const buffer of kept.buffers) this.#gl.deleteBuffer(buffer);
        this.#buffers.delete(identifier);
    }

    #prepare() {
        const gl = this.#gl;
        const program = linkedProgram(gl, vertexShader, fragmentShader, ["point", "sigma", "own"]);
        for (const name of ["turn", "place", "lens", "distortion", "kind", "limit", "clipFromPixel", "isColored"]) this.#places[name] = gl.getUniformLocation(program, name);
        this.#program = program;
        gl.enable(gl.DEPTH_TEST);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.clearColor(0, 0, 0, 0);
    }
}

/** The rotation of a quaternion x, y, z, w, column by column. */
function matrixOf([x, y, z, w]) {
    return [
        1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
        2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
        2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y),
    ];
}

/**
 * The 3 × 3 matrix from an image's pixels to the view's clip space, column by column, by the pixels at three of the view's
 * corners: top left, top right, bottom left.
 */
export function clipFromPixels([origin, right, down]) {
    const [ax, ay, bx, by] = [right[0] - origin[0], right[1] - origin[1], down[0] - origin[0], down[1] - origin[1]];
    const determinant = ax * by - ay * bx;
    const [ux, uy, vx, vy] = [by / determinant, -bx / determinant, -ay / determinant, ax / determinant];
    const [u, v] = [-(ux * origin[0] + uy * origin[1]), -(vx * origin[0] + vy * origin[1])];
    return [2 * ux, -2 * vx, 0, 2 * uy, -2 * vy, 0, 2 * u - 1, 1 - 2 * v, 1];
}
