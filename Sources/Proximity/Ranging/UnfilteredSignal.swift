/// The last packet's strength without filtering: the baseline for the other filters.
public struct UnfilteredSignal: SignalFilter {
    private var last: Double?

    /// Creates a filter without packets.
    public init() {}

    /// Adds a packet.
    public mutating func add(rssi: Double, at nanoseconds: Int64) { last = rssi }

    /// The last packet's strength, with the usual variance of a single packet.
    public func level(at nanoseconds: Int64) -> SignalLevel? {
        last.map { SignalLevel(mean: $0, variance: 25) }
    }
}
