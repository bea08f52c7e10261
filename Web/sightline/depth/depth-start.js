// Starts the worker that makes depth maps. A session loads this module when it needs depth, so a page without depth
// fetches neither it nor the worker.

import { engineCode } from "../core/engine-code.js";

/** The estimator, and the same with files of the surfaces and floor plans. */
const addresses = ["../depth.wasm", "../scan.wasm"].map((name) => new URL(name, import.meta.url).href);

/** A worker, and the port for the engine's worker; rejects if the estimator cannot be fetched. */
export async function startDepthWorker({ hasFiles }) {
    const code = await engineCode(() => {}, addresses[hasFiles ? 1 : 0]);
    const worker = new Worker(new URL("./depth-worker.js", import.meta.url), { type: "module" });
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ code, port: port1 }, [port1]);
    return { worker, port: port2 };
}
