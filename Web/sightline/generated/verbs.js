// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// The tools' verbs as a page holds them: every one is a promise, for the engine is in a worker.

// @ts-check

import { Tool } from "../core/tool.js";

/** @typedef {import("./types.js").Annotation} Annotation */
/** @typedef {import("./types.js").AnnotationKind} AnnotationKind */
/** @typedef {import("./types.js").AnnotationResult} AnnotationResult */
/** @typedef {import("./types.js").BillboardItem} BillboardItem */
/** @typedef {import("./types.js").BillboardOutcome} BillboardOutcome */
/** @typedef {import("./types.js").BillboardState} BillboardState */
/** @typedef {import("./types.js").DrawingFile} DrawingFile */
/** @typedef {import("./types.js").DrawingFinish} DrawingFinish */
/** @typedef {import("./types.js").DrawingMode} DrawingMode */
/** @typedef {import("./types.js").FollowedKind} FollowedKind */
/** @typedef {import("./types.js").Measurement} Measurement */
/** @typedef {import("./types.js").MeasuringText} MeasuringText */
/** @typedef {import("./types.js").MeasuringToolKind} MeasuringToolKind */
/** @typedef {import("./types.js").MeasuringUnit} MeasuringUnit */
/** @typedef {import("./types.js").PlacingPosition} PlacingPosition */
/** @typedef {import("./types.js").PointingRay} PointingRay */
/** @typedef {import("./types.js").Stroke} Stroke */

/** Measures lengths, areas, angles and volumes. */
export class MeasuringVerbs extends Tool {
    /**
     * Sets a point at the aim; false if nothing is known there, and at the first tap if it is not known well: a second tap takes a rough point.
     * @returns {Promise<boolean>}
     */
    place() { return this.ask("place"); }

    /**
     * Sets a point where the view shows it, (0, 0) top left, (1, 1) bottom right; false if nothing is known there.
     * @param {number} x
     * @param {number} y
     * @returns {Promise<boolean>}
     */
    placeAt(x, y) { return this.ask("placeAt", x, y); }

    /**
     * Sets a point where a ray of the world, as of a hand or a controller, meets a surface; false as with `place`.
     * @param {PointingRay} ray
     * @returns {Promise<boolean>}
     */
    placeAlong(ray) { return this.ask("placeAlong", ray); }

    /**
     * Ends the measurement that is being made; `isClosed` joins its last point to the first.
     * @param {boolean} [isClosed]
     * @returns {Promise<void>}
     */
    finish(isClosed = false) { return this.ask("finish", isClosed); }

    /**
     * Takes the last point or measurement back; false if there is none.
     * @returns {Promise<boolean>}
     */
    undo() { return this.ask("undo"); }

    /**
     * Chooses what is measured; a measurement that is being made is dropped.
     * @param {MeasuringToolKind} tool
     * @returns {Promise<void>}
     */
    choose(tool) { return this.ask("choose", tool); }

    /**
     * Metres, or inches and feet.
     * @param {MeasuringUnit} unit
     * @returns {Promise<void>}
     */
    setUnit(unit) { return this.ask("setUnit", unit); }

    /**
     * The material of the bars between points, one of those of the drawing tool.
     * @param {DrawingFinish} finish
     * @returns {Promise<void>}
     */
    setMaterial(finish) { return this.ask("setMaterial", finish); }

    /**
     * Whether the aim is drawn to corners and straight edges near it.
     * @param {boolean} isWanted
     * @returns {Promise<void>}
     */
    setSnapping(isWanted) { return this.ask("setSnapping", isWanted); }

    /**
     * Deletes a measurement; false if there is none of that number.
     * @param {number} number
     * @returns {Promise<boolean>}
     */
    delete(number) { return this.ask("delete", number); }

    /**
     * Names a measurement; false if there is none of that number.
     * @param {number} number
     * @param {string} name
     * @returns {Promise<boolean>}
     */
    rename(number, name) { return this.ask("rename", number, name); }

    /**
     * Pins the scale by a measurement whose length in metres is known; false if that cannot be.
     * @param {number} number
     * @param {number} metres
     * @returns {Promise<boolean>}
     */
    pin(number, metres) { return this.ask("pin", number, metres); }

    /**
     * Returns to the scale of the motion sensors.
     * @returns {Promise<void>}
     */
    unpin() { return this.ask("unpin"); }

    /**
     * What was measured.
     * @returns {Promise<Measurement[]>}
     */
    list() { return this.ask("list"); }

    /**
     * A file's bytes: csv, json, gltf (binary), dxf (metres, +Z up) or report (SVG).
     * @param {MeasuringText} kind
     * @returns {Promise<Uint8Array>}
     */
    file(kind) { return this.ask("file", kind); }
}

