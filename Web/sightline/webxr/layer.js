// XRWebGLLayer (WebXR §11), XRWebGLBinding and XRCamera (Raw Camera Access). A layer's framebuffer is the page's own
// canvas (null), which is shown over the camera's image: nothing is copied.

import { depthOf, XRWebGLDepthInformation } from "./depth.js";
import { XRView, XRViewport } from "./frame.js";
import { drawReflection, XRLightProbe } from "./light.js";
import { argument, claim, dictionary, expose, fault, finite, hold, interfaces, make, stateOf } from "./interfaces.js";

/** The maximum number of pixels per side of a view, and with a page's scale factor. */
const longestSide = 1920;
const longestScaledSide = 4096;

export class XRLayer extends EventTarget {
    constructor() {
        super();
        if (new.target === XRLayer) throw new TypeError("Illegal constructor");
    }
}
expose(XRLayer);

const compatible = new WeakSet();

/** Counts a context as compatible, until it is lost (WebXR §11.4). */
function makeCompatible(context) {
    if (compatible.has(context)) return;
    compatible.add(context);
    context.canvas.addEventListener("webglcontextlost", () => compatible.delete(context), { once: true, capture: true });
}

/** Makes contexts compatible (WebXR §11.4): ours always are. Returns a function that removes it. */
export function installCompatibility() {
    const undo = [];
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, attributes, ...more) {
        // A session shows the camera through the canvas, so a context for one needs alpha.
        const isMeant = attributes?.xrCompatible === true && /webgl/.test(kind);
        const context = getContext.call(this, kind, isMeant ? { ...attributes, xrCompatible: false, alpha: true } : attributes, ...more);
        if (isMeant && context) makeCompatible(context);
        return context;
    };
    undo.push(() => { HTMLCanvasElement.prototype.getContext = getContext; });
    for (const Context of contexts()) {
        const { getContextAttributes } = Context.prototype;
        Context.prototype.getContextAttributes = function () {
            const attributes = getContextAttributes.call(this);
            return attributes && { ...attributes, xrCompatible: compatible.has(this) };
        };
        undo.push(() => { Context.prototype.getContextAttributes = getContextAttributes; });
        const old = Object.getOwnPropertyDescriptor(Context.prototype, "makeXRCompatible");
        Object.defineProperty(Context.prototype, "makeXRCompatible", {
            configurable: true, enumerable: true, writable: true,
            async value() {
                if (this.isContextLost()) throw fault("InvalidStateError", "The WebGL context is lost.");
                makeCompatible(this);
            },
        });
        undo.push(() => (old ? Object.defineProperty(Context.prototype, "makeXRCompatible", old) : delete Context.prototype.makeXRCompatible));
    }
    return () => undo.forEach((act) => act());
}

const contexts = () => [globalThis.WebGLRenderingContext, globalThis.WebGL2RenderingContext].filter(Boolean);

/** Checks the session and context of layers and bindings; returns the session's state. */
function demandUsable(session, context) {
    const state = argument(session, interfaces.XRSession);
    if (!contexts().some((Context) => context instanceof Context)) throw new TypeError("The argument is no WebGL context.");
    if (state.isEnded) throw fault("InvalidStateError", "The session is over.");
    if (context.isContextLost()) throw fault("InvalidStateError", "The WebGL context is lost.");
    if (state.mode !== "inline" && !compatible.has(context)) {
        throw fault("InvalidStateError", "The WebGL context is not XR compatible: call makeXRCompatible() first.");
    }
    return state;
}

export class XRWebGLLayer extends XRLayer {
    constructor(session, context, layerInit = {}) {
        super();
        const { ignoreDepthValues = false, framebufferScaleFactor = 1 } = dictionary(layerInit);
        const factor = finite(framebufferScaleFactor);
        const isImmersive = demandUsable(session, context).mode !== "inline";
        if (isImmersive && !(context.canvas instanceof HTMLElement)) {
            throw fault("OperationError", "A session is shown by a canvas of the page: an OffscreenCanvas cannot be.");
        }
        hold(this, { session, context, ignoreDepthValues: isImmersive || Boolean(ignoreDepthValues) });
        if (isImmersive) fit(session, context, factor);
    }

