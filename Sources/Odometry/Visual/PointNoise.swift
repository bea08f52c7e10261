/// How noisy followed points are, and which of them count, learnt from how far landmarks lie from their predictions.
///
/// A landmark's squared distance from its prediction, by the covariance of both, has a median of 1.39 if its two errors
/// are normal and as large as expected. The median over an image is not moved by the points that have slid off their
/// surface, and serves twice:
/// - The noise is set so that the median becomes a share of 1.39 (`Tuning.innovationShare`). A followed point's errors
///   last for some images, so each image says less than its scatter suggests.
/// - A point counts if its distance is below the bound that one in twenty exceeds, times the median's share. So the
///   bound is that of the points' own distribution, whatever noise is assumed: a wide bound lets sliding points in, and
///   those lengthen the path.
///
/// A state that has just started has few landmarks. Then the features outside of it count too, each by its squared
/// distance over all its images: the fewer landmarks, the more.
///
/// Sources: R. Mehra, "Approaches to adaptive filtering", IEEE Transactions on Automatic Control, 1972 (covariance
/// matching); P. Huber, E. Ronchetti, "Robust statistics", 2009 (the median as the scale of an outlier test).
struct PointNoise: Equatable {
    struct Tuning: Equatable, Sendable {
        /// The median squared distance of landmarks to aim at, relative to independent normal errors.
        ///
        /// Unit: 1. Range: 0.2…0.8. Origin: EuRoC's truth, copies of it and walks; mean errors of 0.4…0.75 differ by 9 %.
        let innovationShare = 0.5
        /// The largest change of the noise's variance that one image asks for, as a factor.
        ///
        /// Unit: 1. Range: 2…10. Origin: by hand.
        let maximumChange = 4.0
        /// The weight of one image in the noise, later on.
        ///
        /// Unit: 1. Range: 0.02…0.2. Origin: by hand: a second.
        let imageWeight = 0.05
        /// The weight of the start's value, in images.
        ///
        /// Unit: 1. Range: 1…5. Origin: by hand.
        let startImages = 2.0
        /// The weight of one image in the outlier bound.
        ///
        /// Unit: 1. Range: 0.05…0.3. Origin: by hand: half a second.
        let boundWeight = 0.1
        /// The noise that is possible.
        ///
        /// Unit: pixels. Range: 0.03…3. Origin: by hand.
        let sigmas = 0.05...2.0
        /// The outlier bound that is possible, relative to the bound that one in twenty exceeds.
        ///
        /// Unit: 1. Range: 0.05…1. Origin: by hand.
        let bounds = 0.1...1.0
        /// The share of a moving start's root mean square residual, a length, that is an axis's noise from image to image:
        /// half of it lasts.
        ///
        /// Unit: 1. Range: 0.25…0.7. Origin: 1/√8; docs/notes/odometry.md has others.
        let residualShare = 0.35
        /// The fewest landmarks of which a median is taken; a feature outside of the state counts by its weight.
        ///
        /// Unit: 1. Range: 4…12. Origin: by hand.
        let minimumWeight = 6.0
        /// The number of landmarks from which on features outside the state do not count.
        ///
        /// Unit: 1. Range: 8…48. Origin: by hand, on MH_05 and V1_01.
        let sufficientCount = 12.0
    }

    static let tuning = Tuning()

    /// The standard deviation of a followed point, pixels.
    private(set) var sigma: Double
    /// The largest squared distance of a point that counts, relative to the bound that one in twenty exceeds.
    private(set) var boundRatio = 1.0
    private let minimumSigma: Double
    private var imageCount = 0.0
    private var medianRatio = 1.0

    /// Noise that starts at a value and never falls below another, pixels.
    init(sigma: Double, minimum: Double) {
        minimumSigma = min(max(minimum, Self.tuning.sigmas.lowerBound), Self.tuning.sigmas.upperBound)
        self.sigma = sigma
    }

    /// The noise at a start on the move whose points have a root mean square residual, pixels.
    init(residualPixels: Double, minimum: Double) {
        self.init(sigma: 0, minimum: minimum)
        sigma = admissible(Self.tuning.residualShare * residualPixels)
    }

    /// The weight of a feature outside of the state beside an image's landmarks, each of which has the weight 1.
    static func featureWeight(landmarkCount: Int) -> Double {
        max(0, 1 - Double(landmarkCount) / tuning.sufficientCount)
    }

    /// Learns from an image: the median of its points' squared distances, relative to normal errors of the assumed
    /// size, and the sum of the points' weights.
    mutating func record(medianRatio ratio: Double, weight pointWeight: Double) {
        let tuning = Self.tuning
        guard pointWeight >= tuning.minimumWeight else { return }
        medianRatio += (min(ratio, 1) - medianRatio) * tuning.boundWeight
        boundRatio = min(max(medianRatio, tuning.bounds.lowerBound), tuning.bounds.upperBound)
        let change = min(max(ratio / tuning.innovationShare, 1 / tuning.maximumChange), tuning.maximumChange)
        let weight = max(tuning.imageWeight, 1 / (tuning.startImages + imageCount))
        sigma = admissible(sigma * (1 + weight * (change - 1)).squareRoot())
        imageCount += 1
    }

    private func admissible(_ sigma: Double) -> Double {
        min(max(sigma, minimumSigma), max(minimumSigma, Self.tuning.sigmas.upperBound))
    }
}
