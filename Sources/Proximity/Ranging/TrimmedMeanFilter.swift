/// The mean of the packets in a time window without the strongest and the weakest tenth, as in the Android Beacon
/// Library.
public struct TrimmedMeanFilter: SignalFilter {
    /// The length of the window, s.
    public var windowSeconds: Double
    /// The share that is removed at each end.
    public var cut: Double
    private var packets: [(nanoseconds: Int64, rssi: Double)] = []

    /// Creates a filter; 20 s and a tenth are the Android Beacon Library's.
    public init(windowSeconds: Double = 20, cut: Double = 0.1) {
        self.windowSeconds = windowSeconds
        self.cut = cut
    }

    /// Adds a packet and removes those that have left the window.
    public mutating func add(rssi: Double, at nanoseconds: Int64) {
        let now = Swift.max(nanoseconds, packets.last?.nanoseconds ?? nanoseconds)
        let oldest = now - Int64(windowSeconds * 1e9)
        if let first = packets.first, first.nanoseconds < oldest {
            packets.removeAll { $0.nanoseconds < oldest }
        }
        packets.append((now, rssi))
    }

    /// The trimmed mean and its variance; `nil` without a packet in the window.
    public func level(at nanoseconds: Int64) -> SignalLevel? {
        let oldest = nanoseconds - Int64(windowSeconds * 1e9)
        let sorted = packets.filter { $0.nanoseconds >= oldest }.map(\.rssi).sorted()
        let dropped = Int(Double(sorted.count) * cut)
        let kept = sorted.dropFirst(dropped).dropLast(dropped)
        guard !kept.isEmpty else { return nil }
        let count = Double(kept.count)
        let mean = kept.reduce(0, +) / count
        let spread = kept.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let variance = kept.count > 1 ? spread / (count - 1) : 25
        return SignalLevel(mean: mean, variance: variance / count)
    }
}
