import WorldTracking

/// From where a frame of the last seconds was seen.
public struct PastView: Sendable {
    /// The frame's stamp.
    public var timestampNanoseconds: Int64
    /// Its camera, with the pose that is known of it by now.
    public var camera: Camera
    /// How far poses had drifted by then (`Frame.driftVariance`), m².
    public var driftVariance: Double
}
