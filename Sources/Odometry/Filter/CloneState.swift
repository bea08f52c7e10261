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
    /// How the angular velocity changes, rad/s², in the body's axes, and the velocity, m/s², in the world.
    private var angularAcceleration = Vector3.zero
    private var acceleration = Vector3.zero

    /// An empty slot's clone.
    init() {}

    /// The clone of an inertial state that moves so.
    init(of state: InertialState, at time: Double, image: Int32, motion: BodyMotion) {
        self.time = time
        self.image = image
        rotation = state.rotation
        position = state.position
        velocity = state.velocity
        angularVelocity = motion.angularVelocity
        angularAcceleration = motion.angularAcceleration
        acceleration = motion.acceleration
    }

    /// The derivative of the pose's error by an error of its time: of the rotation and of the position.
    var rate: (turn: Vector3, shift: Vector3) {
        let turn = rotation * angularVelocity
        return (turn, velocity + cross(position, turn))
    }

    /// The body's pose some seconds later, to second order.
    ///
    /// The rows of a rolling shutter are exposed up to 10 ms before and after the middle one. Without the second order
    /// a hand's tremor of 6 Hz looks 2 % smaller than it is to the mean of all rows, and the path becomes too long.
    func pose(after seconds: Double) -> BodyPose {
        guard seconds != 0 else { return BodyPose(rotation: rotation.matrix, position: position) }
        return BodyPose(
            rotation: (rotation * Rotation(exp: (angularVelocity + angularAcceleration * (seconds / 2)) * seconds))
                .matrix,
            position: position + (velocity + acceleration * (seconds / 2)) * seconds
        )
    }

    /// The velocity in the world some seconds later, m/s, and the angular velocity in the body's axes then, rad/s.
    func rates(after seconds: Double) -> (velocity: Vector3, angularVelocity: Vector3) {
        (velocity + acceleration * seconds, angularVelocity + angularAcceleration * seconds)
    }

    /// Corrects the pose by its six errors: R ← exp(φ) R, p ← exp(φ) p + J(φ) τ.
    mutating func correct(_ error: UnsafePointer<Double>) {
        func part(_ start: Int) -> Vector3 { Vector3(error[start], error[start + 1], error[start + 2]) }
        let turn = Rotation(exp: part(0))
        rotation = (turn * rotation).normalized
        velocity = turn * velocity
        acceleration = turn * acceleration
        position = turn * position + Rotation.leftJacobian(part(0)) * part(3)
    }
}

/// How a body moves around a time.
struct BodyMotion: Equatable {
    /// In the body's axes, without bias, rad/s.
    var angularVelocity = Vector3.zero
    /// In the body's axes, rad/s².
    var angularAcceleration = Vector3.zero
    /// In the world, without gravity, m/s².
    var acceleration = Vector3.zero
}

/// The body in the world, with its rotation as a matrix for repeated use.
struct BodyPose: Equatable {
    /// Directions in the body to directions in the world.
    let rotation: Matrix3
    /// The body in the world, metres.
    let position: Vector3
}
