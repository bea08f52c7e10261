// The memory layout of the engine's records; Sources/WebEngine has the same tables, docs/web.md explains them.

/** One 64-bit float a field. */
export const configurationFields = {
    width: 0, height: 1, focalLength: 2, principalPoint: 4, distortionKind: 6, distortion: 7, bodyFromOptical: 11,
    timeOffset: 18, readoutTime: 19, noise: 20, isGuess: 24, count: 25,
};

/** One 64-bit word a field: floats, but for the stamp, which is an integer of nanoseconds. */
export const frameFields = {
    timestampNanoseconds: 0, state: 1, limit: 2, hasPose: 3, worldFromCamera: 4, odometryFromBody: 11, velocity: 18, biases: 21,
    timeOffset: 27, readoutTime: 28, intrinsics: 29, positionSigma: 37, rotationSigma: 40, scaleSigma: 43, featureCount: 44,
    landmarkCount: 45, hasOdometryPose: 46, anchorCount: 47, eventCount: 48, ambientIntensity: 49, count: 50,
};

/** An anchor, 64-bit floats: identifier, kind, pose (7), then a plane's center (3), extent (2), offset sigma, boundary start and count. */
export const anchorWords = 17;

/** A hit, 64-bit floats: type, distance, point (3), covariance (6), normal (3), anchor. */
export const hitWords = 15;

/** A tracked ray, 64-bit floats: identifier, then a hit, of type 0 where it meets nothing. */
export const rayWords = 16;

/** An event, 64-bit floats: kind, anchor or ray, value. */
export const eventWords = 3;

export const anchorKinds = ["place", "horizontal", "vertical", "tilted"];
export const eventKinds = [
    null, "added", "updated", "removed", "merged", "trackingStateChanged", "interrupted", "interruptionEnded", "relocalized", "restarted",
    "rayUpdated",
];

/** Which planes are looked for, as bits. */
export const planeKinds = { horizontal: 1, vertical: 2, tilted: 4 };

/** What a hit test may look for, as bits. */
export const hitTestTypes = {
    featurePoint: 1, estimatedHorizontalPlane: 2, estimatedVerticalPlane: 4, existingPlane: 8, existingPlaneUsingExtent: 16,
    instantPlacement: 32,
};

/** One inertial sample: a 64-bit integer of nanoseconds, then six 64-bit floats. */
export const inertialStride = 56;

/** One feature: identifier (integer), pixel x, y (floats), age (integer), 32 bits each. */
export const featureWords = 4;

/** One landmark: identifier (integer), point x, y, z, its standard deviation, pixel x, y (floats), age (integer), 32 bits each. */
export const landmarkWords = 8;

export const trackingStates = ["notAvailable", "limited", "normal"];
export const trackingLimits = [null, "initializing", "excessiveMotion", "insufficientFeatures", "relocalizing"];
export const distortionKinds = { none: 0, radialTangential: 1, equidistant: 2 };

/** What a view draws over the picture, as bits. */
export const viewParts = { planes: 1, anchors: 4, measuring: 8, assisting: 16, drawing: 32, billboard: 64 };

/** The measuring tool's state: one 64-bit float a field; a reading has four: whether there is one, quantity, value, sigma. */
export const measuringFields = {
    mode: 0, advice: 1, tool: 2, confidence: 3, distance: 4, snap: 5, pointCount: 6, measurementCount: 7, live: 8, last: 12,
    scale: 16, scaleSigma: 17, isRoughOffered: 18,
};
export const measuringModes = ["notReady", "ready", "measuring"];
export const measuringAdvices = [
    "unavailable", "initializing", "excessiveMotion", "insufficientFeatures", "relocalizing", "scaleUnknown", "noSurface", "normal",
    "comeNearer", "moveSideways", "aimInside",
];
/** Advices that only say that the aimed point is not known well: a second tap takes it as a rough one. */
export const accuracyAdvices = new Set(["comeNearer", "moveSideways", "aimInside"]);
export const measuringTools = ["distance", "chain", "area", "height", "angle", "volume"];
/** What the aim was drawn to: an earlier point, a chain's first, a plane's outline, a right angle, a corner or edge of the picture. */
export const aimSnaps = [null, "point", "closing", "outline", "rightAngle", "corner", "edge"];
export const aimConfidences = ["weak", "fair", "good"];
export const quantities = ["length", "area", "angle", "volume"];
/** The texts and files that the measuring tool gives. */
export const measuringTexts = { advice: 0, live: 1, last: 2, csv: 3, json: 4, gltf: 5, report: 6 };

/** What a person in a call draws, and how the engine takes it. */
export const annotationKinds = ["stroke", "arrow", "circle", "text", "marker", "laser", "length"];
export const annotationResults = ["done", "unknownFrame", "badValue", "unknownAnnotation", "tooMany"];

/** The pen's state: one 64-bit float a field. */
export const drawingFields = {
    mode: 0, isPressed: 1, isFollowing: 2, followsFinger: 3, confidence: 4, isOnSurface: 5, surface: 6, distance: 7, tip: 8, strokeCount: 10,
    waitingCount: 11, hasBoard: 12, pulledHeight: 13,
};
export const drawingModes = ["ink", "erase", "pull"];
export const drawingFinishes = ["plain", "wood", "metal", "glazed"];
export const drawingGestures = { press: 0, release: 1, letGo: 2, undo: 3, redo: 4, clear: 5, placeBoard: 6 };
export const drawingFiles = { gltf: 0, stl: 1, drawing: 2 };
/** A stroke in the list of strokes: eight 64-bit floats. */
export const strokeWords = 8;

/** What a tap on a billboard came to, by its number. */
export const billboardOutcomes = ["nothing", "found", "depthUnknown", "content", "notReady"];
/** The billboard's state: one 64-bit float a field; only the first where there is no rectangle. */
export const billboardFields = { hasRectangle: 0, width: 1, height: 2, sightCount: 3, reference: 4, item: 5, pixels: 6, corners: 14 };
