// Sightline's tracking as a camera pipeline module under the names that 8th Wall's documentation publishes for `XrController` (module `reality`): an
// engine that runs such modules gets world tracking from `XrController.pipelineModule()`. Written from that documentation alone.

import { Session } from "./sightline.js";
import { projectionMatrix } from "./core/projection.js";
import { landmarksOf } from "./webxr/device.js";
import { planeHits, pointHits } from "./webxr/ray-hits.js";
import { compose, identity, invert, rotate, rotationBetween, transformPoint, unit } from "./webxr/transform.js";

const up = [0, 1, 0];
const usualOptions = { disableWorldTracking: false, enableLighting: false, enableWorldPoints: false, scale: "absolute" };
/** The published names of what a hit met. */
const hitNames = { plane: "DETECTED_SURFACE", point: "FEATURE_POINT" };

const pointOf = ([x, y, z]) => ({ x, y, z });
const turnOf = ([x, y, z, w]) => ({ x, y, z, w });

export class SightlineXrController {
    #options = { ...usualOptions };
    #session = null;
    #dispatch = () => {};
    #image = [640, 480];
    #told = "";
    #isReady = false;
    #sceneFromWorld = null;
    #origin = identity;
    #camera = { pixelRectWidth: 640, pixelRectHeight: 480, nearClipPlane: 0.01, farClipPlane: 1000 };

    /**
     * Changes settings from now on: `disableWorldTracking`, `enableWorldPoints`; `scale` "absolute", because all
     * lengths here are metres.
     */
    configure(options = {}) {
        if (options.scale && options.scale !== "absolute") throw new TypeError(`The scale "${options.scale}" is not offered: lengths are metres ("absolute").`);
        Object.assign(this.#options, options);
    }

    /** Sets the camera's initial position, its direction (about the vertical alone), and its projection. */
    updateCameraProjectionMatrix({ origin, facing, cam } = {}) {
        const { rotation, translation } = this.#origin;
        this.#origin = {
            translation: origin ? [origin.x, origin.y, origin.z] : translation,
            rotation: facing ? levelled([facing.x, facing.y, facing.z, facing.w]) : rotation,
        };
        Object.assign(this.#camera, cam);
    }

    /** Moves the camera back to its origin at its present pose. */
    recenter() {
        this.#sceneFromWorld = null;
    }

    /**
     * The hits of a ray through a position of the view, (0, 0) top left, (1, 1) bottom right, the nearest first: `{
     * type, position, rotation, distance }`, metres in the scene. `includedTypes` are published names.
     */
    hitTest(x, y, includedTypes = []) {
        const frame = this.#session?.frame;
        if (!frame?.worldFromCamera || !this.#sceneFromWorld) return [];
        const projection = this.#projection(frame);
        const along = unit([(2 * x - 1 + projection[8]) / projection[0], (1 - 2 * y + projection[9]) / projection[5], -1]);
        const ray = { origin: frame.worldFromCamera.translation, direction: rotate(frame.worldFromCamera.rotation, along) };
        return [...planeHits(frame, ray), ...pointHits({ frame, landmarks: () => landmarksOf(frame) }, ray)]
            .map((hit) => ({
                type: hitNames[hit.type], distance: hit.distance, position: pointOf(transformPoint(this.#sceneFromWorld, hit.point)),
                rotation: turnOf(compose(this.#sceneFromWorld, { rotation: rotationBetween(up, hit.normal), translation: hit.point }).rotation),
            }))
            .filter(({ type }) => includedTypes.length === 0 || includedTypes.includes(type))
            .sort((a, b) => a.distance - b.distance);
    }

    /** The module, for `addCameraPipelineModule`. */
    pipelineModule() {
        return {
            name: "reality",
            onAttach: ({ framework }) => { this.#dispatch = (name, detail) => framework.dispatchEvent(name, detail); },
            onCameraStatusChange: ({ status, stream }) => {
                if (status === "hasStream") return this.#start(stream);
                if (status === "failed") this.#stop();
            },
            onCanvasSizeChange: ({ canvasWidth, canvasHeight }) => Object.assign(this.#camera, { pixelRectWidth: canvasWidth, pixelRectHeight: canvasHeight }),
            onProcessCpu: () => this.#reality(),
            onDetach: () => this.#stop(),
        };
    }

    #start(stream) {
        this.#stop();
        const session = this.#session = new Session();
        session.onopen = ({ calibration: { width, height } }) => { this.#image = [width, height]; };
        session.onerror = (error) => this.#notify("NOT_AVAILABLE", error.code ?? "UNSPECIFIED");
        return session.run({ camera: stream, motion: true });
    }

    #stop() {
        this.#session?.stop();
        this.#session = null;
        this.#sceneFromWorld = null;
        this.#isReady = false;
        this.#told = "";
    }

    /** The data of the newest frame; null before the first pose. */
    #reality() {
        const frame = this.#session?.frame;
        if (!frame || this.#options.disableWorldTracking) return null;
        const isNormal = frame.trackingState === "normal";
        this.#notify(isNormal ? "NORMAL" : "LIMITED", isNormal ? "UNSPECIFIED" : reasonOf(frame.trackingLimit));
        if (!frame.worldFromCamera) return null;
        this.#sceneFromWorld ??= compose(this.#origin, invert({ ...frame.worldFromCamera, rotation: levelled(frame.worldFromCamera.rotation) }));
        if (!this.#isReady) this.#dispatch("realityready", {});
        this.#isReady = true;
        const { rotation, translation } = compose(this.#sceneFromWorld, frame.worldFromCamera);
        return {
            rotation: turnOf(rotation), position: pointOf(translation), intrinsics: this.#projection(frame),
            trackingStatus: isNormal ? "NORMAL" : "LIMITED", trackingReason: isNormal ? "UNSPECIFIED" : reasonOf(frame.trackingLimit),
            worldPoints: this.#options.enableWorldPoints ? this.#points(frame) : [],
        };
    }

    #points(frame) {
        return landmarksOf(frame).map(({ identifier, point, sigma }) => ({ id: identifier, confidence: 1 / (1 + sigma), position: pointOf(transformPoint(this.#sceneFromWorld, point)) }));
    }

    #projection(frame) {
        const { pixelRectWidth, pixelRectHeight, nearClipPlane, farClipPlane } = this.#camera;
        return projectionMatrix(frame, { image: this.#image, view: [pixelRectWidth, pixelRectHeight], near: nearClipPlane, far: farClipPlane });
    }

    #notify(status, reason) {
        if (this.#told === status + reason) return;
        this.#told = status + reason;
        this.#dispatch("trackingstatus", { status, reason });
    }
}

const reasonOf = (limit) => ({ initializing: "INITIALIZING", relocalizing: "RELOCALIZING", excessiveMotion: "TOO_MUCH_MOTION", insufficientFeatures: "NOT_ENOUGH_TEXTURE" })[limit] ?? "UNSPECIFIED";

/** The part of a rotation about the vertical. */
function levelled([, y, , w]) {
    const length = Math.hypot(y, w);
    return length > 1e-6 ? [0, y / length, 0, w / length] : [0, 0, 0, 1];
}

/** The controller that pages use. */
export const XrController = new SightlineXrController();
