import Geometry

/// A landmark that a frame knows.
public struct FramePoint: Equatable, Sendable {
    /// The landmark's identifier; stays as long as it is followed.
    public var identifier: Int32
    /// Where it is, metres.
    public var pointInWorld: Vector3
    /// How well that is known, metres squared.
    public var covariance: Matrix3
    /// Where the picture shows it.
    public var pixel: Vector2
    /// For how many pictures it has been followed.
    public var age: Int32

    /// A point of its parts.
    public init(identifier: Int32, pointInWorld: Vector3, covariance: Matrix3, pixel: Vector2, age: Int32) {
        self.identifier = identifier
        self.pointInWorld = pointInWorld
        self.covariance = covariance
        self.pixel = pixel
        self.age = age
    }
}
