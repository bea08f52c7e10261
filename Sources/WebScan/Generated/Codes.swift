// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// swift-format-ignore-file

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
