// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// The tools' exports of the engine as methods, for the worker.

// @ts-check

import { EngineCalls, bytesOf, utf8 } from "../core/engine-calls.js";
import {
    all, annotationResults, billboardOutcomes, billboardRecord, codes, drawingRecord, followedKinds, measuringRecord, placingRecord, strokeRecord, strokeWords,
} from "./records.js";

/** @typedef {import("./types.js").Annotation} Annotation */
/** @typedef {import("./types.js").AnnotationKind} AnnotationKind */
/** @typedef {import("./types.js").AnnotationResult} AnnotationResult */
/** @typedef {import("./types.js").BillboardOutcome} BillboardOutcome */
/** @typedef {import("./types.js").BillboardState} BillboardState */
/** @typedef {import("./types.js").DrawingFile} DrawingFile */
/** @typedef {import("./types.js").DrawingFinish} DrawingFinish */
/** @typedef {import("./types.js").DrawingGesture} DrawingGesture */
/** @typedef {import("./types.js").DrawingMode} DrawingMode */
/** @typedef {import("./types.js").DrawingState} DrawingState */
/** @typedef {import("./types.js").FollowedKind} FollowedKind */
/** @typedef {import("./types.js").Measurement} Measurement */
/** @typedef {import("./types.js").MeasuringState} MeasuringState */
/** @typedef {import("./types.js").MeasuringText} MeasuringText */
/** @typedef {import("./types.js").MeasuringToolKind} MeasuringToolKind */
/** @typedef {import("./types.js").MeasuringUnit} MeasuringUnit */
/** @typedef {import("./types.js").PlacingState} PlacingState */
/** @typedef {import("./types.js").Stroke} Stroke */

/** Measures lengths, areas, angles and volumes: the engine's exports as methods. */
export class MeasuringCalls extends EngineCalls {
    /**
     * Looks at the last frame with the aim at a pixel, at its middle if x is −1, without an aim if x is −2.
     * @param {number} x
     * @param {number} y
     * @returns {MeasuringState}
     */
    update(x, y) {
        return measuringRecord(this.answers.numbers(this.exports.sightline_measuring_update(this.handle, x, y)));
    }

    /**
     * Sets a point at the aim; false if nothing is known there, and at the first tap if it is not known well: a second tap takes a rough point.
     * @returns {boolean}
     */
    place() {
        return this.exports.sightline_measuring_place(this.handle) === 1;
    }

    /**
     * Ends the measurement that is being made; `isClosed` joins its last point to the first.
     * @param {boolean} [isClosed]
     * @returns {void}
     */
    finish(isClosed = false) {
        this.exports.sightline_measuring_finish(this.handle, isClosed ? 1 : 0);
    }

    /**
     * Takes the last point or measurement back; false if there is none.
     * @returns {boolean}
     */
    undo() {
        return this.exports.sightline_measuring_undo(this.handle) === 1;
    }

    /**
     * Chooses what is measured; a measurement that is being made is dropped.
     * @param {MeasuringToolKind} tool
     * @returns {void}
     */
    choose(tool) {
        this.exports.sightline_measuring_choose(this.handle, codes.measuringTools(tool));
    }

    /**
     * Metres, or inches and feet.
     * @param {MeasuringUnit} unit
     * @returns {void}
     */
    setUnit(unit) {
        this.exports.sightline_measuring_unit(this.handle, codes.measuringUnits(unit));
    }

    /**
     * The material of the bars between points, one of those of the drawing tool.
     * @param {DrawingFinish} finish
     * @returns {void}
     */
    setMaterial(finish) {
        this.exports.sightline_measuring_material(this.handle, codes.drawingFinishes(finish));
    }

    /**
     * Whether the aim is drawn to corners and straight edges near it.
     * @param {boolean} isWanted
     * @returns {void}
     */
    setSnapping(isWanted) {
        this.exports.sightline_measuring_snap(this.handle, isWanted ? 1 : 0);
    }

