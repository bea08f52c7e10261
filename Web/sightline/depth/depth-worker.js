// The estimator of depth maps in a worker: keyframes come from the engine's worker, and maps, with what they change in the
// surfaces, go back to it, one after the other. A keyframe is answered when it is processed, so none waits here. The page
// asks for measured things, files and floor plans, and gets them, without the engine's worker.

import { DepthEngine } from "./depth-engine.js";

addEventListener("message", ({ data: { code, port } }) => {
    const engine = DepthEngine.load(code);
    addEventListener("message", async ({ data: { id, question, values } }) => {
        try {
            const answer = (await engine)[question](...values);
            postMessage({ id, answer }, { transfer: answer ? [answer.buffer] : [] });
        } catch (error) {
            postMessage({ id, fault: error.message });
        }
    });
    let generation = null;
    let lastMap = null;
    let kept = null;
    port.onmessage = async ({ data }) => {
        try {
            const loaded = await engine;
            if (data.generation !== generation) {
                loaded.reset();
                [generation, lastMap, kept] = [data.generation, null, null];
            }
            if (data.meshMegabytes !== kept) loaded.keep(kept = data.meshMegabytes);
            loaded.add(data.keyframe);
            const began = performance.now();
            const isDue = lastMap === null || Number(data.timestampNanoseconds - lastMap) * data.mapsPerSecond >= 1e9;
            const estimate = isDue ? loaded.estimate(data) : null;
            const milliseconds = performance.now() - began;
            if (estimate) lastMap = data.timestampNanoseconds;
            const mesh = estimate && data.hasMesh ? loaded.fuse() : null;
            port.postMessage({ generation, estimate, mesh, milliseconds, megabytes: loaded.byteCount / 2 ** 20 }, [estimate, mesh].filter(Boolean).map(({ buffer }) => buffer));
        } catch (error) {
            port.postMessage({ generation: data.generation, fault: error.message });
        }
    };
}, { once: true });
