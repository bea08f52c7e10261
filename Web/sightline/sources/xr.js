// The browser's own tracking, WebXR `immersive-ar`, as a source of poses: its camera's images with their poses, or, from browsers
// that keep the images to themselves as headsets do, poses and the surfaces that their tracking found.

import { inverse, product } from "../core/rigid.js";
import { browserNoise } from "./calibration.js";

/** The longest side of the engine's images. */
const longestSide = 640;

/**
 * Whether the browser has its own tracking; whether it also delivers its camera's images is known only when it starts.
 */
export async function isXRAvailable() {
    return (await navigator.xr?.isSessionSupported("immersive-ar").catch(() => false)) ?? false;
}

/**
 * Opens the browser's tracking: `true`, or options for `requestSession` such as `{ domOverlay: { root } }`; `images: false` does without the
 * camera's images, `onstart(xr)` is called once it is open. Call it in a tap.
 */
export async function openXR(wish) {
    if (!await isXRAvailable()) throw new Error("This browser has no AR of its own. Run with the camera and motion sensors instead.");
    const { images = true, onstart = null, ...options } = wish === true ? {} : wish;
    const requiredFeatures = ["local", ...(options.requiredFeatures ?? [])];
    const optionalFeatures = [...(images ? ["camera-access"] : []), "plane-detection", ...(options.optionalFeatures ?? [])];
    let session = null;
    try {
        session = await navigator.xr.requestSession("immersive-ar", { ...options, requiredFeatures, optionalFeatures });
        const source = await XRSource.of(session, images);
        onstart?.(source);
        return source;
    } catch (error) {
        session?.end().catch(() => {});
        throw new Error(`The browser's AR could not be started: ${error.message} Run with the camera and motion sensors instead.`, { cause: error });
    }
}

class XRSource {
    /** Called when the browser ends its tracking, hides it (true) or shows it again (false), or fails. */
    onend = null;
    oninterrupt = null;
    onfail = null;
    /** Called with each XR frame and the viewer's pose in it, to draw into `layer`. */
    ondraw = null;
    /** The engine's world from the reference space; null before the engine's first frame. */
    worldFromSpace = null;
    /** The surfaces that the browser's tracking found; null if it gives its camera's images. */
    surfaces = null;
    #hasImages;
    #binding = null;
    #reader = null;
    /** Surfaces that the engine has not received yet. */
    #fresh = null;
    /** The viewer's poses that the engine has not answered yet, by their timestamps. */
    #sent = new Map();

    static async of(session, images) {
        const gl = document.createElement("canvas").getContext("webgl2", { xrCompatible: true });
        if (!gl) throw new Error("WebGL 2 is missing or switched off.");
        const layer = new XRWebGLLayer(session, gl);
        session.updateRenderState({ baseLayer: layer });
        const source = new XRSource(session, gl, layer, await session.requestReferenceSpace("local"));
        await source.#choose(images && (session.enabledFeatures?.includes("camera-access") ?? null));
        return source;
    }

    constructor(session, gl, layer, space) {
        this.session = session;
        this.gl = gl;
        this.layer = layer;
        this.space = space;
        this.stopped = false;
        session.addEventListener("end", () => !this.stopped && this.onend?.());
        session.addEventListener("visibilitychange", () => this.oninterrupt?.(session.visibilityState !== "visible"));
    }

