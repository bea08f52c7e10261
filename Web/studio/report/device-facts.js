// What a report says of the device, its browser and the engine.

import { deviceWords } from "../device/device-words.js";
import { root } from "../root.js";

/**
 * Facts by name, each a text: `device`, `browser`, `userAgent`, `language`, `screen`, `cores`, `memory`, `engine`, and
 * `camera` while one runs. Nothing in them names a person or an address.
 */
export async function deviceFacts(track) {
    const { device, browser } = await deviceWords();
    const { userAgent, language, hardwareConcurrency, deviceMemory = null } = /** @type {any} */ (navigator);
    const angle = screen.orientation?.angle ?? 0;
    const facts = {
        device, browser, userAgent, language,
        screen: `${screen.width} × ${screen.height}, ${devicePixelRatio} pixels each, turned by ${angle}°; window ${innerWidth} × ${innerHeight}`,
        cores: String(hardwareConcurrency ?? "unknown"),
        memory: deviceMemory === null ? "unknown" : `${deviceMemory} GB`,
        engine: await engineVersion(),
    };
    return track ? { ...facts, camera: cameraText(track) } : facts;
}

/** Which file of the engine the studio serves now. */
async function engineVersion() {
    const answer = await fetch(new URL("sightline/sightline.wasm", root), { method: "HEAD", signal: AbortSignal.timeout(4000) }).catch(() => null);
    return answer?.headers.get("ETag") ?? answer?.headers.get("Last-Modified") ?? "unknown";
}

/** A camera's name and settings, without the number by which the browser knows it. */
function cameraText(track) {
    const { width, height, frameRate, facingMode } = track.getSettings();
    return [track.label || "unnamed", `${width} × ${height}`, `${Math.round(frameRate ?? 0)} per second`, facingMode].filter(Boolean).join(", ");
}
