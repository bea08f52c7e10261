import RealModule

/// A field learnt from a walk with known positions: a Gaussian process around the path-loss law, one for each station.
///
/// Ferris, Hähnel, Fox, "Gaussian processes for signal strength-based location estimation", RSS 2006; each point of the
/// grid is predicted from its nearest samples alone (Datta, Banerjee, Finley, Gelfand, "Hierarchical nearest-neighbor
/// Gaussian process models for large geostatistical datasets", JASA 111, 2016). What is said of a place is its mean and
/// how far it may be off there, so that a place without a sample is neither believed nor excluded.
public struct SurveyedField: SignalField {
    /// One sample of the survey.
    public struct Sample: Hashable, Sendable {
        /// The index of the station.
        public var station: Int
        /// The position in the plan, m.
        public var position: SIMD2<Double>
        /// The signal strength, dBm.
        public var rssi: Double
        /// How many packets it stands for.
        public var count: Double

        /// Creates a sample.
        public init(station: Int, position: SIMD2<Double>, rssi: Double, count: Double = 1) {
            self.station = station
            self.position = position
            self.rssi = rssi
            self.count = count
        }
    }

    /// How levels vary from place to place.
    ///
    /// Chosen on the seven tracks of `beacon-bench positions`; the ranges were tried in part (docs/notes/positions.md).
    public struct Tuning: Hashable, Sendable {
        /// The correlation length of what the building does.
        ///
        /// Unit: m. Range: 4…8. Origin: `RadioConditions.shadowingLength`.
        public var buildingLength = 6.0
        /// The correlation length of standing waves and furniture.
        ///
        /// Unit: m. Range: 0.5…1. Origin: largest likelihood of the hall's tracks.
        public var nearLength = 0.7
        /// The share of standing waves and furniture in the variance.
        ///
        /// Unit: 1. Range: 0.4…0.6. Origin: by hand.
        public var nearShare = 0.5
        /// The share of the shadowing's variance that differs from visit to visit: people and doors.
        ///
        /// Unit: 1. Range: 0.1…0.2. Origin: by hand; the hall's tracks are likeliest with 0.2.
        public var visitShare = 0.1
        /// The scatter of a single packet, one sigma.
        ///
        /// Unit: dB. Range: 4…6. Origin: that of `VenueTracker`'s readings.
        public var packetSigma = 5.0
        /// The number of nearest samples that predict a place.
        ///
        /// Unit: 1. Range: 16…64. Origin: by hand, the fewest that cost nothing.
        public var neighbours = 16

        /// Creates the usual values.
        public init() {}
    }

    private let law: PathLossField
    private let cell: Double
    private let columns: Int
    private let rows: Int
    /// Per station, row by row: the correction (dB) and the variance (dB²).
    private let grid: [SIMD2<Float>]

    /// Learns a field on a grid; `cell` is the side of a cell, metres.
    ///
    /// A station's samples in one cell count as one.
    public init(law: PathLossField, samples: [Sample], cell: Double = 0.5, tuning: Tuning = Tuning()) {
        self.law = law
        self.cell = cell
        let size = law.plan.maximum - law.plan.minimum
        columns = Swift.max(Int((size.x / cell).rounded(.up)), 1) + 1
        rows = Swift.max(Int((size.y / cell).rounded(.up)), 1) + 1
        let known = Dictionary(grouping: samples, by: \.station)
        var grid: [SIMD2<Float>] = []
        grid.reserveCapacity(columns * rows * law.stationCount)
        for (index, station) in law.stations.enumerated() {
            let residuals = Self.gathered(known[index] ?? [], law: law, cell: cell)
            let process = ResidualProcess(residuals, variance: station.shadowing * station.shadowing, tuning: tuning)
            for row in 0..<rows {
                for column in 0..<columns {
                    let point = law.plan.minimum + SIMD2(Double(column), Double(row)) * cell
                    let level = process.prediction(at: point)
                    grid.append(SIMD2(Float(level.mean), Float(level.variance)))
                }
            }
        }
        self.grid = grid
    }

    /// The mean residual of the law in each cell that has a sample, in a fixed order.
    private static func gathered(_ samples: [Sample], law: PathLossField, cell: Double) -> [ResidualProcess.Residual] {
        let cells = Dictionary(grouping: samples.filter { $0.count > 0 && $0.rssi.isFinite }) {
            ($0.position / cell).rounded(.down)
        }
        return cells.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }.map { _, samples in
            let count = samples.reduce(0) { $0 + $1.count }
            let position = samples.reduce(SIMD2<Double>.zero) { $0 + $1.position * $1.count } / count
            let sum = samples.reduce(0) { sum, sample in
                let expected = law.expectation(station: sample.station, at: sample.position).mean
                return sum + (sample.rssi - expected) * sample.count
            }
            return ResidualProcess.Residual(position: position, level: sum / count, count: count)
        }
    }

    /// The number of stations.
    public var stationCount: Int { law.stationCount }

    /// The law's level with its correction, between the nearest grid points.
    public func expectation(station: Int, at point: SIMD2<Double>) -> SignalLevel {
        let base = law.expectation(station: station, at: point)
        let place = (law.plan.clamped(point) - law.plan.minimum) / cell
        let (column, row) = (Swift.min(Int(place.x), columns - 2), Swift.min(Int(place.y), rows - 2))
        let (x, y) = (Float(place.x) - Float(column), Float(place.y) - Float(row))
        let start = (station * rows + row) * columns + column
        let lower = grid[start] * (1 - x) + grid[start + 1] * x
        let upper = grid[start + columns] * (1 - x) + grid[start + columns + 1] * x
        let entry = lower * (1 - y) + upper * y
        return SignalLevel(mean: base.mean + Double(entry.x), variance: Double(entry.y))
    }
}

extension SurveyedField.Tuning {
    /// The correlation of two places some metres apart.
    func correlation(_ distance: Double) -> Double {
        let near = distance / nearLength
        return nearShare * Double.exp(-near * near / 2) + (1 - nearShare) * Double.exp(-distance / buildingLength)
    }
}
