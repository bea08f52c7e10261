// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// Codes and layouts of what the engine's exports take and return.

// @ts-check

/** @typedef {import("./types.js").AimConfidence} AimConfidence */
/** @typedef {import("./types.js").AimSnap} AimSnap */
/** @typedef {import("./types.js").AnchorFields} AnchorFields */
/** @typedef {import("./types.js").AnchorKind} AnchorKind */
/** @typedef {import("./types.js").AnnotationKind} AnnotationKind */
/** @typedef {import("./types.js").AnnotationResult} AnnotationResult */
/** @typedef {import("./types.js").BillboardOutcome} BillboardOutcome */
/** @typedef {import("./types.js").BillboardState} BillboardState */
/** @typedef {import("./types.js").DepthMap} DepthMap */
/** @typedef {import("./types.js").DepthMapResult} DepthMapResult */
/** @typedef {import("./types.js").DistortionKind} DistortionKind */
/** @typedef {import("./types.js").DrawingFile} DrawingFile */
/** @typedef {import("./types.js").DrawingFinish} DrawingFinish */
/** @typedef {import("./types.js").DrawingGesture} DrawingGesture */
/** @typedef {import("./types.js").DrawingMode} DrawingMode */
/** @typedef {import("./types.js").DrawingState} DrawingState */
/** @typedef {import("./types.js").EventKind} EventKind */
/** @typedef {import("./types.js").FloorPlanResult} FloorPlanResult */
/** @typedef {import("./types.js").FollowedKind} FollowedKind */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Hit} Hit */
/** @typedef {import("./types.js").HitTestType} HitTestType */
/** @typedef {import("./types.js").MapResult} MapResult */
/** @typedef {import("./types.js").MeasuringAdvice} MeasuringAdvice */
/** @typedef {import("./types.js").MeasuringMode} MeasuringMode */
/** @typedef {import("./types.js").MeasuringState} MeasuringState */
/** @typedef {import("./types.js").MeasuringText} MeasuringText */
/** @typedef {import("./types.js").MeasuringToolKind} MeasuringToolKind */
/** @typedef {import("./types.js").MeasuringUnit} MeasuringUnit */
/** @typedef {import("./types.js").MeshFileFormat} MeshFileFormat */
/** @typedef {import("./types.js").PlacingState} PlacingState */
/** @typedef {import("./types.js").PlanCorrectionKind} PlanCorrectionKind */
/** @typedef {import("./types.js").PlanFileFormat} PlanFileFormat */
/** @typedef {import("./types.js").PlanOrigin} PlanOrigin */
/** @typedef {import("./types.js").PlaneKind} PlaneKind */
/** @typedef {import("./types.js").Pose} Pose */
/** @typedef {import("./types.js").Quantity} Quantity */
/** @typedef {import("./types.js").Ray} Ray */
/** @typedef {import("./types.js").Reading} Reading */
/** @typedef {import("./types.js").SensorFault} SensorFault */
/** @typedef {import("./types.js").SessionEvent} SessionEvent */
/** @typedef {import("./types.js").Stroke} Stroke */
/** @typedef {import("./types.js").ThingResult} ThingResult */
/** @typedef {import("./types.js").TrackingLimit} TrackingLimit */
/** @typedef {import("./types.js").TrackingState} TrackingState */
/** @typedef {import("./types.js").ViewPart} ViewPart */
/** @typedef {import("./types.js").WallKind} WallKind */
/** @typedef {Float64Array | number[]} Words */

export const version = 7;

