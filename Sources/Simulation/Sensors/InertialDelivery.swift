/// How a platform hands the inertial samples to a program: what it does to their values and to their times.
public struct InertialDelivery: Equatable, Sendable {
    /// The cutoff of the platform's low-pass of first order, Hz; 0 for none.
    public var cutoff = 0.0
    /// How much later than the values the platform's fusion is, beside its low-pass, seconds.
    public var fusionLag = 0.0
    /// The largest angular velocity that an axis shows, rad/s.
    public var gyroscopeRange = Double.infinity
    /// The largest specific force that an axis shows, m/s².
    public var accelerometerRange = Double.infinity
    /// The scatter of the times about those of sampling, seconds (one sigma): events have the time of their delivery.
    public var stampJitter = 0.0
    /// How many samples are delivered at once, at the time of the last; 1 for each by itself.
    public var burst = 1
    /// The share of samples that are lost.
    public var droppedShare = 0.0
    /// How often the platform's clock stands still, seconds from one time to the next; 0 for never.
    public var freezeInterval = 0.0
    /// How long the clock stands still then, seconds.
    public var freezeTime = 0.0

    /// A delivery that changes nothing.
    public init() {}

    /// The part that a sample brings to the low-pass, which starts with the first sample; 1 without one.
    func filterGain(rate: Double) -> Double {
        cutoff > 0 ? 1 - 1 / (1 + 2 * .pi * cutoff / rate) : 1
    }

    /// The mean time from the motion that a sample shows to its timestamp, seconds: fusion, low-pass and bursts.
    func meanLag(rate: Double) -> Double {
        let gain = filterGain(rate: rate)
        return fusionLag + ((1 - gain) / gain + Double(burst - 1) / 2) / rate
    }
}
