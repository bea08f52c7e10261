import Geometry

/// The options of the search for quadrilaterals.
public struct QuadrilateralOptions: Equatable, Sendable {
    /// The least ratio of the shorter to the longer side.
    public var minimumAspectRatio = 0.5
    /// The greatest ratio of the shorter to the longer side.
    public var maximumAspectRatio = 1.0
    /// The largest deviation of a corner's angle from a right angle, radians; perspective may add to it
    /// (docs/library/shapes.md).
    public var quadratureTolerance = Double.pi / 6
    /// The smallest length of a side, as a part of the image's shorter side.
    public var minimumSize = 0.2
    /// The least confidence of a result, 0…1.
    public var minimumConfidence = 0.0
    /// The maximum number of results; 0 for all.
    public var maximumObservations = 1
    /// The lens of the image; nil to estimate its distortion from the image.
    public var camera: CameraModel?

    /// The customary defaults: ratio 0.5 to 1, 30°, a fifth of the shorter side, one result.
    public init() {}
}
