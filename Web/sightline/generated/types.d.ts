// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// Types of the library.

export type TrackingState = "notAvailable" | "limited" | "normal";
export type TrackingLimit = "initializing" | "excessiveMotion" | "insufficientFeatures" | "relocalizing";
export type SensorFault = "inertialSpikes" | "frozenInertialSensors" | "frozenImages" | "fixedImagePart" | "stabilizedImages";
export type DistortionKind = "none" | "radialTangential" | "equidistant";
export type AnchorKind = "place" | "horizontal" | "vertical" | "tilted";
export type PlaneKind = "horizontal" | "vertical" | "tilted";
export type EventKind = "added" | "updated" | "removed" | "merged" | "trackingStateChanged" | "interrupted" | "interruptionEnded" | "relocalized" | "restarted" | "rayUpdated";
export type HitTestType = "featurePoint" | "estimatedHorizontalPlane" | "estimatedVerticalPlane" | "existingPlane" | "existingPlaneUsingExtent" | "instantPlacement" | "depth" | "mesh";
export type MapResult = "done" | "noMap" | "unknownVersion" | "damaged";
export type DepthMapResult = "done" | "earlierWorld" | "damaged";
export type ThingResult = "done" | "unseen" | "noSurface" | "hidden";
export type MeshFileFormat = "glb" | "ply" | "obj" | "usdz";
export type PlanFileFormat = "svg" | "dxf";
export type FloorPlanResult = "done" | "noFloor" | "notEnclosed";
export type WallKind = "wall" | "opening" | "unseen";
export type PlanOrigin = "scanned" | "movedAlong" | "movedWithWall" | "drawn" | "changed";
export type PlanCorrectionKind = "moveWall" | "moveOpening" | "knownLength" | "addWall" | "removeWall" | "removePartition" | "addOpening" | "removeOpening";
export type ViewPart = "planes" | "anchors" | "measuring" | "assisting" | "drawing" | "billboard" | "placing";
export type MeasuringMode = "notReady" | "ready" | "measuring";
export type MeasuringAdvice = "unavailable" | "initializing" | "excessiveMotion" | "insufficientFeatures" | "relocalizing" | "scaleUnknown" | "noSurface" | "normal" | "comeNearer" | "moveSideways" | "aimInside" | "scaleRough";
export type MeasuringToolKind = "distance" | "chain" | "area" | "height" | "angle" | "volume";
export type AimSnap = "point" | "closing" | "outline" | "rightAngle" | "corner" | "edge";
export type AimConfidence = "weak" | "fair" | "good";
export type Quantity = "length" | "area" | "angle" | "volume";
export type MeasuringUnit = "metric" | "imperial";
export type MeasuringText = "advice" | "live" | "last" | "csv" | "json" | "gltf" | "report" | "dxf";
export type DrawingMode = "ink" | "erase" | "pull";
export type DrawingFinish = "plain" | "wood" | "metal" | "glazed";
export type DrawingGesture = "press" | "release" | "stopFollowing" | "undo" | "redo" | "clear" | "placeBoard" | "letGo";
export type DrawingFile = "gltf" | "stl" | "drawing";
export type FollowedKind = "finger" | "thing";
export type BillboardOutcome = "nothing" | "found" | "depthUnknown" | "content" | "notReady" | "full" | "curved";
export type AnnotationKind = "stroke" | "arrow" | "circle" | "text" | "marker" | "laser" | "length";
export type AnnotationResult = "done" | "unknownFrame" | "badValue" | "unknownAnnotation" | "tooMany" | "noSurface";

