/// A level on the link to one station.
public struct StationReading: Hashable, Sendable {
    /// The index of the station.
    public var station: Int
    /// The level.
    public var level: SignalLevel

    /// Creates a reading.
    public init(station: Int, level: SignalLevel) {
        self.station = station
        self.level = level
    }
}