    /** Whether there are images of the camera; null if only the first frame shows that. What reads surfaces is loaded unless there are. */
    async #choose(hasImages) {
        this.#hasImages = hasImages;
        if (hasImages) return;
        const { XRSurfaces } = await import("../headset/xr-surfaces.js");
        this.surfaces = new XRSurfaces();
    }

    /** The calibration of a first image's camera; without images, that of the viewer's pose. */
    calibration({ width, height, intrinsics: [fx, fy, cx, cy] }) {
        return {
            width,
            height,
            focalLength: [fx, fy],
            principalPoint: [cx, cy],
            distortion: { kind: "none" },
            bodyFromOptical: { rotation: [0, 0, 0, 1], translation: [0, 0, 0] },
            timeOffset: 0,
            readoutTime: 0,
            noise: browserNoise,
            isGuess: false,
            hasPoses: true,
        };
    }

    /**
     * Calls `onimage` for each new image with its pose, or for each pose with `bytes` null and the surfaces; `wants()` returns whether there is
     * time for one.
     */
    start(wants, onimage) {
        const each = (milliseconds, frame) => {
            if (this.stopped) return;
            this.session.requestAnimationFrame(each);
            try {
                this.#take(milliseconds, frame, wants, onimage);
            } catch (error) {
                this.onfail?.(error);
            }
        };
        this.session.requestAnimationFrame(each);
    }

    stop() {
        this.stopped = true;
        this.session.end().catch(() => {});
    }

    /** The engine's frame of a viewer's pose determines where the engine's world lies. */
    takeFrame({ timestampNanoseconds, worldFromCamera }) {
        const spaceFromCamera = this.#sent.get(timestampNanoseconds);
        for (const stamp of this.#sent.keys()) if (stamp <= timestampNanoseconds) this.#sent.delete(stamp);
        if (spaceFromCamera && worldFromCamera) this.worldFromSpace = product(worldFromCamera, inverse(spaceFromCamera));
    }

    #take(milliseconds, frame, wants, onimage) {
        const viewer = frame.getViewerPose(this.space);
        if (!viewer) return;
        this.#hasImages ??= viewer.views.some(({ camera }) => camera);
        if (this.surfaces && !this.#hasImages) this.#fresh = this.surfaces.read(frame, this.space, milliseconds) ?? this.#fresh;
        this.ondraw?.(frame, viewer);
        const image = wants() ? (this.#hasImages ? this.#image(viewer) : this.#pose(viewer)) : null;
        if (!image) return;
        const timestampNanoseconds = BigInt(Math.round(milliseconds * 1e6));
        this.#sent.set(timestampNanoseconds, image.pose);
        onimage({ ...image, timestampNanoseconds });
    }

    /** The viewer's pose, with a lens as wide as the first view. */
    #pose({ transform, views }) {
        const [p] = views.map(({ projectionMatrix }) => projectionMatrix);
        const [width, height] = [longestSide, Math.min(4096, Math.max(16, Math.round((longestSide * p[0]) / p[5])))];
        const surfaces = this.#fresh;
        this.#fresh = null;
        return { bytes: null, width, height, pose: poseOf(transform), intrinsics: [(p[0] * width) / 2, (p[5] * height) / 2, width / 2, height / 2], surfaces };
    }

    /** Null while the browser has no image for the pose. */
    #image(viewer) {
        const view = viewer.views.find(({ camera }) => camera);
        if (!view) return null;
        this.#binding ??= new XRWebGLBinding(this.session, this.gl);
        this.#reader ??= new TextureReader(this.gl);
        const shrink = Math.min(1, longestSide / Math.max(view.camera.width, view.camera.height));
        const [width, height] = [Math.round(view.camera.width * shrink), Math.round(view.camera.height * shrink)];
        const bytes = this.#reader.read(this.#binding.getCameraImage(view.camera), view.camera, width, height);
        return { bytes, width, height, pose: poseOf(view.transform), intrinsics: intrinsics(view.projectionMatrix, width, height) };
    }
}

/** A pose `{ rotation, translation }` of an XRRigidTransform. */
export function poseOf({ orientation: q, position: p }) {
    return { rotation: [q.x, q.y, q.z, q.w], translation: [p.x, p.y, p.z] };
}

/** Focal lengths and principal point, pixels from the top left, of a projection matrix that the camera's image fills. */
function intrinsics(p, width, height) {
    return [p[0] * width / 2, p[5] * height / 2, (1 - p[8]) * width / 2, (1 + p[9]) * height / 2];
}

/** Reads a texture at another size, the first row on top. */
class TextureReader {
    constructor(gl) {
        this.gl = gl;
        this.from = gl.createFramebuffer();
        this.to = gl.createFramebuffer();
        this.target = gl.createRenderbuffer();
        this.size = "";
    }

    read(texture, source, width, height) {
        const { gl } = this;
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.from);
        gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
        gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.to);
        this.#resize(width, height);
        // Textures have their first row at the bottom.
        gl.blitFramebuffer(0, 0, source.width, source.height, 0, height, width, 0, gl.COLOR_BUFFER_BIT, gl.LINEAR);
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.to);
        const bytes = new Uint8Array(width * height * 4);
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
        return bytes;
    }

    #resize(width, height) {
        const { gl } = this;
        if (this.size === `${width}×${height}`) return;
        this.size = `${width}×${height}`;
        gl.bindRenderbuffer(gl.RENDERBUFFER, this.target);
        gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
        gl.framebufferRenderbuffer(gl.DRAW_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.target);
    }
}
