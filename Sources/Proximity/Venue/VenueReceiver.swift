/// A receiver of a venue: one that hangs somewhere, or one that someone carries.
public struct VenueReceiver: Hashable, Sendable {
    /// The name by which the application knows it; unique in the venue.
    public var identifier: String
    /// Its place in the plan, m; `nil` if it is carried.
    public var position: SIMD2<Double>?
    /// How high it hangs over the floor, m.
    public var height: Double
    /// How much louder it hears than the receivers that the beacons' powers are for, dB.
    public var gain: Double

    /// Creates a receiver.
    public init(identifier: String, position: SIMD2<Double>? = nil, height: Double = 2, gain: Double = 0) {
        self.identifier = identifier
        self.position = position
        self.height = height
        self.gain = gain
    }
}
