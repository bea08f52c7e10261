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
}