/** A frame. */
export interface Frame {
    /** the image's timestamp, ns */
    timestampNanoseconds: bigint;
    /** how well the camera is tracked */
    trackingState: TrackingState;
    /** why tracking is limited */
    trackingLimit: TrackingLimit | null;
    /** the camera in the world (+Y up, −Z forward), metres */
    worldFromCamera: Pose | null;
    /** the body in the odometry's world (+Z up), metres */
    odometryFromBody: Pose | null;
    /** the body's velocity in the odometry's world, m/s */
    velocity: number[];
    /** of the gyroscope, rad/s, then of the accelerometer, m/s² */
    biases: number[];
    /** s, as estimated so far */
    timeOffset: number;
    /** s, as estimated so far */
    readoutTime: number;
    /** focal lengths, principal point, distortion, as estimated so far; pixels */
    intrinsics: number[];
    /** standard deviation, metres */
    positionSigma: number[];
    /** standard deviation, radians */
    rotationSigma: number[];
    /** standard deviation of the scale, relative */
    scaleSigma: number;
    /** brightness; 1,000 is well lit, 0 is unknown */
    ambientIntensity: number;
    /** what is wrong with a sensor's data */
    sensorFault: SensorFault | null;
    features: Float32Array;
    landmarks: Float32Array;
    anchors: Anchor[];
    events: SessionEvent[];
    rays: Ray[];
    depth: DepthMap | null;
    meshAnchors: MeshAnchor[];
    milliseconds: { engine: number, image: number, picture: number, view?: number };
}

/** An anchor. */
export interface AnchorFields {
    /** stays the same from frame to frame */
    identifier: number;
    /** `place` if the anchor was set, else the plane's alignment */
    kind: AnchorKind;
    /** metres */
    worldFromAnchor: Pose;
    /** the plane's centre in the anchor's axes, metres */
    center: number[];
    /** the plane's extent along the anchor's x and z, metres */
    extent: number[];
    /** standard deviation of the plane along its normal, metres */
    offsetSigma: number;
    /** standard deviation of the direction of the plane's normal, radians */
    normalSigma: number;
    /** standard deviation of the poses' drift since the plane was seen, metres */
    driftSigma: number;
    /** where the plane's outline starts in the list of boundary points */
    boundaryStart: number;
    /** the outline's number of points */
    boundaryCount: number;
}

/** A hit. */
export interface Hit {
    /** what was hit */
    type: HitTestType;
    /** from the camera, metres */
    distance: number;
    /** metres */
    pointInWorld: number[];
    /** xx, xy, xz, yy, yz, zz, m², in the world's axes */
    covariance: number[];
    /** the surface's normal in the world */
    normal: number[];
    /** the identifier of the plane's anchor */
    anchor: number | null;
}

/** A tracked ray. */
export interface Ray {
    /** for `stopRay` */
    identifier: number;
    /** what it meets by what is known now; null if it meets nothing */
    hit: Hit | null;
}

/** A depth map: depth along the optical axis and its standard deviation, metres, row by row; both 0 where nothing is known. */
export interface DepthMap {
    /** the keyframe's timestamp, ns */
    timestampNanoseconds: bigint;
    /** pixels */
    width: number;
    /** pixels */
    height: number;
    /** of the map, which has no distortion; pixels */
    focalLength: number[];
    /** pixels */
    principalPoint: number[];
    /** the keyframe's camera in the world as it is now (+Y up, −Z forward), metres */
    worldFromCamera: Pose;
    depth: Float32Array;
    sigma: Float32Array;
    milliseconds: number;
    megabytes: number;
}

/** An event. */
export interface SessionEvent {
    /** what happened */
    kind: EventKind | null;
    /** the anchor or ray */
    identifier: number;
    /** the older anchor of a merger, or the metres of a correction */
    value: number;
}

/** A measured value. */
export interface Reading {
    /** what was measured */
    quantity: Quantity;
    /** m, m², radians or m³ */
    value: number;
    /** standard deviation of the value */
    sigma: number;
    text: string;
}

/** The measuring tool's state. */
export interface MeasuringState {
    /** what a tap would do */
    mode: MeasuringMode;
    /** what a person may do next */
    advice: MeasuringAdvice;
    /** what is measured */
    tool: MeasuringToolKind;
    /** how well the aimed point is known; null without one */
    confidence: AimConfidence | null;
    /** from the camera to the aimed point, metres */
    distance: number;
    /** what the aim was drawn to */
    snap: AimSnap | null;
    /** points of the measurement that is being made */
    pointCount: number;
    /** finished measurements */
    measurementCount: number;
    /** the reading up to the aim */
    live: Reading | null;
    /** the last finished reading */
    last: Reading | null;
    /** by which lengths are multiplied because a known length was pinned */
    scale: number;
    /** standard deviation of the scale, relative */
    scaleSigma: number;
    /** whether a second tap here sets a rough point */
    isRoughOffered: boolean;
    adviceText: string;
}

