import Geometry

/// The motion at the last image of a window, as a `MotionInitializer` found it.
///
/// The world has +Z up and its origin at the body at the last image; which way it faces is arbitrary.
public struct InitialMotion: Sendable {
    /// A pose of the body at one image of the window.
    public struct WindowPose: Sendable {
        /// The image's timestamp, as given.
        public var timestampNanoseconds: Int64
        /// The body in the world.
        public var odometryFromBody: RigidTransform<OdometrySpace, BodySpace>
    }

    /// A point seen in the window.
    public struct Point: Sendable {
        /// Its feature.
        public var identifier: Int32
        /// Where it is in the world, metres.
        public var pointInOdometry: Vector3
        /// Its distance from the first image's camera, metres.
        public var distance: Double
        /// The standard deviation of that distance from the images alone, relative.
        public var relativeSigma: Double
    }

    /// The last image's timestamp, as given.
    public var timestampNanoseconds: Int64
    /// The body in the world at the last image; the translation is zero.
    public var odometryFromBody: RigidTransform<OdometrySpace, BodySpace>
    /// The velocity at the last image in the world, m/s.
    public var velocity: Vector3
    /// The gyroscope's bias, rad/s.
    public var gyroscopeBias: Vector3
    /// The accelerometer's bias, m/s².
    public var accelerometerBias: Vector3
    /// What is added to an image's timestamp to get the inertial sensors' clock, seconds.
    public var timeOffset: Double
    /// What the given focal lengths are to be multiplied by.
    public var focalScale: Double
    /// The camera in the body, its rotation refined.
    public var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// The covariance of the state, 15 × 15, row by row.
    ///
    /// The order: rotation error (on the body's side, R · exp(θ)), position, velocity, gyroscope bias, accelerometer
    /// bias. Position and the turn about the vertical are chosen freely and count as known.
    public var covariance: [Double]
    /// One standard deviation of the time offset, seconds.
    public var timeOffsetSigma: Double
    /// One standard deviation of the focal scale.
    public var focalScaleSigma: Double
    /// The largest standard deviation of the velocity in any direction, m/s.
    public var velocitySigma: Double
    /// The largest standard deviation of the direction of gravity, radians.
    public var tiltSigma: Double
    /// The root mean square residual of the observations, pixels.
    public var residualPixels: Double
    /// The body at the window's images, oldest first.
    public var windowPoses: [WindowPose]
    /// The points that were used.
    public var points: [Point]
}
