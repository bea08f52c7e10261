/// The noise of inertial sensors: continuous-time densities, as data sheets and EuRoC's `sensor.yaml` give them.
public struct InertialNoise: Equatable, Sendable {
    /// White noise of the gyroscope, rad/s/√Hz.
    public var gyroscopeDensity: Double
    /// White noise of the accelerometer, m/s²/√Hz.
    public var accelerometerDensity: Double
    /// Random walk of the gyroscope's bias, rad/s²/√Hz.
    public var gyroscopeWalk: Double
    /// Random walk of the accelerometer's bias, m/s³/√Hz.
    public var accelerometerWalk: Double

    /// Noise by its four densities.
    public init(
        gyroscopeDensity: Double,
        accelerometerDensity: Double,
        gyroscopeWalk: Double,
        accelerometerWalk: Double
    ) {
        self.gyroscopeDensity = gyroscopeDensity
        self.accelerometerDensity = accelerometerDensity
        self.gyroscopeWalk = gyroscopeWalk
        self.accelerometerWalk = accelerometerWalk
    }
}
