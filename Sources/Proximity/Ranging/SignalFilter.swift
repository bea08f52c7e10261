/// Smooths the strengths of one beacon's packets; a replaceable part of ranging.
public protocol SignalFilter: Sendable {
    /// Adds the strength of a packet, dBm.
    ///
    /// Times do not decrease; a step back counts as zero.
    mutating func add(rssi: Double, at nanoseconds: Int64)
    /// The level at a time; `nil` before the first packet.
    func level(at nanoseconds: Int64) -> SignalLevel?
}

/// The estimated level of a signal.
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
