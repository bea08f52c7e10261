// Written by Scripts/make-engine-interface.py from Scripts/engine-interface.toml. Change that, not this.
// swift-format-ignore-file

/// The version of the exports and records.
let interfaceVersion: Int32 = 7

/// Codes of `distortionKinds`.
enum DistortionKindCode: Int32, CaseIterable {
    case none = 0
    case radialTangential = 1
    case equidistant = 2
}

/// Codes of `thingResults`.
enum ThingResultCode: Int32, CaseIterable {
    case done = 0
    case unseen = 1
    case noSurface = 2
    case hidden = 3
}