    /**
     * Deletes a measurement; false if there is none of that number.
     * @param {number} number
     * @returns {boolean}
     */
    delete(number) {
        return this.exports.sightline_measuring_delete(this.handle, number) === 1;
    }

    /**
     * Names a measurement; false if there is none of that number.
     * @param {number} number
     * @param {string} name
     * @returns {boolean}
     */
    rename(number, name) {
        return this.answers.withBytes(utf8.encode(name), (address, count) => this.exports.sightline_measuring_rename(this.handle, number, address, count)) === 1;
    }

    /**
     * Pins the scale by a known length; measurement 0 unpins it.
     * @param {number} number
     * @param {number} metres
     * @returns {boolean}
     */
    setKnownLength(number, metres) {
        return this.exports.sightline_measuring_pin(this.handle, number, metres) === 1;
    }

    /**
     * Pins the scale by a measurement whose length in metres is known; false if that cannot be.
     * @param {number} number
     * @param {number} metres
     * @returns {boolean}
     */
    pin(number, metres) {
        return number > 0 && this.setKnownLength(number, metres);
    }

    /**
     * Returns to the scale of the motion sensors.
     * @returns {void}
     */
    unpin() {
        this.setKnownLength(0, 0);
    }

    /**
     * A text of the tool.
     * @param {MeasuringText} kind
     * @returns {string}
     */
    text(kind) {
        return this.answers.text(this.exports.sightline_measuring_text(this.handle, codes.measuringTexts(kind)));
    }

    /**
     * What was measured.
     * @returns {Measurement[]}
     */
    list() {
        return JSON.parse(this.text("json")).measurements;
    }

    /**
     * A file's bytes: csv, json, gltf (binary), dxf (metres, +Z up) or report (SVG).
     * @param {MeasuringText} kind
     * @returns {Uint8Array}
     */
    file(kind) {
        return this.answers.bytes(this.exports.sightline_measuring_text(this.handle, codes.measuringTexts(kind)));
    }
}

/** Draws on surfaces with a fingertip or a pointer: the engine's exports as methods. */
export class DrawingCalls extends EngineCalls {
    /**
     * Gives the session a pen; images are kept in colour from now on.
     * @returns {void}
     */
    open() {
        this.exports.sightline_drawing_open(this.handle);
    }

    /**
     * Looks at the last frame with the tip at a pixel, at its middle if x is −1, without a tip if x is −2.
     * @param {number} x
     * @param {number} y
     * @returns {DrawingState}
     */
    update(x, y) {
        return drawingRecord(this.answers.numbers(this.exports.sightline_drawing_update(this.handle, x, y)));
    }

    /**
     * Follows what a pixel of the last image shows; null if that cannot be.
     * @param {number} x
     * @param {number} y
     * @returns {FollowedKind | null}
     */
    follow(x, y) {
        return followedKinds[this.exports.sightline_drawing_follow(this.handle, x, y)] ?? null;
    }

    /**
     * False if it had no effect.
     * @param {DrawingGesture} gesture
     * @returns {boolean}
     */
    gesture(gesture) {
        return this.exports.sightline_drawing_gesture(this.handle, codes.drawingGestures(gesture)) === 1;
    }

    /**
     * Codes of mode and finish; −1 keeps what it was.
     * @param {number} mode
     * @param {number} finish
     * @param {boolean} isForAll
     * @returns {void}
     */
    setStyle(mode, finish, isForAll) {
        this.exports.sightline_drawing_choose(this.handle, mode, finish, isForAll ? 1 : 0);
    }

    /**
     * Stops following.
     * @returns {boolean}
     */
    stopFollowing() {
        return this.gesture("stopFollowing");
    }

    /**
     * Deprecated: the same as `stopFollowing()`.
     * @returns {boolean}
     */
    letGo() {
        return this.stopFollowing();
    }

