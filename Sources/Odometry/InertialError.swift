import Geometry

/// An error of the inertial state, in the order of the covariance: rotation, velocity, position (right-invariant), then the biases.
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
