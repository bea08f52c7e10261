/// What a depth estimator is asked to do, and how well the poses are known that it is given.
public struct DepthConfiguration: Equatable, Sendable {
    /// The longer side of the map, pixels; brought to a multiple of 8 in 64…320.
    public var longSide = 160
    /// How many keyframes are kept, 2…64; one takes about 0.4 MB with a map of 160 × 120.
    public var capacity = 16
    /// From how many other keyframes a map is computed at most, 1…8; the better half of them is swept, all refine it.
    public var partnerCount = 4
    /// The error of one keyframe's rotation against another's, radians; it enters the standard deviations.
    public var rotationSigma = 0.0
    /// The error of one keyframe's position against another's, metres; it enters the standard deviations.
    public var positionSigma = 0.0

    /// The usual configuration: poses without an error of their own.
    public init() {}
}
