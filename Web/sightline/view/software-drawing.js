// Whether a browser draws with the processor, as on a machine without a GPU.

/** Names that drawing with the processor goes by. */
const names = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether WebGL would be drawn by the processor as if it were a GPU, which takes long, or not at all. */
export function isDrawnInSoftware() {
    const gl = new OffscreenCanvas(1, 1).getContext("webgl2", { failIfMajorPerformanceCaveat: true });
    if (!gl) return true;
    const told = gl.getExtension("WEBGL_debug_renderer_info");
    const name = gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return names.test(name);
}
