/// The configuration of a `FeatureTracker`: what it detects and when it drops a feature.
public struct FeatureTrackerConfiguration: Equatable, Sendable {
    /// How many features to follow at most.
    public var maximumCount = 180
    /// How near to each other features may be found, pixels.
    public var minimumDistancePixels: Float = 20
    /// How many levels the pyramid has at most, full size included.
    public var levels = 4
    /// How often a level's position is improved at most.
    public var maximumIterations = 12
    /// The least correlation of a feature's surroundings between two images, -1…1.
    public var minimumCorrelation: Float = 0.75
    /// How often a feature's position and stretch are improved against its first appearance at most.
    public var alignmentIterations = 5
    /// The least correlation of a feature's surroundings with their first appearance, -1…1.
    public var minimumReferenceCorrelation: Float = 0.9
    /// The largest distance between the tracked position and that of the first appearance, pixels.
    public var maximumDriftPixels: Float = 2
    /// How far from the line that the motion allows a feature may be, pixels.
    public var motionTolerancePixels: Float = 1.5
    /// The least strength of a new corner: determinant over trace of the squared slopes summed over 7 × 7 pixels, gray
    /// levels².
    public var minimumCornerStrength: Float = 80
    /// The seed of the random choices of the outlier rejection.
    public var seed: UInt64 = 1

    /// The usual values, for images of about 640 × 480.
    public init() {}
}
