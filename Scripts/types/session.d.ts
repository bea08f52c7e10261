/** A recording: the address of its folder, or its files by their paths (`droppedFiles`, `pickedFiles`). */
export type Recording = string | Map<string, File>;

/** Where images and motion come from; one of `recording`, `camera` and `xr`. */
export interface RunOptions {
    recording?: Recording;
    /** 1 as recorded, Infinity as fast as the engine can. */
    pace?: number;
    camera?: boolean | MediaStream | MediaTrackConstraints;
    motion?: boolean;
    /** The browser's own tracking, or options for its `requestSession`; `images: false` does without the camera's images, `onstart(xr)` is called once it is open. */
    xr?: boolean | object;
    /** Bytes of `saveMap()`. */
    map?: Uint8Array | null;
    /** The longer side of the images that are tracked, pixels. */
    longestSide?: number;
    configuration?: SessionConfiguration;
}

/** What a session is made with. */
export interface SessionOptions {
    canvas?: HTMLCanvasElement | null;
    /** Receives the images instead of the canvas. */
    screen?: { show(image: any): void } | null;
    /** true: the engine draws on the canvas. "handed": the engine draws and hands its images over. */
    view?: boolean | "handed";
    /** Whether images carry the code of their frame. */
    coded?: boolean;
    /** Without a view: images as an ideal camera would have taken them, without the lens's distortion and the rolling shutter. */
    rectified?: boolean;
    /** What a view draws over the image. */
    parts?: ViewPart[];
    measuring?: boolean;
    drawing?: boolean;
    billboard?: boolean;
    assisting?: boolean;
}

/** Base of all tools; `name` is the session's property, `module` the address of the tool's part in the worker. */
export class Tool<State = any> {
    constructor(options?: object);
    name: string;
    module: string;
    /** The address of the engine that has the tool's exports; null for the usual one. */
    engine: string | null;
    onchange: ((state: State) => void) | null;
    state: State | null;
    ask(verb: string, ...values: any[]): Promise<any>;
    send(message: object, transfer?: Transferable[]): void;
    configure(options: object): void;
}

/** Tracks the world from a camera and motion sensors, or from a recording, with the engine in a worker. */
export class Session extends SessionCommands {
    constructor(options?: SessionOptions);
    /** `pictureCount` is the former name of `imageCount`. */
    onopen: ((opened: { calibration: Calibration; imageCount: number | null; pictureCount: number | null; seconds: number | null }) => void) | null;
    /** `image` is closed when this returns; null if the engine draws. */
    onframe: ((frame: Frame, image: ImageBitmap | null) => void) | null;
    /** Each depth map, after `startDepth`. */
    ondepth: ((depth: DepthMap) => void) | null;
    /** Identifiers of the mesh anchors that a depth map changed, after `startDepth({ mesh: true })`. */
    onmesh: ((events: { added: number[]; updated: number[]; removed: number[] }) => void) | null;
    onlook: (() => void) | null;
    onend: (() => void) | null;
    onerror: ((error: Error & { code?: string }) => void) | null;
    onnotice: ((text: string | null) => void) | null;
    /** Bytes of the engine that have come; `isBuilding` is true while the server says that it is still being built there (503 with `Retry-After`). */
    onloading: ((progress: { loaded: number; total: number | null; isBuilding: boolean }) => void) | null;
    frame: Frame | null;
    /** What happened lately: the last 400 events, the oldest first, and the present run's figures, null without frames. */
    readonly log: SessionLog;
    /** The track of the live camera; null while none runs. */
    readonly cameraTrack: MediaStreamTrack | null;
    shownNanoseconds: bigint | null;
    /** Who draws the view, found by trying: the worker or the page with WebGL 2, or the processor; null before `onopen` and without a view. */
    readonly capabilities: { drawing: "worker" | "page" | "processor" | null };
    readonly measuring: MeasuringTool;
    readonly drawing: DrawingTool;
    readonly billboard: BillboardTool;
    readonly assisting: AssistingTool;
    /** Registers a tool, or takes tools in hand and lays them down by name. */
    use(tool: Tool | Record<string, boolean | undefined>): void;
    run(options: RunOptions): Promise<void>;
    reopen(): Promise<void>;
    pause(): void;
    resume(): void;
    stop(): void;
    setPace(pace: number): void;
    interrupt(isInterrupted: boolean): void;
    resize(width: number, height: number): void;
    smooth(samples: number): void;
    aimAt(x?: number, y?: number): void;
    /** Aims along a ray of the world, as a hand or a controller points; null: at the view again. */
    aimAlong(ray: PointingRay | null): void;
    /** The browser's own tracking while a run uses it: its session, reference space, layer, surfaces and where its space lies in the engine's world. */
    readonly xr: { session: any; space: any; gl: WebGL2RenderingContext; layer: any; surfaces: any; worldFromSpace: Pose | null } | null;
    /** Makes depth maps from now on, `mapsPerSecond` at most (5 unless given), with `mesh` also mesh anchors, which take `meshMegabytes` (24) of memory at most, and with `files` what `meshFile()` and `floorPlan()` need; rejects if the estimator cannot be fetched. */
    startDepth(options?: { mapsPerSecond?: number; mesh?: boolean; meshMegabytes?: number; files?: boolean }): Promise<void>;
    /** Makes no depth maps any more; the last one stays. */
    stopDepth(): void;
    /** Where a ray in the world, with a direction of length 1, first meets a frame's mesh from outside; null if nowhere. */
    meshHit(ray: { origin: number[], direction: number[] }, frame?: Frame | null): Hit | null;
    /** Measures what stands on a level surface and is shown at a pixel of the image; it needs `startDepth({ mesh: true })` and a camera that went around the thing. */
    measureThing(x: number, y: number): Promise<MeasuredThing>;
    /** The surface of all that `startDepth({ mesh: true, files: true })` showed, as a file in the images' colours (metres, +Y up), in the scale of the last floor plan; null if none is known. */
    meshFile(format: MeshFileFormat): Promise<Uint8Array | null>;
    /** The room's outline seen from above, made of the same surface. */
    floorPlan(): Promise<FloorPlanAnswer>;
    /** Corrects the last `floorPlan()` as a person says; the plan that comes of it, or null if it cannot be. A known length scales `meshFile` too. */
    correctFloorPlan(correction: PlanCorrection): Promise<FloorPlanAnswer | null>;
    /** The last floor plan without its last correction; null if there is none. */
    undoFloorPlan(): Promise<FloorPlanAnswer | null>;
    /** The last `floorPlan()` as a drawing to scale (svg) or in metres (dxf); null without one. */
    floorPlanFile(format: PlanFileFormat): Promise<Uint8Array | null>;
    /** Hides what the view draws behind the surfaces of the last depth map, or shows it again; makes depth maps meanwhile, and rejects if the estimator cannot be fetched. */
    occlude(isWanted?: boolean): Promise<void>;
    /** Keeps the last seconds (30) of each later run of a camera in memory, encoded, within a number of bytes of images (24 MiB). */
    keepRecent(options?: { seconds?: number; bytes?: number }): void;
    /** What was kept of the last run of a camera, also after it ended or failed; null if nothing was kept. Rejects if the images could not be encoded. */
    recentCapture(): Promise<RecentCapture | null>;
}

