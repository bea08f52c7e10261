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
