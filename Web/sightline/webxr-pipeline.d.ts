export interface Vector { x: number; y: number; z: number }
export interface Quaternion extends Vector { w: number }
export type PipelineHitType = "DETECTED_SURFACE" | "FEATURE_POINT";

/** Metres, in the scene. */
export interface PipelineHit {
    type: PipelineHitType;
    position: Vector;
    rotation: Quaternion;
    distance: number;
}

/** What the module gives for a picture, as `processCpuResult.reality`. */
export interface Reality {
    rotation: Quaternion;
    position: Vector;
    /** The projection for the canvas: 16 numbers, columns one after another. */
    intrinsics: number[];
    trackingStatus: "NORMAL" | "LIMITED";
    trackingReason: string;
    worldPoints: { id: number; confidence: number; position: Vector }[];
}

export class SightlineXrController {
    configure(options?: { disableWorldTracking?: boolean; enableWorldPoints?: boolean; scale?: "absolute" }): void;
    updateCameraProjectionMatrix(options?: {
        origin?: Vector;
        facing?: Quaternion;
        cam?: { pixelRectWidth?: number; pixelRectHeight?: number; nearClipPlane?: number; farClipPlane?: number };
    }): void;
    recenter(): void;
    hitTest(x: number, y: number, includedTypes?: PipelineHitType[]): PipelineHit[];
    pipelineModule(): Record<string, any> & { name: "reality" };
}

export const XrController: SightlineXrController;
