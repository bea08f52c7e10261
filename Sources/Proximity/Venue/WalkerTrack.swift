/// Someone whose position is looked for.
public enum VenueWalker: Hashable, Sendable {
    /// A carried beacon that the venue's receivers hear.
    case beacon(BeaconIdentity)
    /// A carried receiver that hears the venue's beacons.
    case receiver(String)
}

/// Where one walker is, second by second.
struct WalkerTrack: Sendable {
    /// The position as last found.
    private(set) var estimate: PositionEstimate?
    /// When a station was last heard.
    private(set) var lastHeard: Int64
    /// The power at 1 m that a carried beacon claims, dBm, as last heard.
    var claimedPower: Int?
    private var locator: ParticleLocator<PathLossField>?
    private var stations: [Station] = []
    private var recent: [TimedReading] = []

    /// A reading, and when it was taken.
    private struct TimedReading: Sendable {
        let reading: StationReading
        let nanoseconds: Int64
    }

    /// How long readings serve least squares, ns: one second is seldom enough for three stations.
    private static let memory: Int64 = 4_000_000_000

    init(at nanoseconds: Int64) { lastHeard = nanoseconds }

    /// Takes the readings of the last second.
    mutating func update(
        _ readings: [StationReading],
        stations: [Station],
        plan: FloorPlan,
        method: PositionMethod,
        radio: VenueRadio,
        at nanoseconds: Int64
    ) {
        if !readings.isEmpty { lastHeard = nanoseconds }
        if stations != self.stations { (locator, recent) = (nil, []) }
        self.stations = stations
        switch method {
        case .particles:
            let field = PathLossField(stations: stations, plan: plan)
            var locator =
                locator
                ?? ParticleLocator(
                    field: field,
                    plan: plan,
                    seed: 1,
                    speed: radio.walkingSpeed,
                    correlation: radio.correlation
                )
            estimate = locator.update(readings, at: nanoseconds)
            self.locator = locator
        case .leastSquares:
            locator = nil
            recent.removeAll { nanoseconds - $0.nanoseconds >= Self.memory || $0.nanoseconds > nanoseconds }
            recent += readings.map { TimedReading(reading: $0, nanoseconds: nanoseconds) }
            let located = LeastSquaresLocator(stations: stations, plan: plan).locate(merged)
            estimate = located ?? estimate
        }
    }

    /// One reading a station: the mean of the last seconds, weighed by how sure each is.
    private var merged: [StationReading] {
        Dictionary(grouping: recent, by: \.reading.station).sorted { $0.key < $1.key }.map { station, readings in
            let weight = readings.reduce(0) { $0 + 1 / $1.reading.level.variance }
            let mean = readings.reduce(0) { $0 + $1.reading.level.mean / $1.reading.level.variance } / weight
            return StationReading(station: station, level: SignalLevel(mean: mean, variance: 1 / weight))
        }
    }
}
