import Geometry

/// A landmark in the user's world: what a frame shows, what planes are fitted to, and what a hit test meets.
public struct WorldLandmark: Equatable, Sendable {
    /// The landmark's identifier in the odometry; stays as long as it is followed.
    public var identifier: Int32
    /// Its position in the user's world, metres.
    public var pointInWorld: Vector3
    /// The covariance of the position, m².
    public var covariance: Matrix3
    /// Its position in the last image that shows it, pixels.
    public var pixel: Vector2
    /// In how many images it has been followed.
    public var age: Int32

    /// A landmark of its parts.
    public init(
        identifier: Int32,
        pointInWorld: Vector3,
        covariance: Matrix3,
        pixel: Vector2 = .zero,
        age: Int32 = 0
    ) {
        self.identifier = identifier
        self.pointInWorld = pointInWorld
        self.covariance = covariance
        self.pixel = pixel
        self.age = age
    }

    /// The standard deviation along a unit direction, metres.
    public func sigma(along direction: Vector3) -> Double {
        max(0, dot(direction, covariance * direction)).squareRoot()
    }
}
