// Volumes of heaps and boxes: what stands on a level surface, measured by one tap from depth maps around it.

import { translated, translatedMessage } from "../studio/language/language.js";

const mapsPerSecond = 4;
const cubicFeet = 35.3147;
/** What to do until there is a reading, and why there was none. */
const advice = {
    walk: translated("Walk once around it with the camera on it. Then aim at it and press the button."),
    unseen: translated("Nothing is known there yet: go on around it, and aim at it again."),
    noSurface: translated("It must stand on a level surface that is seen all around it."),
    hidden: translated("Too much of it was not seen: walk around it."),
};

/** A volume with its standard deviation, m³, as the engine writes it (LengthUnit.swift). */
function volumeText(volume, sigma, unit) {
    if (unit === "imperial") return `${(volume * cubicFeet).toFixed(2)} ± ${(sigma * cubicFeet).toFixed(2)} cu ft`;
    if (volume < 1) return `${(volume * 1e3).toFixed(1)} ± ${(sigma * 1e3).toFixed(1)} l`;
    return `${volume.toFixed(3)} ± ${sigma.toFixed(3)} m³`;
}

export class Heaps {
    /** What was measured, oldest first, as the engine's measurements; their numbers are negative. */
    items = [];
    /** Whether the next tap measures a heap. */
    isOn = false;
    /** What the page advises while it is on. */
    advice = advice.walk;
    #session;
    #unit = "metric";
    #count = 0;

    constructor(session) {
        this.#session = session;
    }

    /** Starts or stops the depth maps that it measures from; if that cannot be done, the advice says why. */
    async choose(isOn) {
        if (isOn === this.isOn) return;
        [this.isOn, this.advice] = [isOn, advice.walk];
        if (!isOn) return this.#session.stopDepth();
        try {
            await this.#session.startDepth({ mapsPerSecond, mesh: true });
        } catch (error) {
            this.advice = translatedMessage(error.message);
        }
    }

    /** A new run begins. */
    reset() {
        [this.items, this.advice] = [[], advice.walk];
    }

    /** Measures what stands at a position of the view, (0, 0) top left; whether there is a reading. */
    async place(x, y) {
        const pixel = await this.#session.pixelAt(x, y);
        const thing = pixel ? await this.#session.measureThing(...pixel) : { result: "unseen" };
        this.advice = advice[thing.result] ?? advice.walk;
        if (thing.result !== "done") return false;
        const { volume: value, volumeSigma: sigma } = thing;
        this.items.push({ number: -++this.#count, name: "", kind: "heap", value, sigma, unit: "m³", rough: false });
        this.setUnit(this.#unit);
        return true;
    }

    /** The unit of the readings: metric or imperial. */
    setUnit(unit) {
        this.#unit = unit;
        for (const item of this.items) item.text = volumeText(item.value, item.sigma, unit);
    }

    rename(number, name) {
        const item = this.items.find((each) => each.number === number);
        if (item) item.name = name;
    }

    delete(number) {
        this.items = this.items.filter((each) => each.number !== number);
    }
}
