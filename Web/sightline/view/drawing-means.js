// The drawing capability of this thread, a page or a worker.

/** Names of software renderers. */
const names = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** @type {"gpu" | "software" | "none" | null} */
let means = null;

function context(options) {
    const canvas = "document" in globalThis ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
    return /** @type {WebGL2RenderingContext | null} */ (canvas.getContext("webgl2", options));
}

function tried() {
    const gl = context({ failIfMajorPerformanceCaveat: true });
    if (!gl) return context({}) ? "software" : "none";
    const told = gl.getExtension("WEBGL_debug_renderer_info");
    const name = gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return names.test(name) ? "software" : "gpu";
}

/** "gpu"; "software" if the processor emulates WebGL 2, which is slow; "none" without WebGL 2. Tested once. */
export function drawingMeans() {
    means ??= tried();
    return means;
}