/** What happened in a session, for those who look for a fault later. */
export interface SessionLog {
    readonly events: { seconds: number; kind: string; text: string }[];
    /** `engineMedian` and `engineHigh` are the milliseconds that half and 95 % of the last frames do not exceed. */
    readonly figures: { frames: number; trackedShare: number; engineMedian: number; engineHigh: number } | null;
    /** Adds an event of a kind, one word. */
    note(kind: string, text: string): void;
}

/** The last seconds of a run of a camera as a recording. */
export interface RecentCapture {
    /** As those of `stopCapture`, and `trajectory.tum` with the poses that the frames had. */
    files: Map<string, Blob>;
    imageCount: number;
    /** Images that the browser could not encode in time. */
    droppedCount: number;
    seconds: number;
    /** Whether no image of the run is missing. */
    isFromStart: boolean;
}

export class CanvasScreen {
    constructor(canvas: HTMLCanvasElement);
    readonly element: HTMLCanvasElement;
    show(image: any): void;
}

export class TrackScreen {
    static readonly isAvailable: boolean;
    constructor(video: HTMLVideoElement);
    show(image: any): void;
}

/** Why a session cannot go on; `code` is one of those in docs/library/web.md. */
export class SessionFault extends Error {
    code: string;
}

export function droppedFiles(transfer: DataTransfer): Promise<Map<string, File>>;
export function pickedFiles(files: Iterable<File>): Promise<Map<string, File>>;
/** The pixel of a point of the world, null behind the camera; null without a pose. */
export function pixelProjection(frame: Frame, distortionKind: DistortionKind): ((point: number[]) => number[] | null) | null;
/** 16 numbers, column after column. */
export function projectionMatrix(
    frame: Frame, sizes: { image: number[]; view: number[]; near?: number; far?: number },
): number[];
export function rotated(rotation: number[], vector: number[]): number[];
export function transformed(pose: Pose, point: number[]): number[];
export function isXRAvailable(): Promise<boolean>;
export function zipped(files: Map<string, Blob>): Promise<Blob>;
/** Words of 32 bits of a feature in `frame.features`, and of a landmark in `frame.landmarks`. */
export const featureWords: number;
export const landmarkWords: number;
