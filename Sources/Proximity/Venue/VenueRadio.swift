/// How signals behave in a venue, as far as positions are concerned.
public struct VenueRadio: Hashable, Sendable {
    /// The exponent of the path-loss law: 2 in free sight, more among furniture.
    public var exponent: Double
    /// How much a place changes the level, dB, one sigma.
    public var shadowing: Double
    /// What the body of who carries the beacon or the receiver takes away in the mean, dB.
    public var carrierLoss: Double
    /// How many seconds of levels count as one, since shadowing and bodies move slowly.
    public var correlation: Double
    /// How fast people walk, m/s, one sigma in each direction: 1 for a pace of 1.2 to 1.4 m/s.
    public var walkingSpeed: Double

    /// Creates values, those of rooms with people where nothing else is said.
    public init(
        exponent: Double = 2.2,
        shadowing: Double = 6,
        carrierLoss: Double = 4,
        correlation: Double = 1,
        walkingSpeed: Double = 1
    ) {
        self.exponent = exponent
        self.shadowing = shadowing
        self.carrierLoss = carrierLoss
        self.correlation = correlation
        self.walkingSpeed = walkingSpeed
    }
}
