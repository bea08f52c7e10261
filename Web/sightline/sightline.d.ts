// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// The library for TypeScript.

import type { AnchorPosition, Annotation, AnnotationKind, AnnotationResult, BillboardItem, BillboardOutcome, BillboardState, Calibration, DepthMap, DistortionKind, DrawingFile, DrawingFinish, DrawingMode, DrawingState, FloorPlanAnswer, FollowedKind, Frame, Hit, HitTestType, MeasuredThing, Measurement, MeasuringState, MeasuringText, MeasuringToolKind, MeasuringUnit, MeshFileFormat, PlacingPosition, PlacingState, PlanCorrection, PlanFileFormat, PointingRay, Pose, Ray, SessionConfiguration, Stroke, ViewPart } from "./generated/types.js";
export * from "./generated/types.js";

/** What a page asks of the session in the worker. */
declare class SessionCommands {
    /** What a pixel of the image shows, the nearest first. */
    hitTest(x: number, y: number, types?: HitTestType[]): Promise<Hit[]>;
    /** Tracks what a pixel shows; `frame.rays` has what the ray meets by what is known then. Until something is known the hit is a guess, of type `instantPlacement`. Null without a pose, or if 64 rays are tracked. */
    trackRay(x: number, y: number, types?: HitTestType[]): Promise<Ray | null>;
    /** Stops tracking a ray; whether there was one. */
    stopRay(identifier: number): Promise<boolean>;
    /** Sets an anchor at `{ pose }`, or where `{ x, y, types }` meets the world; its identifier, or null if nothing was met. */
    addAnchor(at: AnchorPosition): Promise<number | null>;
    /** Removes an anchor that was set; whether there was one. */
    removeAnchor(identifier: number): Promise<boolean>;
    /** The image's pixel that the view shows at a position, (0, 0) top left, (1, 1) bottom right. */
    pixelAt(x: number, y: number): Promise<[number, number] | null>;
    /** The view as it is now, as a PNG file. */
    snapshot(): Promise<Blob>;
    /** Keeps what the sensors give from now on as a recording, on this device alone. */
    startCapture(): Promise<void>;
    /** Ends the recording; its files by their paths: `data.jsonl`, `calibration.json` and a video, or images. */
    stopCapture(): Promise<Map<string, Blob>>;
    /** The map of the place as it is now, with the anchors that were set: bytes for `run({ map })`. */
    saveMap(): Promise<Uint8Array>;
    /** Changes what the session does from now on; what is left out is as usual. */
    configure(configuration?: SessionConfiguration): Promise<void>;
    /** Forgets where the camera is: the world starts anew. */
    restart(options?: { removesAnchors?: boolean }): Promise<void>;
}

/** Measures lengths, areas, angles and volumes. */
export class MeasuringTool extends Tool<MeasuringState> {
    /** Sets a point at the aim; false if nothing is known there, and at the first tap if it is not known well: a second tap takes a rough point. */
    place(): Promise<boolean>;
    /** Sets a point where the view shows it, (0, 0) top left, (1, 1) bottom right; false if nothing is known there. */
    placeAt(x: number, y: number): Promise<boolean>;
    /** Sets a point where a ray of the world, as of a hand or a controller, meets a surface; false as with `place`. */
    placeAlong(ray: PointingRay): Promise<boolean>;
    /** Ends the measurement that is being made; `isClosed` joins its last point to the first. */
    finish(isClosed?: boolean): Promise<void>;
    /** Takes the last point or measurement back; false if there is none. */
    undo(): Promise<boolean>;
    /** Chooses what is measured; a measurement that is being made is dropped. */
    choose(tool: MeasuringToolKind): Promise<void>;
    /** Metres, or inches and feet. */
    setUnit(unit: MeasuringUnit): Promise<void>;
    /** The material of the bars between points, one of those of the drawing tool. */
    setMaterial(finish: DrawingFinish): Promise<void>;
    /** Whether the aim is drawn to corners and straight edges near it. */
    setSnapping(isWanted: boolean): Promise<void>;
    /** Deletes a measurement; false if there is none of that number. */
    delete(number: number): Promise<boolean>;
    /** Names a measurement; false if there is none of that number. */
    rename(number: number, name: string): Promise<boolean>;
    /** Pins the scale by a measurement whose length in metres is known; false if that cannot be. */
    pin(number: number, metres: number): Promise<boolean>;
    /** Returns to the scale of the motion sensors. */
    unpin(): Promise<void>;
    /** What was measured. */
    list(): Promise<Measurement[]>;
    /** A file's bytes: csv, json, gltf (binary), dxf (metres, +Z up) or report (SVG). */
    file(kind: MeasuringText): Promise<Uint8Array>;
}

