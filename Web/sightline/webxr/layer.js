// XRWebGLLayer (WebXR §11), XRWebGLBinding and XRCamera (Raw Camera Access). A layer's framebuffer is the page's own canvas (null), which is shown over
// the camera's picture: nothing is copied.

import { XRViewport } from "./frame.js";
import { claim, expose, fault, hold, make, stateOf } from "./interfaces.js";

/** A view is drawn with at most so many pixels a side. */
const longestSide = 1920;

export class XRLayer extends EventTarget {
    constructor() {
        super();
        if (new.target === XRLayer) throw new TypeError("Illegal constructor");
    }
}
expose(XRLayer);

const compatible = new WeakSet();

/** Lets contexts be made compatible (WebXR §11.4): ours always can be. Gives a function that takes it back. */
export function installCompatibility() {
    const undo = [];
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, attributes, ...more) {
        // A session shows the camera through the canvas, so a context that is meant for one needs its alpha.
        const isMeant = attributes?.xrCompatible === true && /webgl/.test(kind);
        const context = getContext.call(this, kind, isMeant ? { ...attributes, xrCompatible: false, alpha: true } : attributes, ...more);
        if (isMeant && context) compatible.add(context);
        return context;
    };
    undo.push(() => { HTMLCanvasElement.prototype.getContext = getContext; });
    for (const Context of [globalThis.WebGLRenderingContext, globalThis.WebGL2RenderingContext].filter(Boolean)) {
        const old = Object.getOwnPropertyDescriptor(Context.prototype, "makeXRCompatible");
        Object.defineProperty(Context.prototype, "makeXRCompatible", {
            configurable: true, enumerable: true, writable: true,
            async value() {
                if (this.isContextLost()) throw fault("InvalidStateError", "The WebGL context is lost.");
                compatible.add(this);
            },
        });
        undo.push(() => (old ? Object.defineProperty(Context.prototype, "makeXRCompatible", old) : delete Context.prototype.makeXRCompatible));
    }
    return () => undo.forEach((act) => act());
}

export class XRWebGLLayer extends XRLayer {
    constructor(session, context, { antialias = true, ignoreDepthValues = false, framebufferScaleFactor = 1 } = {}) {
        super();
        const state = stateOf(session);
        if (state.isEnded) throw fault("InvalidStateError", "The session is over.");
        if (context.isContextLost()) throw fault("InvalidStateError", "The WebGL context is lost.");
        const isImmersive = state.mode !== "inline";
        if (isImmersive && !compatible.has(context)) throw fault("InvalidStateError", "The WebGL context is not XR compatible: call makeXRCompatible() first.");
        hold(this, { session, context, ignoreDepthValues: isImmersive || ignoreDepthValues, antialias });
        if (isImmersive) fit(session, context, framebufferScaleFactor);
    }

    static getNativeFramebufferScaleFactor(session) {
        return stateOf(session).isEnded ? 0 : 1;
    }

    get antialias() { return Boolean(stateOf(this).context.getContextAttributes()?.antialias); }
    get ignoreDepthValues() { return stateOf(this).ignoreDepthValues; }
    get fixedFoveation() { return null; }
    set fixedFoveation(_) { stateOf(this); }
    get framebuffer() { stateOf(this); return null; }
    get framebufferWidth() { return stateOf(this).context.drawingBufferWidth; }
    get framebufferHeight() { return stateOf(this).context.drawingBufferHeight; }

    getViewport(view) {
        const state = stateOf(view);
        if (state.session !== stateOf(this).session) throw fault("InvalidStateError", "The view is of another session.");
        if (!stateOf(state.frame).isActive) throw fault("InvalidStateError", "The view's XRFrame is over.");
        return make(XRViewport, { x: 0, y: 0, width: this.framebufferWidth, height: this.framebufferHeight });
    }
}
expose(XRWebGLLayer);

/** The canvas of a layer, and the context. */
export const contextOf = (layer) => stateOf(layer).context;

/** Gives the page's canvas a pixel a pixel of the screen, up to a limit. */
function fit(session, context, factor) {
    const { stage } = stateOf(session);
    const [width, height] = stage.size;
    const ratio = Math.min(devicePixelRatio, longestSide / Math.max(width, height)) * factor;
    const { canvas } = context;
    Object.assign(canvas, { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) });
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
        const state = stateOf(session);
        if (state.isEnded) throw fault("InvalidStateError", "The session is over.");
        if (context.isContextLost()) throw fault("InvalidStateError", "The WebGL context is lost.");
        if (state.mode === "inline") throw fault("InvalidStateError", "Inline sessions have no binding.");
        if (!compatible.has(context)) throw fault("InvalidStateError", "The WebGL context is not XR compatible: call makeXRCompatible() first.");
        hold(this, { session, context, texture: null, view: null, crop: document.createElement("canvas") });
    }

    /** Raw Camera Access §5: what the view shows of the camera's picture, the first row at the bottom, as textures have it. */
    getCameraImage(camera) {
        const state = stateOf(this);
        const { session, view } = stateOf(camera);
        if (session !== state.session) throw fault("InvalidStateError", "The camera is of another session.");
        if (stateOf(session).shown !== view || !stateOf(session).isInFrame) throw fault("InvalidStateError", "The camera's XRFrame is over.");
        if (state.view !== view) upload(state, stateOf(session).stage, camera);
        state.view = view;
        return state.texture;
    }

    /** Lighting Estimation §5: there is no reflection map, only spherical harmonics. */
    getReflectionCubeMap(lightProbe) {
        stateOf(this);
        stateOf(lightProbe);
        return null;
    }
}
expose(XRWebGLBinding);

function upload(state, { picture }, { width, height }) {
    const { context: gl, crop } = state;
    Object.assign(crop, { width, height });
    const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2];
    crop.getContext("2d", { alpha: false }).drawImage(picture, left, top, width, height, 0, 0, width, height);
    const old = {
        texture: gl.getParameter(gl.TEXTURE_BINDING_2D),
        isFlipped: gl.getParameter(gl.UNPACK_FLIP_Y_WEBGL),
        isMultiplied: gl.getParameter(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL),
        buffer: gl.PIXEL_UNPACK_BUFFER ? gl.getParameter(gl.PIXEL_UNPACK_BUFFER_BINDING) : null,
    };
    if (gl.PIXEL_UNPACK_BUFFER) gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
    state.texture ??= gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, state.texture);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, crop);
    for (const [name, value] of [["MIN_FILTER", "LINEAR"], ["MAG_FILTER", "LINEAR"], ["WRAP_S", "CLAMP_TO_EDGE"], ["WRAP_T", "CLAMP_TO_EDGE"]]) {
        gl.texParameteri(gl.TEXTURE_2D, gl[`TEXTURE_${name}`], gl[value]);
    }
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, old.isFlipped);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, old.isMultiplied);
    gl.bindTexture(gl.TEXTURE_2D, old.texture);
    if (gl.PIXEL_UNPACK_BUFFER) gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, old.buffer);
}