    static getNativeFramebufferScaleFactor(session) {
        return argument(session, interfaces.XRSession).isEnded ? 0 : 1;
    }

    get antialias() { return Boolean(stateOf(this).context.getContextAttributes()?.antialias); }
    get ignoreDepthValues() { return stateOf(this).ignoreDepthValues; }
    get fixedFoveation() { return null; }
    set fixedFoveation(_) { stateOf(this); }
    get framebuffer() { stateOf(this); return null; }
    get framebufferWidth() { return stateOf(this).context.drawingBufferWidth; }
    get framebufferHeight() { return stateOf(this).context.drawingBufferHeight; }

    getViewport(view) {
        const state = argument(view, XRView);
        if (state.session !== stateOf(this).session) throw fault("InvalidStateError", "The view is of another session.");
        if (!stateOf(state.frame).isActive) throw fault("InvalidStateError", "The view's XRFrame is over.");
        return make(XRViewport, { x: 0, y: 0, width: this.framebufferWidth, height: this.framebufferHeight });
    }
}
expose(XRWebGLLayer);

/** The canvas of a layer, and the context. */
export const contextOf = (layer) => stateOf(layer).context;

/** Gives the page's canvas one pixel per screen pixel, up to a limit, until the session ends. */
function fit(session, context, factor) {
    const { stage } = stateOf(session);
    const [width, height] = stage.size;
    const longest = Math.max(width, height);
    const ratio = Math.min(Math.min(devicePixelRatio, longestSide / longest) * factor, longestScaledSide / longest);
    const { canvas } = context;
    stage.resize(canvas, ...[width, height].map((side) => Math.max(1, Math.round(side * ratio))));
    if (!context.getContextAttributes()?.alpha) {
        console.warn("The canvas of this XR session has no alpha, so it hides the camera: make its context with { alpha: true }, or with { xrCompatible: true }.");
    }
}

export class XRCamera {
    constructor() {
        claim(this);
    }

    get width() { return stateOf(this).width; }
    get height() { return stateOf(this).height; }
}
expose(XRCamera);

export class XRWebGLBinding {
    constructor(session, context) {
        if (demandUsable(session, context).mode === "inline") throw fault("InvalidStateError", "Inline sessions have no binding.");
        hold(this, { session, context, texture: null, view: null, crop: document.createElement("canvas"), depth: { texture: null, values: null } });
    }

    /**
     * Raw Camera Access §5: the part of the camera's image in the view, the first row at the bottom, as in textures.
     */
    getCameraImage(camera) {
        const state = stateOf(this);
        const { session, frame } = argument(camera, XRCamera);
        const { isActive, view } = stateOf(frame);
        if (session !== state.session) throw fault("InvalidStateError", "The camera is of another session.");
        if (!isActive) throw fault("InvalidStateError", "The camera's XRFrame is over.");
        if (state.view !== view) upload(state, stateOf(session).stage, camera);
        state.view = view;
        return state.texture;
    }

    /** Depth Sensing, "XRWebGLDepthInformation": obtain WebGL depth information. The first row is at the top. */
    getDepthInformation(view) {
        const { session, context, depth } = stateOf(this);
        const { frame } = argument(view, XRView);
        if (stateOf(frame).session !== session) throw fault("InvalidStateError", "The view is of another session.");
        const configuration = stateOf(session).depth;
        if (!configuration) throw fault("NotSupportedError", "The session was made without the feature depth-sensing.");
        if (configuration.usage !== "gpu-optimized") throw fault("InvalidStateError", "This session's depth is for the processor: ask its XRFrame.");
        if (!stateOf(frame).isActive || !stateOf(frame).isAnimation) throw fault("InvalidStateError", "The view's XRFrame is over, or none of requestAnimationFrame.");
        const known = depthOf(frame, view);
        if (!known) return null;
        uploadDepth(context, depth, known, configuration.format);
        return make(XRWebGLDepthInformation, { ...known, texture: depth.texture });
    }

