import Geometry

/// A point of the scene with its estimated position.
public struct Landmark: Equatable, Sendable {
    /// The identifier of its `TrackedFeature`.
    public var identifier: Int32
    /// Its position in the odometry's world, metres.
    public var pointInWorld: Vector3
    /// The covariance of its position relative to the present camera, along the world's axes, m².
    public var covariance: Matrix3
    /// Its position in the last image, pixels.
    public var pixel: SIMD2<Float>
    /// Number of images it has been followed through.
    public var age: Int32
    /// Whether it is one of the long-lived landmarks that the filter estimates along.
    public var isInState: Bool
}
