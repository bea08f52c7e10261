/// What a filter thinks of a signal's strength.
public struct SignalLevel: Hashable, Sendable {
    /// The mean, dBm.
    public var mean: Double
    /// The variance of that mean, dB²: small after many packets that agree.
    public var variance: Double

    /// Creates a level.
    public init(mean: Double, variance: Double) {
        self.mean = mean
        self.variance = variance
    }
}
