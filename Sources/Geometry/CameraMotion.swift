/// How a camera moved while a rolling shutter exposed its image.
public struct CameraMotion: Equatable, Sendable {
    /// About the optical axes, rad/s.
    public var angularVelocity: Vector3
    /// Along the axes of the camera's surroundings, m/s.
    public var velocity: Vector3
    /// From the first row's exposure to the last's, seconds.
    public var readoutTime: Double

    /// A motion of its parts.
    public init(angularVelocity: Vector3, velocity: Vector3, readoutTime: Double) {
        self.angularVelocity = angularVelocity
        self.velocity = velocity
        self.readoutTime = readoutTime
    }
}