/** @type {ReadonlyArray<TrackingState>} */
export const trackingStates = Object.freeze(["notAvailable", "limited", "normal"]);
/** @type {ReadonlyArray<TrackingLimit | null>} */
export const trackingLimits = Object.freeze([null, "initializing", "excessiveMotion", "insufficientFeatures", "relocalizing"]);
/** @type {ReadonlyArray<SensorFault | null>} */
export const sensorFaults = Object.freeze([null, "inertialSpikes", "frozenInertialSensors", "frozenImages", "fixedImagePart", "stabilizedImages"]);
/** @type {Readonly<Record<DistortionKind, number>>} */
export const distortionKinds = Object.freeze({ none: 0, radialTangential: 1, equidistant: 2 });
/** @type {ReadonlyArray<AnchorKind>} */
export const anchorKinds = Object.freeze(["place", "horizontal", "vertical", "tilted"]);
/** @type {Readonly<Record<PlaneKind, number>>} */
export const planeKinds = Object.freeze({ horizontal: 1, vertical: 2, tilted: 4 });
/** @type {ReadonlyArray<EventKind | null>} */
export const eventKinds = Object.freeze([null, "added", "updated", "removed", "merged", "trackingStateChanged", "interrupted", "interruptionEnded", "relocalized", "restarted", "rayUpdated"]);
/** @type {Readonly<Record<HitTestType, number>>} */
export const hitTestTypes = Object.freeze({ featurePoint: 1, estimatedHorizontalPlane: 2, estimatedVerticalPlane: 4, existingPlane: 8, existingPlaneUsingExtent: 16, instantPlacement: 32, depth: 64, mesh: 128 });
/** @type {ReadonlyArray<MapResult>} */
export const mapResults = Object.freeze(["done", "noMap", "unknownVersion", "damaged"]);
/** @type {ReadonlyArray<DepthMapResult>} */
export const depthMapResults = Object.freeze(["done", "earlierWorld", "damaged"]);
/** @type {ReadonlyArray<ThingResult>} */
export const thingResults = Object.freeze(["done", "unseen", "noSurface", "hidden"]);
/** @type {ReadonlyArray<MeshFileFormat>} */
export const meshFileFormats = Object.freeze(["glb", "ply", "obj", "usdz"]);
/** @type {ReadonlyArray<PlanFileFormat>} */
export const planFileFormats = Object.freeze(["svg", "dxf"]);
/** @type {ReadonlyArray<FloorPlanResult>} */
export const floorPlanResults = Object.freeze(["done", "noFloor", "notEnclosed"]);
/** @type {ReadonlyArray<WallKind>} */
export const wallKinds = Object.freeze(["wall", "opening", "unseen"]);
/** @type {ReadonlyArray<PlanOrigin>} */
export const planOrigins = Object.freeze(["scanned", "movedAlong", "movedWithWall", "drawn", "changed"]);
/** @type {ReadonlyArray<PlanCorrectionKind>} */
export const planCorrectionKinds = Object.freeze(["moveWall", "moveOpening", "knownLength", "addWall", "removeWall", "removePartition", "addOpening", "removeOpening"]);
/** @type {Readonly<Record<ViewPart, number>>} */
export const viewParts = Object.freeze({ planes: 1, anchors: 4, measuring: 8, assisting: 16, drawing: 32, billboard: 64, placing: 128 });
/** @type {ReadonlyArray<MeasuringMode>} */
export const measuringModes = Object.freeze(["notReady", "ready", "measuring"]);
/** @type {ReadonlyArray<MeasuringAdvice>} */
export const measuringAdvices = Object.freeze(["unavailable", "initializing", "excessiveMotion", "insufficientFeatures", "relocalizing", "scaleUnknown", "noSurface", "normal", "comeNearer", "moveSideways", "aimInside", "scaleRough"]);
/** @type {ReadonlySet<MeasuringAdvice | null>} */
export const accuracyAdvices = new Set(["comeNearer", "moveSideways", "aimInside", "scaleRough"]);
/** @type {ReadonlyArray<MeasuringToolKind>} */
export const measuringTools = Object.freeze(["distance", "chain", "area", "height", "angle", "volume"]);
/** @type {ReadonlyArray<AimSnap | null>} */
export const aimSnaps = Object.freeze([null, "point", "closing", "outline", "rightAngle", "corner", "edge"]);
/** @type {ReadonlyArray<AimConfidence>} */
export const aimConfidences = Object.freeze(["weak", "fair", "good"]);
/** @type {ReadonlyArray<Quantity>} */
export const quantities = Object.freeze(["length", "area", "angle", "volume"]);
/** @type {ReadonlyArray<MeasuringUnit>} */
export const measuringUnits = Object.freeze(["metric", "imperial"]);
/** @type {Readonly<Record<MeasuringText, number>>} */
export const measuringTexts = Object.freeze({ advice: 0, live: 1, last: 2, csv: 3, json: 4, gltf: 5, report: 6, dxf: 7 });
/** @type {ReadonlyArray<DrawingMode>} */
export const drawingModes = Object.freeze(["ink", "erase", "pull"]);
/** @type {ReadonlyArray<DrawingFinish>} */
export const drawingFinishes = Object.freeze(["plain", "wood", "metal", "glazed"]);
/** @type {Readonly<Record<DrawingGesture, number>>} */
export const drawingGestures = Object.freeze({ press: 0, release: 1, stopFollowing: 2, undo: 3, redo: 4, clear: 5, placeBoard: 6, letGo: 7 });
/** @type {Readonly<Record<DrawingFile, number>>} */
export const drawingFiles = Object.freeze({ gltf: 0, stl: 1, drawing: 2 });
/** @type {ReadonlyArray<FollowedKind | null>} */
export const followedKinds = Object.freeze([null, "finger", "thing"]);
/** @type {ReadonlyArray<BillboardOutcome>} */
export const billboardOutcomes = Object.freeze(["nothing", "found", "depthUnknown", "content", "notReady", "full", "curved"]);
/** @type {ReadonlyArray<AnnotationKind>} */
export const annotationKinds = Object.freeze(["stroke", "arrow", "circle", "text", "marker", "laser", "length"]);
/** @type {ReadonlyArray<AnnotationResult>} */
export const annotationResults = Object.freeze(["done", "unknownFrame", "badValue", "unknownAnnotation", "tooMany", "noSurface"]);