/** The drawing tool's state. */
export interface DrawingState {
    /** what the tip does */
    mode: DrawingMode;
    /** whether ink flows */
    isPressed: boolean;
    /** whether a fingertip or a thing is followed */
    isFollowing: boolean;
    /** whether that is a fingertip */
    followsFinger: boolean;
    /** of what is followed, 0…1 */
    confidence: number;
    /** what the tip is on */
    surface: HitTestType | null;
    /** from the camera to the tip, metres */
    distance: number;
    /** the tip's pixel */
    tip: number[] | null;
    /** strokes */
    strokeCount: number;
    /** strokes that wait for the board */
    waitingCount: number;
    /** whether the board has a position */
    hasBoard: boolean;
    /** the height of the stroke that is being pulled, metres */
    pulledHeight: number | null;
}

/** A stroke of the drawing. */
export interface Stroke {
    /** 0 is oneself */
    author: number;
    /** with the author, its name */
    identifier: number;
    /** points */
    pointCount: number;
    /** grows with every change */
    revision: number;
    /** what it looks like if it is pulled up */
    finish: DrawingFinish;
    /** metres */
    height: number;
    /** whether its end meets its start */
    isClosed: boolean;
    /** metres */
    length: number;
}

/** A billboard's state. */
export interface BillboardState {
    /** metres */
    width: number;
    /** metres */
    height: number;
    /** images that were used for it */
    sightCount: number;
    /** the number of the poster that was recognised */
    reference: number | null;
    /** the index of the item that is shown */
    item: number | null;
    /** the corners in the image, clockwise from the top left; −1 for one behind the camera */
    pixels: number[][];
    /** the corners in the world, metres */
    corners: number[][];
    /** the billboard's number, 1… */
    identifier: number;
    /** billboards that stand in the world */
    standingCount: number;
    /** whether gestures mean it */
    isChosen: boolean;
}

/** The placing tool's state. */
export interface PlacingState {
    /** whether the aim is on a level surface, on which a model can stand */
    isAimOnSurface: boolean;
    /** models that stand in the world */
    modelCount: number;
    /** the identifier of the model that gestures mean */
    chosen: number | null;
    /** whether it is being moved */
    isHeld: boolean;
    /** the factor from the file's lengths to those shown; 1 is the true size */
    scale: number;
    /** its width, height and depth as shown, metres along its own axes */
    size: number[];
    /** standard deviation of the world's scale, relative: by so much the model may look too large or too small; null while it is not known */
    scaleSigma: number | null;
    /** its animations */
    animationCount: number;
    /** the index of the animation that plays */
    animation: number | null;
    /** its triangles */
    triangleCount: number;
}

/** A rigid transform: the quaternion x, y, z, w, then metres. */
export interface Pose {
    rotation: number[];
    translation: number[];
}

/** The plane of an anchor; all in metres and in the anchor's axes, whose +Y is the plane's normal. */
export interface Plane {
    alignment: PlaneKind;
    center: number[];
    /** Along the anchor's x and z. */
    extent: number[];
    /** Standard deviation of the plane along its normal. */
    offsetSigma: number;
    /** Radians. */
    normalSigma: number;
    /** How far poses may have drifted along the normal since the plane was seen. */
    driftSigma: number;
    /** x and z in turn. */
    boundary: Float64Array;
}

export interface Anchor {
    identifier: number;
    worldFromAnchor: Pose;
    /** null for an anchor that was set. */
    plane: Plane | null;
}

/** The surface in a cube of the world, about 1.3 m wide, as triangles. */
export interface MeshAnchor {
    /** Stays the same while the anchor exists. */
    identifier: number;
    worldFromAnchor: Pose;
    /** x, y, z in turn, metres in the anchor's axes. */
    vertices: Float32Array;
    /** How well each vertex is known along the surface's normal, metres. */
    sigmas: Float32Array;
    /** Red, green, blue and 255 of each vertex; grey if the image had no colours. */
    colors: Uint8Array;
    /** Three vertices per triangle, counterclockwise as seen from the free side. */
    indices: Uint32Array;
    /** The timestamp of the keyframe after which the triangles changed last. */
    changedNanoseconds: bigint;
}

