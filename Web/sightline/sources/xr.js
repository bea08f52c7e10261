// The browser's own tracking, WebXR `immersive-ar`, as a source of poses: its camera's images with their poses.

import { browserNoise } from "./calibration.js";

/** The longest side of the engine's images. */
const longestSide = 640;

/**
 * Whether the browser has its own tracking; whether it also delivers its camera's images is known only when it starts.
 */
export async function isXRAvailable() {
    return (await navigator.xr?.isSessionSupported("immersive-ar").catch(() => false)) ?? false;
}

/** Opens the browser's tracking: `true`, or options for `requestSession` such as `{ domOverlay: { root } }`. Call it in a tap. */
export async function openXR(wish) {
    if (!await isXRAvailable()) throw new Error("This browser has no AR of its own. Run with the camera and motion sensors instead.");
    const options = wish === true ? {} : wish;
    const required = ["local", "camera-access", ...(options.requiredFeatures ?? [])];
    try {
        const session = await navigator.xr.requestSession("immersive-ar", { ...options, requiredFeatures: required });
        return await XRSource.of(session);
    } catch (error) {
        throw new Error(`The browser's AR could not be started: ${error.message} Run with the camera and motion sensors instead.`, { cause: error });
    }
}

class XRSource {
    /** Called when the browser ends its tracking, hides it (true) or shows it again (false), or fails. */
    onend = null;
    oninterrupt = null;
    onfail = null;

    static async of(session) {
        const gl = document.createElement("canvas").getContext("webgl2", { xrCompatible: true });
        session.updateRenderState({ baseLayer: new XRWebGLLayer(session, gl) });
        return new XRSource(session, gl, await session.requestReferenceSpace("local"));
    }

    constructor(session, gl, space) {
        this.session = session;
        this.gl = gl;
        this.space = space;
        this.binding = new XRWebGLBinding(session, gl);
        this.stopped = false;
        this.reader = new TextureReader(gl);
        session.addEventListener("end", () => !this.stopped && this.onend?.());
        session.addEventListener("visibilitychange", () => this.oninterrupt?.(session.visibilityState !== "visible"));
    }

    /** The calibration of a first image's camera. */
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

    /** Calls `onimage` for each new image with its pose; `wants()` returns whether there is time for one. */
    start(wants, onimage) {
        const each = (milliseconds, frame) => {
            if (this.stopped) return;
            this.session.requestAnimationFrame(each);
            try {
                const image = wants() ? this.#image(frame) : null;
                if (image) onimage({ ...image, timestampNanoseconds: BigInt(Math.round(milliseconds * 1e6)) });
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

    /** Null while the browser has no pose, or no image for it. */
    #image(frame) {
        const view = frame.getViewerPose(this.space)?.views.find(({ camera }) => camera);
        if (!view) return null;
        const shrink = Math.min(1, longestSide / Math.max(view.camera.width, view.camera.height));
        const [width, height] = [Math.round(view.camera.width * shrink), Math.round(view.camera.height * shrink)];
        const bytes = this.reader.read(this.binding.getCameraImage(view.camera), view.camera, width, height);
        const { orientation: q, position: p } = view.transform;
        const pose = { rotation: [q.x, q.y, q.z, q.w], translation: [p.x, p.y, p.z] };
        return { bytes, width, height, pose, intrinsics: intrinsics(view.projectionMatrix, width, height) };
    }
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
