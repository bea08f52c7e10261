// What a scan gives as texts and files.

import { numberText, translated } from "../studio/language/language.js";
import { save } from "../studio/saving.js";

const byId = (id) => document.getElementById(id);
const types = { glb: "model/gltf-binary", usdz: "model/vnd.usdz+zip", ply: "model/ply", obj: "model/obj", svg: "image/svg+xml", dxf: "image/vnd.dxf" };

/** Keeps a reading's order also if the page's text runs from right to left (U+2066, U+2069). */
const leftToRight = (text) => `\u2066${text}\u2069`;

export const areaText = (squareMetres) => leftToRight(`${numberText(squareMetres, 1)} m²`);

export const memoryText = (megabytes) => translated("Memory {size}", { size: leftToRight(`${numberText(megabytes, 0)} MB`) });

/** A length with one standard deviation, in centimetres from the first on: an error below that is not stated. */
export const lengthText = (metres, sigma) => leftToRight(`${numberText(metres, 2)} m ± ${numberText(Math.max(1, Math.ceil(100 * sigma)), 0)} cm`);

export const planAreaText = (area, sigma) => leftToRight(`${numberText(area, 1)} ± ${numberText(Math.max(0.1, sigma), 1)} m²`);

export const blobOf = (bytes, format) => new Blob([bytes], { type: types[format] });

/** Makes a file while its button waits, and offers it to be saved. */
export async function saveMade(button, name, format, make, notify) {
    button.disabled = true;
    try {
        const bytes = await make(format);
        if (!bytes) return notify(translated("Nothing is known yet."));
        save(blobOf(bytes, format), `${name}.${format}`);
    } catch {
        notify(translated("The file could not be made."));
    } finally {
        button.disabled = false;
    }
}

/** The buttons that save the model, and the link by which iOS shows it in the room. */
export function offerModels(session, notify) {
    const buttons = [...byId("mesh-files").querySelectorAll("button")];
    for (const button of buttons) {
        button.addEventListener("click", () => saveMade(button, "scan", button.dataset.mesh, (format) => session.meshFile(format), notify));
    }
    const link = byId("look");
    return {
        enable(isKnown) {
            for (const button of buttons) button.disabled = !isKnown;
        },
        /** Only browsers with a viewer of USDZ files show the link. */
        async prepareLook() {
            if (!link.relList.supports("ar")) return;
            const bytes = await session.meshFile("usdz").catch(() => null);
            if (link.href) URL.revokeObjectURL(link.href);
            link.hidden = !bytes;
            if (bytes) Object.assign(link, { href: URL.createObjectURL(blobOf(bytes, "usdz")), download: "scan.usdz" });
        },
    };
}
