// With what this thread, a page or a worker, can draw.

/** Names that drawing with the processor goes by. */
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

/** "gpu"; "software" where WebGL 2 is drawn by the processor as if it were a GPU, which takes long; "none" without WebGL 2. Tried once. */
export function drawingMeans() {
    means ??= tried();
    return means;
}
