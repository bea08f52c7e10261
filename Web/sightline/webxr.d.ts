import type { Frame, Recording } from "./sightline.js";

/** The words that a person reads during a session. */
export type NoticeName = "starting" | "initializing" | "excessiveMotion" | "insufficientFeatures" | "relocalizing";
export type Texts = Record<NoticeName | "exit", string>;
export const usualTexts: Texts;

export interface InstallOptions {
    /** Ours even where the browser has an immersive session. */
    always?: boolean;
    /** Plays a recording in the camera's place. */
    recording?: Recording | null;
    /** 1 as recorded. */
    pace?: number;
    /** Bytes of `session.sightline.saveMap()`: the place is recognised. */
    map?: Uint8Array | null;
    texts?: Partial<Texts>;
    /** Whether our notices and exit button are shown. */
    overlay?: boolean;
}

/** Installs `navigator.xr` and the interfaces of WebXR; gives a function that takes it back. */
export function installWebXR(options?: InstallOptions): () => void;

/** Fired on the session; `preventDefault()` keeps our line of text away. Null: all is well. */
export interface NoticeEvent extends Event {
    readonly notice: NoticeName | null;
    readonly text: string | null;
}

/** What our XRFrame has besides the standard's members. */
export interface SightlineFrame {
    /** World from camera, inverted: 16 numbers, columns one after another; null without a pose. */
    readonly viewMatrix: Float32Array | null;
    /** For a view of this size in pixels, which the camera's image covers; `near` and `far` in metres. */
    projectionMatrix(width: number, height: number, near?: number, far?: number): Float32Array;
    readonly sightline: Frame;
}

/** `session.sightline` of our XRSession; null for an inline one. */
export interface SightlineSession {
    hold(): void;
    release(): void;
    saveMap(): Promise<Uint8Array>;
    hasExit: boolean;
}

/** `result.sightline` of our XRHitTestResult. */
export interface SightlineHit {
    type: "plane" | "point";
    /** Metres. */
    distance: number;
    /** xx, xy, xz, yy, yz, zz in m², in the axes of the space `local`. */
    covariance: number[];
    /** The plane's identifier; null for a point. */
    anchor: number | null;
}
