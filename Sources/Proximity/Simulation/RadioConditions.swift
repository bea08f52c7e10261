import RealModule

/// The radio conditions of a simulated walk.
public struct RadioConditions: Hashable, Sendable {
    /// The exponent of the path-loss law.
    public var exponent = 2.2
    /// The shadowing by the building, dB, one sigma.
    public var shadowing = 4.0
    /// The correlation length of `shadowing`, m.
    public var shadowingLength = 6.0
    /// Multipath fading on each of the three advertising channels, dB, one sigma; it changes every few centimetres.
    public var fading = 3.0
    /// The attenuation by the walker's body if the beacon is behind it, dB.
    public var bodyLoss = 8.0
    /// Noise of the receiver's reading, dB, one sigma.
    public var noise = 1.0
    /// The share of packets that are lost to other traffic.
    public var packetLoss = 0.15
    /// The level at which half of the packets are received, dBm.
    public var sensitivity = -95.0
    /// The loss between floors.
    public var ceilings = CeilingLoss()

    /// Creates the values of an ordinary building.
    public init() {}
}

extension RadioConditions {
    /// The share of packets of a level, dBm, that is received.
    func receivedShare(at level: Double) -> Double { (1 - packetLoss) / (1 + Double.exp(sensitivity - level)) }

    /// The mean loss between two ends against 1 m of free sight, dB: path, ceilings, the bodies that carry an end, and
    /// the walls of the plan if both ends are on its floor.
    func loss(_ plan: FloorPlan, from one: SimulatedEnd, to other: SimulatedEnd) -> Double {
        let station = Station(
            position: one.position,
            heightDifference: one.height - other.height + (one.level - other.level) * ceilings.storeyHeight,
            power: 0,
            exponent: exponent,
            isThroughCeiling: one.level.rounded() != other.level.rounded()
        )
        let distance = station.distance(to: other.position)
        let way = (one.position - other.position) / distance
        /// The loss by the body of who carries an end, if the other end is in the direction given.
        func loss(by heading: SIMD2<Double>?, towards way: SIMD2<Double>) -> Double {
            heading.map { bodyLoss * (1 - ($0 * way).sum()) / 2 } ?? 0
        }
        return station.wallLoss(to: other.position, in: plan) + ceilings.loss(storeys: abs(one.level - other.level))
            - station.expectedLevel(at: other.position)
            + loss(by: other.heading, towards: way) + loss(by: one.heading, towards: -way)
    }
}
