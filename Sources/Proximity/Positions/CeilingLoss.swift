/// What a signal loses between the floors of a building.
///
/// The law of Recommendation ITU-R P.1238 ("Propagation data and prediction methods for the planning of indoor
/// radiocommunication systems", table 3): the first ceiling takes most, since beyond it signals also go round, by
/// stairwells and windows.
public struct CeilingLoss: Hashable, Sendable {
    /// The loss of the first ceiling.
    ///
    /// Unit: dB. Range: 5…20. Origin: P.1238, table 3, of concrete in an office, near 2 GHz; flats have 10 dB and wooden
    /// houses 5 dB.
    public var first = 15.0
    /// The loss of each further ceiling.
    ///
    /// Unit: dB. Range: 3…6. Origin: P.1238, table 3, offices.
    public var further = 4.0
    /// How far the loss may be off, one sigma.
    ///
    /// Unit: dB. Range: 4…6. Origin: by hand, so that two sigmas hold the kinds of building of the table.
    public var sigma = 5.0
    /// The height from floor to floor.
    ///
    /// Unit: m. Range: 2.6…5. Origin: by hand; flats have 2.8 m, shops and museums 4 m.
    public var storeyHeight = 3.5

    /// Creates the values of a concrete building.
    public init() {}

    /// The loss over a number of storeys, dB; in a stairwell, between two floors, a part of the first one.
    public func loss(storeys: Double) -> Double {
        storeys <= 1 ? first * storeys : first + further * (storeys - 1)
    }
}
