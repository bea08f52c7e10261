// What people in a call draw, inside the engine: gestures on frames in, annotations in the world out.

import { annotationKinds, annotationResults, measuringTools } from "../generated/records.js";

const utf8 = new TextEncoder();

/** The annotations of an engine's session; its `assisting`. Places are of the view, (0, 0) top left, (1, 1) bottom right. */
export class EngineAssisting {
    constructor(exports, handle, answers) {
        this.exports = exports;
        this.handle = handle;
        this.answers = answers;
    }

    /** Takes the last frame in. */
    update() {
        this.exports.sightline_assisting_update(this.handle);
    }

    /** Begins an annotation on the frame its author saw, of a length with the `tool` that is measured; gives one of `annotationResults`. */
    begin({ author, number, kind, tool = "distance", color, thickness, text = "", frame }) {
        const index = annotationKinds.indexOf(kind);
        const result = this.answers.withBytes(utf8.encode(text), (address, count) => this.exports.sightline_assisting_begin(
            this.handle, author, number, index, measuringTools.indexOf(tool), color, thickness, address, count, frame,
        ));
        return annotationResults[result];
    }

    /** Adds places, `[[x, y], …]`, as they were seen in a frame. */
    append({ author, number, places, frame }) {
        const bytes = new Uint8Array(Float64Array.from(places.flat()).buffer);
        const result = this.answers.withBytes(bytes, (address) => this.exports.sightline_assisting_append(
            this.handle, author, number, address, places.length, frame,
        ));
        return annotationResults[result];
    }

    /** Ends an annotation: a rough circle or arrow is drawn neat. */
    end({ author, number }) {
        return annotationResults[this.exports.sightline_assisting_end(this.handle, author, number)];
    }

    /** Takes an author's last annotation back; false where there is none. */
    undo({ author }) {
        return this.exports.sightline_assisting_undo(this.handle, author) === 1;
    }

    /** Takes any annotation away; false where there is none of that name. */
    remove({ author, number }) {
        return this.exports.sightline_assisting_remove(this.handle, author, number) === 1;
    }

    /** Takes an author's annotations away, everyone's without one. */
    clear({ author = -1 } = {}) {
        this.exports.sightline_assisting_clear(this.handle, author);
    }

    /** Takes away what lies within a radius, a fraction of the picture's width, of a place. */
    erase({ place: [x, y], radius, frame }) {
        this.exports.sightline_assisting_erase(this.handle, x, y, radius, frame);
    }

    /** Keeps a frame while somebody draws on its still picture, or lets it go; false where it is not known any more. */
    freeze({ frame, isFrozen }) {
        return this.exports.sightline_assisting_freeze(this.handle, frame, isFrozen ? 1 : 0) === 1;
    }

    /** All annotations, oldest first, with their points in the world. */
    list() {
        return JSON.parse(this.answers.text(this.exports.sightline_assisting_list(this.handle)));
    }
}
