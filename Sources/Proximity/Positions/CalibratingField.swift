/// The field of the path-loss law that learns, while somebody walks, what nobody has calibrated: the sender's power,
/// the building's exponent, and each station's gain.
///
/// Expectation and maximisation, one step per update (Cappé and Moulines, "On-line expectation–maximization algorithm
/// for latent data models", JRSS B 71, 2009): the filter's particles are the expectation over places, and the law is
/// fitted to it by regularised least squares with Student's weights. The exponent belongs to the building and not to a
/// particle: particles with exponents of their own trade it for distance.
public struct CalibratingField: SignalField {
    /// What is expected of a venue that nobody has calibrated.
    ///
    /// Chosen on the seven tracks of `beacon-bench positions`; the ranges were tried in part (docs/notes/positions.md).
    public struct Tuning: Hashable, Sendable {
        /// The sender's power and its carrier's body against what is configured, one sigma.
        ///
        /// Unit: dB. Range: 2…4. Origin: beacons advertise steps of 4 dB, and a body takes 0 to 8 dB.
        public var powerSigma = 3.0
        /// The exponent against what is configured, one sigma.
        ///
        /// Unit: 1. Range: 0.3…0.5. Origin: buildings without walls in the way have 1.6 to 2.4.
        public var exponentSigma = 0.3
        /// A station's gain, one sigma.
        ///
        /// Unit: dB. Range: 2…4. Origin: data sheets of receivers give ± 4 dB at most.
        public var gainSigma = 3.0
        /// The time whose levels count as one: it takes some steps to come out of a shadow.
        ///
        /// Unit: s. Range: 3…10. Origin: by hand.
        public var correlationSeconds = 10.0
        /// The exponents that are believed.
        ///
        /// Unit: 1. Range: 1…5. Origin: a corridor that guides waves has 1.2 to 1.6, clutter up to 4.
        public var exponents = 1.2...4.0
        /// The degrees of freedom of Student's t.
        ///
        /// Unit: 1. Range: 3…8. Origin: that of `ParticleLocator`.
        public var freedom = 4.0

        /// Creates the usual values.
        public init() {}
    }

    /// The law as it is known now.
    public private(set) var law: PathLossField
    private let prior: PathLossField
    private let tuning: Tuning
    /// The normal equations of power, exponent and each station's gain, all against the prior, row by row.
    private var matrix: [Double]
    private var right: [Double]

    /// Creates a field that begins with a law.
    public init(law: PathLossField, tuning: Tuning = Tuning()) {
        (self.law, prior, self.tuning) = (law, law, tuning)
        let order = law.stationCount + 2
        matrix = [Double](repeating: 0, count: order * order)
        right = [Double](repeating: 0, count: order)
        for index in 0..<order {
            let sigma = [tuning.powerSigma, tuning.exponentSigma].dropFirst(index).first ?? tuning.gainSigma
            matrix[index * order + index] = 1 / (sigma * sigma)
        }
    }

    /// The number of stations.
    public var stationCount: Int { law.stationCount }

    /// The law's level minus the walls' loss.
    public func expectation(station: Int, at point: SIMD2<Double>) -> SignalLevel {
        law.expectation(station: station, at: point)
    }

    /// Takes levels received somewhere among the places.
    public mutating func learn(from readings: [StationReading], among places: [WeightedPlace], seconds: Double) {
        guard seconds > 0, !readings.isEmpty else { return }
        for reading in readings { add(reading, places, share: Swift.min(seconds / tuning.correlationSeconds, 1)) }
        let order = stationCount + 2
        guard let found = CholeskyFactor(matrix, order: order)?.solve(right) else { return }
        for index in law.stations.indices {
            let (before, exponent) = (prior.stations[index], prior.stations[index].exponent + found[1])
            law.stations[index].power = before.power + found[0] + found[2 + index]
            law.stations[index].exponent = Swift.min(
                Swift.max(exponent, tuning.exponents.lowerBound),
                tuning.exponents.upperBound
            )
        }
    }

    /// Adds one reading's expectation: level − prior = power − decades · exponent + gain.
    private mutating func add(_ reading: StationReading, _ places: [WeightedPlace], share: Double) {
        let station = prior.stations[reading.station]
        var (decades, squares, excess, product) = (0.0, 0.0, 0.0, 0.0)
        for place in places {
            let decade = station.decades(to: place.position)
            let expected = prior.expectation(station: reading.station, at: place.position).mean
            decades += place.weight * decade
            squares += place.weight * decade * decade
            excess += place.weight * (reading.level.mean - expected)
            product += place.weight * decade * (reading.level.mean - expected)
        }
        let now = law.stations[reading.station]
        let variance = station.shadowing * station.shadowing + reading.level.variance
        let residual = excess - (now.power - station.power) + (now.exponent - station.exponent) * decades
        let sigmas = residual * residual / variance
        let student = Swift.min((tuning.freedom + 1) / (tuning.freedom + sigmas), 1)
        let weight = share * student / variance
        let (order, gain) = (stationCount + 2, 2 + reading.station)
        for (row, column, value) in [
            (0, 0, 1), (0, 1, -decades), (0, gain, 1), (1, 1, squares), (1, gain, -decades), (gain, gain, 1),
        ] {
            matrix[row * order + column] += weight * value
            if row != column { matrix[column * order + row] += weight * value }
        }
        right[0] += weight * excess
        right[1] -= weight * product
        right[gain] += weight * excess
    }
}
