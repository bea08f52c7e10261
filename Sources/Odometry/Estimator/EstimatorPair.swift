import Features
import Geometry

/// Two estimators of the same motion until it is known whether the camera stabilises its images: one takes the view for
/// the body's, the other allows for a view that turns otherwise.
///
/// Both see all images, so that neither has to unlearn what the other took for the body's turns.
final class EstimatorPair {
    struct Tuning: Equatable, Sendable {
        /// How many standard deviations of the guess the time offset may move before a difference of the two speaks for
        /// late images as well as for stabilised ones.
        ///
        /// The estimator that allows for stabilisation takes images that are far too late for a view that follows the
        /// body late, and finds their time only slowly.
        ///
        /// Unit: 1. Range: 2.3…2.7. Origin: simulated phones, seeds 1 and 2 (docs/notes/phones.md).
        let maximumOffsetMove = 2.5
        /// How far the scale of stabilised images may be off, relative to how far the speeds were apart.
        ///
        /// The estimator that allows for stabilisation knows it only roughly.
        ///
        /// Unit: 1. Range: 0.1…0.2. Origin: simulated phones, seeds 1 to 3 (docs/notes/phones.md).
        let scaleSigmaPerDifference = 0.15
    }

    static let tuning = Tuning()

    /// The one that takes the view for the body's; the other one once the images are known to be stabilised.
    private var plain: VisualInertialEstimator
    /// The one that allows for stabilised images; nil once it is known whether they are, or if that is not asked.
    private var stabilized: VisualInertialEstimator?
    private var comparison = SpeedComparison()
    /// The time of the last image that was compared.
    private var comparedTime = 0.0
    /// The relative standard deviation of the scale that stays once images are known to be stabilised.
    private var remainingScaleSigma = 0.0
    /// What the present image changed, if another estimator is reported since.
    private var change: EstimateChange?

    init(configuration: OdometryConfiguration) {
        plain = VisualInertialEstimator(configuration: configuration)
        stabilized = configuration.stabilized.map { VisualInertialEstimator(configuration: $0) }
    }

    /// The estimator that is reported: while it is open which of the two is right, the one that the images' turns
    /// suggest.
    var reported: VisualInertialEstimator {
        guard let stabilized, stabilized.isTracking, plain.stabilizationVerdict == .stabilized, !hasLateImages else {
            return plain
        }
        return stabilized
    }

    /// How long after an image's stamp samples must reach before it can be processed, seconds.
    var sampleReach: Double { max(plain.sampleReach, stabilized?.sampleReach ?? -.infinity) }

    /// Whether the reported view may turn otherwise than the body.
    var allowsForStabilization: Bool { reported.allowsForStabilization }

    /// Adds a sample, later than the last.
    func add(_ reading: InertialReading, at time: Double) {
        plain.add(reading, at: time)
        stabilized?.add(reading, at: time)
    }

    /// Adds the points of an image; the samples must cover its time.
    func process(_ features: [TrackedFeature], at imageTime: Double) {
        noteChange {
            plain.process(features, at: imageTime)
            stabilized?.process(features, at: imageTime)
            choose(at: imageTime)
        }
    }

    /// Moves on through the samples alone, past an image that shows nothing new.
    func coast(to imageTime: Double) {
        noteChange {
            plain.coast(to: imageTime)
            stabilized?.coast(to: imageTime)
            choose(at: imageTime)
        }
    }

    /// Notes whether an image changes which estimator is reported.
    private func noteChange(_ processImage: () -> Void) {
        let former = reported
        processImage()
        let isSame = reported === former || !former.isTracking || !reported.isTracking
        change = isSame ? nil : EstimateChange(from: former, to: reported)
    }

    /// Ends tracking and stays in place: the samples before an image give no information.
    func wait(_ features: [TrackedFeature], until imageTime: Double) {
        plain.wait(features, until: imageTime)
        stabilized?.wait(features, until: imageTime)
        change = nil
    }

    /// Forgets what earlier images showed of some features, which turned out to move with the camera.
    func discard(_ identifiers: [Int32]) {
        plain.discard(identifiers)
        stabilized?.discard(identifiers)
    }

    /// Takes over which features lie on which surfaces.
    func setSurfaces(_ surfaces: [FlatSurface]) {
        plain.setSurfaces(surfaces)
        stabilized?.setSurfaces(surfaces)
    }

    /// Forgets everything but the configuration, and what the images are as far as that is decided.
    func reset() {
        plain.reset()
        stabilized?.reset()
        comparison = SpeedComparison()
        change = nil
    }

    /// What is known after the present image.
    func frame(timestampNanoseconds: Int64) -> OdometryFrame {
        var frame = reported.frame(timestampNanoseconds: timestampNanoseconds, viewScaleVariance: viewScaleVariance)
        frame.change = change
        return frame
    }

    /// The relative variance of the scale by what stabilisation may do to it.
    ///
    /// While it is open which of the two is right: how far they are apart, and how much less the one that is not reported
    /// knows.
    private var viewScaleVariance: Double {
        guard let stabilized else { return remainingScaleSigma * remainingScaleSigma }
        guard stabilized.isTracking, plain.isTracking else { return 0 }
        let apart = comparison.difference ?? 0
        let own = reported.filter.scaleSigma
        let least = max(own, stabilized.filter.scaleSigma)
        return apart * apart + (least.isFinite ? least * least - own * own : 0)
    }

    /// Whether images are so much later than assumed that a difference of the two does not speak for stabilisation.
    private var hasLateImages: Bool {
        let configuration = plain.configuration
        let moved = abs(plain.filter.calibration.timeOffset - configuration.timeOffset)
        return moved > Self.tuning.maximumOffsetMove * configuration.priors.timeOffset
    }

    /// Keeps one of the two once it is known whether the camera stabilises its images.
    ///
    /// Plain images need speeds that agree, and turns as the gyroscope says, or a lateness that explains the turns.
    private func choose(at imageTime: Double) {
        guard let other = stabilized else { return }
        if plain.isTracking, other.isTracking {
            comparison.add(
                plainSpeed: plain.filter.inertial.velocity.length,
                stabilizedSpeed: other.filter.inertial.velocity.length,
                seconds: imageTime - comparedTime
            )
        }
        comparedTime = imageTime
        guard let speeds = comparison.verdict else { return }
        let turns = plain.stabilizationVerdict
        if hasLateImages {
            if speeds == .plain { stabilized = nil }
        } else if turns == .stabilized || speeds == .stabilized {
            guard other.isTracking else { return }
            (plain, stabilized) = (other, nil)
            remainingScaleSigma = Self.tuning.scaleSigmaPerDifference * abs(comparison.difference ?? 0)
        } else if turns == .plain {
            stabilized = nil
        }
    }
}
