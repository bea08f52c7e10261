import Geometry

/// The body at an earlier image.
struct CloneState: Equatable {
    /// When the image was taken, inertial clock, seconds since the start.
    private(set) var time = 0.0
    /// The number of the image.
    private(set) var image: Int32 = 0
    /// The body in the world.
    private(set) var rotation = Rotation.identity
    /// The body's position in the world, metres.
    private(set) var position = Vector3.zero
    /// The body's velocity in the world, m/s; for the rows of a rolling shutter.
    private(set) var velocity = Vector3.zero
    /// The body's angular velocity in its own axes, rad/s.
    private(set) var angularVelocity = Vector3.zero

    /// An empty slot's clone.
    init() {}

    /// The clone of an inertial state.
    init(of state: InertialState, at time: Double, image: Int32, angularVelocity: Vector3) {
        self.time = time
        self.image = image
        rotation = state.rotation
        position = state.position
        velocity = state.velocity
        self.angularVelocity = angularVelocity
    }

    /// The derivative of the pose's error by an error of its time: of the rotation and of the position.
    var rate: (turn: Vector3, shift: Vector3) {
        let turn = rotation * angularVelocity
        return (turn, velocity + cross(position, turn))
    }

    /// The body's pose some seconds later.
    func pose(after seconds: Double) -> BodyPose {
        guard seconds != 0 else { return BodyPose(rotation: rotation.matrix, position: position) }
        return BodyPose(
            rotation: (rotation * Rotation(exp: angularVelocity * seconds)).matrix,
            position: position + velocity * seconds
        )
    }

    /// Corrects the pose by its six errors: R ← exp(φ) R, p ← exp(φ) p + J(φ) τ.
    mutating func correct(_ error: UnsafePointer<Double>) {
        func part(_ start: Int) -> Vector3 { Vector3(error[start], error[start + 1], error[start + 2]) }
        let turn = Rotation(exp: part(0))
        rotation = (turn * rotation).normalized
        velocity = turn * velocity
        position = turn * position + Rotation.leftJacobian(part(0)) * part(3)
    }
}

/// The body in the world, with its rotation as a matrix for repeated use.
struct BodyPose: Equatable {
    /// Directions in the body to directions in the world.
    let rotation: Matrix3
    /// The body in the world, metres.
    let position: Vector3
}
