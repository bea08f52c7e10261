/// The motion of a camera during the exposure of a rolling-shutter image.
public struct CameraMotion: Equatable, Sendable {
    /// The angular velocity about the optical axes, rad/s.
    public var angularVelocity: Vector3
    /// The velocity along the world's axes, m/s.
    public var velocity: Vector3
    /// The time from the first row's exposure to the last's, seconds.
    public var readoutTime: Double

    /// Creates a motion.
    public init(angularVelocity: Vector3, velocity: Vector3, readoutTime: Double) {
        self.angularVelocity = angularVelocity
        self.velocity = velocity
        self.readoutTime = readoutTime
    }

    /// The camera's pose at a row, of which the middle one is 0, the first −½ and the last ½.
    package func pose<Space>(
        atRow row: Double,
        of middle: RigidTransform<Space, OpticalSpace>
    ) -> RigidTransform<Space, OpticalSpace> {
        let seconds = row * readoutTime
        return RigidTransform(
            rotation: middle.rotation * Rotation(exp: angularVelocity * seconds),
            translation: middle.translation + velocity * seconds
        )
    }
}
