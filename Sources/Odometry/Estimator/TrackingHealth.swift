import Geometry

/// Decides with each image whether tracking is normal, limited or lost.
struct TrackingHealth: Equatable {
    struct Tuning: Equatable, Sendable {
        /// The fewest points that an image must show.
        ///
        /// Unit: 1. Range: 5…20. Origin: by hand.
        let minimumFeatureCount = 8
        /// For how long images may give no information before tracking is limited.
        ///
        /// Unit: s. Range: 0.2…2. Origin: by hand.
        let limitedSeconds = 0.5
        /// The angular velocity above which motion is the reason for missing points.
        ///
        /// Unit: rad/s. Range: 2…5. Origin: by hand.
        let fastRate = 3.5
        /// The angular velocity above which tracking is always limited.
        ///
        /// Unit: rad/s. Range: 4…10. Origin: by hand.
        let excessiveRate = 6.0
        /// For how long images may show too few points before tracking is lost.
        ///
        /// Unit: s. Range: 2…10. Origin: by hand.
        let maximumEmptySeconds = 6.0
        /// For how long points may give no information before tracking is lost.
        ///
        /// Unit: s. Range: 1…4. Origin: by hand.
        let maximumMuteSeconds = 2.0
        /// The share of measurements that must fit, or tracking is lost.
        ///
        /// Unit: 1. Range: 0.2…0.5. Origin: by hand.
        let minimumFit = 0.35
        /// The share of measurements that must fit for the state to be confirmed.
        ///
        /// Unit: 1. Range: 0.4…0.8. Origin: by hand.
        let confirmingFit = 0.5
        /// The largest standard deviation of the velocity.
        ///
        /// Unit: m/s. Range: 1…4. Origin: by hand.
        let maximumVelocitySigma = 2.0
        /// The weight of one measurement in the running share that fits.
        ///
        /// Unit: 1. Range: 0.005…0.05. Origin: by hand.
        let measurementWeight = 0.02
        /// The largest weight of one image in that share.
        ///
        /// Unit: 1. Range: 0.05…0.3. Origin: by hand.
        let maximumImageWeight = 0.1
    }

    static let tuning = Tuning()

    /// What one image gave.
    struct Evidence: Equatable {
        /// Seconds since the image before.
        let seconds: Double
        /// How many points it shows.
        let features: Int
        /// How many measurements were tried, and how many fitted.
        let tried: Int
        let used: Int
        /// Whether the body rests.
        let isResting: Bool
        /// How fast the body turns, rad/s.
        let rate: Double
        /// Standard deviations of velocity, m/s, and position since the last good pose, metres.
        let velocitySigma: Double
    }

    /// Why tracking is limited now.
    private(set) var limit: TrackingLimit?
    /// For how long the images have shown too few points, seconds.
    private var emptySeconds = 0.0
    /// For how long points have given no information, or none has fitted, seconds.
    private var muteSeconds = 0.0
    /// The share of measurements that fit, smoothed.
    private var fit = 1.0

    /// Begins to track.
    mutating func begin() {
        limit = nil
        emptySeconds = 0
        muteSeconds = 0
        fit = 1
    }

    /// Adds an image's evidence; false when tracking is lost.
    mutating func assess(_ evidence: Evidence) -> Bool {
        count(evidence)
        if evidence.tried > 0 {
            let weight = min(Self.tuning.maximumImageWeight, Self.tuning.measurementWeight * Double(evidence.tried))
            fit += (Double(evidence.used) / Double(evidence.tried) - fit) * weight
        }
        if evidence.features < Self.tuning.minimumFeatureCount || blindSeconds > Self.tuning.limitedSeconds {
            limit = evidence.rate > Self.tuning.fastRate ? .excessiveMotion : .insufficientFeatures
        } else {
            limit = evidence.rate > Self.tuning.excessiveRate ? .excessiveMotion : nil
        }
        // Points without information, or of which none fits, are a worse sign than none; new ones need some time.
        return emptySeconds < Self.tuning.maximumEmptySeconds && muteSeconds < Self.tuning.maximumMuteSeconds
            && fit > Self.tuning.minimumFit && evidence.velocitySigma < Self.tuning.maximumVelocitySigma
    }

    private mutating func count(_ evidence: Evidence) {
        if evidence.isResting || (evidence.features >= Self.tuning.minimumFeatureCount && evidence.used > 0) {
            (emptySeconds, muteSeconds) = (0, 0)
        } else if evidence.features < Self.tuning.minimumFeatureCount {
            emptySeconds += evidence.seconds
        } else {
            muteSeconds += evidence.seconds
        }
    }

    /// For how long images have given no information, seconds.
    private var blindSeconds: Double { emptySeconds + muteSeconds }
    /// For how long images have given no information since they went dark, seconds.
    var darkSeconds: Double { emptySeconds > 0 ? blindSeconds : 0 }

    /// Whether the images confirm the estimate.
    var isConfirmed: Bool { blindSeconds == 0 && fit > Self.tuning.confirmingFit }
}
