import Geometry
import Odometry

/// The sensors' calibration in a recording.
public struct RecordedCalibration: Equatable, Sendable {
    /// The lens; pixels with the first pixel's centre at (0.5, 0.5).
    public var camera: CameraModel
    /// The camera's pose in the frame of the inertial sensor.
    public var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// Seconds to add to an image's timestamp to get the inertial clock.
    public var timeOffset: Double
    /// Seconds between the first and the last row of an image; 0 for a global shutter.
    public var readoutTime: Double
    /// The inertial sensors' noise; nil if the recording has none.
    public var noise: InertialNoise?
    /// Whether the values are a guess that tracking refines (a phone) and not a calibration.
    public var isGuess: Bool

    /// Creates a calibration.
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

extension RecordedCalibration {
    /// The odometry's configuration for these sensors: it estimates a guess, and trusts a calibration.
    public var odometryConfiguration: OdometryConfiguration {
        if isGuess {
            return .phone(
                camera: camera,
                bodyFromOptical: bodyFromOptical,
                timeOffset: timeOffset,
                noise: noise ?? .typicalPhone
            )
        }
        var configuration = OdometryConfiguration.calibrated(
            camera: camera,
            bodyFromOptical: bodyFromOptical,
            timeOffset: timeOffset,
            noise: noise ?? .typicalPhone
        )
        configuration.readoutTime = readoutTime
        return configuration
    }
}

extension InertialNoise {
    /// A phone's sensors: some three times the values of data sheets, which omit temperature and rounding.
    public static let typicalPhone = InertialNoise(
        gyroscopeDensity: 5e-4,
        accelerometerDensity: 5e-3,
        gyroscopeWalk: 2e-5,
        accelerometerWalk: 5e-4
    )
}
