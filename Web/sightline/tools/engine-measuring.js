// The measuring tool of one session inside the engine: gestures in; state, readings and files out.

import {
    aimConfidences, aimSnaps, measuringAdvices, measuringFields, measuringModes, measuringTexts, measuringTools, quantities,
} from "../generated/records.js";

const utf8 = new TextEncoder();

/** Measures over an engine's session; its `measuring`. */
export class EngineMeasuring {
    constructor(exports, handle, answers) {
        this.exports = exports;
        this.handle = handle;
        this.answers = answers;
    }

    /** Looks at the last frame with the aim at a pixel of the picture, at its middle where null; gives the tool's state. */
    update(pixel = null) {
        const [x, y] = pixel ?? [-1, -1];
        const numbers = this.answers.numbers(this.exports.sightline_measuring_update(this.handle, x, y));
        const fields = measuringFields;
        return {
            mode: measuringModes[numbers[fields.mode]],
            advice: measuringAdvices[numbers[fields.advice]],
            adviceText: this.#text("advice"),
            tool: measuringTools[numbers[fields.tool]],
            confidence: aimConfidences[numbers[fields.confidence]] ?? null,
            distance: numbers[fields.distance],
            snap: aimSnaps[numbers[fields.snap]] ?? null,
            pointCount: numbers[fields.pointCount],
            measurementCount: numbers[fields.measurementCount],
            live: this.#reading("live", numbers),
            last: this.#reading("last", numbers),
            scale: numbers[fields.scale],
            scaleSigma: numbers[fields.scaleSigma],
            isRoughOffered: numbers[fields.isRoughOffered] === 1,
        };
    }

    /** Looks at the last frame while nobody measures: what was measured stays, without an aim. */
    rest() {
        this.exports.sightline_measuring_update(this.handle, -2, -2);
    }

    /** Sets a point at the aim; false where nothing is known there, and at the first tap where it is not known well. */
    place() {
        return this.exports.sightline_measuring_place(this.handle) === 1;
    }

    /** Ends the measurement being made. */
    finish(isClosed = false) {
        this.exports.sightline_measuring_finish(this.handle, isClosed ? 1 : 0);
    }

    /** Takes the last point or measurement back; false where there is nothing. */
    undo() {
        return this.exports.sightline_measuring_undo(this.handle) === 1;
    }

    /** Chooses what is measured, one of `measuringTools`; a measurement being made is dropped. */
    choose(tool) {
        if (!measuringTools.includes(tool)) throw new TypeError(`“${tool}” is no measuring tool: ${measuringTools.join(", ")}`);
        this.exports.sightline_measuring_choose(this.handle, measuringTools.indexOf(tool));
    }

    /** Lengths in metres ("metric") or in inches and feet ("imperial"). */
    setUnit(unit) {
        this.exports.sightline_measuring_unit(this.handle, unit === "imperial" ? 1 : 0);
    }

    /** Draws the aim to corners and straight edges that the picture shows near it, or not. */
    setSnapping(isWanted) {
        this.exports.sightline_measuring_snap(this.handle, isWanted ? 1 : 0);
    }

    /** Deletes a measurement; false where there is none of that number. */
    delete(number) {
        return this.exports.sightline_measuring_delete(this.handle, number) === 1;
    }

    /** Names a measurement; false where there is none of that number. */
    rename(number, name) {
        const renamed = this.answers.withBytes(utf8.encode(name), (address, count) => (
            this.exports.sightline_measuring_rename(this.handle, number, address, count)
        ));
        return renamed === 1;
    }

    /** Pins the scale by a measurement of known length in metres; false where the two are too far apart or it is no length. */
    pin(number, metres) {
        return number > 0 && this.exports.sightline_measuring_pin(this.handle, number, metres) === 1;
    }

    /** Goes back to the scale that the motion sensors tell. */
    unpin() {
        this.exports.sightline_measuring_pin(this.handle, 0, 0);
    }

    /** What was measured: number, name, kind, value and sigma in SI units, unit, text, points. */
    list() {
        return JSON.parse(this.#text("json")).measurements;
    }

    /** A file's bytes: "csv", "json", "gltf" (binary) or "report" (SVG). */
    file(kind) {
        return this.answers.bytes(this.exports.sightline_measuring_text(this.handle, measuringTexts[kind]));
    }

    #reading(kind, numbers) {
        const [exists, quantity, value, sigma] = numbers.slice(measuringFields[kind], measuringFields[kind] + 4);
        return exists ? { quantity: quantities[quantity], value, sigma, text: this.#text(kind) } : null;
    }

    #text(kind) {
        return this.answers.text(this.exports.sightline_measuring_text(this.handle, measuringTexts[kind]));
    }
}
