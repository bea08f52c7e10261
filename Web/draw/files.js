// The drawing as files to save and to open; they are made here and are not sent.

import { translated } from "../studio/language/language.js";
import { save } from "../studio/saving.js";
import { openedText } from "./status-text.js";

const kinds = {
    gltf: { label: translated("3-D (glTF)"), name: "drawing.glb", type: "model/gltf-binary" },
    stl: { label: translated("Print (STL)"), name: "drawing.stl", type: "model/stl" },
    drawing: { label: translated("Drawing"), name: "drawing.sldraw", type: "application/octet-stream" },
    picture: { label: translated("Picture"), name: "drawing.png", type: "image/png" },
};
const largest = 20_000_000;

/** Fills a place with a button for each kind of file. */
export function offerFiles(place, session, notify) {
    for (const [kind, { label, name, type }] of Object.entries(kinds)) {
        const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: label, id: `save-${kind}` });
        button.addEventListener("click", async () => {
            if (!session.drawing.state) return notify(translated("Nothing is running yet."));
            if (kind !== "picture" && session.drawing.state.strokeCount === 0) return notify(translated("There is nothing to save yet."));
            save(kind === "picture" ? await session.snapshot() : await session.drawing.file(kind), name, type);
        });
        place.append(button);
    }
}

/** Opens a saved drawing from a file chooser. */
export function openFiles(input, session, notify) {
    input.addEventListener("change", async () => {
        const [file] = input.files;
        input.value = "";
        if (!file) return;
        if (file.size > largest) return notify(translated("That file is too large for a drawing."));
        if (!session.drawing.state) return notify(translated("Start the camera or a recording first, then open the drawing."));
        const isTaken = await session.drawing.load(new Uint8Array(await file.arrayBuffer()));
        notify(isTaken ? openedText(file.name, session.drawing.state) : translated("{name} is no drawing of Sightline’s.", { name: file.name }));
    });
}
