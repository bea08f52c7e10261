/// The radio parameters of a venue, for position estimation.
public struct VenueRadio: Hashable, Sendable {
    /// The exponent of the path-loss law: 2 in free sight, more among furniture.
    public var exponent: Double
    /// The shadowing: the scatter of the level from place to place, dB, one sigma.
    public var shadowing: Double
    /// The mean attenuation by the body of the person who carries the beacon or the receiver, dB.
    public var carrierLoss: Double
    /// The time, s, whose levels count as one, since shadowing and bodies move slowly.
    public var correlation: Double
    /// How fast people walk, m/s, one sigma in each direction: 1 for a pace of 1.2 to 1.4 m/s.
    public var walkingSpeed: Double
    /// The loss between floors.
    public var ceilings: CeilingLoss

    /// Creates values; the defaults are those of rooms with people.
    public init(
        exponent: Double = 2.2,
        shadowing: Double = 6,
        carrierLoss: Double = 4,
        correlation: Double = 1,
        walkingSpeed: Double = 1,
        ceilings: CeilingLoss = CeilingLoss()
    ) {
        self.exponent = exponent
        self.shadowing = shadowing
        self.carrierLoss = carrierLoss
        self.correlation = correlation
        self.walkingSpeed = walkingSpeed
        self.ceilings = ceilings
    }
}
