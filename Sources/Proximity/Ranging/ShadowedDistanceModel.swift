import RealModule

/// The log-distance law with shadowing, evaluated as a posterior: the default of ranging.
///
/// Inverting the path-loss law mistakes every fade for distance, and fades of 7 dB are common indoors: the law then
/// doubles the distance. Here the law predicts the level at each distance; shadowing and the exponent's uncertainty
/// give its variance. A prior describes the listeners' distances: most are within a reach of the beacon, some are far
/// away (a half t distribution with six degrees of freedom, density (1 + d²/6r²)^−3.5). The distance is the posterior's
/// median.
///
/// The error does not come from that posterior: its interval holds the truth in two of three cases only for listeners
/// whose distances follow the prior, and beyond the reach almost never (at 6 m in 10 % of the cases). A level is a
/// location parameter of log-distance, so a prior that is uniform in log-distance gives intervals that hold the truth
/// equally often at every distance (B. L. Welch, H. W. Peers, "On formulae for confidence points based on integrals of
/// weighted likelihoods", Journal of the Royal Statistical Society B, 1963). The error is the radius around the median
/// that holds 68.27 % under that prior. `beacon-bench distance` prints the share for each distance.
public struct ShadowedDistanceModel: DistanceModel {
    /// The exponent n of the law.
    public let exponent: Double
    /// The standard deviation of the exponent between rooms.
    public let exponentSigma: Double
    /// The shadowing: the scatter of the level from place to place, dB, one sigma.
    public let shadowing: Double
    /// The scale of the prior, m: the usual distance of listeners from the beacon.
    public let reach: Double

    /// Evenly spaced in the logarithm, m.
    private let distances: [Double]
    /// The law's loss at each distance, dB.
    private let losses: [Double]
    /// The contribution of the exponent's uncertainty to the variance of each loss, dB².
    private let exponentVariances: [Double]
    /// The prior's weight of each distance.
    private let priors: [Double]

    /// Creates a model.
    ///
    /// The defaults are textbook values for rooms and a beacon that marks a spot; see docs/tools/beacons.md.
    public init(exponent: Double = 2, shadowing: Double = 7, reach: Double = 2, exponentSigma: Double = 0.5) {
        self.exponent = exponent
        self.exponentSigma = exponentSigma
        self.shadowing = shadowing
        self.reach = reach
        let (first, last) = (Double.log(0.03), Double.log(100))
        let count = 128
        distances = (0..<count).map { Double.exp(first + (last - first) * Double($0) / Double(count - 1)) }
        losses = distances.map { 10 * exponent * Double.log10($0) }
        exponentVariances = distances.map { distance in
            let sigma = 10 * exponentSigma * Double.log10(distance)
            return sigma * sigma
        }
        priors = distances.map { distance in
            distance * Double.pow(1 + distance * distance / (6 * reach * reach), -3.5)
        }
    }

    /// The median distance and its error.
    public func estimate(_ level: SignalLevel, measuredPower: Double) -> DistanceEstimate? {
        let loss = measuredPower - level.mean
        let variances = exponentVariances.map { $0 + shadowing * shadowing + level.variance }
        let exponents = zip(losses, variances).map { expected, variance in
            -(loss - expected) * (loss - expected) / (2 * variance)
        }
        guard let peak = exponents.max(), peak.isFinite else { return nil }
        var (posterior, reference) = ([Double](), [Double]())
        posterior.reserveCapacity(distances.count)
        reference.reserveCapacity(distances.count)
        var (posteriorSum, referenceSum) = (0.0, 0.0)
        for index in distances.indices {
            let likelihood = Double.exp(exponents[index] - peak) / variances[index].squareRoot()
            posteriorSum += likelihood * priors[index]
            referenceSum += likelihood
            posterior.append(posteriorSum)
            reference.append(referenceSum)
        }
        let median = quantile(0.5 * posteriorSum, in: posterior)
        return DistanceEstimate(distance: median, accuracy: radius(holding: 0.6827, about: median, in: reference))
    }

    /// The distance below which the given weight lies, with linear interpolation between grid points.
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
