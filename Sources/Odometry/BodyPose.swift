import Geometry

/// The body in the world, with its rotation as a matrix for repeated use.
struct BodyPose: Equatable {
    /// Directions in the body to directions in the world.
    var rotation: Matrix3
    /// The body in the world, metres.
    var position: Vector3
}
