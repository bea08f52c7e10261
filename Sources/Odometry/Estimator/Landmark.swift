import Geometry

/// A point of the scene that the odometry has located.
public struct Landmark: Equatable, Sendable {
    /// The identifier of its `TrackedFeature`.
    public var identifier: Int32
    /// Where it is in the odometry's world, metres.
    public var pointInWorld: Vector3
    /// The covariance of its place relative to the present camera, along the world's axes, m².
    public var covariance: Matrix3
    /// Where it is in the last image, pixels.
    public var pixel: SIMD2<Float>
    /// Number of images it has been followed through.
    public var age: Int32
    /// Whether it is one of the long-lived landmarks that the filter estimates along.
    public var isInState: Bool
}
