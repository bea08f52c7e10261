import Geometry

/// Pose and velocity of the body, and the biases of its sensors.
struct InertialState: Equatable {
    /// The body in the odometry's world.
    var rotation = Rotation.identity
    /// The velocity in the odometry's world, m/s.
    var velocity = Vector3.zero
    /// The position in the odometry's world, metres.
    var position = Vector3.zero
    /// The gyroscope's bias, rad/s.
    var gyroscopeBias = Vector3.zero
    /// The accelerometer's bias, m/s².
    var accelerometerBias = Vector3.zero

    /// Whether no component is NaN or infinite.
    var isFinite: Bool {
        rotation.real.isFinite && rotation.imaginary.isFinite && velocity.isFinite && position.isFinite
            && gyroscopeBias.isFinite && accelerometerBias.isFinite
    }

    /// The state moved by an error of the group: R ← exp(φ) R, p ← exp(φ) p + J(φ) τ, and so with the velocity; biases
    /// add.
    mutating func correct(_ error: InertialError) {
        let turn = Rotation(exp: error.rotation)
        let left = Rotation.leftJacobian(error.rotation)
        rotation = (turn * rotation).normalized
        velocity = turn * velocity + left * error.velocity
        position = turn * position + left * error.position
        gyroscopeBias += error.gyroscopeBias
        accelerometerBias += error.accelerometerBias
    }
}

/// An error of the inertial state, in the order of the covariance: rotation, velocity, position (right-invariant), then
/// the biases.
struct InertialError: Equatable {
    var rotation: Vector3
    var velocity: Vector3
    var position: Vector3
    var gyroscopeBias: Vector3
    var accelerometerBias: Vector3

    /// The error whose fifteen components stand in a row.
    init(_ components: UnsafePointer<Double>) {
        func part(_ start: Int) -> Vector3 { Vector3(components[start], components[start + 1], components[start + 2]) }
        rotation = part(0)
        velocity = part(3)
        position = part(6)
        gyroscopeBias = part(9)
        accelerometerBias = part(12)
    }
}

/// Standard deviations of an inertial state when the filter starts.
struct InertialSigma: Equatable {
    /// About the horizontal axes, radians.
    let tilt: Double
    /// About the vertical axis, radians.
    let heading = 1e-4
    /// m/s.
    let velocity: Double
    /// Metres.
    let position = 1e-4
    /// rad/s.
    let gyroscopeBias: Double
    /// m/s².
    let accelerometerBias: Double
}
