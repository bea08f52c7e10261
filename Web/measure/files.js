// The measurements as files to save; they are made here and are not sent.

import { translated } from "../studio/language/language.js";
import { translatedReport } from "./report.js";

const kinds = {
    csv: { label: translated("Table (CSV)"), name: "measurements.csv", type: "text/csv" },
    json: { label: "JSON", name: "measurements.json", type: "application/json" },
    gltf: { label: translated("3-D (glTF)"), name: "measurements.glb", type: "model/gltf-binary" },
    report: { label: translated("Report"), name: "measurements.svg", type: "image/svg+xml" },
    picture: { label: translated("Picture"), name: "measurements.png", type: "image/png" },
};

/** Fills a place with a button for each kind of file. */
export function offerFiles(place, session) {
    for (const [kind, { label, name, type }] of Object.entries(kinds)) {
        const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: label, id: `save-${kind}` });
        button.addEventListener("click", async () => {
            if (!session.measuring.state) return;
            save(new Blob([await contentOf(kind, session)], { type }), name);
        });
        place.append(button);
    }
}

async function contentOf(kind, session) {
    if (kind === "picture") return session.snapshot();
    const content = await session.measuring.file(kind);
    if (kind !== "report") return content;
    const names = (await session.measuring.list()).map(({ name }) => name);
    return translatedReport(content, new Set(names));
}

function save(blob, name) {
    const url = URL.createObjectURL(blob);
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