/** Draws on surfaces with a fingertip or a pointer. */
export class DrawingTool extends Tool<DrawingState> {
    /** Follows what the view shows at a position, (0, 0) top left, (1, 1) bottom right; null if that cannot be. */
    followAt(x: number, y: number): Promise<FollowedKind | null>;
    /** Stops following. */
    stopFollowing(): Promise<boolean>;
    /** Deprecated: the same as `stopFollowing()`. */
    letGo(): Promise<boolean>;
    /** Puts the tip down where it is, or where the view shows it. */
    press(x?: number, y?: number): Promise<boolean>;
    /** Lifts the tip. */
    release(): Promise<boolean>;
    /** A further finger, by a number of one's own, touches the view or moves there, and draws a stroke of its own in ink beside the tip's (9 at most); without a position it is lifted. */
    touch(finger: number, x?: number, y?: number): Promise<void>;
    /** Puts the tip down where a ray of the world, as of a hand or a controller, meets a surface; `session.aimAlong` moves it. */
    pressAlong(ray: PointingRay): Promise<boolean>;
    /** A further finger, by a number of one's own, points along a ray of the world or moves there, and draws a stroke of its own in ink; `touch(finger)` lifts it. */
    touchAlong(finger: number, ray: PointingRay): Promise<void>;
    /** Takes one's own last stroke back, whoever drew since; false if there is none. */
    undo(): Promise<boolean>;
    /** Brings it back; false if there is none. */
    redo(): Promise<boolean>;
    /** Removes all strokes. */
    clear(): Promise<boolean>;
    /** Lays the board, and what waits for it, at the tip; false if it is on no surface. */
    placeBoard(): Promise<boolean>;
    /** What the tip does. */
    choose(mode: DrawingMode): Promise<void>;
    /** What pulled strokes look like; `isForAll` changes those that are there. */
    setFinish(finish: DrawingFinish, isForAll?: boolean): Promise<void>;
    /** Colour (0xRRGGBB) and thickness in metres of the next stroke. */
    setPen(color: number, thickness: number): Promise<void>;
    /** A file's bytes: gltf (binary), stl in millimetres, or drawing, which `load` takes. */
    file(kind: DrawingFile): Promise<Uint8Array>;
    /** Takes a saved drawing; false if the bytes are none. */
    load(bytes: Uint8Array): Promise<boolean>;
    /** The strokes. */
    strokes(): Promise<Stroke[]>;
    /** A stroke as binary glTF where it is, in the world's axes and metres; empty if there is none. */
    strokeFile(author: number, identifier: number): Promise<Uint8Array>;
    /** A part of one's own stroke for others; empty if there is none. */
    share(identifier: number, from: number, count: number): Promise<Uint8Array>;
    /** Takes a part of another's stroke; false if the bytes are none. */
    take(author: number, bytes: Uint8Array): Promise<boolean>;
    /** Removes a stroke, or all of an author's with the identifier 0. */
    remove(author: number, identifier: number): Promise<void>;
}

/** Shows images, videos and words on rectangles that were found. */
export class BillboardTool extends Tool<BillboardState> {
    /** A tap where the view shows something, (0, 0) top left, (1, 1) bottom right, or a search for the best rectangle in view. */
    tap(x?: number, y?: number): Promise<BillboardOutcome>;
    /** All billboards that stand, the oldest first. */
    list(): Promise<BillboardState[]>;
    /** Chooses a billboard, which `remove`, `setProgram` and a replacing tap mean, as a tap on it does; false if there is none of that number. */
    choose(identifier: number): Promise<boolean>;
    /** Whether corners are marked, whether rectangles outlive an interruption, whether a new rectangle stands beside the others instead of replacing the chosen one (16 at most). */
    setOptions(values?: { showsCorners?: boolean; survivesInterruption?: boolean; addsBillboards?: boolean }): Promise<void>;
    /** Takes the chosen billboard away. */
    remove(): Promise<void>;
    /** Replaces what the chosen billboard shows, and those found from now on, one item after the other. */
    setProgram(items: BillboardItem[]): Promise<void>;
    /** Learns a poster from an image of it alone (gray, one byte a pixel) by a number; false if it has too few features. */
    learn(number: number, gray: Uint8Array, width: number, height: number): Promise<boolean>;
    /** Forgets the posters. */
    forget(): Promise<void>;
    /** Shows a source's image, which is given away. */
    show(source: number, bitmap: ImageBitmap): void;
}

