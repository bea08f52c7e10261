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

    /// The reading with a level that is `decibels` higher.
    func raised(by decibels: Double) -> StationReading {
        StationReading(station: station, level: SignalLevel(mean: level.mean + decibels, variance: level.variance))
    }
}
