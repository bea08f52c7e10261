import Geometry

/// Where the body is, how it moves, and how its sensors are off.
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

    /// The state moved by an error of the group: R ← exp(φ) R, p ← exp(φ) p + J(φ) τ, and so with the velocity; biases add.
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
