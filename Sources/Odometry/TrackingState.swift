/// How good the odometry's pose is.
public enum TrackingState: Equatable, Sendable {
    /// There is no pose.
    case notAvailable
    /// The pose is missing or doubtful, for this reason.
    case limited(TrackingLimit)
    /// The pose is good.
    case normal
}
