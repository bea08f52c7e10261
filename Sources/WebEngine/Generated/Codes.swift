// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// swift-format-ignore-file

/// The version of the exports and records.
let interfaceVersion: Int32 = 7

/// Codes of `trackingStates`.
enum TrackingStateCode: Int32, CaseIterable {
    case notAvailable = 0
    case limited = 1
    case normal = 2
}

/// Codes of `trackingLimits`.
enum TrackingLimitCode: Int32, CaseIterable {
    case initializing = 1
    case excessiveMotion = 2
    case insufficientFeatures = 3
    case relocalizing = 4
}

/// Codes of `sensorFaults`.
enum SensorFaultCode: Int32, CaseIterable {
    case inertialSpikes = 1
    case frozenInertialSensors = 2
    case frozenImages = 3
    case fixedImagePart = 4
    case stabilizedImages = 5
}

/// Codes of `distortionKinds`.
enum DistortionKindCode: Int32, CaseIterable {
    case none = 0
    case radialTangential = 1
    case equidistant = 2
}

/// Codes of `anchorKinds`.
enum AnchorKindCode: Int32, CaseIterable {
    case place = 0
    case horizontal = 1
    case vertical = 2
    case tilted = 3
}

/// Codes of `planeKinds`.
enum PlaneKindCode: Int32, CaseIterable {
    case horizontal = 1
    case vertical = 2
    case tilted = 4
}

/// Codes of `eventKinds`.
enum EventKindCode: Int32, CaseIterable {
    case added = 1
    case updated = 2
    case removed = 3
    case merged = 4
    case trackingStateChanged = 5
    case interrupted = 6
    case interruptionEnded = 7
    case relocalized = 8
    case restarted = 9
    case rayUpdated = 10
}

/// Codes of `hitTestTypes`.
enum HitTestTypeCode: Int32, CaseIterable {
    case featurePoint = 1
    case estimatedHorizontalPlane = 2
    case estimatedVerticalPlane = 4
    case existingPlane = 8
    case existingPlaneUsingExtent = 16
    case instantPlacement = 32
    case depth = 64
    case mesh = 128
}

/// Codes of `mapResults`.
enum MapResultCode: Int32, CaseIterable {
    case done = 0
    case noMap = 1
    case unknownVersion = 2
    case damaged = 3
}

/// Codes of `depthMapResults`.
enum DepthMapResultCode: Int32, CaseIterable {
    case done = 0
    case earlierWorld = 1
    case damaged = 2
}

/// Codes of `thingResults`.
enum ThingResultCode: Int32, CaseIterable {
    case done = 0
    case unseen = 1
    case noSurface = 2
    case hidden = 3
}

/// Codes of `meshFileFormats`.
enum MeshFileFormatCode: Int32, CaseIterable {
    case glb = 0
    case ply = 1
    case obj = 2
    case usdz = 3
}

/// Codes of `planFileFormats`.
enum PlanFileFormatCode: Int32, CaseIterable {
    case svg = 0
    case dxf = 1
}

/// Codes of `floorPlanResults`.
enum FloorPlanResultCode: Int32, CaseIterable {
    case done = 0
    case noFloor = 1
    case notEnclosed = 2
}

/// Codes of `wallKinds`.
enum WallKindCode: Int32, CaseIterable {
    case wall = 0
    case opening = 1
    case unseen = 2
}

/// Codes of `planOrigins`.
enum PlanOriginCode: Int32, CaseIterable {
    case scanned = 0
    case movedAlong = 1
    case movedWithWall = 2
    case drawn = 3
    case changed = 4
}

/// Codes of `planCorrectionKinds`.
enum PlanCorrectionKindCode: Int32, CaseIterable {
    case moveWall = 0
    case moveOpening = 1
    case knownLength = 2
    case addWall = 3
    case removeWall = 4
    case removePartition = 5
    case addOpening = 6
    case removeOpening = 7
}

/// Codes of `viewParts`.
enum ViewPartCode: Int32, CaseIterable {
    case planes = 1
    case anchors = 4
    case measuring = 8
    case assisting = 16
    case drawing = 32
    case billboard = 64
    case placing = 128
}

/// Codes of `measuringModes`.
enum MeasuringModeCode: Int32, CaseIterable {
    case notReady = 0
    case ready = 1
    case measuring = 2
}

/// Codes of `measuringAdvices`.
enum MeasuringAdviceCode: Int32, CaseIterable {
    case unavailable = 0
    case initializing = 1
    case excessiveMotion = 2
    case insufficientFeatures = 3
    case relocalizing = 4
    case scaleUnknown = 5
    case noSurface = 6
    case normal = 7
    case comeNearer = 8
    case moveSideways = 9
    case aimInside = 10
    case scaleRough = 11
}

/// Codes of `measuringTools`.
enum MeasuringToolKindCode: Int32, CaseIterable {
    case distance = 0
    case chain = 1
    case area = 2
    case height = 3
    case angle = 4
    case volume = 5
}

/// Codes of `aimSnaps`.
enum AimSnapCode: Int32, CaseIterable {
    case point = 1
    case closing = 2
    case outline = 3
    case rightAngle = 4
    case corner = 5
    case edge = 6
}

/// Codes of `aimConfidences`.
enum AimConfidenceCode: Int32, CaseIterable {
    case weak = 0
    case fair = 1
    case good = 2
}

/// Codes of `quantities`.
enum QuantityCode: Int32, CaseIterable {
    case length = 0
    case area = 1
    case angle = 2
    case volume = 3
}

/// Codes of `measuringUnits`.
enum MeasuringUnitCode: Int32, CaseIterable {
    case metric = 0
    case imperial = 1
}

/// Codes of `measuringTexts`.
enum MeasuringTextCode: Int32, CaseIterable {
    case advice = 0
    case live = 1
    case last = 2
    case csv = 3
    case json = 4
    case gltf = 5
    case report = 6
    case dxf = 7
}

/// Codes of `drawingModes`.
enum DrawingModeCode: Int32, CaseIterable {
    case ink = 0
    case erase = 1
    case pull = 2
}

/// Codes of `drawingFinishes`.
enum DrawingFinishCode: Int32, CaseIterable {
    case plain = 0
    case wood = 1
    case metal = 2
    case glazed = 3
}

/// Codes of `drawingGestures`.
enum DrawingGestureCode: Int32, CaseIterable {
    case press = 0
    case release = 1
    case stopFollowing = 2
    case undo = 3
    case redo = 4
    case clear = 5
    case placeBoard = 6
    case letGo = 7
}

/// Codes of `drawingFiles`.
enum DrawingFileCode: Int32, CaseIterable {
    case gltf = 0
    case stl = 1
    case drawing = 2
}

/// Codes of `followedKinds`.
enum FollowedKindCode: Int32, CaseIterable {
    case finger = 1
    case thing = 2
}

/// Codes of `billboardOutcomes`.
enum BillboardOutcomeCode: Int32, CaseIterable {
    case nothing = 0
    case found = 1
    case depthUnknown = 2
    case content = 3
    case notReady = 4
    case full = 5
    case curved = 6
}

/// Codes of `annotationKinds`.
enum AnnotationKindCode: Int32, CaseIterable {
    case stroke = 0
    case arrow = 1
    case circle = 2
    case text = 3
    case marker = 4
    case laser = 5
    case length = 6
}

/// Codes of `annotationResults`.
enum AnnotationResultCode: Int32, CaseIterable {
    case done = 0
    case unknownFrame = 1
    case badValue = 2
    case unknownAnnotation = 3
    case tooMany = 4
    case noSurface = 5
}