/** Draws on surfaces with a fingertip or a pointer. */
export class DrawingVerbs extends Tool {
    /**
     * Follows what the view shows at a position, (0, 0) top left, (1, 1) bottom right; null if that cannot be.
     * @param {number} x
     * @param {number} y
     * @returns {Promise<FollowedKind | null>}
     */
    followAt(x, y) { return this.ask("followAt", x, y); }

    /**
     * Stops following.
     * @returns {Promise<boolean>}
     */
    stopFollowing() { return this.ask("stopFollowing"); }

    /**
     * Deprecated: the same as `stopFollowing()`.
     * @returns {Promise<boolean>}
     */
    letGo() { return this.ask("letGo"); }

    /**
     * Puts the tip down where it is, or where the view shows it.
     * @param {number} [x]
     * @param {number} [y]
     * @returns {Promise<boolean>}
     */
    press(x, y) { return this.ask("press", x, y); }

    /**
     * Lifts the tip.
     * @returns {Promise<boolean>}
     */
    release() { return this.ask("release"); }

    /**
     * A further finger, by a number of one's own, touches the view or moves there, and draws a stroke of its own in ink beside the tip's (9 at most); without a position it is lifted.
     * @param {number} finger
     * @param {number} [x]
     * @param {number} [y]
     * @returns {Promise<void>}
     */
    touch(finger, x, y) { return this.ask("touch", finger, x, y); }

    /**
     * Puts the tip down where a ray of the world, as of a hand or a controller, meets a surface; `session.aimAlong` moves it.
     * @param {PointingRay} ray
     * @returns {Promise<boolean>}
     */
    pressAlong(ray) { return this.ask("pressAlong", ray); }

    /**
     * A further finger, by a number of one's own, points along a ray of the world or moves there, and draws a stroke of its own in ink; `touch(finger)` lifts it.
     * @param {number} finger
     * @param {PointingRay} ray
     * @returns {Promise<void>}
     */
    touchAlong(finger, ray) { return this.ask("touchAlong", finger, ray); }

    /**
     * Takes one's own last stroke back, whoever drew since; false if there is none.
     * @returns {Promise<boolean>}
     */
    undo() { return this.ask("undo"); }

    /**
     * Brings it back; false if there is none.
     * @returns {Promise<boolean>}
     */
    redo() { return this.ask("redo"); }

    /**
     * Removes all strokes.
     * @returns {Promise<boolean>}
     */
    clear() { return this.ask("clear"); }

    /**
     * Lays the board, and what waits for it, at the tip; false if it is on no surface.
     * @returns {Promise<boolean>}
     */
    placeBoard() { return this.ask("placeBoard"); }

    /**
     * What the tip does.
     * @param {DrawingMode} mode
     * @returns {Promise<void>}
     */
    choose(mode) { return this.ask("choose", mode); }

    /**
     * What pulled strokes look like; `isForAll` changes those that are there.
     * @param {DrawingFinish} finish
     * @param {boolean} [isForAll]
     * @returns {Promise<void>}
     */
    setFinish(finish, isForAll = false) { return this.ask("setFinish", finish, isForAll); }

    /**
     * Colour (0xRRGGBB) and thickness in metres of the next stroke.
     * @param {number} color
     * @param {number} thickness
     * @returns {Promise<void>}
     */
    setPen(color, thickness) { return this.ask("setPen", color, thickness); }

    /**
     * A file's bytes: gltf (binary), stl in millimetres, or drawing, which `load` takes.
     * @param {DrawingFile} kind
     * @returns {Promise<Uint8Array>}
     */
    file(kind) { return this.ask("file", kind); }

    /**
     * Takes a saved drawing; false if the bytes are none.
     * @param {Uint8Array} bytes
     * @returns {Promise<boolean>}
     */
    load(bytes) { return this.ask("load", bytes); }

    /**
     * The strokes.
     * @returns {Promise<Stroke[]>}
     */
    strokes() { return this.ask("strokes"); }

    /**
     * A stroke as binary glTF where it is, in the world's axes and metres; empty if there is none.
     * @param {number} author
     * @param {number} identifier
     * @returns {Promise<Uint8Array>}
     */
    strokeFile(author, identifier) { return this.ask("strokeFile", author, identifier); }

    /**
     * A part of one's own stroke for others; empty if there is none.
     * @param {number} identifier
     * @param {number} from
     * @param {number} count
     * @returns {Promise<Uint8Array>}
     */
    share(identifier, from, count) { return this.ask("share", identifier, from, count); }

