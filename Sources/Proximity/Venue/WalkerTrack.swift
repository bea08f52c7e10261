/// A carried beacon or receiver whose position is estimated.
public enum VenueWalker: Hashable, Sendable {
    /// A carried beacon that the venue's receivers receive.
    case beacon(BeaconIdentity)
    /// A carried receiver that receives the venue's beacons.
    case receiver(String)
}

/// The positions of one walker over time.
struct WalkerTrack: Sendable {
    /// The last estimated position.
    private(set) var estimate: PositionEstimate?
    /// When a packet of a station was last received.
    private(set) var lastReceived: Int64
    /// The last advertised power at 1 m of a carried beacon, dBm.
    var claimedPower: Int?
    private var locator: ParticleLocator<VenueField>?
    private var stations: [Station] = []
    private var recent: [TimedReading] = []
    private var filter: FloorFilter
    private var floor: Int?
    private var lastDecided: Int64

    /// A reading, and when it was taken.
    private struct TimedReading: Sendable {
        let reading: StationReading
        let nanoseconds: Int64
    }

    /// How long least squares uses readings, ns: one second seldom has three stations.
    private static let memory: Int64 = 4_000_000_000

    init(floors: [VenueFloor], at nanoseconds: Int64) {
        (lastReceived, lastDecided) = (nanoseconds, nanoseconds)
        filter = FloorFilter(levels: floors.map(\.level))
    }

    /// Takes how well the levels of the last second fit each floor (`nil`: nothing to tell by), and returns the place of
    /// the floor among the floors.
    mutating func decideFloor(_ logLikelihoods: [Double]?, at nanoseconds: Int64) -> Int {
        filter.update(logLikelihoods, seconds: Double(nanoseconds - lastDecided) * 1e-9)
        lastDecided = nanoseconds
        return filter.decided ?? 0
    }

    /// Processes the readings of the last second on a floor; with a survey, relative to the tag's power.
    mutating func update(
        _ readings: [StationReading],
        stations: [Station],
        survey: SurveyedField?,
        on floor: (index: Int, floor: VenueFloor),
        method: PositionMethod,
        radio: VenueRadio,
        at nanoseconds: Int64
    ) {
        if !readings.isEmpty { lastReceived = nanoseconds }
        if stations != self.stations { (locator, recent) = (nil, []) }
        // The two ends of a staircase lie above each other, so the position is near the last one on the other floor.
        let start = self.floor.flatMap { $0 == floor.index ? nil : estimate }
        if self.floor != floor.index { (locator, recent, estimate) = (nil, [], nil) }
        (self.stations, self.floor) = (stations, floor.index)
        let plan = floor.floor.plan
        switch method {
        case .particles:
            var locator =
                locator
                ?? ParticleLocator(
                    field: survey.map(VenueField.surveyed)
                        ?? .law(CalibratingField(law: PathLossField(stations: stations, plan: plan))),
                    plan: plan,
                    seed: 1,
                    speed: radio.walkingSpeed,
                    correlation: radio.correlation,
                    near: start
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
        let isOnly = filter.probabilities.count == 1
        estimate?.floor = FloorEstimate(
            identifier: floor.floor.identifier,
            probability: isOnly ? 1 : filter.probability
        )
    }

    /// One reading per station: the mean of the last seconds, weighted by their precision.
    private var merged: [StationReading] {
        Dictionary(grouping: recent, by: \.reading.station).sorted { $0.key < $1.key }.map { station, readings in
            let weight = readings.reduce(0) { $0 + 1 / $1.reading.level.variance }
            let mean = readings.reduce(0) { $0 + $1.reading.level.mean / $1.reading.level.variance } / weight
            return StationReading(station: station, level: SignalLevel(mean: mean, variance: 1 / weight))
        }
    }
}
