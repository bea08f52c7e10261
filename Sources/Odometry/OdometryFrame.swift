import Geometry

/// What the odometry knew when a picture was done.
public struct OdometryFrame: Equatable, Sendable {
    /// The picture's stamp, as given.
    public var timestampNanoseconds: Int64
    /// How good the pose is.
    public var state: TrackingState
    /// The body in the odometry's world when the picture's middle row was exposed; nil while there is none.
    ///
    /// +Z is up, the first pose is at the origin.
    public var odometryFromBody: RigidTransform<OdometrySpace, BodySpace>?
    /// The body's velocity in the odometry's world, m/s.
    public var velocity: Vector3
    /// The gyroscope's bias, rad/s.
    public var gyroscopeBias: Vector3
    /// The accelerometer's bias, m/s².
    public var accelerometerBias: Vector3
    /// The calibration as estimated so far.
    public var calibration: OdometryCalibration
    /// The standard deviation of the position's components, metres.
    public var positionSigma: Vector3
    /// The standard deviation of the rotation about the world's axes, radians.
    public var rotationSigma: Vector3
    /// The relative standard deviation of the scale; infinite while unknown.
    public var scaleSigma: Double
}
