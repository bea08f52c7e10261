import Geometry

/// A landmark as the search for surfaces wants it.
public struct SurfacePoint: Equatable, Sendable {
    /// The landmark's identifier in the odometry.
    public var identifier: Int32
    /// Where it is in the user's world, metres.
    public var pointInWorld: Vector3
    /// How well that is known, metres squared.
    public var covariance: Matrix3

    /// A landmark by its identifier, position in the world and covariance.
    public init(identifier: Int32, pointInWorld: Vector3, covariance: Matrix3) {
        self.identifier = identifier
        self.pointInWorld = pointInWorld
        self.covariance = covariance
    }

    /// The standard deviation along a unit direction, metres.
    public func sigma(along direction: Vector3) -> Double {
        max(0, dot(direction, covariance * direction)).squareRoot()
    }
}
