// The camera's image on a canvas, corrected for lens distortion and rolling shutter to the time of the frame's pose,
// because XRView.projectionMatrix can describe only such an image. It is drawn as a mesh whose corners are looked up in
// the camera's image.

/** The number of squares along a side of the mesh: distortion changes little between two corners. */
const squares = 12;

const shaders = [
    ["VERTEX_SHADER", "attribute vec2 place, source; varying vec2 at; void main() { gl_Position = vec4(place, 0.0, 1.0); at = source; }"],
    ["FRAGMENT_SHADER", "precision mediump float; varying highp vec2 at; uniform sampler2D picture; void main() { gl_FragColor = texture2D(picture, at); }"],
];

export class ImageCanvas {
    canvas = document.createElement("canvas");
    #gl = null;
    #pen = null;
    #corners = new Float32Array(4 * (squares + 1) ** 2);

    /**
     * Shows an image rotated counterclockwise by quarters. `sourceOf(x, y)` returns the position in the camera's
     * image, 0…1 from its top left, for a position in the undistorted one; null if they are the same.
     */
    draw(image, turn, sourceOf) {
        const [width, height] = [image.displayWidth ?? image.width, image.displayHeight ?? image.height];
        const [across, down] = turn % 2 ? [height, width] : [width, height];
        const { canvas } = this;
        if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
        if (!this.#pen && sourceOf) this.#gl ??= meshContext(canvas);
        if (this.#gl && !this.#gl.isContextLost()) return this.#drawMesh(image, turn, sourceOf);
        this.#pen ??= canvas.getContext("2d", { alpha: false });
        this.#pen.setTransform(1, 0, 0, 1, across / 2, down / 2);
        this.#pen.rotate((-turn * Math.PI) / 2);
        this.#pen.drawImage(image, -width / 2, -height / 2, width, height);
    }

    #drawMesh(image, turn, sourceOf) {
        const gl = this.#gl;
        const [cosine, sine] = [[1, 0], [0, 1], [-1, 0], [0, -1]][turn];
        let index = 0;
        for (let row = 0; row <= squares; row++) {
            for (let column = 0; column <= squares; column++) {
                const [x, y] = [column / squares, row / squares];
                const [a, b] = [2 * x - 1, 1 - 2 * y];
                this.#corners.set([cosine * a - sine * b, sine * a + cosine * b, ...(sourceOf?.(x, y) ?? [x, y])], index);
                index += 4;
            }
        }
        gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
        gl.bufferData(gl.ARRAY_BUFFER, this.#corners, gl.DYNAMIC_DRAW);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, image);
        gl.drawElements(gl.TRIANGLES, 6 * squares * squares, gl.UNSIGNED_SHORT, 0);
    }
}

/** A context that is ready to draw the mesh; null without WebGL. */
function meshContext(canvas) {
    const gl = canvas.getContext("webgl", { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true });
    if (!gl) return null;
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
    return gl;
}

/** Two triangles per square. */
function meshIndexes() {
    const row = squares + 1;
    return Array.from({ length: squares * squares }, (_, square) => {
        const first = Math.floor(square / squares) * row + (square % squares);
        return [first, first + 1, first + row, first + 1, first + row + 1, first + row];
    }).flat();
}
