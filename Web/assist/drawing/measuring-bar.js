// The measuring bar: the kinds, the next step, and the buttons that set a point and finish.

import { positionCounts } from "../../sightline/tools/annotations.js";
import { readingText, translated } from "../../studio/language/language.js";

/** The name of each kind, and of each of its points. */
export const measures = {
    distance: { name: translated("Length"), steps: [translated("one end"), translated("the other end")] },
    chain: { name: translated("Chain"), steps: [translated("the first point"), translated("the next point")] },
    area: { name: translated("Area"), steps: [translated("a corner"), translated("the next corner")] },
    height: { name: translated("Height"), steps: [translated("the foot"), translated("the top, right above it")] },
    angle: { name: translated("Angle"), steps: [translated("one side"), translated("the corner"), translated("the other side")] },
    volume: { name: translated("Box"), steps: [
        translated("a corner of the base"), translated("along one edge"), translated("across, on the base"), translated("the top"),
    ] },
};

/** A measurement as one line: `Area: 0.42 ± 0.01 m²`. */
export const toldMeasure = (kind, text) => `${measures[kind]?.name ?? translated("Length")}: ${readingText(text)}`;

export class MeasuringBar {
    /** Called with the chosen kind; when a point must be set at the aim; when a chain or an area is finished. */
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

    /** Shows or hides it; `isAimed` if points can also be set at the image's middle. */
    show(isShown, isAimed) {
        this.#byId("measuring").hidden = !isShown;
        this.#byId("set").hidden = !isAimed;
        this.showCount({ count: 0 });
    }

    /** Shows the number of points and their reading; `hint` explains why the last tap set no point. */
    showCount({ count, reading = "", canSet = true, hint = "" }) {
        const { steps } = measures[this.kind];
        const [least, most] = positionCounts[this.kind];
        const step = steps[Math.min(count, steps.length - 1)];
        const next = this.#byId("set").hidden ? translated("Tap {point}", { point: step }) : translated("Aim at or tap {point}", { point: step });
        const text = hint || (reading ? `${readingText(reading)} · ${next}` : next);
        if (this.#byId("measuring-text").textContent !== text) this.#byId("measuring-text").textContent = text;
        this.#byId("set").disabled = !canSet;
        // If the number of points is open, a person finishes the measurement.
        this.#byId("done").hidden = least === most;
        this.#byId("done").disabled = !(count >= least);
    }
}
