// One session of the engine: sensors as input; frames, anchors, hit tests, readings and images as output.

import { Answers } from "./answers.js";
import {
    all, anchorRecord, anchorWords, depthEstimateFields, depthMapRecord, depthMapResults, eventRecord, eventWords, featureWords, frameFields, frameRecord, hitRecord, hitTestTypes, hitWords, inertialFields,
    landmarkWords, mapResults, planeKinds, rayRecord, rayWords,
} from "../generated/records.js";

const inertialStride = 8 * inertialFields.count;

/** The hit test types of observed surfaces. */
const seenTypes = Object.keys(hitTestTypes).filter((type) => type !== "instantPlacement");
const typeBits = (types) => types.reduce((sum, type) => sum | hitTestTypes[type], 0);
const mapFaults = {
    noMap: "This is no map of a place.", unknownVersion: "The map is of another version of Sightline.", damaged: "The map is damaged.",
};

/** One tracking session of the engine; `Engine.createSession` makes it. */
export class EngineSession {
    constructor(exports, gl, handle) {
        this.exports = exports;
        this.gl = gl;
        this.handle = handle;
        this.answers = new Answers(exports, handle);
        this.samples = { address: 0, capacity: 0 };
    }

    /** Adds inertial samples: timestamps in nanoseconds (BigInt64Array) and six floats each (rad/s, m/s²). */
    addInertial(timestamps, values, from = 0, to = timestamps.length) {
        const count = to - from;
        if (count <= 0) return;
        this.#reserveSamples(count);
        const view = new DataView(this.exports.memory.buffer, this.samples.address);
        for (let i = 0; i < count; i++) {
            view.setBigInt64(i * inertialStride, timestamps[from + i], true);
            for (let k = 0; k < 6; k++) view.setFloat64(i * inertialStride + 8 + 8 * k, values[6 * (from + i) + k], true);
        }
        this.exports.sightline_session_add_inertial(this.handle, this.samples.address, count);
    }

