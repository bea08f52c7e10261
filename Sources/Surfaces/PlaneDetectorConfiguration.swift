/// What counts as a plane.
public struct PlaneDetectorConfiguration: Equatable, Sendable {
    /// Which planes to look for: level ones.
    public var findsHorizontal = true
    /// Which planes to look for: upright ones.
    public var findsVertical = true
    /// Which planes to look for: all others.
    public var findsTilted = true
    /// How many landmarks make a level plane; upright ones need half as many again, tilted ones twice as many.
    public var minimumPointCount = 10
    /// How far from the plane a landmark may lie, metres, besides its own uncertainty.
    public var thickness = 0.012
    /// How far apart two landmarks of one surface may lie, metres.
    public var reach = 0.35
    /// The shorter side that a level plane must have at least, metres; upright ones need half as much again, tilted ones twice as much.
    public var minimumExtent = 0.08
    /// How well a landmark must be known to be used, metres.
    public var maximumPointSigma = 0.05
    /// How many landmarks are remembered.
    public var capacity = 3_000
    /// How many rounds the random search for upright and tilted planes takes an update.
    public var searchRounds = 60
    /// Whether planes grow over places without landmarks where pictures agree.
    public var growsByPictures = true

    /// The defaults.
    public init() {}
}
