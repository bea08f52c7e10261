import Geometry

/// Judges from picture to picture whether tracking goes well, is limited, or is lost.
struct TrackingHealth: Equatable {
    /// Fewer points than this tell too little.
    static let fewestFeatures = 8

    /// What one picture gave.
    struct Evidence: Equatable {
        /// Seconds since the picture before.
        var seconds: Double
        /// How many points it shows.
        var features: Int
        /// How many measurements were tried, and how many fitted.
        var tried: Int
        var used: Int
        /// Whether the body rests.
        var isResting: Bool
        /// How fast the body turns, rad/s.
        var rate: Double
        /// Standard deviations of velocity, m/s, and position since the last good pose, metres.
        var velocitySigma: Double
    }

    /// Why tracking is limited now.
    private(set) var limit: TrackingLimit?
    /// For how long the pictures have shown too few points, seconds.
    private var emptySeconds = 0.0
    /// For how long their points have told nothing, or fitted nowhere, seconds.
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

    /// Takes up a picture's evidence; true while tracking goes on.
    mutating func judge(_ evidence: Evidence) -> Bool {
        count(evidence)
        if evidence.tried > 0 {
            let weight = min(0.1, 0.02 * Double(evidence.tried))
            fit += (Double(evidence.used) / Double(evidence.tried) - fit) * weight
        }
        if evidence.features < Self.fewestFeatures || blindSeconds > 0.5 {
            limit = evidence.rate > 3.5 ? .excessiveMotion : .insufficientFeatures
        } else {
            limit = evidence.rate > 6 ? .excessiveMotion : nil
        }
        // Points that are there but say nothing, or none of which fits, are a worse sign than none; new ones need a while to say something.
        return emptySeconds < 6 && muteSeconds < 2 && fit > 0.35 && evidence.velocitySigma < 2
    }

    private mutating func count(_ evidence: Evidence) {
        if evidence.isResting || (evidence.features >= Self.fewestFeatures && evidence.used > 0) {
            (emptySeconds, muteSeconds) = (0, 0)
        } else if evidence.features < Self.fewestFeatures {
            emptySeconds += evidence.seconds
        } else {
            muteSeconds += evidence.seconds
        }
    }

    /// For how long the pictures have told nothing, seconds.
    private var blindSeconds: Double { emptySeconds + muteSeconds }
    /// For how long the pictures have told nothing since they went dark, seconds.
    var darkSeconds: Double { emptySeconds > 0 ? blindSeconds : 0 }

    /// Whether the pictures bear the estimate out.
    var isBorneOut: Bool { blindSeconds == 0 && fit > 0.5 }
}
