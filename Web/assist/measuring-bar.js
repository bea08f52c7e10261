// What is measured, and how far one is: the kinds, what to tap next, and the buttons that set a point and end.

import { positionCounts } from "../sightline/tools/annotations.js";

/** Of each kind its name, and what each of its points is. */
export const measures = {
    distance: { name: "Length", steps: ["one end", "the other end"] },
    chain: { name: "Chain", steps: ["the first point", "the next point"] },
    area: { name: "Area", steps: ["a corner", "the next corner"] },
    height: { name: "Height", steps: ["the foot", "the top, right above it"] },
    angle: { name: "Angle", steps: ["one side", "the corner", "the other side"] },
    volume: { name: "Box", steps: ["a corner of the base", "along one edge", "across, on the base", "the top"] },
};

/** A measurement as one line: `Area: 0.42 ± 0.01 m²`. */
export const toldMeasure = (kind, text) => `${measures[kind]?.name ?? "Length"}: ${text}`;

export class MeasuringBar {
    /** Called with the kind that was chosen; when a point is to be set at the aim; when a chain or an area is done. */
    onkind = null;
    onset = null;
    ondone = null;
    kind = "distance";
    #byId;

    constructor(byId) {
        this.#byId = byId;
        byId("kinds").append(...Object.entries(measures).map(([kind, { name }]) => {
            const label = document.createElement("label");
            const input = Object.assign(document.createElement("input"), { type: "radio", name: "kind", value: kind, checked: kind === this.kind });
            input.onchange = () => {
                this.kind = kind;
                this.onkind?.(kind);
                label.scrollIntoView({ block: "nearest", inline: "center" });
            };
            label.append(input, name);
            return label;
        }));
        byId("set").onclick = () => this.onset?.();
        byId("done").onclick = () => this.ondone?.();
    }

    /** Shows or hides it; `isAimed` where points can be set at the picture's middle, too. */
    show(isShown, isAimed) {
        this.#byId("measuring").hidden = !isShown;
        this.#byId("set").hidden = !isAimed;
        this.tell({ count: 0 });
    }

    /** Shows how many points there are and what they measure so far; `hint` says why the last tap set no point. */
    tell({ count, reading = "", canSet = true, hint = "" }) {
        const { steps } = measures[this.kind];
        const [least, most] = positionCounts[this.kind];
        const step = steps[Math.min(count, steps.length - 1)];
        const word = this.#byId("set").hidden ? "Tap" : "Aim at or tap";
        const text = hint || `${reading ? `${reading} · ` : ""}${word} ${step}`;
        if (this.#byId("measuring-text").textContent !== text) this.#byId("measuring-text").textContent = text;
        this.#byId("set").disabled = !canSet;
        // Where the number of points is open, a person ends it.
        this.#byId("done").hidden = least === most;
        this.#byId("done").disabled = !(count >= least);
    }
}
