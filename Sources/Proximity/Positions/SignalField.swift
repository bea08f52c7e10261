/// What level to expect where: a replaceable part of the particle filter.
public protocol SignalField: Sendable {
    /// The number of stations.
    var stationCount: Int { get }
    /// The level of a station's link at a point and its variance, dBm and dB².
    func expectation(station: Int, at point: SIMD2<Double>) -> SignalLevel
}
