import Geometry

/// The calibration of camera and inertial sensors at one moment.
public struct OdometryCalibration: Equatable, Sendable {
    /// The camera's lens.
    public var camera: CameraModel
    /// The camera in the body.
    public var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// What is added to an image's timestamp to get the inertial sensors' clock, seconds.
    public var timeOffset: Double
    /// The time from the first row's exposure to the last's, seconds; 0 for a global shutter.
    ///
    /// An image's timestamp is that of its middle row.
    public var readoutTime: Double

    /// A calibration of its parts.
    public init(
        camera: CameraModel,
        bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>,
        timeOffset: Double = 0,
        readoutTime: Double = 0
    ) {
        self.camera = camera
        self.bodyFromOptical = bodyFromOptical
        self.timeOffset = timeOffset
        self.readoutTime = readoutTime
    }
}