    /**
     * Takes a part of another's stroke; false if the bytes are none.
     * @param {number} author
     * @param {Uint8Array} bytes
     * @returns {Promise<boolean>}
     */
    take(author, bytes) { return this.ask("take", author, bytes); }

    /**
     * Removes a stroke, or all of an author's with the identifier 0.
     * @param {number} author
     * @param {number} identifier
     * @returns {Promise<void>}
     */
    remove(author, identifier) { return this.ask("remove", author, identifier); }
}

/** Shows images, videos and words on rectangles that were found. */
export class BillboardVerbs extends Tool {
    /**
     * A tap where the view shows something, (0, 0) top left, (1, 1) bottom right, or a search for the best rectangle in view.
     * @param {number} [x]
     * @param {number} [y]
     * @returns {Promise<BillboardOutcome>}
     */
    tap(x, y) { return this.ask("tap", x, y); }

    /**
     * All billboards that stand, the oldest first.
     * @returns {Promise<BillboardState[]>}
     */
    list() { return this.ask("list"); }

    /**
     * Chooses a billboard, which `remove`, `setProgram` and a replacing tap mean, as a tap on it does; false if there is none of that number.
     * @param {number} identifier
     * @returns {Promise<boolean>}
     */
    choose(identifier) { return this.ask("choose", identifier); }

    /**
     * Whether corners are marked, whether rectangles outlive an interruption, whether a new rectangle stands beside the others instead of replacing the chosen one (16 at most).
     * @param {{ showsCorners?: boolean, survivesInterruption?: boolean, addsBillboards?: boolean }} values
     * @returns {Promise<void>}
     */
    setOptions(values) { return this.ask("setOptions", values); }

    /**
     * Takes the chosen billboard away.
     * @returns {Promise<void>}
     */
    remove() { return this.ask("remove"); }

    /**
     * Replaces what the chosen billboard shows, and those found from now on, one item after the other.
     * @param {BillboardItem[]} items
     * @returns {Promise<void>}
     */
    setProgram(items) { return this.ask("setProgram", items); }

    /**
     * Learns a poster from an image of it alone (gray, one byte a pixel) by a number; false if it has too few features.
     * @param {number} number
     * @param {Uint8Array} gray
     * @param {number} width
     * @param {number} height
     * @returns {Promise<boolean>}
     */
    learn(number, gray, width, height) { return this.ask("learn", number, gray, width, height); }

    /**
     * Forgets the posters.
     * @returns {Promise<void>}
     */
    forget() { return this.ask("forget"); }
}

/** Stands glTF models on floors and tables in their true size. */
export class PlacingVerbs extends Tool {
    /**
     * The loaded model at rest and in its true size as a USDZ file, which iOS's own viewer opens; empty if none is loaded.
     * @returns {Promise<Uint8Array>}
     */
    usdz() { return this.ask("usdz"); }

    /**
     * Reads a glTF 2.0 file (.glb, or .gltf that holds its data) to be placed; what of it is not shown, in words. A rejection says why it cannot be shown.
     * @param {Uint8Array} bytes
     * @returns {Promise<string[]>}
     */
    load(bytes) { return this.ask("load", bytes); }

    /**
     * Stands the loaded model where the view shows a level surface, in the middle if nothing is said, or on an anchor; its identifier, or null if none is known there.
     * @param {PlacingPosition} [at]
     * @returns {Promise<number | null>}
     */
    place(at) { return this.ask("place", at); }

    /**
     * Takes hold of the model that the view shows at a position, (0, 0) top left, (1, 1) bottom right; false if it shows none.
     * @param {number} x
     * @param {number} y
     * @returns {Promise<boolean>}
     */
    grab(x, y) { return this.ask("grab", x, y); }

    /**
     * Moves the held model there, over floors and tables.
     * @param {number} x
     * @param {number} y
     * @returns {Promise<void>}
     */
    drag(x, y) { return this.ask("drag", x, y); }

    /**
     * Takes hold of the model that a position of the view showed in a frame; false if it showed none.
     * @param {{ position: number[], frame: bigint }} values
     * @returns {Promise<boolean>}
     */
    grabSeen(values) { return this.ask("grabSeen", values); }

    /**
     * Moves the held model there, as it was seen in a frame.
     * @param {{ position: number[], frame: bigint }} values
     * @returns {Promise<void>}
     */
    dragSeen(values) { return this.ask("dragSeen", values); }

    /**
     * Lets it go.
     * @returns {Promise<void>}
     */
    release() { return this.ask("release"); }

    /**
     * Moves the chosen model on its level, metres to the right and away as the camera looks.
     * @param {number} right
     * @param {number} away
     * @returns {Promise<void>}
     */
    moveBy(right, away) { return this.ask("moveBy", right, away); }

