import RealModule

/// A Kalman filter on log-distance for a beacon that rests or moves: two filters and their probabilities.
///
/// Log-distance is the level in other units, so the state is the level in dBm, a random walk: slow while both ends
/// rest, fast while someone walks. The two are mixed by their likelihoods (Blom and Bar-Shalom, "The interacting
/// multiple model algorithm for systems with Markovian switching coefficients", IEEE Transactions on Automatic Control,
/// 1988). The variance of a single packet is estimated online from the innovations (Mehra, "On the identification of
/// variances and adaptive Kalman filtering", ibid., 1970), so the filter follows a link with little noise faster than a
/// noisy one.
public struct KalmanFilter: SignalFilter {
    /// How fast the level drifts while both ends rest, dB² per second.
    public var restingDrift: Double
    /// How fast it drifts while someone walks, dB² per second.
    public var walkingDrift: Double
    /// The smallest variance of one packet, dB²: packets with little scatter share the same echo, so their level is not
    /// certain.
    public var leastPacketVariance = 16.0
    /// The variance of one packet as estimated so far, dB².
    public private(set) var packetVariance = 25.0
    /// The probability that someone walks.
    public private(set) var walking = 0.5

    private var rest: SignalLevel?
    private var walk: SignalLevel?
    private var time: Int64 = 0

    /// Creates a filter; walking off from 5 m at 1 m/s changes the level by 1 to 2 dB per second.
    public init(restingDrift: Double = 0.02, walkingDrift: Double = 2) {
        self.restingDrift = restingDrift
        self.walkingDrift = walkingDrift
    }

    /// Adds a packet.
    public mutating func add(rssi: Double, at nanoseconds: Int64) {
        let elapsed = elapsed(to: nanoseconds)
        time = Swift.max(time, nanoseconds)
        guard let rest, let walk else {
            self.rest = SignalLevel(mean: rssi, variance: packetVariance)
            self.walk = self.rest
            time = nanoseconds
            return
        }
        let (still, moving) = interact(rest, walk, elapsed)
        learn(from: rssi, expected: Self.mix(still, moving, walking))
        let (updatedRest, restLikelihood) = Self.correct(still, rssi, packetVariance)
        let (updatedWalk, walkLikelihood) = Self.correct(moving, rssi, packetVariance)
        let total = (1 - walking) * restLikelihood + walking * walkLikelihood
        if total > 0 { walking = Swift.min(Swift.max(walking * walkLikelihood / total, 0.001), 0.999) }
        (self.rest, self.walk) = (updatedRest, updatedWalk)
    }

    /// The level; its variance grows with the time since the last packet (up to 30 s).
    public func level(at nanoseconds: Int64) -> SignalLevel? {
        guard let rest, let walk else { return nil }
        var level = Self.mix(rest, walk, walking)
        let drift = (1 - walking) * restingDrift + walking * walkingDrift
        level.variance += drift * elapsed(to: nanoseconds)
        return level
    }

    private func elapsed(to nanoseconds: Int64) -> Double {
        Swift.min(Swift.max(Double(nanoseconds - time) * 1e-9, 0), 30)
    }

    /// Mixes the two hypotheses for a change between rest and walk, once per ten seconds, and lets the level drift.
    private mutating func interact(
        _ rest: SignalLevel,
        _ walk: SignalLevel,
        _ elapsed: Double
    ) -> (SignalLevel, SignalLevel) {
        let change = (1 - Double.exp(-elapsed / 5)) / 2
        let toWalk = (1 - walking) * change + walking * (1 - change)
        var still = Self.mix(rest, walk, walking * change / (1 - toWalk))
        var moving = Self.mix(rest, walk, walking * (1 - change) / toWalk)
        still.variance += restingDrift * elapsed
        moving.variance += walkingDrift * elapsed
        walking = toWalk
        return (still, moving)
    }

    /// Moves the packet variance towards the squared innovation; a single one has a weight of 1/20.
    private mutating func learn(from rssi: Double, expected: SignalLevel) {
        let innovation = rssi - expected.mean
        let observed = Swift.max(innovation * innovation - expected.variance, 0.25)
        packetVariance = Swift.min(
            Swift.max(packetVariance + 0.05 * (observed - packetVariance), leastPacketVariance),
            100
        )
    }

    private static func correct(
        _ level: SignalLevel,
        _ rssi: Double,
        _ packetVariance: Double
    ) -> (SignalLevel, likelihood: Double) {
        let innovation = rssi - level.mean
        let variance = level.variance + packetVariance
        let gain = level.variance / variance
        let corrected = SignalLevel(mean: level.mean + gain * innovation, variance: (1 - gain) * level.variance)
        return (corrected, Double.exp(-innovation * innovation / (2 * variance)) / variance.squareRoot())
    }

    /// The mean and variance of a mixture; `share` is the second one's.
    private static func mix(_ first: SignalLevel, _ second: SignalLevel, _ share: Double) -> SignalLevel {
        let mean = (1 - share) * first.mean + share * second.mean
        let (left, right) = (first.mean - mean, second.mean - mean)
        let variance = (1 - share) * (first.variance + left * left) + share * (second.variance + right * right)
        return SignalLevel(mean: mean, variance: variance)
    }
}
