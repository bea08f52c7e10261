// What browsers have and the compiler's own declarations do not know yet, as far as the library uses it.

declare const VideoFrame: any;
declare const VideoDecoder: any;
declare const EncodedVideoChunk: any;
declare const VideoEncoder: any;
declare const MediaStreamTrackGenerator: any;
declare const MediaStreamTrackProcessor: any;
declare const OffscreenCanvas: any;
declare const XRWebGLLayer: any;
declare const XRWebGLBinding: any;
declare const BrowserCodeReader: any;

interface Navigator {
    readonly wakeLock: any;
    readonly userAgentData: any;
    readonly xr: any;
}

interface Array<T> {
    findLast(wanted: (value: T, index: number) => boolean): T | undefined;
}