    /**
     * From here on changes belong to a gesture of an author, both any numbers.
     * @param {number} author
     * @param {number} number
     * @returns {Promise<void>}
     */
    beginEdit(author, number) { return this.ask("beginEdit", author, number); }

    /**
     * Takes back an author's last change; what others have changed since stays. False if there is none.
     * @param {number} author
     * @returns {Promise<boolean>}
     */
    undo(author) { return this.ask("undo", author); }

    /**
     * Turns the chosen model about its vertical, radians, counterclockwise from above.
     * @param {number} angle
     * @returns {Promise<void>}
     */
    turn(angle) { return this.ask("turn", angle); }

    /**
     * Multiplies the chosen model's size, between a hundredth and a hundredfold.
     * @param {number} factor
     * @returns {Promise<void>}
     */
    scaleBy(factor) { return this.ask("scaleBy", factor); }

    /**
     * Shows the chosen model in the size that its file gives.
     * @returns {Promise<void>}
     */
    useTrueSize() { return this.ask("useTrueSize"); }

    /**
     * Plays an animation of the chosen model from its start; −1 stands it still; false if there is none.
     * @param {number} animation
     * @returns {Promise<boolean>}
     */
    play(animation) { return this.ask("play", animation); }

    /**
     * Takes a model away; false if there is none.
     * @param {number} identifier
     * @returns {Promise<boolean>}
     */
    remove(identifier) { return this.ask("remove", identifier); }
}

/** Keeps what people in a call draw in the world. */
export class AssistingVerbs extends Tool {
    /**
     * Begins an annotation on the frame its author saw; `tool` is what a length measures.
     * @param {{ author: number, number: number, kind: AnnotationKind, tool?: MeasuringToolKind, color: number, thickness: number, text?: string, frame: bigint }} values
     * @returns {Promise<AnnotationResult>}
     */
    begin(values) { return this.ask("begin", values); }

    /**
     * Adds positions of the view, as they were seen in a frame.
     * @param {{ author: number, number: number, positions: number[][], frame: bigint }} values
     * @returns {Promise<AnnotationResult>}
     */
    append(values) { return this.ask("append", values); }

    /**
     * Ends an annotation; a rough circle or arrow is drawn neatly.
     * @param {{ author: number, number: number }} values
     * @returns {Promise<AnnotationResult>}
     */
    end(values) { return this.ask("end", values); }

    /**
     * Takes an author's last annotation back; false if there is none.
     * @param {{ author: number }} values
     * @returns {Promise<boolean>}
     */
    undo(values) { return this.ask("undo", values); }

    /**
     * Takes any annotation away; false if there is none of that name.
     * @param {{ author: number, number: number }} values
     * @returns {Promise<boolean>}
     */
    remove(values) { return this.ask("remove", values); }

    /**
     * Takes an author's annotations away, or everyone's.
     * @param {{ author?: number }} values
     * @returns {Promise<void>}
     */
    clear(values) { return this.ask("clear", values); }

    /**
     * Takes away what is within a radius, a fraction of the image's width, of a position.
     * @param {{ position: number[], radius: number, frame: bigint }} values
     * @returns {Promise<void>}
     */
    erase(values) { return this.ask("erase", values); }

    /**
     * Keeps a frame while somebody draws on its still, or lets it go; false if it is not known.
     * @param {{ frame: bigint, isFrozen: boolean }} values
     * @returns {Promise<boolean>}
     */
    freeze(values) { return this.ask("freeze", values); }

    /**
     * All annotations with their points in the world, the oldest first.
     * @returns {Promise<Annotation[]>}
     */
    list() { return this.ask("list"); }

    /**
     * Shows a picture of red, green, blue and alpha, a byte each, on the board; one that stands keeps its place and width. False if its size is not valid.
     * @param {Uint8ClampedArray} pixels
     * @param {number} width
     * @param {number} height
     * @returns {Promise<boolean>}
     */
    showBoard(pixels, width, height) { return this.ask("showBoard", pixels, width, height); }

    /**
     * Stands the board where a position of the view shows a plane, as it was seen in a frame.
     * @param {{ position: number[], frame: bigint }} values
     * @returns {Promise<AnnotationResult>}
     */
    placeBoard(values) { return this.ask("placeBoard", values); }

    /**
     * Multiplies the board's size.
     * @param {number} factor
     * @returns {Promise<void>}
     */
    scaleBoard(factor) { return this.ask("scaleBoard", factor); }

    /**
     * Takes the board away.
     * @returns {Promise<void>}
     */
    removeBoard() { return this.ask("removeBoard"); }
}
