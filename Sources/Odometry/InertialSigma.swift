/// How well an inertial state is known when the filter starts: standard deviations of its parts.
struct InertialSigma: Equatable {
    /// About the horizontal axes, radians.
    var tilt: Double
    /// About the vertical axis, radians.
    var heading = 1e-4
    /// m/s.
    var velocity: Double
    /// Metres.
    var position = 1e-4
    /// rad/s.
    var gyroscopeBias: Double
    /// m/s².
    var accelerometerBias: Double
}
