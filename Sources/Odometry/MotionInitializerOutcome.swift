/// What an attempt of a `MotionInitializer` gave.
public enum MotionInitializerOutcome: Sendable {
    /// The motion is found.
    case solved(InitialMotion)
    /// Not yet.
    case waiting(MotionInitializerDelay)
}
