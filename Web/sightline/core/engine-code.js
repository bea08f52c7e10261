// The engine's code: fetched and compiled once for all sessions of a page, while their workers start.

import { withProgress } from "./loading.js";

/** The address of the engine for every session. */
export const usualEngine = new URL("../sightline.wasm", import.meta.url).href;
/** The requested engines, by their addresses. */
const engines = new Map();

/**
 * A promise of a compiled engine; after a failure the next call tries again. `onprogress(loaded, total)` is called with bytes as `withProgress`
 * counts them.
 */
export async function engineCode(onprogress, address = usualEngine) {
    if (!engines.has(address)) engines.set(address, { listeners: new Set(), progress: null, code: null });
    const engine = engines.get(address);
    engine.listeners.add(onprogress);
    if (engine.progress) onprogress(...engine.progress);
    try {
        engine.code ??= load(address, engine);
        return await engine.code;
    } catch (error) {
        engine.code = null;
        throw error;
    } finally {
        engine.listeners.delete(onprogress);
    }
}

async function load(address, engine) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The engine could not be fetched: ${response.status} ${response.url}`);
    return WebAssembly.compileStreaming(withProgress(response, (...counted) => {
        engine.progress = counted;
        for (const listener of engine.listeners) listener(...counted);
    }));
}
