import RealModule

/// A path-loss law fitted to signal strengths at known distances: a calibration with more than one distance.
public struct PathLossFit: Hashable, Sendable {
    /// The power at 1 m, dBm.
    public var power: Double
    /// The exponent n.
    public var exponent: Double
    /// The standard deviation of the exponent: 0.5 from the prior, smaller if the samples' distances differ.
    public var exponentSigma: Double
    /// The residual of the law, dB, one sigma.
    public var shadowing: Double
    /// The root mean square of the distances divided by √1.5, m: the scale of the listeners' distances.
    public var reach: Double

    /// Fits samples of distance (m, above 0) and strength (dBm) by least squares, with a prior exponent of 2 that
    /// matters if the distances hardly differ.
    ///
    /// `nil` with fewer than three samples.
    public init?(_ samples: [(distance: Double, rssi: Double)]) {
        let usable = samples.filter { $0.distance > 0 }
        guard usable.count >= 3 else { return nil }
        let count = Double(usable.count)
        let decades = usable.map { 10 * Double.log10($0.distance) }
        let meanDecades = decades.reduce(0, +) / count
        let meanRSSI = usable.reduce(0) { $0 + $1.rssi } / count
        var (square, product) = (0.0, 0.0)
        for (sample, decade) in zip(usable, decades) {
            square += (decade - meanDecades) * (decade - meanDecades)
            product -= (decade - meanDecades) * (sample.rssi - meanRSSI)
        }
        // A prior of 2 ± 0.5 for the exponent, weighted against residuals of 6 dB.
        let slope = (product + 2 * 144) / (square + 144)
        let intercept = meanRSSI + slope * meanDecades
        exponent = Swift.min(Swift.max(slope, 1), 5)
        exponentSigma = (36 / (square + 144)).squareRoot()
        power = intercept
        let squares = zip(usable, decades).reduce(0) { sum, pair in
            let residual = pair.0.rssi - (intercept - slope * pair.1)
            return sum + residual * residual
        }
        shadowing = Swift.max((squares / count).squareRoot(), 1)
        reach = (usable.reduce(0) { $0 + $1.distance * $1.distance } / count / 1.5).squareRoot()
    }

    /// The distance model of this fit.
    public var model: ShadowedDistanceModel {
        ShadowedDistanceModel(
            exponent: exponent,
            shadowing: shadowing,
            reach: reach,
            exponentSigma: exponentSigma
        )
    }
}
