// Starts the worker that makes depth maps. A session loads this module when it needs depth, so a page without depth
// fetches neither it nor the worker.

import { engineCode } from "../core/engine-code.js";

const address = new URL("../depth.wasm", import.meta.url).href;

/** A worker, and the port for the engine's worker; rejects if the estimator cannot be fetched. */
export async function startDepthWorker() {
    const code = await engineCode(() => {}, address);
    const worker = new Worker(new URL("./depth-worker.js", import.meta.url), { type: "module" });
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ code, port: port1 }, [port1]);
    return { worker, port: port2 };
}
