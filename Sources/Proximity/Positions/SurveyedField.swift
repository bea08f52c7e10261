import RealModule

/// A field learnt from a walk with known positions: the path-loss law with a correction.
///
/// The correction is the kernel regression of the law's residuals, which tends to zero away from the walk: the mean of
/// a Gaussian process with the law as its prior mean, simplified (Ferris, Hähnel, Fox, "Gaussian processes for signal
/// strength-based location estimation", RSS 2006). It is computed once on a grid.
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

    private let law: PathLossField
    private let cell: Double
    private let columns: Int
    private let rows: Int
    /// Per station, row by row: the correction (dB) and the remaining share of the shadowing's variance.
    private let grid: [SIMD2<Float>]

    /// Learns a field; a sample has influence within `radius` (m), and `trust` samples outweigh the law.
    public init(law: PathLossField, samples: [Sample], cell: Double = 0.5, radius: Double = 0.7, trust: Double = 4) {
        self.law = law
        self.cell = cell
        let size = law.plan.maximum - law.plan.minimum
        columns = Int((size.x / cell).rounded(.up)) + 1
        rows = Int((size.y / cell).rounded(.up)) + 1
        var sums = [SIMD2<Double>](repeating: .zero, count: columns * rows * law.stationCount)
        let span = Int((3 * radius / cell).rounded(.up))
        for sample in samples where law.stations.indices.contains(sample.station) {
            let residual = sample.rssi - law.expectation(station: sample.station, at: sample.position).mean
            let place = (sample.position - law.plan.minimum) / cell
            let (column, row) = (Int(place.x.rounded()), Int(place.y.rounded()))
            for y in Swift.max(row - span, 0)...Swift.max(Swift.min(row + span, rows - 1), 0) {
                for x in Swift.max(column - span, 0)...Swift.max(Swift.min(column + span, columns - 1), 0) {
                    let offset = (SIMD2(Double(x), Double(y)) - place) * cell
                    let square = (offset.x * offset.x + offset.y * offset.y) / (radius * radius)
                    let weight = sample.count * Double.exp(-square / 2)
                    sums[(sample.station * rows + y) * columns + x] += SIMD2(weight * residual, weight)
                }
            }
        }
        grid = sums.map { SIMD2(Float($0.x / ($0.y + trust)), Float(trust / ($0.y + trust))) }
    }

    /// The number of stations.
    public var stationCount: Int { law.stationCount }

    /// The law's level with its correction at the nearest grid points.
    public func expectation(station: Int, at point: SIMD2<Double>) -> SignalLevel {
        let base = law.expectation(station: station, at: point)
        let place = (law.plan.clamped(point) - law.plan.minimum) / cell
        let (column, row) = (Swift.min(Int(place.x), columns - 2), Swift.min(Int(place.y), rows - 2))
        let (x, y) = (Float(place.x) - Float(column), Float(place.y) - Float(row))
        let start = (station * rows + row) * columns + column
        let lower = grid[start] * (1 - x) + grid[start + 1] * x
        let upper = grid[start + columns] * (1 - x) + grid[start + columns + 1] * x
        let entry = lower * (1 - y) + upper * y
        // At least half of the shadowing's variance remains, because people and doors move.
        let variance = base.variance * (0.5 + 0.5 * Double(entry.y))
        return SignalLevel(mean: base.mean + Double(entry.x), variance: variance)
    }
}
