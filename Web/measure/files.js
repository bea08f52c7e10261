// What was measured as files to keep; they are made here and go nowhere.

const kinds = {
    csv: { label: "Table (CSV)", name: "measurements.csv", type: "text/csv" },
    json: { label: "JSON", name: "measurements.json", type: "application/json" },
    gltf: { label: "3-D (glTF)", name: "measurements.glb", type: "model/gltf-binary" },
    report: { label: "Report", name: "measurements.svg", type: "image/svg+xml" },
    picture: { label: "Picture", name: "measurements.png", type: "image/png" },
};

/** Fills a place with a button for each kind of file. */
export function offerFiles(place, session) {
    for (const [kind, { label, name, type }] of Object.entries(kinds)) {
        const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: label, id: `save-${kind}` });
        button.addEventListener("click", async () => {
            if (!session.measuring.state) return;
            const content = kind === "picture" ? await session.snapshot() : await session.measuring.file(kind);
            save(new Blob([content], { type }), name);
        });
        place.append(button);
    }
}

function save(blob, name) {
    const url = URL.createObjectURL(blob);
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
