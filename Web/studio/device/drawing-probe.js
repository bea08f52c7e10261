// In a worker: whether WebGL 2 draws on an OffscreenCanvas.

postMessage(Boolean(new OffscreenCanvas(4, 4).getContext("webgl2")));
