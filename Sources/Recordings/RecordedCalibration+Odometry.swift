import Odometry

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
