import RealModule

/// What speaks for the one quadrilateral of an image, and the probability that follows from it.
struct QuadEvidence {
    /// Weights of a logistic regression, fitted by `Benchmarks/shapes/calibration.py --fit --count 50`.
    struct Tuning: Sendable {
        /// The logarithm of the odds without any evidence.
        ///
        /// Unit: 1. Range: -3…0. Origin: the fit.
        var constant: Float = -1.73
        /// Weight of the sides' coverage.
        ///
        /// Unit: 1. Range: 1…5. Origin: the fit.
        var coverage: Float = 3.14
        /// Weight of how well the weakest side separates the inside from the outside.
        ///
        /// Unit: 1. Range: 1…4. Origin: the fit.
        var separation: Float = 2.47
    }

    /// The share of the sides that is edge, 0…1.
    let coverage: Float
    /// How well the weakest side separates the inside from the outside, 0…1: a line within a sheet does not.
    let separation: Float

    init(_ verdict: QuadVerifier.Verdict, _ sampler: SideSampler) {
        coverage = verdict.confidence
        separation = min(1, sampler.separation(of: verdict.quad).least)
    }

    /// The probability that the quadrilateral is the object's outline.
    func probability(_ tuning: Tuning = Tuning()) -> Float {
        1 / (1 + Float.exp(-(tuning.constant + tuning.coverage * coverage + tuning.separation * separation)))
    }
}
