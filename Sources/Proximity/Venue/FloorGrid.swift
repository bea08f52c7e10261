import RealModule

/// The levels that are expected of all stations on a coarse grid of one floor: how well a second's levels fit the floor,
/// wherever on it somebody is.
struct FloorGrid: Sendable {
    /// How stations are received.
    private enum Reception {
        /// The level at which half of the packets are received, dBm; that of `RadioConditions`.
        static let sensitivity = -95.0
        /// The scale of the logistic law whose scatter is that of the shadowing of 6 dB.
        static let scale = 3.3
        /// The share of seconds in which at least one packet of a strong beacon comes.
        ///
        /// Unit: 1. Range: 0.7…0.95. Origin: beacons that send once a second, of which other traffic takes 15 to 20 %.
        static let share = 0.8
    }

    /// How many places a floor is judged by.
    private static let mostPlaces = 64.0
    /// The side of a cell, m, if the plan is small.
    private static let finestCell = 2.0

    private let placeCount: Int
    /// Per station, place by place: the level and its variance, dBm and dB².
    private let levels: [SIMD2<Double>]

    /// The grid of a field on a plan.
    init(_ field: some SignalField, plan: FloorPlan) {
        let size = plan.maximum - plan.minimum
        let cell = Swift.max(Self.finestCell, (size.x * size.y / Self.mostPlaces).squareRoot())
        let columns = Swift.max(Int((size.x / cell).rounded()), 1)
        let rows = Swift.max(Int((size.y / cell).rounded()), 1)
        let step = SIMD2(size.x / Double(columns), size.y / Double(rows))
        let places = (0..<rows).flatMap { row in
            (0..<columns).map { plan.minimum + step * (SIMD2(Double($0), Double(row)) + 0.5) }
        }
        placeCount = places.count
        levels = (0..<field.stationCount).flatMap { station in
            places.map { place in
                let level = field.expectation(station: station, at: place)
                return SIMD2(level.mean, level.variance)
            }
        }
    }

    /// The logarithm of the likelihood of levels, if somebody is anywhere on the floor.
    ///
    /// `silent` are stations that would have reported a packet; `offset` is added to all expected levels, dB.
    func logLikelihood(_ readings: [StationReading], silent: [Int], offset: Double) -> Double {
        var logs = [Double](repeating: 0, count: placeCount)
        for reading in readings {
            for place in 0..<placeCount {
                let expected = levels[reading.station * placeCount + place]
                let residual = reading.level.mean - expected.x - offset
                let variance = expected.y + reading.level.variance
                // Student t, four degrees of freedom, as in `ParticleLocator`.
                logs[place] -= 2.5 * Double.log(1 + residual * residual / (4 * variance)) + 0.5 * Double.log(variance)
            }
        }
        for station in silent {
            for place in 0..<placeCount {
                let level = levels[station * placeCount + place].x + offset
                let received = Reception.share / (1 + Double.exp((Reception.sensitivity - level) / Reception.scale))
                logs[place] += Double.log(1 - received)
            }
        }
        let best = logs.reduce(-Double.infinity) { Swift.max($0, $1) }
        guard best.isFinite else { return best }
        return best + Double.log(logs.reduce(0) { $0 + Double.exp($1 - best) } / Double(placeCount))
    }
}
