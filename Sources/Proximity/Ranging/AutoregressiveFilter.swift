/// A first-order autoregressive moving average: each packet moves the level by a fixed share of the difference.
public struct AutoregressiveFilter: SignalFilter {
    /// The share, 0.1 in the Android Beacon Library.
    public var gain: Double
    private var mean: Double?
    private var spread = 25.0

    /// Creates a filter.
    public init(gain: Double = 0.1) { self.gain = gain }

    /// Adds a packet.
    public mutating func add(rssi: Double, at nanoseconds: Int64) {
        guard let before = mean else {
            mean = rssi
            return
        }
        let step = rssi - before
        mean = before + gain * step
        spread += gain * (step * step - spread)
    }

    /// The level; its variance is the variance of the packets times gain / (2 − gain), as for any exponential mean.
    public func level(at nanoseconds: Int64) -> SignalLevel? {
        mean.map { SignalLevel(mean: $0, variance: spread * gain / (2 - gain)) }
    }
}