/** The code of a name; throws if there is none. @param {Readonly<Record<string, number>>} table @param {string} name */
function codeIn(table, name) {
    if (!Object.hasOwn(table, name)) throw new TypeError(`“${name}” is none of ${Object.keys(table).join(", ")}.`);
    return table[name];
}

/** The code of each name; they throw if there is none. */
export const codes = {
    /** @param {TrackingState} name */
    trackingStates: (name) => codeIn({ notAvailable: 0, limited: 1, normal: 2 }, name),
    /** @param {TrackingLimit} name */
    trackingLimits: (name) => codeIn({ initializing: 1, excessiveMotion: 2, insufficientFeatures: 3, relocalizing: 4 }, name),
    /** @param {SensorFault} name */
    sensorFaults: (name) => codeIn({ inertialSpikes: 1, frozenInertialSensors: 2, frozenImages: 3, fixedImagePart: 4, stabilizedImages: 5 }, name),
    /** @param {DistortionKind} name */
    distortionKinds: (name) => codeIn(distortionKinds, name),
    /** @param {AnchorKind} name */
    anchorKinds: (name) => codeIn({ place: 0, horizontal: 1, vertical: 2, tilted: 3 }, name),
    /** @param {PlaneKind} name */
    planeKinds: (name) => codeIn(planeKinds, name),
    /** @param {EventKind} name */
    eventKinds: (name) => codeIn({ added: 1, updated: 2, removed: 3, merged: 4, trackingStateChanged: 5, interrupted: 6, interruptionEnded: 7, relocalized: 8, restarted: 9, rayUpdated: 10 }, name),
    /** @param {HitTestType} name */
    hitTestTypes: (name) => codeIn(hitTestTypes, name),
    /** @param {MapResult} name */
    mapResults: (name) => codeIn({ done: 0, noMap: 1, unknownVersion: 2, damaged: 3 }, name),
    /** @param {DepthMapResult} name */
    depthMapResults: (name) => codeIn({ done: 0, earlierWorld: 1, damaged: 2 }, name),
    /** @param {ThingResult} name */
    thingResults: (name) => codeIn({ done: 0, unseen: 1, noSurface: 2, hidden: 3 }, name),
    /** @param {MeshFileFormat} name */
    meshFileFormats: (name) => codeIn({ glb: 0, ply: 1, obj: 2, usdz: 3 }, name),
    /** @param {PlanFileFormat} name */
    planFileFormats: (name) => codeIn({ svg: 0, dxf: 1 }, name),
    /** @param {FloorPlanResult} name */
    floorPlanResults: (name) => codeIn({ done: 0, noFloor: 1, notEnclosed: 2 }, name),
    /** @param {WallKind} name */
    wallKinds: (name) => codeIn({ wall: 0, opening: 1, unseen: 2 }, name),
    /** @param {PlanOrigin} name */
    planOrigins: (name) => codeIn({ scanned: 0, movedAlong: 1, movedWithWall: 2, drawn: 3, changed: 4 }, name),
    /** @param {PlanCorrectionKind} name */
    planCorrectionKinds: (name) => codeIn({ moveWall: 0, moveOpening: 1, knownLength: 2, addWall: 3, removeWall: 4, removePartition: 5, addOpening: 6, removeOpening: 7 }, name),
    /** @param {ViewPart} name */
    viewParts: (name) => codeIn(viewParts, name),
    /** @param {MeasuringMode} name */
    measuringModes: (name) => codeIn({ notReady: 0, ready: 1, measuring: 2 }, name),
    /** @param {MeasuringAdvice} name */
    measuringAdvices: (name) => codeIn({ unavailable: 0, initializing: 1, excessiveMotion: 2, insufficientFeatures: 3, relocalizing: 4, scaleUnknown: 5, noSurface: 6, normal: 7, comeNearer: 8, moveSideways: 9, aimInside: 10, scaleRough: 11 }, name),
    /** @param {MeasuringToolKind} name */
    measuringTools: (name) => codeIn({ distance: 0, chain: 1, area: 2, height: 3, angle: 4, volume: 5 }, name),
    /** @param {AimSnap} name */
    aimSnaps: (name) => codeIn({ point: 1, closing: 2, outline: 3, rightAngle: 4, corner: 5, edge: 6 }, name),
    /** @param {AimConfidence} name */
    aimConfidences: (name) => codeIn({ weak: 0, fair: 1, good: 2 }, name),
    /** @param {Quantity} name */
    quantities: (name) => codeIn({ length: 0, area: 1, angle: 2, volume: 3 }, name),
    /** @param {MeasuringUnit} name */
    measuringUnits: (name) => codeIn({ metric: 0, imperial: 1 }, name),
    /** @param {MeasuringText} name */
    measuringTexts: (name) => codeIn(measuringTexts, name),
    /** @param {DrawingMode} name */
    drawingModes: (name) => codeIn({ ink: 0, erase: 1, pull: 2 }, name),
    /** @param {DrawingFinish} name */
    drawingFinishes: (name) => codeIn({ plain: 0, wood: 1, metal: 2, glazed: 3 }, name),
    /** @param {DrawingGesture} name */
    drawingGestures: (name) => codeIn(drawingGestures, name),
    /** @param {DrawingFile} name */
    drawingFiles: (name) => codeIn(drawingFiles, name),
    /** @param {FollowedKind} name */
    followedKinds: (name) => codeIn({ finger: 1, thing: 2 }, name),
    /** @param {BillboardOutcome} name */
    billboardOutcomes: (name) => codeIn({ nothing: 0, found: 1, depthUnknown: 2, content: 3, notReady: 4, full: 5, curved: 6 }, name),
    /** @param {AnnotationKind} name */
    annotationKinds: (name) => codeIn({ stroke: 0, arrow: 1, circle: 2, text: 3, marker: 4, laser: 5, length: 6 }, name),
    /** @param {AnnotationResult} name */
    annotationResults: (name) => codeIn({ done: 0, unknownFrame: 1, badValue: 2, unknownAnnotation: 3, tooMany: 4, noSurface: 5 }, name),
};

