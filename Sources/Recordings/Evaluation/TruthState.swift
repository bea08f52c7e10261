import Geometry

/// The true state of the body at one time.
public struct TruthState: Equatable, Sendable {
    /// The time, nanoseconds on the inertial sensors' clock.
    public var timestampNanoseconds: Int64
    /// The body's pose in the truth's world.
    public var worldFromBody: RigidTransform<OdometrySpace, BodySpace>
    /// The body's velocity in the truth's world, m/s; nil if not known.
    public var velocity: Vector3?
    /// The gyroscope's bias, rad/s; nil if not known.
    public var gyroscopeBias: Vector3?
    /// The accelerometer's bias, m/s²; nil if not known.
    public var accelerometerBias: Vector3?

    /// Creates a state.
    public init(
        timestampNanoseconds: Int64,
        worldFromBody: RigidTransform<OdometrySpace, BodySpace>,
        velocity: Vector3? = nil,
        gyroscopeBias: Vector3? = nil,
        accelerometerBias: Vector3? = nil
    ) {
        self.timestampNanoseconds = timestampNanoseconds
        self.worldFromBody = worldFromBody
        self.velocity = velocity
        self.gyroscopeBias = gyroscopeBias
        self.accelerometerBias = accelerometerBias
    }
}
