/// The configuration of a `FeatureTracker`: what it detects and when it drops a feature.
public struct FeatureTrackerConfiguration: Equatable, Sendable {
    /// The maximum number of features.
    public var maximumCount = 180
    /// The minimum distance between features, pixels.
    public var minimumDistancePixels: Float = 20
    /// The maximum number of pyramid levels, full size included.
    public var levels = 4
    /// The maximum number of iterations on a level.
    public var maximumIterations = 12
    /// The minimum correlation of a feature's surroundings between two images, -1…1.
    public var minimumCorrelation: Float = 0.75
    /// The maximum number of iterations of the alignment with the first appearance.
    public var alignmentIterations = 5
    /// The minimum correlation of a feature's surroundings with their first appearance, -1…1.
    public var minimumReferenceCorrelation: Float = 0.9
    /// The largest distance between the tracked position and that of the first appearance, pixels.
    public var maximumDriftPixels: Float = 2
    /// The maximum distance of a feature from its epipolar line, pixels.
    public var motionTolerancePixels: Float = 1.5
    /// The minimum strength of a new corner: determinant over trace of the squared gradients summed over 7 × 7 pixels,
    /// gray levels².
    public var minimumCornerStrength: Float = 80
    /// The seed of the random choices of the outlier rejection.
    public var seed: UInt64 = 1

    /// The usual values, for images of about 640 × 480.
    public init() {}
}