/** @template {string} T @param {Readonly<Record<T, number>>} table @param {number} code @returns {T | null} */
function nameOf(table, code) {
    for (const name in table) if (table[name] === code) return name;
    return null;
}

/** What a session is made of: where each field starts, in words of 64 bits; `count` is the number of words. */
export const configurationFields = Object.freeze({ width: 0, height: 1, focalLength: 2, principalPoint: 4, distortionKind: 6, distortion: 7, bodyFromOptical: 11, timeOffset: 18, readoutTime: 19, noise: 20, isGuess: 24, count: 25 });
/** A frame: where each field starts, in words of 64 bits; `count` is the number of words. */
export const frameFields = Object.freeze({ timestampNanoseconds: 0, trackingState: 1, trackingLimit: 2, hasPose: 3, worldFromCamera: 4, odometryFromBody: 11, velocity: 18, biases: 21, timeOffset: 27, readoutTime: 28, intrinsics: 29, positionSigma: 37, rotationSigma: 40, scaleSigma: 43, featureCount: 44, landmarkCount: 45, hasOdometryPose: 46, anchorCount: 47, eventCount: 48, ambientIntensity: 49, sensorFault: 50, count: 51 });
/** A feature: where each field starts, in words of 32 bits; `count` is the number of words. */
export const featureFields = Object.freeze({ identifier: 0, pixel: 1, age: 3, count: 4 });
/** A feature: its number of words of 32 bits. */
export const featureWords = 4;
/** A landmark: where each field starts, in words of 32 bits; `count` is the number of words. */
export const landmarkFields = Object.freeze({ identifier: 0, pointInWorld: 1, sigma: 4, pixel: 5, age: 7, count: 8 });
/** A landmark: its number of words of 32 bits. */
export const landmarkWords = 8;
/** An inertial sample: where each field starts, in words of 64 bits; `count` is the number of words. */
export const inertialFields = Object.freeze({ timestampNanoseconds: 0, angularVelocity: 1, specificForce: 4, count: 7 });
/** An anchor: its number of words of 64 bits. */
export const anchorWords = 19;
/** A hit: its number of words of 64 bits. */
export const hitWords = 15;
/** A tracked ray: its number of words of 64 bits. */
export const rayWords = 16;
/** A keyframe for depth maps; its landmarks (three 64-bit floats each, metres) and gray pixels follow, and a small image of its colours (red, green, blue, alpha) if the host has one: where each field starts, in words of 64 bits; `count` is the number of words. */
export const depthKeyframeFields = Object.freeze({ timestampNanoseconds: 0, epoch: 1, width: 2, height: 3, focalLength: 4, principalPoint: 6, distortionKind: 8, distortion: 9, worldFromOptical: 13, hasMotion: 20, angularVelocity: 21, velocity: 24, readoutTime: 27, rotationSigma: 28, positionSigma: 29, landmarkCount: 30, colorWidth: 31, colorHeight: 32, count: 33 });
/** A depth map of a keyframe; depth, sigma, the depth of twice the size if there is one (32-bit floats, metres) and shades (bytes) follow: where each field starts, in words of 64 bits; `count` is the number of words. */
export const depthEstimateFields = Object.freeze({ timestampNanoseconds: 0, epoch: 1, width: 2, height: 3, focalLength: 4, principalPoint: 6, worldFromOptical: 8, nearDepth: 15, hasFineDepth: 16, count: 17 });
/** What a depth map changed in the mesh anchors; the changed `MeshAnchorFields` follow, each with its vertices (three 32-bit floats, metres from the origin), their sigmas (32-bit floats, metres), their colours (red, green, blue, 255: bytes) and indices (32 bits), filled up to whole words: where each field starts, in words of 64 bits; `count` is the number of words. */
export const meshUpdateFields = Object.freeze({ timestampNanoseconds: 0, worldFromOptical: 1, anchorCount: 8, count: 9 });
/** A mesh anchor: where each field starts, in words of 64 bits; `count` is the number of words. */
export const meshAnchorFields = Object.freeze({ identifier: 0, changedNanoseconds: 1, origin: 2, vertexCount: 5, triangleCount: 6, count: 7 });
/** What stands on a level surface, measured; the points of its outline follow, three 64-bit floats each, metres in the keyframes' world. What could not be measured has zeros: where each field starts, in words of 64 bits; `count` is the number of words. */
export const thingFields = Object.freeze({ result: 0, volume: 1, volumeSigma: 2, height: 3, heightSigma: 4, area: 5, hiddenShare: 6, outlineCount: 7, count: 8 });
/** A floor plan of what was fused; then follow its `PlanWallFields` (the outlines' stretches, the whole sides, the partitions), `PlanRoomFields`, `PlanPassageFields`, `PlanBodyFields`, and the rooms' names. Without a plan all but the result and the walls are zero: where each field starts, in words of 64 bits; `count` is the number of words. */
export const floorPlanFields = Object.freeze({ result: 0, seenWalls: 1, area: 2, areaSigma: 3, floorHeight: 4, ceilingHeight: 5, stretchCount: 6, sideCount: 7, isAreaByHand: 8, scale: 9, knownSide: 10, corrections: 11, partitionCount: 12, roomCount: 13, passageCount: 14, bodyCount: 15, nameBytes: 16, count: 17 });
/** A room of a floor plan: where each field starts, in words of 64 bits; `count` is the number of words. */
export const planRoomFields = Object.freeze({ area: 0, areaSigma: 1, ceilingHeight: 2, isAreaByHand: 3, labelPlace: 4, nameBytes: 6, count: 7 });
/** An opening between two rooms of a floor plan, or out of what was scanned: where each field starts, in words of 64 bits; `count` is the number of words. */
export const planPassageFields = Object.freeze({ room: 0, otherRoom: 1, stretch: 2, opposite: 3, count: 4 });
/** A piece of wall between two rooms of a floor plan: a quadrilateral: where each field starts, in words of 64 bits; `count` is the number of words. */
export const planBodyFields = Object.freeze({ first: 0, second: 2, third: 4, fourth: 6, count: 8 });
/** A stretch or a side of a room's outline, counterclockwise as drawn with y upwards; or a wall within a room: where each field starts, in words of 64 bits; `count` is the number of words. */
export const planWallFields = Object.freeze({ start: 0, end: 2, lengthSigma: 4, kind: 5, origin: 6, side: 7, isLengthByHand: 8, room: 9, count: 10 });
/** An event: its number of words of 64 bits. */
export const eventWords = 3;
/** A stroke of the drawing: its number of words of 64 bits. */
export const strokeWords = 8;

