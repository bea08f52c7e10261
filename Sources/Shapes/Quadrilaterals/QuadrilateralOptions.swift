import Geometry

/// What quadrilaterals to look for.
public struct QuadrilateralOptions: Equatable, Sendable {
    /// The least ratio of the shorter to the longer side.
    public var minimumAspectRatio = 0.5
    /// The greatest ratio of the shorter to the longer side.
    public var maximumAspectRatio = 1.0
    /// How far a corner's angle may be from a right angle, radians; perspective is allowed for beyond it
    /// (docs/shapes.md).
    public var quadratureTolerance = Double.pi / 6
    /// The least length of a side, as a part of the image's shorter side.
    public var minimumSize = 0.2
    /// The least confidence of a result, 0…1.
    public var minimumConfidence = 0.0
    /// How many results at most; 0 for all there are.
    public var maximumObservations = 1
    /// The lens that took the image; nil to see from the image how much it bends straight lines.
    public var camera: CameraModel?

    /// The options people know: ratio 0.5 to 1, 30°, a fifth of the shorter side, one result.
    public init() {}
}