/** Stands glTF models on floors and tables in their true size. */
export class PlacingTool extends Tool<PlacingState> {
    /** The loaded model at rest and in its true size as a USDZ file, which iOS's own viewer opens; empty if none is loaded. */
    usdz(): Promise<Uint8Array>;
    /** Reads a glTF 2.0 file (.glb, or .gltf that holds its data) to be placed; what of it is not shown, in words. A rejection says why it cannot be shown. */
    load(bytes: Uint8Array): Promise<string[]>;
    /** Stands the loaded model where the view shows a level surface, in the middle if nothing is said, or on an anchor; its identifier, or null if none is known there. */
    place(at?: PlacingPosition): Promise<number | null>;
    /** Takes hold of the model that the view shows at a position, (0, 0) top left, (1, 1) bottom right; false if it shows none. */
    grab(x: number, y: number): Promise<boolean>;
    /** Moves the held model there, over floors and tables. */
    drag(x: number, y: number): Promise<void>;
    /** Takes hold of the model that a position of the view showed in a frame; false if it showed none. */
    grabSeen(values: { position: number[]; frame: bigint }): Promise<boolean>;
    /** Moves the held model there, as it was seen in a frame. */
    dragSeen(values: { position: number[]; frame: bigint }): Promise<void>;
    /** Lets it go. */
    release(): Promise<void>;
    /** Moves the chosen model on its level, metres to the right and away as the camera looks. */
    moveBy(right: number, away: number): Promise<void>;
    /** From here on changes belong to a gesture of an author, both any numbers. */
    beginEdit(author: number, number: number): Promise<void>;
    /** Takes back an author's last change; what others have changed since stays. False if there is none. */
    undo(author: number): Promise<boolean>;
    /** Turns the chosen model about its vertical, radians, counterclockwise from above. */
    turn(angle: number): Promise<void>;
    /** Multiplies the chosen model's size, between a hundredth and a hundredfold. */
    scaleBy(factor: number): Promise<void>;
    /** Shows the chosen model in the size that its file gives. */
    useTrueSize(): Promise<void>;
    /** Plays an animation of the chosen model from its start; −1 stands it still; false if there is none. */
    play(animation: number): Promise<boolean>;
    /** Takes a model away; false if there is none. */
    remove(identifier: number): Promise<boolean>;
}

/** Keeps what people in a call draw in the world. */
export class AssistingTool extends Tool<null> {
    /** Begins an annotation on the frame its author saw; `tool` is what a length measures. */
    begin(values: { author: number; number: number; kind: AnnotationKind; tool?: MeasuringToolKind; color: number; thickness: number; text?: string; frame: bigint }): Promise<AnnotationResult>;
    /** Adds positions of the view, as they were seen in a frame. */
    append(values: { author: number; number: number; positions: number[][]; frame: bigint }): Promise<AnnotationResult>;
    /** Ends an annotation; a rough circle or arrow is drawn neatly. */
    end(values: { author: number; number: number }): Promise<AnnotationResult>;
    /** Takes an author's last annotation back; false if there is none. */
    undo(values: { author: number }): Promise<boolean>;
    /** Takes any annotation away; false if there is none of that name. */
    remove(values: { author: number; number: number }): Promise<boolean>;
    /** Takes an author's annotations away, or everyone's. */
    clear(values?: { author?: number }): Promise<void>;
    /** Takes away what is within a radius, a fraction of the image's width, of a position. */
    erase(values: { position: number[]; radius: number; frame: bigint }): Promise<void>;
    /** Keeps a frame while somebody draws on its still, or lets it go; false if it is not known. */
    freeze(values: { frame: bigint; isFrozen: boolean }): Promise<boolean>;
    /** All annotations with their points in the world, the oldest first. */
    list(): Promise<Annotation[]>;
    /** Shows a picture of red, green, blue and alpha, a byte each, on the board; one that stands keeps its place and width. False if its size is not valid. */
    showBoard(pixels: Uint8ClampedArray, width: number, height: number): Promise<boolean>;
    /** Stands the board where a position of the view shows a plane, as it was seen in a frame. */
    placeBoard(values: { position: number[]; frame: bigint }): Promise<AnnotationResult>;
    /** Multiplies the board's size. */
    scaleBoard(factor: number): Promise<void>;
    /** Takes the board away. */
    removeBoard(): Promise<void>;
}

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