const noFloats = new Float32Array(0);

/** @param {Words} words @param {number} at @param {number} count @returns {number[]} */
function numbers(words, at, count) {
    const found = new Array(count);
    for (let i = 0; i < count; i++) found[i] = words[at + i];
    return found;
}

/** @param {Words} words @param {number} at @returns {Pose} */
const pose = (words, at) => ({ rotation: numbers(words, at, 4), translation: numbers(words, at + 4, 3) });

/** @param {Words} words @param {number} at @param {number} count @param {number} width */
const groups = (words, at, count, width) => Array.from({ length: count }, (_, index) => numbers(words, at + width * index, width));

/** All records of a list. @template T @param {Words} words @param {number} width @param {(words: Words, at: number) => T} read @returns {T[]} */
export const all = (words, width, read) => Array.from({ length: words.length / width }, (_, index) => read(words, width * index));

/** A frame. @param {Words} words @param {number} at @returns {Frame} */
export function frameRecord(words, at = 0) {
    return {
        timestampNanoseconds: new BigInt64Array(words.buffer, words.byteOffset + 8 * (at + 0), 1)[0],
        trackingState: trackingStates[words[at + 1]] ?? null,
        trackingLimit: trackingLimits[words[at + 2]] ?? null,
        worldFromCamera: words[at + 3] === 1 ? pose(words, at + 4) : null,
        odometryFromBody: words[at + 46] === 1 ? pose(words, at + 11) : null,
        velocity: numbers(words, at + 18, 3),
        biases: numbers(words, at + 21, 6),
        timeOffset: words[at + 27],
        readoutTime: words[at + 28],
        intrinsics: numbers(words, at + 29, 8),
        positionSigma: numbers(words, at + 37, 3),
        rotationSigma: numbers(words, at + 40, 3),
        scaleSigma: words[at + 43],
        ambientIntensity: words[at + 49],
        sensorFault: sensorFaults[words[at + 50]] ?? null,
        features: noFloats,
        landmarks: noFloats,
        anchors: [],
        events: [],
        rays: [],
        depth: null,
        meshAnchors: [],
        milliseconds: { engine: 0, image: 0, picture: 0 },
    };
}

