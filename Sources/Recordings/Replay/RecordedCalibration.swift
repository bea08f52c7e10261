import Geometry
import Odometry

/// What a recording says about its sensors.
public struct RecordedCalibration: Equatable, Sendable {
    /// The lens; pixels with the first pixel's centre at (0.5, 0.5).
    public var camera: CameraModel
    /// Where the camera sits on the inertial sensor.
    public var bodyFromOptical: RigidTransform<BodySpace, OpticalSpace>
    /// Seconds to add to an image's stamp to get the inertial clock.
    public var timeOffset: Double
    /// Seconds between the first and the last row of an image; 0 for a global shutter.
    public var readoutTime: Double
    /// The inertial sensors' noise; nil if the recording does not say.
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

extension RecordedCalibration {
    /// The odometry's configuration for these sensors: a guess is calibrated along, a calibration is held tight.
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
    /// A phone's sensors, some three times the figures of their data sheets, which know no temperature and no rounding.
    public static let typicalPhone = InertialNoise(
        gyroscopeDensity: 5e-4,
        accelerometerDensity: 5e-3,
        gyroscopeWalk: 2e-5,
        accelerometerWalk: 5e-4
    )
}
