/// Smooths the strengths of one beacon's packets; a replaceable part of ranging.
public protocol SignalFilter: Sendable {
    /// Takes the strength of a packet, dBm.
    ///
    /// Time goes forward; a step back counts as no time.
    mutating func add(rssi: Double, at nanoseconds: Int64)
    /// The level as known at a time; `nil` before the first packet.
    func level(at nanoseconds: Int64) -> SignalLevel?
}

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
