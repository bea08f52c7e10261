/// A distance with an honest error.
public struct DistanceEstimate: Hashable, Sendable {
    /// The distance, m.
    public var distance: Double
    /// One sigma, m: the true distance is within ± this in two cases of three.
    public var accuracy: Double

    /// Creates an estimate.
    public init(distance: Double, accuracy: Double) {
        self.distance = distance
        self.accuracy = accuracy
    }
}