    /**
     * Lifts the tip.
     * @returns {boolean}
     */
    release() {
        return this.gesture("release");
    }

    /**
     * A further finger touches a pixel or moves there; it is lifted if x is negative.
     * @param {number} finger
     * @param {number} x
     * @param {number} y
     * @returns {void}
     */
    touchPixel(finger, x, y) {
        this.exports.sightline_drawing_touch(this.handle, finger, x, y);
    }

    /**
     * A further finger points along a ray of the world or moves there; false if it cannot be one.
     * @param {number} finger
     * @param {number} x
     * @param {number} y
     * @param {number} z
     * @param {number} directionX
     * @param {number} directionY
     * @param {number} directionZ
     * @returns {boolean}
     */
    touchRay(finger, x, y, z, directionX, directionY, directionZ) {
        return this.exports.sightline_drawing_touch_ray(this.handle, finger, x, y, z, directionX, directionY, directionZ) === 1;
    }

    /**
     * Takes one's own last stroke back, whoever drew since; false if there is none.
     * @returns {boolean}
     */
    undo() {
        return this.gesture("undo");
    }

    /**
     * Brings it back; false if there is none.
     * @returns {boolean}
     */
    redo() {
        return this.gesture("redo");
    }

    /**
     * Removes all strokes.
     * @returns {boolean}
     */
    clear() {
        return this.gesture("clear");
    }

    /**
     * Lays the board, and what waits for it, at the tip; false if it is on no surface.
     * @returns {boolean}
     */
    placeBoard() {
        return this.gesture("placeBoard");
    }

    /**
     * What the tip does.
     * @param {DrawingMode} mode
     * @returns {void}
     */
    choose(mode) {
        this.setStyle(codes.drawingModes(mode), -1, false);
    }

    /**
     * What pulled strokes look like; `isForAll` changes those that are there.
     * @param {DrawingFinish} finish
     * @param {boolean} [isForAll]
     * @returns {void}
     */
    setFinish(finish, isForAll = false) {
        this.setStyle(-1, codes.drawingFinishes(finish), isForAll);
    }

    /**
     * Colour (0xRRGGBB) and thickness in metres of the next stroke.
     * @param {number} color
     * @param {number} thickness
     * @returns {void}
     */
    setPen(color, thickness) {
        this.exports.sightline_drawing_pen(this.handle, color, thickness);
    }

    /**
     * A file's bytes: gltf (binary), stl in millimetres, or drawing, which `load` takes.
     * @param {DrawingFile} kind
     * @returns {Uint8Array}
     */
    file(kind) {
        return this.answers.bytes(this.exports.sightline_drawing_file(this.handle, codes.drawingFiles(kind)));
    }

    /**
     * Takes a saved drawing; false if the bytes are none.
     * @param {Uint8Array} bytes
     * @returns {boolean}
     */
    load(bytes) {
        return this.answers.withBytes(bytes, (address, count) => this.exports.sightline_drawing_load(this.handle, address, count)) === 1;
    }

    /**
     * The strokes.
     * @returns {Stroke[]}
     */
    strokes() {
        return all(this.answers.numbers(this.exports.sightline_drawing_strokes(this.handle)), strokeWords, strokeRecord);
    }

    /**
     * A stroke as binary glTF where it is, in the world's axes and metres; empty if there is none.
     * @param {number} author
     * @param {number} identifier
     * @returns {Uint8Array}
     */
    strokeFile(author, identifier) {
        return this.answers.bytes(this.exports.sightline_drawing_stroke_file(this.handle, author, identifier));
    }

    /**
     * A part of one's own stroke for others; empty if there is none.
     * @param {number} identifier
     * @param {number} from
     * @param {number} count
     * @returns {Uint8Array}
     */
    share(identifier, from, count) {
        return this.answers.bytes(this.exports.sightline_drawing_share(this.handle, identifier, from, count));
    }

