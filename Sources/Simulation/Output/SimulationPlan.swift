/// What to simulate; the same plan gives the same recording, byte for byte.
public struct SimulationPlan: Sendable {
    /// The room.
    public var scene: SimulatedScene
    /// The device.
    public var preset: DevicePreset
    /// The kind of motion.
    public var motion: MotionKind
    /// The kind of start.
    public var start: MotionStart
    /// The kind of end.
    public var end: MotionEnd
    /// Seconds.
    public var duration: Double
    /// The seed of the motion's details and of all noise.
    public var seed: UInt64
    /// Whether the recording states a guessed calibration instead of the true one.
    public var isGuess: Bool
    /// Whether a hand draws on the scene's table.
    public var hasHand: Bool
    /// Seconds from one image with exact depth to the next; nil for none.
    public var depthInterval: Double?

    /// A plan of its parts.
    public init(
        scene: SimulatedScene,
        preset: DevicePreset = .phone,
        motion: MotionKind = .tour,
        start: MotionStart = .rest,
        end: MotionEnd = .moving,
        duration: Double = 30,
        seed: UInt64 = 1,
        isGuess: Bool = false,
        hasHand: Bool = false,
        depthInterval: Double? = nil
    ) {
        self.scene = scene
        self.preset = preset
        self.motion = motion
        self.start = start
        self.end = end
        self.duration = duration
        self.seed = seed
        self.isGuess = isGuess
        self.hasHand = hasHand
        self.depthInterval = depthInterval
    }

    /// The lens of each image.
    var lens: MovingLens { MovingLens(self) }

    var trajectory: DeviceTrajectory {
        DeviceTrajectory(
            motion: DeviceMotion(motion, start: start, end: end, scene: scene, duration: duration, seed: seed),
            bodyFromOptical: preset.bodyFromOptical
        )
    }
}
