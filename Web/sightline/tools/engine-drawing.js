// The pen of one session inside the engine: gestures in; state, strokes and files out.

import { drawingFields, drawingFiles, drawingFinishes, drawingGestures, drawingModes, hitTestTypes, strokeWords } from "../generated/records.js";

const followed = [null, "finger", "thing"];

/** Draws over an engine's session; its `drawing`. */
export class EngineDrawing {
    constructor(exports, handle, answers) {
        this.exports = exports;
        this.handle = handle;
        this.answers = answers;
    }

    /** Gives the session a pen; pictures are kept in colour from now on. */
    open() {
        this.exports.sightline_drawing_open(this.handle);
    }

    /** Looks at the last frame with the tip led to a pixel of the picture, to its middle where null; gives the pen's state. */
    update(pixel = null) {
        const [x, y] = pixel ?? [-1, -1];
        const numbers = this.answers.numbers(this.exports.sightline_drawing_update(this.handle, x, y));
        const field = (name) => numbers[drawingFields[name]];
        return {
            mode: drawingModes[field("mode")],
            isPressed: field("isPressed") === 1,
            isFollowing: field("isFollowing") === 1,
            followsFinger: field("followsFinger") === 1,
            confidence: field("confidence"),
            surface: field("isOnSurface") ? Object.keys(hitTestTypes).find((name) => hitTestTypes[name] === field("surface")) : null,
            distance: field("distance"),
            tip: field("tip") < 0 ? null : numbers.slice(drawingFields.tip, drawingFields.tip + 2),
            strokeCount: field("strokeCount"),
            waitingCount: field("waitingCount"),
            hasBoard: field("hasBoard") === 1,
            pulledHeight: field("pulledHeight") < 0 ? null : field("pulledHeight"),
        };
    }

    /** Looks at the last frame while nobody holds the pen: what was drawn stays, without a tip. */
    rest() {
        this.exports.sightline_drawing_update(this.handle, -2, -2);
    }

    /** Follows what a pixel of the last picture shows: "finger", "thing", or null where that cannot be. */
    follow(x, y) {
        return followed[this.exports.sightline_drawing_follow(this.handle, x, y)];
    }

    /** One of press, release, letGo, undo, redo, clear, placeBoard; false where nothing came of it. */
    gesture(name) {
        return this.exports.sightline_drawing_gesture(this.handle, drawingGestures[name]) === 1;
    }

    /** "ink", "erase" or "pull". */
    choose(mode) {
        this.exports.sightline_drawing_choose(this.handle, drawingModes.indexOf(mode), -1, 0);
    }

    /** "plain", "wood", "metal" or "glazed": what pulled strokes look like; `isForAll` changes those that are there. */
    setFinish(finish, isForAll = false) {
        this.exports.sightline_drawing_choose(this.handle, -1, drawingFinishes.indexOf(finish), isForAll ? 1 : 0);
    }

    /** The next stroke's colour (0xRRGGBB) and thickness in metres. */
    setPen(color, thickness) {
        this.exports.sightline_drawing_pen(this.handle, color, thickness);
    }

    /** A file's bytes: "gltf" (binary), "stl" in millimetres, or "drawing", which `load` takes. */
    file(kind) {
        return this.answers.bytes(this.exports.sightline_drawing_file(this.handle, drawingFiles[kind]));
    }

    /** Takes a saved drawing in; false where the bytes are none. */
    load(bytes) {
        return this.answers.withBytes(bytes, (address, count) => this.exports.sightline_drawing_load(this.handle, address, count)) === 1;
    }

    /** The strokes: author (0 is oneself), identifier, pointCount, revision, finish, height, isClosed, length. */
    strokes() {
        const numbers = this.answers.numbers(this.exports.sightline_drawing_strokes(this.handle));
        return Array.from({ length: numbers.length / strokeWords }, (_, index) => {
            const [author, identifier, pointCount, revision, finish, height, isClosed, length] = numbers.slice(index * strokeWords);
            return { author, identifier, pointCount, revision, finish: drawingFinishes[finish], height, isClosed: isClosed === 1, length };
        });
    }

    /** A part of one's own stroke for others, bytes for `take`; empty where there is none. */
    share(identifier, from, count) {
        return this.answers.bytes(this.exports.sightline_drawing_share(this.handle, identifier, from, count));
    }

    /** Takes a part of another's stroke in; false where the bytes are none. */
    take(author, bytes) {
        return this.answers.withBytes(bytes, (address, count) => this.exports.sightline_drawing_take(this.handle, author, address, count)) === 1;
    }

    /** Removes a stroke, or all of an author's with the identifier 0. */
    remove(author, identifier) {
        this.exports.sightline_drawing_remove(this.handle, author, identifier);
    }
}