    /**
     * Takes a part of another's stroke; false if the bytes are none.
     * @param {number} author
     * @param {Uint8Array} bytes
     * @returns {boolean}
     */
    take(author, bytes) {
        return this.answers.withBytes(bytes, (address, count) => this.exports.sightline_drawing_take(this.handle, author, address, count)) === 1;
    }

    /**
     * Removes a stroke, or all of an author's with the identifier 0.
     * @param {number} author
     * @param {number} identifier
     * @returns {void}
     */
    remove(author, identifier) {
        this.exports.sightline_drawing_remove(this.handle, author, identifier);
    }
}

/** Shows images, videos and words on rectangles that were found: the engine's exports as methods. */
export class BillboardCalls extends EngineCalls {
    /**
     * Gives the session the billboard tool.
     * @returns {void}
     */
    open() {
        this.exports.sightline_billboard_open(this.handle);
    }

    /**
     * Finds the rectangle under a pixel, the best in view if x is negative.
     * @param {number} x
     * @param {number} y
     * @returns {BillboardOutcome}
     */
    find(x, y) {
        return billboardOutcomes[this.exports.sightline_billboard_tap(this.handle, x, y)] ?? null;
    }

    /**
     * Looks at the last frame, at a time in seconds since 1970; the state is that of the chosen billboard.
     * @param {number} time
     * @returns {BillboardState | null}
     */
    update(time) {
        return billboardRecord(this.answers.numbers(this.exports.sightline_billboard_update(this.handle, time)));
    }

    /**
     * A billboard by its index, the oldest first.
     * @param {number} index
     * @returns {BillboardState | null}
     */
    at(index) {
        return billboardRecord(this.answers.numbers(this.exports.sightline_billboard_at(this.handle, index)));
    }

    /**
     * Chooses a billboard, which `remove`, `setProgram` and a replacing tap mean, as a tap on it does; false if there is none of that number.
     * @param {number} identifier
     * @returns {boolean}
     */
    choose(identifier) {
        return this.exports.sightline_billboard_choose(this.handle, identifier) === 1;
    }

    /**
     * The sum of 1 to mark the corners, 2 to keep rectangles over an interruption and 4 to add a billboard with each tap.
     * @param {number} flags
     * @returns {void}
     */
    setFlags(flags) {
        this.exports.sightline_billboard_options(this.handle, flags);
    }

    /**
     * Whether corners are marked, whether rectangles outlive an interruption, whether a new rectangle stands beside the others instead of replacing the chosen one (16 at most).
     * @param {{ showsCorners?: boolean, survivesInterruption?: boolean, addsBillboards?: boolean }} values
     * @returns {void}
     */
    setOptions({ showsCorners = false, survivesInterruption = false, addsBillboards = false } = {}) {
        this.setFlags((showsCorners ? 1 : 0) + (survivesInterruption ? 2 : 0) + (addsBillboards ? 4 : 0));
    }

    /**
     * Takes the chosen billboard away.
     * @returns {void}
     */
    remove() {
        this.exports.sightline_billboard_remove(this.handle);
    }

    /**
     * Empties the program of a billboard, or with 0 of those found from now on.
     * @param {number} identifier
     * @returns {void}
     */
    clear(identifier) {
        this.exports.sightline_billboard_clear(this.handle, identifier);
    }

    /**
     * Adds an image or a video by its texture's name; times in seconds since 1970.
     * @param {number} identifier
     * @param {number} texture
     * @param {number} from
     * @param {number} until
     * @param {number} duration
     * @returns {boolean}
     */
    addImage(identifier, texture, from, until, duration) {
        return this.exports.sightline_billboard_add_image(this.handle, identifier, texture, from, until, duration) === 1;
    }

