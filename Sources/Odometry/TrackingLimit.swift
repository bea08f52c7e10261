/// Why tracking is limited.
public enum TrackingLimit: Equatable, Sendable {
    /// It has only begun: there is no first pose yet.
    case initializing
    /// The camera turns or moves too fast for the picture to be followed.
    case excessiveMotion
    /// The picture shows too little to follow, or nothing.
    case insufficientFeatures
    /// Tracking was lost and starts again.
    case relocalizing
}
