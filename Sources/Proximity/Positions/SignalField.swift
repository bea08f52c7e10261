/// The expected signal level at each point: a replaceable part of the particle filter.
public protocol SignalField: Sendable {
    /// The number of stations.
    var stationCount: Int { get }
    /// The level of a station's link at a point and its variance, dBm and dB².
    func expectation(station: Int, at point: SIMD2<Double>) -> SignalLevel
    /// Learns from levels that were received somewhere among the places in the last seconds.
    mutating func learn(from readings: [StationReading], among places: [WeightedPlace], seconds: Double)
}

extension SignalField {
    /// A field that is known learns nothing.
    public mutating func learn(from readings: [StationReading], among places: [WeightedPlace], seconds: Double) {}
}

/// A place where somebody may be.
public struct WeightedPlace: Hashable, Sendable {
    /// The position, m in the plan.
    public var position: SIMD2<Double>
    /// Its probability.
    public var weight: Double

    /// Creates a place.
    public init(position: SIMD2<Double>, weight: Double) {
        self.position = position
        self.weight = weight
    }
}
