// Draws meshes into the framebuffer of an XR session, once for each eye, over what the headset shows of the room.

import { linkedProgram } from "../view/linked-program.js";

const vertexShader = `#version 300 es
in vec3 position; in vec3 normal; in vec2 coordinate;
uniform mat4 projection, view, model;
out vec3 facing; out vec2 at;
void main() {
    facing = mat3(model) * normal;
    at = coordinate;
    gl_Position = projection * view * model * vec4(position, 1.0);
}`;
const fragmentShader = `#version 300 es
precision mediump float;
in vec3 facing; in vec2 at;
uniform vec4 color; uniform float shade; uniform bool hasPicture; uniform sampler2D picture;
out vec4 shown;
void main() {
    float light = mix(1.0, 0.62 + 0.38 * max(dot(normalize(facing), normalize(vec3(0.3, 1.0, 0.4))), 0.0), shade);
    vec4 ground = hasPicture ? texture(picture, at) : vec4(1.0);
    float opacity = color.a * ground.a;
    // Multiplied by the opacity, as the compositor takes it; a picture is so already.
    shown = vec4(ground.rgb * color.rgb * light * color.a, opacity);
}`;
const uniforms = ["projection", "view", "model", "color", "shade", "hasPicture", "picture"];

/**
 * A view over one WebGL context. What it draws are items `{ mesh, model, color, isLit, picture }`: a mesh of `mesh()`, a matrix of
 * `placedAt`, red, green, blue and opacity 0…1, whether light falls on it, a picture of `picture()`.
 */
export class StereoView {
    #gl;
    #program;
    #at = {};

    constructor(gl) {
        this.#gl = gl;
        this.#program = this.#link();
        for (const name of uniforms) this.#at[name] = gl.getUniformLocation(this.#program, name);
    }

    #link() {
        const gl = this.#gl;
        const program = linkedProgram(gl, vertexShader, fragmentShader, ["position", "normal", "coordinate"]);
        if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`The headset's view cannot be drawn: ${gl.getProgramInfoLog(program)}`);
        return program;
    }

    /** A mesh of `{ positions, normals, coordinates, indices }`. */
    mesh({ positions, normals, coordinates, indices }) {
        const gl = this.#gl;
        const array = gl.createVertexArray();
        gl.bindVertexArray(array);
        const buffers = [[positions, 3], [normals, 3], [coordinates, 2]].map(([numbers, width], index) => {
            const buffer = gl.createBuffer();
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
            gl.enableVertexAttribArray(index);
            gl.vertexAttribPointer(index, width, gl.FLOAT, false, 0, 0);
            return buffer;
        });
        const order = gl.createBuffer();
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, order);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
        gl.bindVertexArray(null);
        return { array, buffers: [...buffers, order], count: indices.length };
    }

    deleteMesh({ array, buffers }) {
        this.#gl.deleteVertexArray(array);
        for (const buffer of buffers) this.#gl.deleteBuffer(buffer);
    }

    /** A picture of a canvas; or an earlier one, painted anew. */
    picture(canvas, picture = this.#gl.createTexture()) {
        const gl = this.#gl;
        gl.bindTexture(gl.TEXTURE_2D, picture);
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
        gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
        return picture;
    }

    deletePicture(picture) {
        this.#gl.deleteTexture(picture);
    }

    /** Draws items for each eye of a viewer's pose into a session's layer; those that are not opaque after the others, in their order. */
    draw(layer, views, items) {
        const gl = this.#gl;
        gl.bindFramebuffer(gl.FRAMEBUFFER, layer.framebuffer);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.enable(gl.DEPTH_TEST);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.useProgram(this.#program);
        const ordered = [...items.filter(isOpaque), ...items.filter((item) => !isOpaque(item))];
        for (const view of views) {
            const { x, y, width, height } = layer.getViewport(view);
            gl.viewport(x, y, width, height);
            gl.uniformMatrix4fv(this.#at.projection, false, view.projectionMatrix);
            gl.uniformMatrix4fv(this.#at.view, false, view.transform.inverse.matrix);
            for (const item of ordered) this.#drawItem(item);
        }
        gl.depthMask(true);
        gl.bindVertexArray(null);
    }

    #drawItem({ mesh, model, color, isLit = false, picture = null }) {
        const gl = this.#gl;
        gl.depthMask(isOpaque({ color, picture }));
        gl.uniformMatrix4fv(this.#at.model, false, model);
        gl.uniform4fv(this.#at.color, color);
        gl.uniform1f(this.#at.shade, isLit ? 1 : 0);
        gl.uniform1i(this.#at.hasPicture, picture ? 1 : 0);
        if (picture) {
            gl.activeTexture(gl.TEXTURE0);
            gl.bindTexture(gl.TEXTURE_2D, picture);
            gl.uniform1i(this.#at.picture, 0);
        }
        gl.bindVertexArray(mesh.array);
        gl.drawElements(gl.TRIANGLES, mesh.count, gl.UNSIGNED_INT, 0);
    }
}

const isOpaque = ({ color, picture }) => color[3] === 1 && !picture;