    /**
     * Adds words on a ground of a colour (0xRRGGBB).
     * @param {number} identifier
     * @param {string} words
     * @param {number} ground
     * @param {number} from
     * @param {number} until
     * @param {number} duration
     * @returns {void}
     */
    addText(identifier, words, ground, from, until, duration) {
        this.answers.withBytes(utf8.encode(words), (address, count) => this.exports.sightline_billboard_add_text(this.handle, identifier, address, count, ground, from, until, duration));
    }

    /**
     * Learns a poster from the gray image in the image memory.
     * @param {number} number
     * @param {number} width
     * @param {number} height
     * @returns {boolean}
     */
    learnImage(number, width, height) {
        return this.exports.sightline_billboard_learn(this.handle, number, width, height) === 1;
    }

    /**
     * Forgets the posters.
     * @returns {void}
     */
    forget() {
        this.exports.sightline_billboard_forget(this.handle);
    }
}

/** Stands glTF models on floors and tables in their true size: the engine's exports as methods. */
export class PlacingCalls extends EngineCalls {
    /**
     * Looks at the last frame with the aim at a pixel, at its middle if x is −1.
     * @param {number} x
     * @param {number} y
     * @returns {PlacingState}
     */
    update(x, y) {
        return placingRecord(this.answers.numbers(this.exports.sightline_placing_update(this.handle, x, y)));
    }

    /**
     * Reads a glTF file to be placed; why it cannot be, in words, or nothing.
     * @param {Uint8Array} bytes
     * @returns {string}
     */
    read(bytes) {
        return this.answers.text(this.answers.withBytes(bytes, (address, count) => this.exports.sightline_placing_read(this.handle, address, count)));
    }

    /**
     * How many images the model that was read has.
     * @returns {number}
     */
    imageCount() {
        return this.exports.sightline_placing_image_count(this.handle);
    }

    /**
     * One of its images, still encoded.
     * @param {number} index
     * @returns {Uint8Array}
     */
    image(index) {
        return this.answers.bytes(this.exports.sightline_placing_image(this.handle, index));
    }

    /**
     * Takes an image decoded from the image memory: red, green, blue, alpha.
     * @param {number} index
     * @param {number} width
     * @param {number} height
     * @returns {boolean}
     */
    setImage(index, width, height) {
        return this.exports.sightline_placing_set_image(this.handle, index, width, height) === 1;
    }

    /**
     * What of the model that was read is not shown, a line each.
     * @returns {string}
     */
    omissions() {
        return this.answers.text(this.exports.sightline_placing_omissions(this.handle));
    }

    /**
     * The loaded model at rest and in its true size as a USDZ file, which iOS's own viewer opens; empty if none is loaded.
     * @returns {Uint8Array}
     */
    usdz() {
        return this.answers.bytes(this.exports.sightline_placing_usdz(this.handle));
    }

    /**
     * Stands the model that was read where a pixel shows a level surface; its identifier, 0 if none is known there.
     * @param {number} x
     * @param {number} y
     * @returns {number}
     */
    stand(x, y) {
        return this.exports.sightline_placing_stand(this.handle, x, y);
    }

    /**
     * Stands it on an anchor; 0 if there is none.
     * @param {number} anchor
     * @returns {number}
     */
    standOn(anchor) {
        return this.exports.sightline_placing_stand_on(this.handle, anchor);
    }

    /**
     * Takes hold of the model that a pixel shows.
     * @param {number} x
     * @param {number} y
     * @returns {boolean}
     */
    grabPixel(x, y) {
        return this.exports.sightline_placing_grab(this.handle, x, y) === 1;
    }

    /**
     * Moves the held model to a pixel.
     * @param {number} x
     * @param {number} y
     * @returns {void}
     */
    dragPixel(x, y) {
        this.exports.sightline_placing_drag(this.handle, x, y);
    }

    /**
     * Takes hold of the model that a frame showed at a position.
     * @param {number} x
     * @param {number} y
     * @param {bigint} frame
     * @returns {boolean}
     */
    grabIn(x, y, frame) {
        return this.exports.sightline_placing_grab_in(this.handle, x, y, frame) === 1;
    }

