// The engine's code: fetched and compiled once for all sessions of a page, while their workers start.

import { withProgress } from "./loading.js";

const address = new URL("../sightline.wasm", import.meta.url);
const listeners = new Set();
let progress = null;
let code = null;

/**
 * A promise of the compiled engine; after a failure the next call retries. `onprogress(loaded, total)` is called with
 * bytes as `withProgress` counts them.
 */
export async function engineCode(onprogress) {
    listeners.add(onprogress);
    if (progress) onprogress(...progress);
    try {
        code ??= load();
        return await code;
    } catch (error) {
        code = null;
        throw error;
    } finally {
        listeners.delete(onprogress);
    }
}

async function load() {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The engine could not be fetched: ${response.status} ${response.url}`);
    return WebAssembly.compileStreaming(withProgress(response, (...counted) => {
        progress = counted;
        for (const listener of listeners) listener(...counted);
    }));
}
