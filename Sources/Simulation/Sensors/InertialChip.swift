import Odometry

/// The gyroscope and accelerometer in a phone, by its data sheet.
struct InertialChip: Sendable {
    /// Its name.
    let name: String
    /// White noise of the gyroscope, °/s/√Hz.
    let gyroscopeNoise: Double
    /// White noise of the accelerometer, µg/√Hz.
    let accelerometerNoise: Double
    /// The typical angular velocity at rest, °/s.
    let gyroscopeOffset: Double
    /// The typical error at rest of the specific force, mg.
    let accelerometerOffset: Double
    /// The range that phones set, °/s and g.
    var range: (gyroscope: Double, accelerometer: Double) = (2000, 8)

    static let bmi160 = InertialChip("Bosch BMI160", 0.007, 180, 3, 40)
    static let bmi270 = InertialChip("Bosch BMI270", 0.007, 160, 1, 20)
    static let icm206xx = InertialChip("InvenSense ICM-206xx", 0.004, 100, 1, 40)
    static let l3g4200d = InertialChip("ST L3G4200D and LIS331DLH", 0.03, 218, 10, 20, range: (500, 2))
    static let lsm330dlc = InertialChip("ST LSM330DLC", 0.03, 220, 10, 60, range: (500, 2))
    static let lsm6ds3 = InertialChip("ST LSM6DS3", 0.007, 90, 10, 40)
    static let lsm6dsl = InertialChip("ST LSM6DSL", 0.004, 80, 3, 40)
    static let lsm6dso = InertialChip("ST LSM6DSO", 0.0038, 70, 1, 20)
    static let mpu6050 = InertialChip("InvenSense MPU-6050", 0.005, 400, 20, 50, range: (500, 2))
    static let mpu6500 = InertialChip("InvenSense MPU-6500", 0.01, 300, 5, 60)

    private init(
        _ name: String,
        _ gyroscopeNoise: Double,
        _ accelerometerNoise: Double,
        _ gyroscopeOffset: Double,
        _ accelerometerOffset: Double,
        range: (gyroscope: Double, accelerometer: Double) = (2000, 8)
    ) {
        self.name = name
        (self.gyroscopeNoise, self.accelerometerNoise) = (gyroscopeNoise, accelerometerNoise)
        (self.gyroscopeOffset, self.accelerometerOffset) = (gyroscopeOffset, accelerometerOffset)
        self.range = range
    }

    /// Standard gravity, m/s².
    static let gravity = 9.80665
    /// Radians per degree.
    static let degree = Double.pi / 180
    /// The share of a chip's offset that is left by the calibration of the phone: by hand, one sigma.
    private static let offsetShare = 0.1

    /// The noise in SI units; data sheets do not state the walk of the biases, so it is that of the preset `phone`.
    var noise: InertialNoise {
        InertialNoise(
            gyroscopeDensity: gyroscopeNoise * Self.degree,
            accelerometerDensity: accelerometerNoise * 1e-6 * Self.gravity,
            gyroscopeWalk: DevicePreset.phone.noise.gyroscopeWalk,
            accelerometerWalk: DevicePreset.phone.noise.accelerometerWalk
        )
    }

    /// The biases at the start: one sigma, rad/s and m/s².
    var startingBias: (gyroscope: Double, accelerometer: Double) {
        (
            gyroscopeOffset * Self.degree * Self.offsetShare,
            accelerometerOffset * 1e-3 * Self.gravity * Self.offsetShare
        )
    }
}
