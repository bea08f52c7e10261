import Geometry

/// What the gyroscope and the accelerometer measured at one moment, in the body's axes.
public struct InertialSample: Equatable, Sendable {
    /// When it was measured, nanoseconds on the inertial sensors' clock.
    public var timestampNanoseconds: Int64
    /// The angular velocity of the body, rad/s.
    public var angularVelocity: Vector3
    /// The specific force (acceleration minus gravity), m/s²; at rest it points up with 9.8.
    public var specificForce: Vector3

    /// A sample of its parts.
    @inlinable
    public init(timestampNanoseconds: Int64, angularVelocity: Vector3, specificForce: Vector3) {
        self.timestampNanoseconds = timestampNanoseconds
        self.angularVelocity = angularVelocity
        self.specificForce = specificForce
    }
}
