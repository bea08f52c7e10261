// What a report says of the device, its browser and the engine.

import { deviceWords } from "../device/device-words.js";

/** The version in the address of the page's modules, which is that of the engine too. */
const version = import.meta.url.match(/\/@([^/]+)\//)?.[1] ?? "unknown";

/**
 * Facts by name, each a text: `device`, `browser`, `userAgent`, `language`, `screen`, `cores`, `memory`, `version`, and
 * `camera` while one runs. Nothing in them names a person or an address.
 */
export async function deviceFacts(track) {
    const { device, browser } = await deviceWords();
    const { userAgent, language, hardwareConcurrency, deviceMemory = null } = /** @type {any} */ (navigator);
    const angle = screen.orientation?.angle ?? 0;
    const facts = {
        device, browser, userAgent, language,
        screen: `${screen.width} × ${screen.height}, ${devicePixelRatio} ×, turned by ${angle}°; window ${innerWidth} × ${innerHeight}`,
        cores: String(hardwareConcurrency ?? "unknown"),
        memory: deviceMemory === null ? "unknown" : `${deviceMemory} GB`,
        version,
    };
    return track ? { ...facts, camera: cameraText(track) } : facts;
}

/** A camera's name and settings, without the number by which the browser knows it. */
function cameraText(track) {
    const { width, height, frameRate, facingMode } = track.getSettings();
    return [track.label || "unnamed", `${width} × ${height}`, `${Math.round(frameRate ?? 0)} per second`, facingMode].filter(Boolean).join(", ");
}
