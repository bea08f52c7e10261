// The Depth Sensing module (W3C "WebXR Depth Sensing Module", editor's draft). A map belongs to a keyframe that is older
// than the frame; it is projected into the frame's view, unless the page asked for the old one.

import { projectedDepths } from "../depth/depth-projection.js";
import { turnedPose } from "./device.js";
import { claim, dictionary, enumeration, expose, fault, finite, make, sequence, stateOf } from "./interfaces.js";
import { compose, invert, matrixOf, poseOf, transformOf, XRRigidTransform } from "./transform.js";

const depthUsages = ["cpu-optimized", "gpu-optimized"];
const depthTypes = ["raw", "smooth"];
/** The array of a data format, and the metres of its unit. */
const depthFormats = { "luminance-alpha": [Uint16Array, 0.001], float32: [Float32Array, 1], "unsigned-short": [Uint16Array, 0.001] };
/** The most pixels a side of a depth buffer. */
const mostDepthPixels = 640;

/** Section "Session configuration": the members of an XRDepthStateInit; null without one. */
export function depthWishes(init) {
    if (init === undefined) return null;
    const { usagePreference, dataFormatPreference, depthTypeRequest = [], matchDepthView = true } = dictionary(init);
    if (usagePreference === undefined || dataFormatPreference === undefined) throw new TypeError("depthSensing needs usagePreference and dataFormatPreference.");
    const list = (value, names) => sequence(value).map((each) => enumeration(each, names));
    list(depthTypeRequest, depthTypes);
    return { usages: list(usagePreference, depthUsages), formats: list(dataFormatPreference, Object.keys(depthFormats)), matchesView: Boolean(matchDepthView) };
}

/**
 * "Find supported configuration combination": the configuration of a session; null without wishes. All combinations of
 * usage and format are there, and the type is raw whatever is requested.
 */
export function depthConfiguration(wanted) {
    if (!wanted) return null;
    const [usage = "cpu-optimized"] = wanted.usages;
    const [format = "luminance-alpha"] = wanted.formats;
    return { usage, format, type: "raw", matchesView: wanted.matchesView, isActive: true };
}

export class XRDepthInformation {
    constructor() {
        claim(this);
    }

    get width() { return stateOf(this).width; }
    get height() { return stateOf(this).height; }
    get normDepthBufferFromNormView() { return stateOf(this).bufferFromView; }
    get rawValueToMeters() { return stateOf(this).unit; }
    get projectionMatrix() { return stateOf(this).projectionMatrix; }
    get transform() { return stateOf(this).transform; }
}
expose(XRDepthInformation);

export class XRCPUDepthInformation extends XRDepthInformation {
    get data() {
        return accessible(this).values.buffer;
    }

    getDepthInMeters(x, y) {
        const { values, width, height, unit } = accessible(this);
        const [column, row] = [[finite(x), width], [finite(y), height]].map(([share, count]) => {
            if (share < 0 || share > 1) throw new RangeError("Positions in a view are from 0 to 1.");
            return Math.min(Math.trunc(share * count), count - 1);
        });
        return values[row * width + column] * unit;
    }
}
expose(XRCPUDepthInformation);

export class XRWebGLDepthInformation extends XRDepthInformation {
    get texture() {
        return accessible(this).texture;
    }

    get textureType() { stateOf(this); return "texture"; }
    get imageIndex() { stateOf(this); return null; }
}
expose(XRWebGLDepthInformation);

/** "Attempting to access the depth buffer": only in the frame's callback. */
function accessible(information) {
    const state = stateOf(information);
    if (!stateOf(state.frame).isActive) throw fault("InvalidStateError", "The depth information's XRFrame is over.");
    return state;
}

/** "Create a CPU depth information instance": null while nothing is known. */
export function cpuDepth(frame, xrView) {
    const depth = depthOf(frame, xrView);
    return depth && make(XRCPUDepthInformation, depth);
}

/** The depth of a view, after the checks of its frame; null while nothing is known. */
export function depthOf(frame, xrView) {
    const { session, view } = stateOf(frame);
    const { depth: configuration } = stateOf(session);
    const map = view.frame?.depth ?? null;
    if (!configuration.isActive || !map || !view.worldFromViewer) return null;
    const { projectionMatrix, transform } = stateOf(xrView);
    const worldFromKeyframe = turnedPose(map.worldFromCamera, view.turn);
    const worldFromBuffer = configuration.matchesView ? view.worldFromViewer : worldFromKeyframe;
    const buffer = stateOf(frame).depthBuffer ??= projectedDepth(map, compose(invert(worldFromBuffer), map.worldFromCamera), projectionMatrix, configuration.format);
    const shift = compose(invert(view.worldFromViewer), worldFromBuffer);
    return {
        ...buffer, frame, bufferFromView: new XRRigidTransform(), projectionMatrix: projectionMatrix.slice(),
        transform: configuration.matchesView ? transform : transformOf(compose(poseOf(transform), shift)),
    };
}

/**
 * A map's points as a camera with a projection sees them: depths along its axis, the nearest of those that fall into a
 * pixel, 0 where none does. The buffer covers the view, with pixels of the map's size.
 */
export function projectedDepth(map, viewFromCamera, projection, format) {
    const [fx, fy] = map.focalLength;
    const m = matrixOf(viewFromCamera);
    const isUpright = Math.abs(m[0]) > Math.abs(m[1]);
    const side = (focal, scale) => Math.min(Math.max(Math.round((2 * focal) / scale), 1), mostDepthPixels);
    const [width, height] = [side(isUpright ? fx : fy, projection[0]), side(isUpright ? fy : fx, projection[5])];
    const nearest = projectedDepths(map, width, height, (x, y, z) => {
        const along = -(m[2] * x + m[6] * y + m[10] * z + m[14]);
        if (along < 0.01) return null;
        const across = (m[0] * x + m[4] * y + m[8] * z + m[12]) * projection[0] - projection[8] * along;
        const up = (m[1] * x + m[5] * y + m[9] * z + m[13]) * projection[5] - projection[9] * along;
        return [((across / along + 1) / 2) * width, ((1 - up / along) / 2) * height, along];
    });
    const [Values, unit] = depthFormats[format];
    const values = Values === Float32Array ? nearest : Values.from(nearest, (metres) => Math.min(Math.round(metres / unit), 65535));
    return { width, height, values, unit: Math.fround(unit) };
}
