// Places glTF models on floors and tables. Only pages that register the tool fetch the engine that reads them.

import { PlacingVerbs } from "./generated/verbs.js";

const largest = 128 * 2 ** 20;

/** Places models in a session with `view: true`: `session.use(new PlacingTool())` while nothing runs; then `session.placing`. */
export class PlacingTool extends PlacingVerbs {
    name = "placing";
    module = new URL("./tools/placing-worker.js", import.meta.url).href;
    engine = new URL("./sightline-models.wasm", import.meta.url).href;

    /**
     * Loads a model and places it at a position, like `load` and `place`. `source` is an address, a `Blob` or bytes.
     * @param {string | URL | Blob | Uint8Array} source
     * @param {import("./generated/types.js").PlacingPosition} [at]
     * @returns {Promise<number | null>} its identifier; null if no horizontal surface is known there
     */
    async add(source, at = {}) {
        await this.load(await bytesOf(source));
        return this.place(at);
    }
}

/** A model's bytes; throws if there are too many. @param {string | URL | Blob | Uint8Array} source */
export async function bytesOf(source) {
    if (source instanceof Uint8Array) return source;
    const blob = source instanceof Blob ? source : await fetched(source);
    if (blob.size > largest) throw new Error(tooLarge);
    return new Uint8Array(await blob.arrayBuffer());
}

const tooLarge = "The model is too large: more than 128 MB.";

async function fetched(/** @type {string | URL} */ address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The model could not be fetched: ${response.status} ${response.url}`);
    if (Number(response.headers.get("Content-Length")) > largest) throw new Error(tooLarge);
    return response.blob();
}
