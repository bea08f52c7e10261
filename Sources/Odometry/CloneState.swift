import Geometry

/// Where the body was when an earlier picture was taken.
struct CloneState: Equatable {
    /// Whether the slot holds a clone.
    var isUsed = false
    /// When the picture was taken, inertial clock, seconds since the start.
    var time = 0.0
    /// The number of the picture.
    var picture: Int32 = 0
    /// The body in the world.
    var rotation = Rotation.identity
    /// The body's position in the world, metres.
    var position = Vector3.zero
    /// The body's velocity in the world, m/s; for the rows of a rolling shutter.
    var velocity = Vector3.zero
    /// The body's angular velocity in its own axes, rad/s.
    var angularVelocity = Vector3.zero

    /// How the pose's error moves with an error of its time: that of the rotation and that of the position.
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
}
