/// How far the pose can be trusted.
public enum TrackingState: Equatable, Sendable {
    /// There is no pose.
    case notAvailable
    /// There may be a pose; it is not to be relied on, for a reason.
    case limited(TrackingLimit)
    /// The pose is good.
    case normal
}

/// Why tracking is limited.
public enum TrackingLimit: Equatable, Sendable {
    /// The start: gravity, velocity and scale are still being found.
    case initializing
    /// The camera moves too fast to be followed.
    case excessiveMotion
    /// Too little is seen: a blank wall, the dark, a covered lens.
    case insufficientFeatures
    /// Tracking was lost or interrupted; the old place has not been recognised yet.
    case relocalizing
}
