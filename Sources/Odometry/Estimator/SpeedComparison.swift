import Geometry

/// Decides by the speeds of two estimators whether the camera stabilises its images.
///
/// Both see the same images. One takes the view for the body's: that is the more precise one if it holds, and wrong if not.
/// The other allows for a view that turns otherwise, and holds in both cases. If their speeds differ by more than the
/// little that the second one is less precise, the first one's assumption is wrong.
///
/// Source: J. A. Hausman, "Specification tests in econometrics", Econometrica 46, 1978.
struct SpeedComparison: Equatable {
    struct Tuning: Equatable, Sendable {
        /// The least speed, by the estimator that allows for stabilisation, that counts.
        ///
        /// Unit: m/s. Range: 0.02…0.1. Origin: by hand: more than a tremor.
        let minimumSpeed = 0.05
        /// For how long speeds are left out once the body moves: the calibration is not found yet.
        ///
        /// Unit: s. Range: 1…2. Origin: simulated phones, seeds 1 and 2 (docs/notes/phones.md).
        let settlingSeconds = 1.5
        /// For how long speeds are compared before anything is decided.
        ///
        /// Unit: s. Range: 2…4. Origin: simulated phones, seeds 1 and 2 (docs/notes/phones.md).
        let comparedSeconds = 2.5
        /// How long a speed counts.
        ///
        /// Unit: s. Range: 1…4. Origin: by hand.
        let memorySeconds = 2.0
        /// The difference of the speeds from which on the images are stabilised.
        ///
        /// Unit: 1, a logarithm. Range: 0.06…0.12. Origin: simulated phones, seeds 1 and 2 (docs/notes/phones.md).
        let stabilizedDifference = 0.08
        /// The difference below which they are not.
        ///
        /// Unit: 1, a logarithm. Range: 0.03…0.06. Origin: simulated phones, seeds 1 and 2 (docs/notes/phones.md).
        let plainDifference = 0.05
    }

    static let tuning = Tuning()

    /// The weighted paths of both estimators, metres.
    private var plainPath = 0.0
    private var stabilizedPath = 0.0
    /// For how long the body has moved, seconds.
    private var movedSeconds = 0.0

    /// The logarithm of the ratio of the two speeds; nil while too little is known.
    var difference: Double? {
        guard plainPath > 0, stabilizedPath > 0 else { return nil }
        return .logarithm(of: plainPath / stabilizedPath)
    }

    /// What the images are; nil while that is open.
    var verdict: StabilizationDetector.Verdict? {
        guard movedSeconds > Self.tuning.settlingSeconds + Self.tuning.comparedSeconds, let difference else {
            return nil
        }
        if abs(difference) > Self.tuning.stabilizedDifference { return .stabilized }
        return abs(difference) < Self.tuning.plainDifference ? .plain : nil
    }

    /// Adds the speeds of an image, m/s, some seconds after the last.
    mutating func add(plainSpeed: Double, stabilizedSpeed: Double, seconds: Double) {
        guard stabilizedSpeed > Self.tuning.minimumSpeed, seconds > 0, seconds < 1 else { return }
        movedSeconds += seconds
        guard movedSeconds > Self.tuning.settlingSeconds else { return }
        let kept = Self.tuning.memorySeconds / (Self.tuning.memorySeconds + seconds)
        plainPath = kept * plainPath + plainSpeed * seconds
        stabilizedPath = kept * stabilizedPath + stabilizedSpeed * seconds
    }
}
