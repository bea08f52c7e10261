import Geometry

/// The motion at the last image of a window, as a `MotionInitializer` found it.
///
/// The world has +Z up and its origin at the body at the last image; which way it faces is arbitrary.
package struct InitialMotion: Sendable {
    /// A pose of the body at one image of the window.
    package struct WindowPose: Sendable {
        /// The image's timestamp, as given.
        package let timestampNanoseconds: Int64
        /// The body in the world.
        package let odometryFromBody: RigidTransform<OdometrySpace, BodySpace>
    }

    /// A point seen in the window.
    package struct Point: Sendable {
        /// Its feature.
        package let identifier: Int32
        /// Where it is in the world, metres.
        package let pointInOdometry: Vector3
        /// Its distance from the first image's camera, metres.
        package let distance: Double
        /// The standard deviation of that distance from the images alone, relative.
        package let relativeSigma: Double
    }

    /// The last image's timestamp, as given.
    package let timestampNanoseconds: Int64
    /// The body in the world at the last image; the translation is zero.
    package let odometryFromBody: RigidTransform<OdometrySpace, BodySpace>
    /// The velocity at the last image in the world, m/s.
    package let velocity: Vector3
    /// The gyroscope's bias, rad/s.
    package let gyroscopeBias: Vector3
    /// The accelerometer's bias, m/s².
    package let accelerometerBias: Vector3
    /// What is added to an image's timestamp to get the inertial sensors' clock, seconds.
    package let timeOffset: Double
    /// The factor for the given focal lengths.
    package let focalScale: Double
    /// The camera in the body, its rotation refined.
    package let bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// The covariance of the state, 15 × 15, row by row.
    ///
    /// The order: rotation error (on the body's side, R · exp(θ)), position, velocity, gyroscope bias, accelerometer
    /// bias. Position and the turn about the vertical are chosen freely and count as known.
    package let covariance: [Double]
    /// One standard deviation of the time offset, seconds.
    package let timeOffsetSigma: Double
    /// One standard deviation of the focal scale.
    package let focalScaleSigma: Double
    /// The largest standard deviation of the velocity in any direction, m/s.
    package let velocitySigma: Double
    /// The largest standard deviation of the direction of gravity, radians.
    package let tiltSigma: Double
    /// The root mean square residual of the observations, pixels.
    package let residualPixels: Double
    /// The body at the window's images, oldest first.
    package let windowPoses: [WindowPose]
    /// The points that were used.
    package let points: [Point]
}
