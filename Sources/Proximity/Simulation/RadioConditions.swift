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

    /// Creates the values of an ordinary building.
    public init() {}
}
