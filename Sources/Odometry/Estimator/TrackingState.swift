/// The quality of the odometry's pose.
public enum TrackingState: Equatable, Sendable {
    /// There is no pose.
    case notAvailable
    /// The pose is missing or doubtful, for this reason.
    case limited(TrackingLimit)
    /// The pose is good.
    case normal
}

/// Why tracking is limited.
public enum TrackingLimit: Equatable, Sendable {
    /// It has only begun: there is no first pose yet.
    case initializing
    /// The camera turns or moves too fast for the image to be followed.
    case excessiveMotion
    /// The image shows too little to follow, or nothing.
    case insufficientFeatures
    /// Tracking was lost and starts again.
    case relocalizing
}
