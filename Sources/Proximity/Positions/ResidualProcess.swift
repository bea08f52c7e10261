/// The Gaussian process of one station's residuals against the path-loss law.
struct ResidualProcess {
    /// The law's mean residual at a place.
    struct Residual {
        var position: SIMD2<Double>
        /// dB.
        var level: Double
        /// How many packets it stands for.
        var count: Double
    }

    private let residuals: [Residual]
    private let tuning: SurveyedField.Tuning
    /// dB²: what the place decides, and what differs from visit to visit.
    private let (placeVariance, visitVariance): (Double, Double)

    /// A process of residuals whose variance is that of the law's shadowing, dB².
    init(_ residuals: [Residual], variance: Double, tuning: SurveyedField.Tuning) {
        self.residuals = residuals
        self.tuning = tuning
        placeVariance = variance * (1 - tuning.visitShare)
        visitVariance = variance * tuning.visitShare
    }

    /// The residual at a point on another visit, from the nearest samples.
    func prediction(at point: SIMD2<Double>) -> SignalLevel {
        let near = nearest(to: point)
        let count = near.count
        let towards = near.map { placeVariance * tuning.correlation(distance($0.position, point)) }
        var matrix = [Double](repeating: 0, count: count * count)
        for row in 0..<count {
            for column in 0..<row {
                let apart = distance(near[row].position, near[column].position)
                matrix[row * count + column] = placeVariance * tuning.correlation(apart)
            }
            let packets = tuning.packetSigma * tuning.packetSigma / near[row].count
            matrix[row * count + row] = placeVariance + visitVariance + packets
        }
        guard let factor = CholeskyFactor(matrix, order: count) else {
            return SignalLevel(mean: 0, variance: placeVariance + visitVariance)
        }
        let (levels, links) = (factor.solveLower(near.map(\.level)), factor.solveLower(towards))
        let mean = zip(levels, links).reduce(0) { $0 + $1.0 * $1.1 }
        let explained = links.reduce(0) { $0 + $1 * $1 }
        return SignalLevel(mean: mean, variance: Swift.max(placeVariance - explained, 0) + visitVariance)
    }

    /// The nearest residuals, nearest first, of those that say anything about the point.
    private func nearest(to point: SIMD2<Double>) -> [Residual] {
        // Beyond three lengths of the building a sample explains less than 1 % of the variance.
        let reach = 3 * tuning.buildingLength
        var found: [(distance: Double, index: Int)] = []
        for index in residuals.indices {
            let apart = distance(residuals[index].position, point)
            guard apart < reach, found.count < tuning.neighbours || apart < found[found.count - 1].distance else {
                continue
            }
            let place = found.firstIndex { $0.distance > apart } ?? found.count
            found.insert((apart, index), at: place)
            if found.count > tuning.neighbours { found.removeLast() }
        }
        return found.map { residuals[$0.index] }
    }

    private func distance(_ left: SIMD2<Double>, _ right: SIMD2<Double>) -> Double {
        ((left - right) * (left - right)).sum().squareRoot()
    }
}
