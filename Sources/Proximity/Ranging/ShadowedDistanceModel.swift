import RealModule

/// The log-distance law with shadowing, answered as a posterior: the default of ranging.
///
/// Turning the law round takes every dip of the signal for distance, and indoors dips of 7 dB are everywhere: the law
/// then doubles the distance for nothing. Here the law predicts the level at each distance, shadowing says how far off
/// it may be, and a prior says where listeners are: most of them within a reach of the beacon, some far away (a half t
/// distribution with six degrees of freedom, density (1 + d²/6r²)^−3.5). The answer is the posterior's median, and the
/// error the radius about it that holds 68.27 % of the posterior.
public struct ShadowedDistanceModel: DistanceModel {
    /// The exponent n of the law.
    public let exponent: Double
    /// How much a place changes the level, dB, one sigma.
    public let shadowing: Double
    /// The scale of the prior, m: how far from the beacon listeners usually are.
    public let reach: Double

    private let distances: [Double]
    private let losses: [Double]
    private let logPriors: [Double]

    /// Creates a model.
    ///
    /// The defaults are textbook values for rooms and a beacon that marks a spot; see docs/beacons.md.
    public init(exponent: Double = 2, shadowing: Double = 7, reach: Double = 2) {
        self.exponent = exponent
        self.shadowing = shadowing
        self.reach = reach
        let (first, last) = (Double.log(0.03), Double.log(100))
        let count = 128
        distances = (0..<count).map { Double.exp(first + (last - first) * Double($0) / Double(count - 1)) }
        losses = distances.map { 10 * exponent * Double.log10($0) }
        logPriors = distances.map { distance in
            Double.log(distance) - 3.5 * Double.log(1 + distance * distance / (6 * reach * reach))
        }
    }

    /// The median distance and its error.
    public func estimate(_ level: SignalLevel, measuredPower: Double) -> DistanceEstimate? {
        let loss = measuredPower - level.mean
        let scale = -0.5 / (shadowing * shadowing + level.variance)
        var logWeights = logPriors
        var peak = -Double.infinity
        for index in logWeights.indices {
            let residual = loss - losses[index]
            logWeights[index] += scale * residual * residual
            peak = Swift.max(peak, logWeights[index])
        }
        guard peak.isFinite else { return nil }
        var cumulative: [Double] = []
        cumulative.reserveCapacity(logWeights.count)
        var sum = 0.0
        for logWeight in logWeights {
            if logWeight - peak > -30 { sum += Double.exp(logWeight - peak) }
            cumulative.append(sum)
        }
        let median = quantile(0.5 * sum, in: cumulative)
        return DistanceEstimate(distance: median, accuracy: radius(holding: 0.6827, about: median, in: cumulative))
    }

    /// The distance below which the given weight lies, between grid points by straight lines.
    private func quantile(_ weight: Double, in cumulative: [Double]) -> Double {
        let index = cumulative.firstIndex { $0 >= weight } ?? cumulative.count - 1
        guard index > 0, cumulative[index] > cumulative[index - 1] else { return distances[index] }
        let share = (weight - cumulative[index - 1]) / (cumulative[index] - cumulative[index - 1])
        return distances[index - 1] + share * (distances[index] - distances[index - 1])
    }

    /// The weight below a distance.
    private func weight(below distance: Double, in cumulative: [Double]) -> Double {
        guard let index = distances.firstIndex(where: { $0 >= distance }) else {
            return cumulative[cumulative.count - 1]
        }
        guard index > 0 else { return 0 }
        let share = (distance - distances[index - 1]) / (distances[index] - distances[index - 1])
        return cumulative[index - 1] + share * (cumulative[index] - cumulative[index - 1])
    }

    private func radius(holding share: Double, about centre: Double, in cumulative: [Double]) -> Double {
        let target = share * cumulative[cumulative.count - 1]
        var (low, high) = (0.0, distances[distances.count - 1])
        for _ in 0..<24 {
            let middle = (low + high) / 2
            let held = weight(below: centre + middle, in: cumulative) - weight(below: centre - middle, in: cumulative)
            if held < target { low = middle } else { high = middle }
        }
        return high
    }
}
