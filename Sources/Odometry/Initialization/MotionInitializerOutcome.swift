/// The result of an attempt of a `MotionInitializer`.
package enum MotionInitializerOutcome: Sendable {
    /// The motion is found.
    case solved(InitialMotion)
    /// There is no motion yet, for this reason.
    case waiting(MotionInitializerDelay)
}

/// Why there is no motion yet.
package enum MotionInitializerDelay: Equatable, Sendable {
    /// The last attempt was too recent.
    case tooSoon
    /// The images do not cover enough time.
    case tooFewImages
    /// The inertial samples do not cover the images.
    case tooFewSamples
    /// Too few points are seen in most of the images.
    case tooFewFeatures
    /// Scale or gravity are not observable: there is too little motion, or it is too even.
    case uncertain
    /// No motion explains the observations.
    case largeResiduals
}