    /**
     * Moves the held model to a position of a frame.
     * @param {number} x
     * @param {number} y
     * @param {bigint} frame
     * @returns {void}
     */
    dragIn(x, y, frame) {
        this.exports.sightline_placing_drag_in(this.handle, x, y, frame);
    }

    /**
     * Takes hold of the model that a position of the view showed in a frame; false if it showed none.
     * @param {{ position: number[], frame: bigint }} values
     * @returns {boolean}
     */
    grabSeen({ position, frame }) {
        return this.grabIn(position[0], position[1], frame);
    }

    /**
     * Moves the held model there, as it was seen in a frame.
     * @param {{ position: number[], frame: bigint }} values
     * @returns {void}
     */
    dragSeen({ position, frame }) {
        this.dragIn(position[0], position[1], frame);
    }

    /**
     * Lets it go.
     * @returns {void}
     */
    release() {
        this.exports.sightline_placing_release(this.handle);
    }

    /**
     * Moves the chosen model on its level, metres to the right and away as the camera looks.
     * @param {number} right
     * @param {number} away
     * @returns {void}
     */
    moveBy(right, away) {
        this.exports.sightline_placing_move(this.handle, right, away);
    }

    /**
     * From here on changes belong to a gesture of an author, both any numbers.
     * @param {number} author
     * @param {number} number
     * @returns {void}
     */
    beginEdit(author, number) {
        this.exports.sightline_placing_begin_edit(this.handle, author, number);
    }

    /**
     * Takes back an author's last change; what others have changed since stays. False if there is none.
     * @param {number} author
     * @returns {boolean}
     */
    undo(author) {
        return this.exports.sightline_placing_undo(this.handle, author) === 1;
    }

    /**
     * Turns the chosen model about its vertical, radians, counterclockwise from above.
     * @param {number} angle
     * @returns {void}
     */
    turn(angle) {
        this.exports.sightline_placing_turn(this.handle, angle);
    }

    /**
     * Multiplies the chosen model's size, between a hundredth and a hundredfold.
     * @param {number} factor
     * @returns {void}
     */
    scaleBy(factor) {
        this.exports.sightline_placing_scale(this.handle, factor);
    }

    /**
     * Shows the chosen model in the size that its file gives.
     * @returns {void}
     */
    useTrueSize() {
        this.exports.sightline_placing_true_size(this.handle);
    }

    /**
     * Plays an animation of the chosen model from its start; −1 stands it still; false if there is none.
     * @param {number} animation
     * @returns {boolean}
     */
    play(animation) {
        return this.exports.sightline_placing_play(this.handle, animation) === 1;
    }

    /**
     * Takes a model away; false if there is none.
     * @param {number} identifier
     * @returns {boolean}
     */
    remove(identifier) {
        return this.exports.sightline_placing_remove(this.handle, identifier) === 1;
    }
}

/** Keeps what people in a call draw in the world: the engine's exports as methods. */
export class AssistingCalls extends EngineCalls {
    /**
     * Takes the last frame.
     * @returns {void}
     */
    update() {
        this.exports.sightline_assisting_update(this.handle);
    }

    /**
     * Begins an annotation on the frame its author saw; `tool` is what a length measures.
     * @param {{ author: number, number: number, kind: AnnotationKind, tool?: MeasuringToolKind, color: number, thickness: number, text?: string, frame: bigint }} values
     * @returns {AnnotationResult}
     */
    begin({ author, number, kind, tool = "distance", color, thickness, text = "", frame }) {
        return annotationResults[this.answers.withBytes(utf8.encode(text), (address, count) => this.exports.sightline_assisting_begin(this.handle, author, number, codes.annotationKinds(kind), codes.measuringTools(tool), color, thickness, address, count, frame))] ?? null;
    }

