// The measurements as files to save or print; they are made here and are not sent.

import { translated } from "../studio/language/language.js";
import { save } from "../studio/saving.js";
import { translatedReport } from "./report.js";

const kinds = {
    csv: { label: translated("Table (CSV)"), name: "measurements.csv", type: "text/csv" },
    json: { label: "JSON", name: "measurements.json", type: "application/json" },
    gltf: { label: translated("3-D (glTF)"), name: "measurements.glb", type: "model/gltf-binary" },
    dxf: { label: translated("CAD (DXF)"), name: "measurements.dxf", type: "image/vnd.dxf" },
    report: { label: translated("Report"), name: "measurements.svg", type: "image/svg+xml" },
    picture: { label: translated("Picture"), name: "measurements.png", type: "image/png" },
};

/** Fills a place with a button for each kind of file, and one that prints the report. */
export function offerFiles(place, session) {
    for (const [kind, { label, name, type }] of Object.entries(kinds)) {
        offer(place, session, `save-${kind}`, label, async () => save(await contentOf(kind, session), name, type));
    }
    offer(place, session, "print", translated("Print or PDF"), () => print(session));
}

function offer(place, session, id, textContent, act) {
    const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent, id });
    button.addEventListener("click", () => session.measuring.state && act());
    place.append(button);
}

async function contentOf(kind, session) {
    if (kind === "picture") return session.snapshot();
    const content = await session.measuring.file(kind);
    if (kind !== "report") return content;
    const names = (await session.measuring.list()).map(({ name }) => name);
    return translatedReport(content, new Set(names));
}

/**
 * Opens the browser's print dialog with the report alone. It also saves PDF, with letters of every script that the
 * browser can show.
 */
async function print(session) {
    const svg = await contentOf("report", session);
    const sheet = Object.assign(document.createElement("div"), { className: "printed" });
    sheet.append(document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true));
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    window.print();
}
