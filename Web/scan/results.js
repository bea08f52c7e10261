// What a scan gives as texts and files.

import { language, numberText, readingText, translated } from "../studio/language/language.js";
import { save } from "../studio/saving.js";

const byId = (id) => document.getElementById(id);
const types = { glb: "model/gltf-binary", usdz: "model/vnd.usdz+zip", ply: "model/ply", obj: "model/obj", svg: "image/svg+xml", dxf: "image/vnd.dxf" };

/** Keeps a reading's order also if the page's text runs from right to left (U+2066, U+2069). */
const leftToRight = (text) => `\u2066${text}\u2069`;

export const areaText = (squareMetres) => leftToRight(`${numberText(squareMetres, 1)} m²`);

export const memoryText = (megabytes) => translated("Memory {size}", { size: leftToRight(`${numberText(megabytes, 0)} MB`) });

export const metresText = (metres, digits = 2) => leftToRight(`${numberText(metres, digits)} m`);

/** A length with one standard deviation, in centimetres from the first on: an error below that is not stated. */
export const lengthText = (metres, sigma) => leftToRight(`${numberText(metres, 2)} m ± ${numberText(Math.max(1, Math.ceil(100 * sigma)), 0)} cm`);

/** An area with one standard deviation, or without it if `sigma` is null. */
export const planAreaText = (area, sigma) => leftToRight(`${numberText(area, 1)}${sigma === null ? "" : ` ± ${numberText(Math.max(0.1, sigma), 1)}`} m²`);

const notes = { "Brown: by hand": translated("Brown: by hand"), "Scaled by a known length": translated("Scaled by a known length") };
const byHand = / m, by hand$/;
const numberedRoom = /^Room (\d+)$/;

/** The drawing of a plan (bytes of SVG), which the engine writes in English, as text in the page's language; the rooms' names stay. */
export function planText(bytes, names) {
    const text = new TextDecoder().decode(bytes);
    if (language === "en") return text;
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
    for (const element of drawing.querySelectorAll("text")) {
        const words = element.textContent;
        if (words && names.includes(words)) continue;
        const numbered = numberedRoom.exec(words);
        if (numbered) {
            element.textContent = translated("Room {number}", { number: numberText(Number(numbered[1])) });
            continue;
        }
        const length = words.replace(byHand, " m");
        element.textContent = notes[words] ?? (byHand.test(words) ? translated("{length}, by hand", { length: readingText(length) }) : readingText(words));
    }
    return new XMLSerializer().serializeToString(drawing);
}

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
    const file = (format) => session.meshFile(format, { closesGaps: byId("close-gaps").checked });
    for (const button of buttons) {
        button.addEventListener("click", () => saveMade(button, "scan", button.dataset.mesh, file, notify));
    }
    const link = byId("look");
    const models = {
        enable(isKnown) {
            for (const button of buttons) button.disabled = !isKnown;
        },
        /** Only browsers with a viewer of USDZ files show the link. */
        async prepareLook() {
            if (!link.relList.supports("ar")) return;
            const bytes = await file("usdz").catch(() => null);
            if (link.href) URL.revokeObjectURL(link.href);
            link.hidden = !bytes;
            if (bytes) Object.assign(link, { href: URL.createObjectURL(blobOf(bytes, "usdz")), download: "scan.usdz" });
        },
    };
    byId("close-gaps").addEventListener("change", () => models.prepareLook());
    return models;
}