/** An anchor. @param {Words} words @param {number} at @returns {AnchorFields} */
export function anchorRecord(words, at = 0) {
    return {
        identifier: words[at + 0],
        kind: anchorKinds[words[at + 1]] ?? null,
        worldFromAnchor: pose(words, at + 2),
        center: numbers(words, at + 9, 3),
        extent: numbers(words, at + 12, 2),
        offsetSigma: words[at + 14],
        normalSigma: words[at + 15],
        driftSigma: words[at + 16],
        boundaryStart: words[at + 17],
        boundaryCount: words[at + 18],
    };
}

/** A hit. @param {Words} words @param {number} at @returns {Hit | null} */
export function hitRecord(words, at = 0) {
    if (!words[at + 0]) return null;
    return {
        type: nameOf(hitTestTypes, words[at + 0]),
        distance: words[at + 1],
        pointInWorld: numbers(words, at + 2, 3),
        covariance: numbers(words, at + 5, 6),
        normal: numbers(words, at + 11, 3),
        anchor: words[at + 14] === 0 ? null : words[at + 14],
    };
}

/** A tracked ray. @param {Words} words @param {number} at @returns {Ray} */
export function rayRecord(words, at = 0) {
    return {
        identifier: words[at + 0],
        hit: hitRecord(words, at + 1),
    };
}