/** What stands on a level surface; all but `result` are there if it is `done`. */
export interface MeasuredThing {
    /** Why it could not be measured. */
    result: ThingResult;
    /** m³, with one standard deviation. */
    volume?: number;
    volumeSigma?: number;
    /** Over the surface on which it stands, metres. */
    height?: number;
    heightSigma?: number;
    /** Of its foot, m². */
    area?: number;
    /** The share of the foot that no depth map shows. */
    hiddenShare?: number;
    /** Its outline on the surface, points of the world in turn, metres. */
    outline?: [number, number, number][];
}

/** A stretch or a side of a room's outline, or a wall within a room; points are x and −z of the mesh's world, metres: as seen from above. */
export interface PlanWall {
    start: [number, number];
    end: [number, number];
    /** Metres, with one standard deviation. */
    length: number;
    lengthSigma: number;
    /** What stands there; of a side, what stands along most of it. */
    kind: WallKind;
    /** Who says where and what it is: the scan, or a person who moved it along its wall or with its wall, drew its wall, or changed what stands there. */
    origin: PlanOrigin;
    /** The number of the side; of a stretch, of the side that it is a part of; of a partition, its own. */
    side: number;
    /** The number of its room; null of a partition. */
    room: number | null;
    /** Of a side: whether it or a wall at one of its ends was placed by hand. `lengthSigma` is then that of the scan. */
    isLengthByHand: boolean;
}

/** A room of a floor plan. */
export interface PlanRoom {
    /** Its name; empty without. */
    name: string;
    /** m², with one standard deviation. */
    area: number;
    areaSigma: number;
    /** Whether a wall of it was moved or drawn by hand; `areaSigma` is then that of the scan. */
    isAreaByHand: boolean;
    /** Above the floor, metres; null if its ceiling was not seen. */
    ceilingHeight: number | null;
    /** A place for its name, far from its walls. */
    labelPlace: [number, number];
}

/** An opening between two rooms of a floor plan, or out of what was scanned. */
export interface PlanPassage {
    /** The numbers of the two rooms, or of the only one. */
    rooms: number[];
    /** The number of its stretch in the first room. */
    stretch: number;
    /** The number of its stretch in the second room; null without one. */
    opposite: number | null;
}

/**
 * What a person says of a floor plan; numbers are those of the last answer. `moveWall` moves a side out of its room, parallel to
 * itself (its neighbours follow, and the other face of the wall in the room behind it); `moveOpening` moves an opening, by the
 * number of its stretch, towards the end of its side; `knownLength` says how long a side is, and scales the plan and the model.
 * `addWall` draws a wall, which snaps to walls and their directions, and divides a room if it can; `removeWall` removes a side, and
 * joins its room with that behind it, or opens it; `addOpening` opens a side around a `middle`, metres from its start;
 * `removeOpening` closes an opening by the number of its stretch; a name is that of a room, the first unless given. With
 * `replacesLast` it stands in place of the last correction, as while a wall is dragged.
 */
export type PlanCorrection = (
    | { kind: "moveWall" | "moveOpening" | "knownLength"; number: number; metres: number }
    | { kind: "addWall"; from: [number, number]; to: [number, number] }
    | { kind: "removeWall" | "removePartition" | "removeOpening"; number: number }
    | { kind: "addOpening"; number: number; middle: number; width: number }
    | { name: string; room?: number }
) & { replacesLast?: boolean };

