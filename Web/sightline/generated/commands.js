// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// What a page asks of the session in the worker.

// @ts-check

/** @typedef {import("./types.js").AnchorPosition} AnchorPosition */
/** @typedef {import("./types.js").Hit} Hit */
/** @typedef {import("./types.js").HitTestType} HitTestType */
/** @typedef {import("./types.js").Ray} Ray */
/** @typedef {import("./types.js").SessionConfiguration} SessionConfiguration */

/** What is answered while nothing runs; other questions are refused. @type {Readonly<Record<string, any>>} */
export const idleAnswers = Object.freeze({ hitTest: [], trackRay: null, stopRay: false, addAnchor: null, removeAnchor: false });

/** The session's questions; `ask` sends them to the worker. */
export class SessionCommands {
    /** @protected @param {string} question @param {...any} values @returns {Promise<any>} */
    ask(question, ...values) { throw new Error(`${question}(${values.length}) has no worker to go to.`); }

    /**
     * What a pixel of the image shows, the nearest first.
     * @param {number} x
     * @param {number} y
     * @param {HitTestType[]} [types]
     * @returns {Promise<Hit[]>}
     */
    hitTest(x, y, types) { return this.ask("hitTest", x, y, types); }

    /**
     * Tracks what a pixel shows; `frame.rays` has what the ray meets by what is known then. Until something is known the hit is a guess, of type `instantPlacement`. Null without a pose, or if 64 rays are tracked.
     * @param {number} x
     * @param {number} y
     * @param {HitTestType[]} [types]
     * @returns {Promise<Ray | null>}
     */
    trackRay(x, y, types) { return this.ask("trackRay", x, y, types); }

    /**
     * Stops tracking a ray; whether there was one.
     * @param {number} identifier
     * @returns {Promise<boolean>}
     */
    stopRay(identifier) { return this.ask("stopRay", identifier); }

    /**
     * Sets an anchor at `{ pose }`, or where `{ x, y, types }` meets the world; its identifier, or null if nothing was met.
     * @param {AnchorPosition} at
     * @returns {Promise<number | null>}
     */
    addAnchor(at) { return this.ask("addAnchor", at); }

    /**
     * Removes an anchor that was set; whether there was one.
     * @param {number} identifier
     * @returns {Promise<boolean>}
     */
    removeAnchor(identifier) { return this.ask("removeAnchor", identifier); }

    /**
     * The image's pixel that the view shows at a position, (0, 0) top left, (1, 1) bottom right.
     * @param {number} x
     * @param {number} y
     * @returns {Promise<[number, number] | null>}
     */
    pixelAt(x, y) { return this.ask("pixelAt", x, y); }

    /**
     * The view as it is now, as a PNG file.
     * @returns {Promise<Blob>}
     */
    snapshot() { return this.ask("snapshot"); }

    /**
     * Keeps what the sensors give from now on as a recording, on this device alone.
     * @returns {Promise<void>}
     */
    startCapture() { return this.ask("startCapture"); }

    /**
     * Ends the recording; its files by their paths: `data.jsonl`, `calibration.json` and a video, or images.
     * @returns {Promise<Map<string, Blob>>}
     */
    stopCapture() { return this.ask("stopCapture"); }

    /**
     * The map of the place as it is now, with the anchors that were set: bytes for `run({ map })`.
     * @returns {Promise<Uint8Array>}
     */
    saveMap() { return this.ask("saveMap"); }

    /**
     * Changes what the session does from now on; what is left out is as usual.
     * @param {SessionConfiguration} [configuration]
     * @returns {Promise<void>}
     */
    configure(configuration) { return this.ask("configure", configuration); }

    /**
     * Forgets where the camera is: the world starts anew.
     * @param {{ removesAnchors?: boolean }} [options]
     * @returns {Promise<void>}
     */
    restart(options) { return this.ask("restart", options); }
}
