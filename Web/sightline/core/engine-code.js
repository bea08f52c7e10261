// The engine's code: fetched and compiled once for all sessions of a page, while their workers start.

import { withProgress } from "./loading.js";

/** The address of the engine for every session. */
export const usualEngine = new URL("../sightline.wasm", import.meta.url).href;
/** The requested engines, by their addresses. */
const engines = new Map();

/**
 * A promise of a compiled engine; after a failure the next call tries again. `onprogress({ loaded, total, isBuilding })` is called with bytes as
 * `withProgress` counts them; `isBuilding` is true while the server says that the engine is still being built there.
 */
export async function engineCode(onprogress, address = usualEngine) {
    if (!engines.has(address)) engines.set(address, { listeners: new Set(), progress: null, code: null });
    const engine = engines.get(address);
    engine.listeners.add(onprogress);
    if (engine.progress) onprogress(engine.progress);
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
    const report = (progress) => {
        engine.progress = progress;
        for (const listener of engine.listeners) listener(progress);
    };
    const response = await whenBuilt(address, () => report({ loaded: 0, total: null, isBuilding: true }));
    if (!response.ok) throw new Error(`The engine could not be fetched: ${response.status} ${response.url}`);
    return WebAssembly.compileStreaming(withProgress(response, (loaded, total) => report({ loaded, total, isBuilding: false })));
}

/** What a server responds once it does not ask to come again (503 with `Retry-After`, in seconds) any more; `onbuilding` is called each time it does. */
async function whenBuilt(address, onbuilding) {
    for (;;) {
        const response = await fetch(address);
        const seconds = response.status === 503 ? Number(response.headers.get("Retry-After")) : 0;
        if (!(seconds > 0)) return response;
        onbuilding();
        await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    }
}
