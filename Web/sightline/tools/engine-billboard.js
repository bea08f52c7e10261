// The billboard of one session inside the engine: taps and a program in, where it is and what it shows out.

import { billboardFields, billboardOutcomes } from "../generated/records.js";

const utf8 = new TextEncoder();
const triples = (numbers) => Array.from({ length: numbers.length / 3 }, (_, index) => numbers.slice(3 * index, 3 * index + 3));
const pairs = (numbers) => Array.from({ length: numbers.length / 2 }, (_, index) => numbers.slice(2 * index, 2 * index + 2));

/** A billboard over an engine's session; its `billboard`. Open the view first where it is to show pictures. */
export class EngineBillboard {
    constructor(exports, handle, answers) {
        this.exports = exports;
        this.handle = handle;
        this.answers = answers;
    }

    open() {
        this.exports.sightline_billboard_open(this.handle);
    }

    /** Finds the rectangle under a pixel of the picture, the best in view where null: "nothing", "found", "depthUnknown", "content", "notReady". */
    tap(pixel = null) {
        return billboardOutcomes[this.exports.sightline_billboard_tap(this.handle, ...(pixel ?? [-1, -1]))];
    }

    /** Looks at the last frame at a time in seconds since 1970; gives where the rectangle is and what it shows, null without one. */
    update(time) {
        const numbers = this.answers.numbers(this.exports.sightline_billboard_update(this.handle, time));
        const fields = billboardFields;
        if (numbers[fields.hasRectangle] !== 1) return null;
        return {
            width: numbers[fields.width],
            height: numbers[fields.height],
            sightCount: numbers[fields.sightCount],
            reference: numbers[fields.reference] < 0 ? null : numbers[fields.reference],
            item: numbers[fields.item] < 0 ? null : numbers[fields.item],
            pixels: pairs(numbers.slice(fields.pixels, fields.corners)),
            corners: triples(numbers.slice(fields.corners)),
        };
    }

    setOptions({ showsCorners = false, survivesInterruption = false }) {
        this.exports.sightline_billboard_options(this.handle, (showsCorners ? 1 : 0) + (survivesInterruption ? 2 : 0));
    }

    remove() {
        this.exports.sightline_billboard_remove(this.handle);
    }

    /** Empties the program. */
    clear() {
        this.exports.sightline_billboard_clear(this.handle);
    }

    /** Adds a picture or a video by its texture's name; times in seconds since 1970. */
    addPicture(texture, { from = -Infinity, until = Infinity, duration = 6 }) {
        return this.exports.sightline_billboard_add_picture(this.handle, texture, from, until, duration) === 1;
    }

    /** Adds words on a ground of a colour (0xRRGGBB). */
    addText(words, ground, { from = -Infinity, until = Infinity, duration = 6 }) {
        this.answers.withBytes(utf8.encode(words), (address, count) => (
            this.exports.sightline_billboard_add_text(this.handle, address, count, ground, from, until, duration)
        ));
    }

    /** Learns a poster from a gray picture, one byte a pixel, by a number; false where it has too few features. */
    learn(number, gray, width, height) {
        const memory = this.exports.sightline_session_picture_memory(this.handle, gray.length);
        new Uint8Array(this.exports.memory.buffer, memory, gray.length).set(gray);
        return this.exports.sightline_billboard_learn(this.handle, number, width, height) === 1;
    }

    forget() {
        this.exports.sightline_billboard_forget(this.handle);
    }
}
