// The connection of the engine's worker to the worker that makes depth maps: keyframes out, maps in.

import { depthKeyframeFields } from "../generated/records.js";
import { ImageColors } from "./image-colors.js";

/** One keyframe is under way at most; while it is, the engine keeps the newest image that may be the next one. */
export class DepthLink {
    #port = null;
    /** `{ mapsPerSecond, hasMesh, meshMegabytes, isForOcclusion }`. */
    #wishes = null;
    #isBusy = false;
    #run = null;
    #report;

    /**
     * `report(message, transfer)` receives each map as `{ kind: "depth", generation, map }`, before it what it changed in
     * the surfaces as `{ kind: "mesh", generation, update }`, or a `failed`.
     */
    constructor(report) {
        this.#report = report;
    }

    /** Whether maps are made. */
    get isOpen() {
        return this.#port !== null;
    }

    /**
     * Maps, with what a view hides things behind if `isForOcclusion`, and surfaces if `hasMesh`, are made from now on, by the
     * worker at the port; without a port only the wishes change.
     */
    open(port, wishes) {
        this.#wishes = wishes;
        if (port) {
            this.close();
            this.#port = port;
            port.onmessage = ({ data }) => this.#receive(data);
            this.#run?.session.startDepth();
        }
        this.#keepColors();
    }

    /** No maps are made any more. */
    close() {
        if (!this.#port) return;
        this.#port.close();
        this.#port = null;
        this.#isBusy = false;
        this.#run?.session.stopDepth();
        this.#keepColors();
    }

    /** Maps are made of a run's images; null for none. */
    follow(run) {
        this.#run = run;
        if (this.isOpen) run?.session.startDepth();
        this.#keepColors();
    }

    /** The run keeps the colours of its images while surfaces are made of them. */
    #keepColors() {
        if (!this.#run) return;
        if (!this.isOpen || !this.#wishes.hasMesh) this.#run.colors = null;
        else this.#run.colors ??= new ImageColors();
    }

    /** Sends the run's keyframe, if there is one and the worker is free. */
    offer() {
        if (!this.#port || this.#isBusy || !this.#run) return;
        const taken = this.#run.session.takeDepthKeyframe();
        if (!taken) return;
        const keyframe = this.#run.colors?.colored(taken) ?? taken;
        this.#isBusy = true;
        const timestampNanoseconds = new BigInt64Array(keyframe.buffer, 8 * depthKeyframeFields.timestampNanoseconds, 1)[0];
        const { generation } = this.#run;
        this.#port.postMessage({ generation, keyframe, timestampNanoseconds, ...this.#wishes }, [keyframe.buffer]);
    }

    #receive({ generation, estimate, mesh, milliseconds, megabytes, fault }) {
        this.#isBusy = false;
        const run = this.#run;
        if (run?.generation !== generation) return;
        if (fault) {
            this.close();
            this.#report({ kind: "failed", generation, message: fault });
        }
        // Also that of an earlier world: the page keeps the surfaces.
        if (mesh) this.#report({ kind: "mesh", generation, update: mesh }, [mesh.buffer]);
        if (estimate && run.session.setDepthMap(estimate)) {
            const map = run.session.depthMap(estimate);
            if (map) this.#report({ kind: "depth", generation, map: { ...map, milliseconds, megabytes } }, [estimate.buffer]);
        }
        this.offer();
    }
}
