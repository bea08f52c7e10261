import Geometry

/// The prior knowledge of a `MotionInitializer`.
package struct MotionInitializerConfiguration: Equatable, Sendable {
    /// The camera's lens, perhaps a guess.
    package var camera: CameraModel
    /// The camera in the body.
    package var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// What is added to an image's timestamp to get the inertial sensors' clock, seconds.
    package var timeOffset: Double
    /// The time from the first row's exposure to the last's, seconds; an image's timestamp is that of its middle row.
    package var readoutTime: Double = 0
    /// The length of gravity, m/s².
    package var gravity: Double = 9.81
    /// How far the time offset may be off: one standard deviation, seconds.
    package var timeOffsetSigma: Double = 0.001
    /// How far the focal lengths may be off: one standard deviation, relative.
    package var focalScaleSigma: Double = 0.003
    /// How far the camera's rotation in the body may be off: one standard deviation an axis, radians.
    package var extrinsicRotationSigma: Double = 0.005

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