    /**
     * Lighting Estimation §5: a cube map from the camera's images, in the axes of the probe's space; null before the
     * first image.
     */
    getReflectionCubeMap(lightProbe) {
        const { context, session } = stateOf(this);
        const { session: owner } = argument(lightProbe, XRLightProbe);
        if (context.isContextLost()) throw fault("InvalidStateError", "The WebGL context is lost.");
        if (stateOf(session).isEnded) throw fault("InvalidStateError", "The session is over.");
        if (owner !== session) throw fault("InvalidStateError", "The light probe is of another session.");
        return stateOf(session).light.estimate && withTexture(context, context.TEXTURE_CUBE_MAP, false, context.createTexture(), () => {
            drawReflection(context, stateOf(session).light);
        });
    }
}
expose(XRWebGLBinding);

function upload(state, { image }, { width, height }) {
    const { context: gl, crop } = state;
    Object.assign(crop, { width, height });
    const [left, top] = [(image.width - width) / 2, (image.height - height) / 2];
    crop.getContext("2d", { alpha: false }).drawImage(image, left, top, width, height, 0, 0, width, height);
    state.texture ??= gl.createTexture();
    withTexture(gl, gl.TEXTURE_2D, true, state.texture, () => gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, crop));
}

/** The texture of depths: luminance and alpha are the low and the high byte; the other formats need WebGL 2. */
function uploadDepth(gl, kept, { values, width, height }, format) {
    if (kept.values === values) return;
    const isOld = !(globalThis.WebGL2RenderingContext && gl instanceof WebGL2RenderingContext);
    if (isOld && format !== "luminance-alpha") throw fault("NotSupportedError", `Depth as ${format} needs WebGL 2.`);
    const [inside, outside, type, bytes] = {
        "luminance-alpha": [gl.LUMINANCE_ALPHA, gl.LUMINANCE_ALPHA, gl.UNSIGNED_BYTE, new Uint8Array(values.buffer)],
        float32: [gl.R32F, gl.RED, gl.FLOAT, values],
        "unsigned-short": [gl.R16UI, gl.RED_INTEGER, gl.UNSIGNED_SHORT, values],
    }[format];
    kept.values = values;
    kept.texture ??= gl.createTexture();
    withTexture(gl, gl.TEXTURE_2D, false, kept.texture, () => {
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        gl.texImage2D(gl.TEXTURE_2D, 0, inside, width, height, 0, outside, type, bytes);
    }, "NEAREST");
}

/** Fills a texture; restores the page's own bindings and unpacking state afterwards. Returns the texture. */
function withTexture(gl, target, isFlipped, texture, fill, filter = "LINEAR") {
    const bound = gl.getParameter(target === gl.TEXTURE_2D ? gl.TEXTURE_BINDING_2D : gl.TEXTURE_BINDING_CUBE_MAP);
    const buffer = gl.PIXEL_UNPACK_BUFFER ? gl.getParameter(gl.PIXEL_UNPACK_BUFFER_BINDING) : null;
    const wanted = { UNPACK_FLIP_Y_WEBGL: isFlipped, UNPACK_PREMULTIPLY_ALPHA_WEBGL: false, UNPACK_ALIGNMENT: 4, UNPACK_ROW_LENGTH: 0, UNPACK_SKIP_ROWS: 0, UNPACK_SKIP_PIXELS: 0 };
    const kept = Object.keys(wanted).filter((name) => name in gl).map((name) => [gl[name], gl.getParameter(gl[name]), wanted[name]]);
    if (buffer) gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
    for (const [name, , value] of kept) gl.pixelStorei(name, value);
    gl.bindTexture(target, texture);
    fill();
    for (const [name, value] of [["MIN_FILTER", filter], ["MAG_FILTER", filter], ["WRAP_S", "CLAMP_TO_EDGE"], ["WRAP_T", "CLAMP_TO_EDGE"]]) {
        gl.texParameteri(target, gl[`TEXTURE_${name}`], gl[value]);
    }
    gl.bindTexture(target, bound);
    for (const [name, value] of kept) gl.pixelStorei(name, value);
    if (buffer) gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, buffer);
    return texture;
}
