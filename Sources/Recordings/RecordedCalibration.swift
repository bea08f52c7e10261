import Geometry
import Odometry

/// What a recording says about its sensors.
public struct RecordedCalibration: Equatable, Sendable {
    /// The lens; pixels with the first pixel's centre at (0.5, 0.5).
    public var camera: CameraModel
    /// Where the camera sits on the inertial sensor.
    public var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// Seconds to add to a picture's stamp to get the inertial clock.
    public var timeOffset: Double
    /// Seconds between the first and the last row of a picture; 0 for a global shutter.
    public var readoutTime: Double
    /// The inertial sensors' noise; nil where the recording does not say.
    public var noise: InertialNoise?
    /// Whether the figures are a guess to be refined (a phone) and not a calibration.
    public var isGuess: Bool

    /// A calibration of its parts.
    public init(
        camera: CameraModel,
        bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>,
        timeOffset: Double = 0,
        readoutTime: Double = 0,
        noise: InertialNoise? = nil,
        isGuess: Bool = false
    ) {
        self.camera = camera
        self.bodyFromOptical = bodyFromOptical
        self.timeOffset = timeOffset
        self.readoutTime = readoutTime
        self.noise = noise
        self.isGuess = isGuess
    }
}