    /**
     * Adds positions of the view, as they were seen in a frame.
     * @param {{ author: number, number: number, positions: number[][], frame: bigint }} values
     * @returns {AnnotationResult}
     */
    append({ author, number, positions, frame }) {
        return annotationResults[this.answers.withBytes(bytesOf(positions), (address, count) => this.exports.sightline_assisting_append(this.handle, author, number, address, positions.length, frame))] ?? null;
    }

    /**
     * Ends an annotation; a rough circle or arrow is drawn neatly.
     * @param {{ author: number, number: number }} values
     * @returns {AnnotationResult}
     */
    end({ author, number }) {
        return annotationResults[this.exports.sightline_assisting_end(this.handle, author, number)] ?? null;
    }

    /**
     * Takes an author's last annotation back; false if there is none.
     * @param {{ author: number }} values
     * @returns {boolean}
     */
    undo({ author }) {
        return this.exports.sightline_assisting_undo(this.handle, author) === 1;
    }

    /**
     * Takes any annotation away; false if there is none of that name.
     * @param {{ author: number, number: number }} values
     * @returns {boolean}
     */
    remove({ author, number }) {
        return this.exports.sightline_assisting_remove(this.handle, author, number) === 1;
    }

    /**
     * Takes an author's annotations away, or everyone's.
     * @param {{ author?: number }} values
     * @returns {void}
     */
    clear({ author = -1 } = {}) {
        this.exports.sightline_assisting_clear(this.handle, author);
    }

    /**
     * Takes away what is within a radius, a fraction of the image's width, of a position.
     * @param {number} x
     * @param {number} y
     * @param {number} radius
     * @param {bigint} frame
     * @returns {void}
     */
    eraseAt(x, y, radius, frame) {
        this.exports.sightline_assisting_erase(this.handle, x, y, radius, frame);
    }

    /**
     * Takes away what is within a radius, a fraction of the image's width, of a position.
     * @param {{ position: number[], radius: number, frame: bigint }} values
     * @returns {void}
     */
    erase({ position, radius, frame }) {
        this.eraseAt(position[0], position[1], radius, frame);
    }

    /**
     * Keeps a frame while somebody draws on its still, or lets it go; false if it is not known.
     * @param {{ frame: bigint, isFrozen: boolean }} values
     * @returns {boolean}
     */
    freeze({ frame, isFrozen }) {
        return this.exports.sightline_assisting_freeze(this.handle, frame, isFrozen ? 1 : 0) === 1;
    }

    /**
     * All annotations with their points in the world, the oldest first.
     * @returns {Annotation[]}
     */
    list() {
        return JSON.parse(this.answers.text(this.exports.sightline_assisting_list(this.handle)));
    }

    /**
     * Shows the colours in the image memory on the board; false if their size is not valid.
     * @param {number} width
     * @param {number} height
     * @returns {boolean}
     */
    setBoard(width, height) {
        return this.exports.sightline_assisting_set_board(this.handle, width, height) === 1;
    }

    /**
     * Stands the board where a position shows a plane.
     * @param {number} x
     * @param {number} y
     * @param {bigint} frame
     * @returns {AnnotationResult}
     */
    placeBoardAt(x, y, frame) {
        return annotationResults[this.exports.sightline_assisting_place_board(this.handle, x, y, frame)] ?? null;
    }

    /**
     * Stands the board where a position of the view shows a plane, as it was seen in a frame.
     * @param {{ position: number[], frame: bigint }} values
     * @returns {AnnotationResult}
     */
    placeBoard({ position, frame }) {
        return this.placeBoardAt(position[0], position[1], frame);
    }

    /**
     * Multiplies the board's size.
     * @param {number} factor
     * @returns {void}
     */
    scaleBoard(factor) {
        this.exports.sightline_assisting_scale_board(this.handle, factor);
    }

    /**
     * Takes the board away.
     * @returns {void}
     */
    removeBoard() {
        this.exports.sightline_assisting_remove_board(this.handle);
    }
}
