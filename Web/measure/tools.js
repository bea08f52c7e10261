// The choice of the quantity.

import { readingText, translated } from "../studio/language/language.js";

const tools = { distance: translated("Distance"), chain: translated("Chain"), area: translated("Area"), height: translated("Height"), angle: translated("Angle"), volume: translated("Volume"), heap: translated("Heap") };

/** Fills a group with the tools; `onchoose(tool)` is called with the chosen one. */
export function offerTools(group, onchoose) {
    for (const [tool, name] of Object.entries(tools)) {
        const label = document.createElement("label");
        const input = Object.assign(document.createElement("input"), { type: "radio", name: "tool", value: tool, checked: tool === "distance" });
        input.addEventListener("change", () => {
            onchoose(tool);
            label.scrollIntoView({ block: "nearest", inline: "center" });
        });
        label.append(input, name);
        group.append(label);
    }
}

/** A tool's name as a person reads it. */
export const toolName = (tool) => tools[tool] ?? tool;

/** A measurement's reading as a person reads it. */
export const toldReading = ({ text, rough }) => (rough ? translated("rough {reading}", { reading: readingText(text) }) : readingText(text));
