/// What lies between a beacon and a receiver in a simulated walk.
public struct RadioConditions: Hashable, Sendable {
    /// The exponent of the path-loss law.
    public var exponent = 2.2
    /// What the building changes, dB, one sigma, and over which length it does, m.
    public var shadowing = 4.0
    /// See `shadowing`.
    public var shadowingLength = 6.0
    /// What echoes change on each of the three advertising channels, dB, one sigma; it differs every few centimetres.
    public var fading = 3.0
    /// What the walker's body takes away when the beacon is behind, dB.
    public var bodyLoss = 8.0
    /// Noise of the receiver's reading, dB, one sigma.
    public var noise = 1.0
    /// The share of packets that are lost to other traffic.
    public var packetLoss = 0.15
    /// The level at which half of the packets are received, dBm.
    public var sensitivity = -95.0

    /// The values of an ordinary building.
    public init() {}
}
