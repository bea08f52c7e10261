// The places of labels over a reload: the map of what the camera saw, kept on the device for each source.

import { KeptPlace } from "../../sightline/core/kept-place.js";

/** Seconds in which a kept place must be recognised; else the run begins anew without it. */
const recognition = 8;
/** Milliseconds between two times at which the map is kept while labels stand. */
const period = 20_000;

/** Keeps where labels stand and finds them again. */
export class LabelPlaces {
    #session;
    #kept = new Map();
    /** The run's source, its place, and whether that place was recognised. */
    #source = null;
    #place = null;
    #isFound = false;
    #isSaving = false;
    #savedAt = 0;

    constructor(session) {
        this.#session = session;
    }

    /** Loads the places of sources, before a run can ask for them. */
    async load(sources) {
        for (const source of new Set(sources)) {
            const place = await KeptPlace.load(keyOf(source));
            if (place) this.#kept.set(source, place);
        }
    }

    get source() {
        return this.#source;
    }

    /** What a run of a source needs so that kept labels are found again. */
    optionsOf(source) {
        const map = this.#kept.get(nameOf(source))?.map;
        return map ? { map, configuration: { relocalizationTimeout: recognition } } : {};
    }

    /** A run of a source begins. */
    begin(source) {
        this.#source = nameOf(source);
        this.#place = this.#kept.get(this.#source) ?? null;
        this.#isFound = false;
        this.#savedAt = 0;
    }

    /** The anchor of a handle in this run; null if it is not of this source. */
    anchorOf(handle) {
        return this.#place?.handles.get(handle) ?? null;
    }

    /** Whether the camera still looks for the kept place. */
    get isSought() {
        return this.#place !== null && !this.#isFound;
    }

    /** Follows a frame's events; returns whether the kept place was given up. */
    follow({ events }) {
        if (!this.isSought) return false;
        if (events.some(({ kind }) => kind === "relocalized")) this.#isFound = true;
        const isGivenUp = events.some(({ kind }) => kind === "restarted");
        if (isGivenUp) this.#place = null;
        return isGivenUp;
    }

    /** Keeps an anchor with what the camera has seen; returns its handle, null if the browser keeps none. */
    async keep(anchor) {
        const source = this.#source;
        this.#place ??= new KeptPlace(null, new Map(), keyOf(source));
        this.#isFound = true;
        const place = this.#place;
        try {
            const handle = await place.keep(anchor, await this.#session.saveMap());
            this.#kept.set(source, place);
            this.#savedAt = performance.now();
            return handle;
        } catch {
            return null;
        }
    }

    /** Keeps the map from time to time, since it grows while the camera moves; `anchor` is one of the labels'. */
    async renew(anchor) {
        const isDue = performance.now() - this.#savedAt > period && this.#session.frame?.trackingState === "normal";
        if (!isDue || this.#isSaving || !this.#isFound) return;
        this.#isSaving = true;
        await this.keep(anchor);
        this.#isSaving = false;
    }

    forget(handle) {
        for (const place of this.#kept.values()) if (place.handles.has(handle)) place.forget(handle).catch(() => {});
    }
}

/** A person's own files have no name by which they are known again, and tracking without images has no map. */
function nameOf({ recording = null, xr = null }) {
    return typeof recording === "string" ? recording : recording || xr ? null : "camera";
}

const keyOf = (source) => `measure/labels ${source}`;
