/// A Kalman filter on log-distance: the level in dBm is a random walk, and log-distance is that level in other units.
///
/// The variance of a single packet is estimated online from the innovations (Mehra, "On the identification of
/// variances and adaptive Kalman filtering", IEEE Transactions on Automatic Control, 1970), so a quiet link is
/// followed at once and a noisy one patiently.
public struct KalmanFilter: SignalFilter {
    /// How fast the level may drift, dB² a second.
    public var driftVariance: Double
    /// The variance of one packet as estimated so far, dB².
    public private(set) var packetVariance = 16.0
    private var state: SignalLevel?
    private var time: Int64 = 0

    /// Creates a filter.
    public init(driftVariance: Double = 0.5) { self.driftVariance = driftVariance }

    /// Takes a packet.
    public mutating func add(rssi: Double, at nanoseconds: Int64) {
        guard let predicted = level(at: nanoseconds) else {
            state = SignalLevel(mean: rssi, variance: packetVariance)
            time = nanoseconds
            return
        }
        let innovation = rssi - predicted.mean
        let observed = Swift.max(innovation * innovation - predicted.variance, 0.25)
        packetVariance = Swift.min(Swift.max(packetVariance + 0.05 * (observed - packetVariance), 0.5), 100)
        let gain = predicted.variance / (predicted.variance + packetVariance)
        state = SignalLevel(mean: predicted.mean + gain * innovation, variance: (1 - gain) * predicted.variance)
        time = Swift.max(time, nanoseconds)
    }

    /// The level, less certain the longer nothing was heard (up to half a minute).
    public func level(at nanoseconds: Int64) -> SignalLevel? {
        guard let state else { return nil }
        let elapsed = Swift.min(Swift.max(Double(nanoseconds - time) * 1e-9, 0), 30)
        return SignalLevel(mean: state.mean, variance: state.variance + driftVariance * elapsed)
    }
}
