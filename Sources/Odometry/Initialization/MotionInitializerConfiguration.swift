import Geometry

/// What a `MotionInitializer` knows before it starts, and which accuracy it must reach.
package struct MotionInitializerConfiguration: Equatable, Sendable {
    /// The camera's lens, perhaps a guess.
    package var camera: CameraModel
    /// The camera in the body.
    package var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// What is added to an image's timestamp to get the inertial sensors' clock, seconds.
    package var timeOffset: Double
    /// The time from the first row's exposure to the last's, seconds; an image's timestamp is that of its middle row.
    package var readoutTime: Double = 0
    /// The jitter of timestamps before it is estimated: one standard deviation, seconds.
    package var timestampSigma: Double = 0.001
    /// The length of gravity, m/s².
    package var gravity: Double = 9.81
    /// How far the gyroscope's bias may be from zero: one standard deviation, rad/s.
    package var gyroscopeBiasSigma: Double = 0.1
    /// How far the accelerometer's bias may be from zero: one standard deviation, m/s².
    package var accelerometerBiasSigma: Double = 0.15
    /// How far the time offset may be off: one standard deviation, seconds.
    package var timeOffsetSigma: Double = 0.001
    /// How far the focal lengths may be off: one standard deviation, relative.
    package var focalScaleSigma: Double = 0.003
    /// How far the camera's rotation in the body may be off: one standard deviation an axis, radians.
    package var extrinsicRotationSigma: Double = 0.005
    /// The standard deviation of a followed point, pixels.
    package var pixelSigma: Double = 1
    /// The shortest window that is tried, seconds.
    package var shortestWindow: Double = 0.5
    /// The longest window that is used, seconds.
    package var longestWindow: Double = 1.0
    /// How many images of the window are used.
    package var imageCount: Int = 11
    /// How many points are used at most, the longest seen first.
    package var maximumPointCount: Int = 120
    /// How many steps of adjustment an attempt may take.
    package var maximumIterations: Int = 14
    /// The least time from one attempt to the next, seconds.
    package var attemptInterval: Double = 0.095
    /// The largest uncertainty of the velocity that is accepted, m/s, where the next share is smaller.
    package var maximumVelocitySigma: Double = 0.03
    /// The largest uncertainty of the velocity that is accepted as a share of the fastest speed in the window.
    package var maximumRelativeVelocitySigma: Double = 0.1
    /// The largest uncertainty of the direction of gravity that is accepted, radians.
    package var maximumTiltSigma: Double = 0.035
    /// The largest root mean square residual that is accepted, pixels.
    package var maximumResidualPixels: Double = 2

    /// Sensors that a laboratory has calibrated.
    package init(
        camera: CameraModel,
        bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>,
        timeOffset: Double = 0
    ) {
        self.camera = camera
        self.bodyFromOptical = bodyFromOptical
        self.timeOffset = timeOffset
    }
}