/** A depth map: depth along the optical axis and its standard deviation, metres, row by row; both 0 where nothing is known. @param {Words} words @param {number} at @returns {DepthMap} */
export function depthMapRecord(words, at = 0) {
    return {
        timestampNanoseconds: new BigInt64Array(words.buffer, words.byteOffset + 8 * (at + 0), 1)[0],
        width: words[at + 1],
        height: words[at + 2],
        focalLength: numbers(words, at + 3, 2),
        principalPoint: numbers(words, at + 5, 2),
        worldFromCamera: pose(words, at + 7),
        depth: noFloats,
        sigma: noFloats,
        milliseconds: 0,
        megabytes: 0,
    };
}

/** An event. @param {Words} words @param {number} at @returns {SessionEvent} */
export function eventRecord(words, at = 0) {
    return {
        kind: eventKinds[words[at + 0]] ?? null,
        identifier: words[at + 1],
        value: words[at + 2],
    };
}

/** A measured value. @param {Words} words @param {number} at @returns {Reading | null} */
export function readingRecord(words, at = 0) {
    if (!words[at + 0]) return null;
    return {
        quantity: quantities[words[at + 1]] ?? null,
        value: words[at + 2],
        sigma: words[at + 3],
        text: "",
    };
}

/** The measuring tool's state. @param {Words} words @param {number} at @returns {MeasuringState} */
export function measuringRecord(words, at = 0) {
    return {
        mode: measuringModes[words[at + 0]] ?? null,
        advice: measuringAdvices[words[at + 1]] ?? null,
        tool: measuringTools[words[at + 2]] ?? null,
        confidence: aimConfidences[words[at + 3]] ?? null,
        distance: words[at + 4],
        snap: aimSnaps[words[at + 5]] ?? null,
        pointCount: words[at + 6],
        measurementCount: words[at + 7],
        live: readingRecord(words, at + 8),
        last: readingRecord(words, at + 12),
        scale: words[at + 16],
        scaleSigma: words[at + 17],
        isRoughOffered: words[at + 18] === 1,
        adviceText: "",
    };
}

/** The drawing tool's state. @param {Words} words @param {number} at @returns {DrawingState} */
export function drawingRecord(words, at = 0) {
    return {
        mode: drawingModes[words[at + 0]] ?? null,
        isPressed: words[at + 1] === 1,
        isFollowing: words[at + 2] === 1,
        followsFinger: words[at + 3] === 1,
        confidence: words[at + 4],
        surface: words[at + 5] === 1 ? nameOf(hitTestTypes, words[at + 6]) : null,
        distance: words[at + 7],
        tip: words[at + 8] < 0 ? null : numbers(words, at + 8, 2),
        strokeCount: words[at + 10],
        waitingCount: words[at + 11],
        hasBoard: words[at + 12] === 1,
        pulledHeight: words[at + 13] < 0 ? null : words[at + 13],
    };
}

/** A stroke of the drawing. @param {Words} words @param {number} at @returns {Stroke} */
export function strokeRecord(words, at = 0) {
    return {
        author: words[at + 0],
        identifier: words[at + 1],
        pointCount: words[at + 2],
        revision: words[at + 3],
        finish: drawingFinishes[words[at + 4]] ?? null,
        height: words[at + 5],
        isClosed: words[at + 6] === 1,
        length: words[at + 7],
    };
}

/** A billboard's state. @param {Words} words @param {number} at @returns {BillboardState | null} */
export function billboardRecord(words, at = 0) {
    if (!words[at + 0]) return null;
    return {
        width: words[at + 1],
        height: words[at + 2],
        sightCount: words[at + 3],
        reference: words[at + 4] < 0 ? null : words[at + 4],
        item: words[at + 5] < 0 ? null : words[at + 5],
        pixels: groups(words, at + 6, 4, 2),
        corners: groups(words, at + 14, 4, 3),
        identifier: words[at + 26],
        standingCount: words[at + 27],
        isChosen: words[at + 28] === 1,
    };
}

/** The placing tool's state. @param {Words} words @param {number} at @returns {PlacingState} */
export function placingRecord(words, at = 0) {
    return {
        isAimOnSurface: words[at + 0] === 1,
        modelCount: words[at + 1],
        chosen: words[at + 2] === 0 ? null : words[at + 2],
        isHeld: words[at + 3] === 1,
        scale: words[at + 4],
        size: numbers(words, at + 5, 3),
        scaleSigma: words[at + 8] < 0 ? null : words[at + 8],
        animationCount: words[at + 9],
        animation: words[at + 10] < 0 ? null : words[at + 10],
        triangleCount: words[at + 11],
    };
}
