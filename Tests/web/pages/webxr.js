// A page that uses WebXR directly: it draws a square at points of the world, and stores the results for the tests.

const canvas = document.getElementById("canvas");
const gl = canvas.getContext("webgl2", { xrCompatible: true });
const test = globalThis.test = { marker: null, events: [], stamps: [], places: {}, session: null, init: { requiredFeatures: ["local"] }, lastHits: [], burden: 0 };

function program(side) {
    const made = gl.createProgram();
    const sources = [
        [gl.VERTEX_SHADER, `attribute vec3 point; uniform mat4 view, projection;
            void main() { gl_Position = projection * view * vec4(point, 1.0); gl_PointSize = ${side}.0; }`],
        [gl.FRAGMENT_SHADER, "precision mediump float; void main() { gl_FragColor = vec4(1.0, 0.0, 1.0, 1.0); }"],
    ];
    for (const [kind, text] of sources) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    return made;
}

const square = program(9);
gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());

function draw(layer, view, points) {
    const { x, y, width, height } = layer.getViewport(view);
    gl.viewport(x, y, width, height);
    gl.useProgram(square);
    gl.uniformMatrix4fv(gl.getUniformLocation(square, "view"), false, view.transform.inverse.matrix);
    gl.uniformMatrix4fv(gl.getUniformLocation(square, "projection"), false, view.projectionMatrix);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points.flat()), gl.DYNAMIC_DRAW);
    const place = gl.getAttribLocation(square, "point");
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
    gl.drawArrays(gl.POINTS, 0, points.length);
}

async function start() {
    const session = test.session = await navigator.xr.requestSession("immersive-ar", test.init);
    for (const type of ["select", "selectstart", "selectend", "inputsourceschange", "end", "visibilitychange"]) {
        session.addEventListener(type, (event) => {
            test.events.push(type);
            test.onevent?.(type, event);
        });
    }
    const layer = new XRWebGLLayer(session, gl);
    session.updateRenderState({ baseLayer: layer });
    const space = test.space = await session.requestReferenceSpace("local");
    const each = (time, frame) => {
        session.requestAnimationFrame(each);
        test.frame = frame;
        const pose = frame.getViewerPose(space);
        const { timestampNanoseconds, worldFromCamera } = frame.sightline;
        test.stamps.push([String(timestampNanoseconds), pose ? Array.from(pose.transform.matrix) : null, time]);
        gl.bindFramebuffer(gl.FRAMEBUFFER, layer.framebuffer);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
        test.onframe?.(frame, space, time, layer);
        if (pose && test.marker) draw(layer, pose.views[0], [test.marker]);
        test.pose = worldFromCamera;
        for (const until = performance.now() + test.burden; performance.now() < until;);
    };
    session.requestAnimationFrame(each);
}

document.getElementById("start").onclick = () => start().catch((error) => { test.fault = `${error.name}: ${error.message}`; });