    #reserveSamples(count) {
        if (count <= this.samples.capacity) return;
        if (this.samples.address) this.exports.sightline_free(this.samples.address);
        this.samples = { address: this.exports.sightline_allocate(count * inertialStride), capacity: count };
    }

    /** Adds an image: gray with one byte per pixel, or red, green, blue, alpha with four. */
    addImage(bytes, width, height, timestampNanoseconds) {
        this.lendImage(bytes);
        const perPixel = bytes.length / (width * height);
        const taken = this.exports.sightline_session_add_image(this.handle, timestampNanoseconds, width, height, perPixel);
        if (!taken) throw new Error(`A picture of ${width} × ${height} pixels with ${bytes.length} bytes cannot be used.`);
    }

    /**
     * Adds an image from its camera's luma, a byte per pixel, 16…235 unless `isFullRange`; `factor` × `factor` of them
     * make a pixel.
     */
    addLuma({ width, height, luma, isFullRange }, factor, timestampNanoseconds) {
        this.lendImage(luma);
        const taken = this.exports.sightline_session_add_luma(this.handle, timestampNanoseconds, width, height, factor, isFullRange ? 1 : 0);
        if (!taken) throw new Error(`A camera's picture of ${width} × ${height} pixels cannot be used.`);
    }

    /** From now on `addPosedImage` supplies poses with the images; inertial samples are not used. */
    useOutsidePoses() {
        this.exports.sightline_session_use_outside_poses(this.handle);
    }

    /**
     * Adds an image with its camera's pose `worldFromCamera` (`{ rotation, translation }`; +Y up, −Z forward);
     * `intrinsics` are focal lengths and principal point in pixels.
     */
    addPosedImage(bytes, width, height, timestampNanoseconds, { rotation, translation }, intrinsics) {
        this.lendImage(bytes);
        const numbers = new Uint8Array(Float64Array.of(...rotation, ...translation, ...intrinsics).buffer);
        const perPixel = bytes.length / (width * height);
        const taken = this.answers.withBytes(numbers, (address) =>
            this.exports.sightline_session_add_posed_image(this.handle, timestampNanoseconds, width, height, perPixel, address));
        if (!taken) throw new Error(`A picture of ${width} × ${height} pixels with ${bytes.length} bytes and this pose cannot be used.`);
    }

    /**
     * Adds a pose without an image, of a camera with a size and `intrinsics` as for `addPosedImage`. `surfaces` are those that the source's
     * own tracking knows now, `{ number, pose, outline }` with the outline as `[x, z]` in the pose's axes (+Y along the normal); null if nothing is new.
     */
    addPose(width, height, timestampNanoseconds, { rotation, translation }, intrinsics, surfaces) {
        const flat = surfaces?.flatMap(({ number, pose, outline }) => [number, ...pose.rotation, ...pose.translation, outline.length, ...outline.flat()]) ?? [];
        const numbers = Float64Array.of(...rotation, ...translation, ...intrinsics, ...flat);
        const first = numbers.BYTES_PER_ELEMENT * (numbers.length - flat.length);
        const taken = this.answers.withBytes(new Uint8Array(numbers.buffer), (address) => this.exports.sightline_session_add_pose(
            this.handle, timestampNanoseconds, width, height, address, address + first, surfaces ? flat.length : -1));
        if (!taken) throw new Error("The browser's tracking gave a pose or a surface that cannot be used.");
    }

    /** From now on the tools aim along a ray of the world, `{ origin, direction }`; null: through the image again. */
    pointAlong(ray) {
        if (!ray) return this.exports.sightline_session_stop_pointing(this.handle);
        if (!this.exports.sightline_session_point(this.handle, ...ray.origin, ...ray.direction)) throw new TypeError("A ray needs a finite origin and a direction that is not 0.");
    }

    /** Writes an image into the engine's image memory. */
    lendImage(bytes) {
        const memory = this.exports.sightline_session_image_memory(this.handle, bytes.length);
        new Uint8Array(this.exports.memory.buffer, memory, bytes.length).set(bytes);
    }

    /** The current map, with the user's anchors: bytes for `loadMap`. */
    saveMap() {
        return this.answers.bytes(this.exports.sightline_session_save_map(this.handle));
    }

    /**
     * Starts in a saved map, before the first image: relocalises in it, and restores its anchors when it is recognised.
     */
    loadMap(bytes) {
        const result = mapResults[this.answers.withBytes(bytes, (...lent) => this.exports.sightline_session_load_map(this.handle, ...lent))];
        if (result !== "done") throw new Error(mapFaults[result]);
    }

    /** Processes the oldest image that inertial samples cover; null if none waits. */
    nextFrame() {
        const address = this.exports.sightline_session_next_frame(this.handle);
        return address === 0 ? null : this.#frame(address);
    }

    /** The end of the recording: waiting images may be processed with the available samples. */
    finish() {
        this.exports.sightline_session_finish(this.handle);
    }

    /** The camera is interrupted (true) or available again (false): another tab, a call, the app in the background. */
    interrupt(isInterrupted) {
        this.exports.sightline_session_interrupt(this.handle, isInterrupted ? 1 : 0);
    }

    /**
     * Changes the configuration from now on; missing members have their defaults. `planeDetection` lists the planes
     * to detect (existing ones remain), `keepsAnchorsOverRestart` is whether anchors remain after a restart,
     * `remembersPlace` whether a map is kept for relocalisation, `relocalizationTimeout` the time limit of
     * relocalisation before a restart, seconds, `interruptionAfter` the longest gap between images, seconds.
     */
    configure({
        planeDetection = Object.keys(planeKinds), keepsAnchorsOverRestart = false, remembersPlace = true, relocalizationTimeout = 10,
        interruptionAfter = 0.5,
    } = {}) {
        const unknown = planeDetection.find((kind) => !(kind in planeKinds));
        if (unknown !== undefined) throw new TypeError(`planeDetection: "${unknown}" is none of ${Object.keys(planeKinds).join(", ")}.`);
        const planes = planeDetection.reduce((sum, kind) => sum | planeKinds[kind], 0);
        const isTaken = this.exports.sightline_session_configure(
            this.handle, planes, keepsAnchorsOverRestart ? 1 : 0, remembersPlace ? 1 : 0, relocalizationTimeout, interruptionAfter);
        if (!isTaken) throw new TypeError("relocalizationTimeout must be seconds from 0, interruptionAfter seconds above 0.");
    }

    /** Restarts the session in a new world, without the user's anchors if `removesAnchors`. */
    restart({ removesAnchors = false } = {}) {
        this.exports.sightline_session_restart(this.handle, removesAnchors ? 1 : 0);
    }

    /** Chooses keyframes for depth maps from now on. */
    startDepth() {
        this.exports.sightline_session_start_depth(this.handle);
    }

    /** Chooses none any more; the last map stays. */
    stopDepth() {
        this.exports.sightline_session_stop_depth(this.handle);
    }

    /** The newest image that is far enough from the last keyframe taken, for `DepthEngine.add`; null if there is none. */
    takeDepthKeyframe() {
        const bytes = this.answers.bytes(this.exports.sightline_session_take_depth_keyframe(this.handle));
        return bytes.length === 0 ? null : bytes;
    }

    /** Takes a map of `DepthEngine.estimate` for hit tests of the type `depth`; false if it is of an earlier world. */
    setDepthMap(estimate) {
        const result = depthMapResults[this.answers.withBytes(estimate, (...lent) => this.exports.sightline_session_set_depth_map(this.handle, ...lent))];
        if (result === "damaged") throw new Error("This is no depth map.");
        return result === "done";
    }

    /** The last depth map in the world as it is now; null if there is none. Its numbers lie in `estimate`, if that is given. */
    depthMap(estimate = null) {
        const address = this.exports.sightline_session_depth_map(this.handle);
        const bytes = this.answers.bytes(address);
        if (bytes.length === 0) return null;
        const map = depthMapRecord(new Float64Array(bytes.buffer));
        const [start, count] = [8 * depthEstimateFields.count, map.width * map.height];
        if (estimate) {
            map.depth = new Float32Array(estimate.buffer, start, count);
            map.sigma = new Float32Array(estimate.buffer, start + 4 * count, count);
        }
        return map;
    }

    /** Opens the view on a canvas, of the page or off-screen. */
    openView(canvas) {
        this.gl.useCanvas(canvas);
        if (!this.exports.sightline_view_open(this.handle)) throw new Error("This browser cannot draw here: WebGL 2 is missing or switched off.");
    }

    /** Sets the samples per pixel that smooth the view's edges, 1 for no smoothing. */
    setSamples(samples) {
        this.exports.sightline_view_smooth(this.handle, samples);
    }

    /** Whether the last depth map hides what stands behind its surfaces in the view. */
    setOcclusion(isWanted) {
        this.exports.sightline_view_hide_behind_surroundings(this.handle, isWanted ? 1 : 0);
    }

    /**
     * Draws the last frame into the view. `texture` is a name of `WebGLImports.addTexture` with the frame's image, 0
     * for the engine's gray one; `turn` clockwise rotations by 90°, `isWhole` shows the whole image instead of filling
     * the view, `parts` the sum of `viewParts`.
     */
    drawView(texture, width, height, { turn = 0, isWhole = false, parts }) {
        return this.exports.sightline_view_draw(this.handle, texture, width, height, turn, isWhole ? 1 : 0, parts) === 1;
    }

    /**
     * The planes (I420, BT.601) of the last added image of red, green, blue, alpha, valid until the next engine call;
     * null for odd sides.
     */
    planesOfColors(width, height) {
        const address = this.exports.sightline_view_planes_of_colors(this.handle, width, height);
        return address === 0 ? null : new Uint8Array(this.exports.memory.buffer, address, (width * height * 3) / 2);
    }

    /**
     * Draws the last frame over its image (`CameraPlanes`) without a canvas: the bytes of a planar image (I420) of
     * this width, with `top` rows for the caller above the view, valid until the next engine call; null if the scene
     * needs a GPU.
     */
    composeView(planes, width, height, top, parts) {
        if (planes.coding === null) return null;
        this.lendImage(planes.bytes);
        const address = this.exports.sightline_view_compose(this.handle, planes.coding, planes.width, planes.height, width, height, top, parts);
        return address === 0 ? null : new Uint8Array(this.exports.memory.buffer, address, (width * (height + top) * 3) / 2);
    }

    /**
     * The image's pixel at a position of the view, (0, 0) top left, (1, 1) bottom right; null before the first image
     * was drawn.
     */
    pixelAt(x, y) {
        const [px, py] = this.answers.numbers(this.exports.sightline_view_pixel(this.handle, x, y));
        return px === undefined ? null : [px, py];
    }

    free() {
        if (this.samples.address) this.exports.sightline_free(this.samples.address);
        this.exports.sightline_session_free(this.handle);
        this.handle = 0;
    }

    #frame(address) {
        const words = new Float64Array(this.exports.memory.buffer, address, frameFields.count);
        const counts = {
            features: words[frameFields.featureCount], landmarks: words[frameFields.landmarkCount], anchors: words[frameFields.anchorCount],
            events: words[frameFields.eventCount],
        };
        const frame = frameRecord(words);
        frame.features = this.#points("features", counts.features, featureWords);
        frame.landmarks = this.#points("landmarks", counts.landmarks, landmarkWords);
        frame.anchors = this.#anchors(counts.anchors);
        frame.events = all(this.#numbers("events", counts.events * eventWords), eventWords, eventRecord);
        frame.rays = this.#rays();
        frame.depth = this.depthMap();
        return frame;
    }

    #numbers(kind, count) {
        const address = this.exports[`sightline_session_${kind}`](this.handle);
        return new Float64Array(this.exports.memory.buffer, address, count);
    }

    #anchors(count) {
        const anchors = all(this.#numbers("anchors", count * anchorWords), anchorWords, anchorRecord);
        return anchors.map(({ identifier, worldFromAnchor, kind, ...plane }) => (
            { identifier, worldFromAnchor, plane: kind === "place" ? null : this.#plane(kind, plane) }
        ));
    }

    #plane(alignment, { boundaryStart, boundaryCount, ...figures }) {
        const boundary = this.#numbers("boundaries", 2 * (boundaryStart + boundaryCount)).slice(2 * boundaryStart);
        return { alignment, ...figures, boundary };
    }

    /** The tracked rays, oldest first. */
    #rays() {
        const count = this.exports.sightline_session_write_rays(this.handle);
        if (count === 0) return [];
        return all(this.#numbers("rays", count * rayWords), rayWords, rayRecord);
    }

    /**
     * The hits at a pixel of the last frame, nearest first; `types` are names of `hitTestTypes`, by default all of
     * observed surfaces.
     */
    hitTest(x, y, types = seenTypes) {
        const count = this.exports.sightline_session_hit_test(this.handle, x, y, typeBits(types));
        return all(this.#numbers("hits", count * hitWords), hitWords, hitRecord);
    }

    /**
     * Tracks the ray through a pixel of the last frame: `frame.rays` has its current hit, and an event `rayUpdated`
     * reports a change. Returns the ray with its identifier; null if there is no pose, or 64 rays are tracked already.
     */
    trackRay(x, y, types = Object.keys(hitTestTypes)) {
        const identifier = this.exports.sightline_session_track_ray(this.handle, x, y, typeBits(types));
        return identifier === 0 ? null : this.#rays().find((ray) => ray.identifier === identifier);
    }

    /** Stops tracking a ray; returns whether there was one. */
    stopRay(identifier) {
        return this.exports.sightline_session_stop_ray(this.handle, identifier) === 1;
    }

    /** Adds an anchor at a hit of the last hit test (by index) or at a pose; returns its identifier. */
    addAnchor({ hit = null, pose = null }) {
        const { exports } = this;
        if (hit !== null) return exports.sightline_session_add_anchor_at_hit(this.handle, hit) || null;
        const memory = exports.sightline_allocate(56);
        new Float64Array(exports.memory.buffer, memory, 7).set([...pose.rotation, ...pose.translation]);
        const identifier = exports.sightline_session_add_anchor(this.handle, memory);
        exports.sightline_free(memory);
        return identifier || null;
    }

    removeAnchor(identifier) {
        return this.exports.sightline_session_remove_anchor(this.handle, identifier) === 1;
    }

    /**
     * Copies `count` records of `words` 32-bit words; integers among them are read through `new
     * Int32Array(array.buffer)`.
     */
    #points(kind, count, words) {
        if (count === 0) return new Float32Array(0);
        const address = this.exports[`sightline_session_${kind}`](this.handle);
        return new Float32Array(this.exports.memory.buffer, address, count * words).slice();
    }
}