/** Rooms seen from above; all but `result` and `seenWalls` are there if it is `done`. */
export interface FloorPlanAnswer {
    /** Why there is no plan. */
    result: FloorPlanResult;
    /** The number of walls that were seen, if they do not enclose the walk. */
    seenWalls?: number;
    /** The first room's name; empty without. */
    name?: string;
    /** Of all rooms, m², with one standard deviation. */
    area?: number;
    areaSigma?: number;
    /** Whether a wall was moved or drawn by hand; `areaSigma` is then that of the scan. */
    isAreaByHand?: boolean;
    /** By what the scan's lengths were multiplied because of a known length; 1 without one. The files of the mesh have the same scale. */
    scale?: number;
    /** The number of the side with the known length; null without one. */
    knownSide?: number | null;
    /** How many corrections can be taken back. */
    corrections?: number;
    /** In the mesh's world, metres. */
    floorHeight?: number;
    /** Of the largest room whose ceiling was seen, above the floor, metres; null if none was. */
    ceilingHeight?: number | null;
    /** The rooms in the order in which the walk came to them. */
    rooms?: PlanRoom[];
    /** The openings, each once. */
    passages?: PlanPassage[];
    /** Walls within the rooms that divide none, drawn by a person. */
    partitions?: PlanWall[];
    /** The rooms' outlines in stretches of walls, openings and what was not seen, counterclockwise, room by room. */
    stretches?: PlanWall[];
    /** The same from corner to corner. */
    sides?: PlanWall[];
    /** The pieces of wall between two rooms, four corners each. */
    bodies?: [number, number][][];
}

/** Where an anchor is set: at a pose, or where a pixel meets the world. */
export type AnchorPosition = { pose: Pose } | { x: number; y: number; types?: HitTestType[] };

/** The configuration of a session; missing members have their defaults. */
export interface SessionConfiguration {
    /** The planes that are looked for; those that were found stay. All kinds unless given. */
    planeDetection?: PlaneKind[];
    /** Whether anchors outlive a fresh start; false unless given. */
    keepsAnchorsOverRestart?: boolean;
    /** Whether a map is kept for relocalisation; true by default. */
    remembersPlace?: boolean;
    /** The time limit of relocalisation before a restart, seconds; 10 by default. */
    relocalizationTimeout?: number;
    /** After how many seconds without images the session counts as interrupted; 0.5 unless given. */
    interruptionAfter?: number;
}

/** A camera's lens, its pose in the body and the noise of the sensors. */
export interface Calibration {
    width: number;
    height: number;
    /** x and y, pixels. */
    focalLength: number[];
    /** x and y, pixels. */
    principalPoint: number[];
    distortion: { kind: DistortionKind; coefficients?: number[] };
    bodyFromOptical: Pose;
    /** s; inertial clock = image's timestamp + offset. */
    timeOffset: number;
    /** s; 0 if it is not known. */
    readoutTime: number;
    /** Densities of gyroscope and accelerometer, random walks of gyroscope and accelerometer. */
    noise: number[];
    isGuess?: boolean;
    /** Whether poses come with the images. */
    hasPoses?: boolean;
}

/** A finished measurement; value and sigma in m, m², radians or m³. */
export interface Measurement {
    number: number;
    name: string;
    kind: MeasuringToolKind;
    value: number;
    sigma: number;
    unit: string;
    text: string;
    points: number[][];
}

/** What someone in a call drew. */
export interface Annotation {
    author: number;
    number: number;
    kind: AnnotationKind;
    isFinished: boolean;
    points: number[][];
    [detail: string]: unknown;
}

/** What a billboard shows in its turn; times in seconds since 1970. A source is a number of the page's own, whose images come by `show`. */
export type BillboardItem = { from?: number; until?: number; duration?: number } & (
    { kind: "text"; text: string; ground: number; source?: undefined } | { kind: "picture"; source: number });

/** A ray of the world, as a hand or a controller points: where it starts, metres, and its direction, of any length but 0. */
export type PointingRay = { origin: number[]; direction: number[] };

/** Where a model is to stand: where the view shows a level surface, (0, 0) top left, (1, 1) bottom right; on an anchor; or, with neither, in the middle. */
export type PlacingPosition = { x?: number; y?: number; anchor?: number };

/** What a tool's page side asks of its session. */
export interface ToolHost {
    /** Asks the tool in the worker. */
    ask(verb: string, ...values: any[]): Promise<any>;
    /** Sends the tool in the worker a message that has no answer. */
    send(message: object, transfer?: Transferable[]): void;
    /** Changes the settings of the tool in the worker, now and in later runs. */
    configure(options: object): void;
}

/** What the worker keeps of a run for its tools. */
export interface ToolRun {
    session: any;
    /** Whether the engine draws. */
    hasView: boolean;
    /** Where a person aims, in the view; null for the image's middle. */
    aim: [number, number] | null;
    aimAt(position: [number, number] | null): void;
}
