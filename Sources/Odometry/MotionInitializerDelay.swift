/// Why there is no motion yet.
public enum MotionInitializerDelay: Equatable, Sendable {
    /// The last attempt was only just.
    case resting
    /// The stretch of pictures is too short.
    case tooFewPictures
    /// The inertial samples do not cover the stretch.
    case tooFewSamples
    /// Too few points are seen all along.
    case tooFewFeatures
    /// The motion does not tell scale or gravity: too little of it, or too even.
    case uncertain
    /// No motion explains what was seen.
    case misfit
}
